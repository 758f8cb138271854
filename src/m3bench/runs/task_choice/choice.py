"""Choose the tasks of a run, and list those that are left out because of their servers, files or world."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from m3bench.core import Task, UsageError
from m3bench.runs.settings import RunSettings
from m3bench.runs.store import LeftOut
from m3bench.runs.task_choice.mcp_bench import McpBenchServers
from m3bench.runs.task_choice.mcpverse import McpVerseServers
from m3bench.runs.task_choice.reasons import Reason, not_bundled
from m3bench.suites import MCP_BENCH, MCPVERSE, Suite, filter_tasks, limit_tasks, require_art, require_level

_LONGEST_REQUEST = 300
_MOST_IDS = 50


class TaskChoice(NamedTuple):
    """The tasks of a run, and those that were left out."""

    tasks: list[Task]
    left_out: tuple[LeftOut, ...] = ()


def choose_tasks(suite: Suite, settings: RunSettings) -> TaskChoice:
    """Return the tasks that the settings select. Limits count tasks that can be run.

    Raises:
        UsageError: No task is left, or a picture cannot be drawn at the camera level of the settings.
    """
    tasks, left_out = filter_tasks(suite, settings.suite), list[LeftOut]()
    if settings.suite.name == MCPVERSE:
        servers = McpVerseServers(settings)
        tasks, missing = _split(tasks, servers.reason)
        left_out += missing
        tasks = list(map(servers.with_servers, tasks))
    if settings.suite.name == MCP_BENCH:
        tasks, missing = _split(tasks, McpBenchServers(settings).reason)
        left_out += missing
    if settings.bundled_only:
        tasks, others = _split(tasks, not_bundled)
        left_out += others
    if not tasks:
        raise UsageError(
            f"No task of {suite.name} can be run: {describe_left_out(left_out)[0]}",
            "Configure the servers with --config, or leave --bundled-only out.",
        )
    chosen = limit_tasks(tasks, settings.suite)
    require_level(suite, chosen, settings.suite.pictures.camera)
    require_art(chosen)
    return TaskChoice(chosen, tuple(left_out))


def describe_left_out(left_out: Sequence[LeftOut], *, ids: bool = True) -> list[str]:
    """Return one line for each reason, with the number of tasks, and their ids if wanted."""
    reasons: dict[str, list[str]] = {}
    for each in left_out:
        reasons.setdefault(each.why, []).append(each.id)
    ordered = sorted(reasons.items(), key=lambda item: -len(item[1]))
    return [f"{why}: {len(names)}{f' ({_listed(names)})' if ids else ''}" for why, names in ordered]


def _listed(ids: Sequence[str]) -> str:
    more = f", and {len(ids) - _MOST_IDS} more" if len(ids) > _MOST_IDS else ""
    return f"{', '.join(ids[:_MOST_IDS])}{more}"


def _split(
    tasks: Sequence[Task], reason: Callable[[Task], Reason | None]
) -> tuple[list[Task], list[LeftOut]]:
    """Return the tasks without a reason to be left out, and those with one."""
    found = [(task, reason(task)) for task in tasks]
    left_out = [_left_out(task, why) for task, why in found if why is not None]
    return [task for task, why in found if why is None], left_out


def _left_out(task: Task, reason: Reason) -> LeftOut:
    return LeftOut(task.id, reason.why, reason.servers, (task.request or "")[:_LONGEST_REQUEST], task.level)
