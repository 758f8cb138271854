"""Choose the tasks of a run, and list those that are left out because of their servers, files or world."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from m3bench.core import Task, UsageError
from m3bench.core.text import did_you_mean
from m3bench.hosting import parse_mode
from m3bench.hosting.mounting import MountKind
from m3bench.runs.settings import RunSettings
from m3bench.runs.store import LeftOut
from m3bench.runs.task_choice.reasons import (
    McpBenchServers,
    McpVerseServers,
    Reason,
    not_bundled,
    without_program,
)
from m3bench.suites import MCP_BENCH, MCPVERSE, Suite, filter_tasks, limit_tasks, require_art, require_level

_LONGEST_REQUEST = 300
_MOST_IDS, _MOST_REASONS = 50, 5


class TaskChoice(NamedTuple):
    """The tasks of a run, and those that were left out."""

    tasks: list[Task]
    left_out: tuple[LeftOut, ...]
    mounting: list[Task]
    """The tasks whose servers are mounted: in the mode `standard` all of the suite, whatever part is run."""


def choose_tasks(suite: Suite, settings: RunSettings) -> TaskChoice:
    """Return the tasks that the settings select. Limits count tasks that can be run.

    Raises:
        UsageError: No task is left, or a picture cannot be drawn at the camera level of the settings.
    """
    tasks, left_out = _runnable(filter_tasks(suite, settings.suite), settings)
    if not tasks:
        reasons = describe_left_out(left_out, ids=False)
        told = [*reasons[:_MOST_REASONS], *(["…"] if len(reasons) > _MOST_REASONS else [])]
        raise UsageError(
            f"No task of {suite.name} can be run: {'; '.join(told)}",
            "Configure the servers with --config, or leave --bundled-only and --skip-missing out.",
        )
    chosen = limit_tasks(tasks, settings.suite)
    require_level(suite, chosen, settings.suite.pictures.camera)
    require_art(chosen)
    is_standard = parse_mode(settings.mode).kind is MountKind.STANDARD
    mounting = _runnable(list(suite.tasks), settings)[0] if is_standard else chosen
    return TaskChoice(chosen, tuple(left_out), mounting)


def _runnable(tasks: list[Task], settings: RunSettings) -> tuple[list[Task], list[LeftOut]]:
    """Return the tasks whose servers there are, and those that are left out."""
    left_out: list[LeftOut] = []
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
    if settings.skip_missing:
        tasks, others = _split(tasks, without_program)
        left_out += others
    return tasks, left_out


def describe_left_out(left_out: Sequence[LeftOut], *, ids: bool = True) -> list[str]:
    """Return one line for each reason, with the number of tasks, and their ids if wanted."""
    reasons: dict[str, list[str]] = defaultdict(list)
    for task in left_out:
        reasons[task.why].append(task.id)
    ordered = sorted(reasons.items(), key=lambda item: -len(item[1]))
    return [f"{why}: {len(names)}{f' ({_listed(names)})' if ids else ''}" for why, names in ordered]


def _listed(ids: Sequence[str]) -> str:
    more = f", and {len(ids) - _MOST_IDS} more" if len(ids) > _MOST_IDS else ""
    return f"{', '.join(ids[:_MOST_IDS])}{more}"


def _split(
    tasks: Sequence[Task], reason: Callable[[Task], Reason | None]
) -> tuple[list[Task], list[LeftOut]]:
    """Return the tasks without a reason to be left out, and those with one."""
    kept: list[Task] = []
    left_out: list[LeftOut] = []
    for task in tasks:
        if (why := reason(task)) is None:
            kept.append(task)
        else:
            request = (task.request or "")[:_LONGEST_REQUEST]
            left_out.append(LeftOut(task.id, why.why, why.servers, request, task.level))
    return kept, left_out


class OneTaskSuite:
    """A `Suite` that has one task of another. Its digest is that of the whole."""

    def __init__(self, suite: Suite, task: Task) -> None:
        self._suite = suite
        self.name, self.digest, self.tasks = suite.name, suite.digest, (task,)

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        return self._suite.assets(task)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._suite, name)


def find_task(tasks: Sequence[Task], wanted: str | None, where: str, option: str = "--task ID") -> Task:
    """Return the task with this id, or the only one.

    Args:
        tasks: The tasks to choose from.
        wanted: The id; None for the only task.
        where: The name of the suite or the file, for messages.
        option: How to name the task.

    Raises:
        UsageError: There is no such task, or more than one to choose from.
    """
    if wanted is None and len(tasks) == 1:
        return tasks[0]
    first = f"The first one is {tasks[0].id}." if tasks else ""
    if wanted is None:
        raise UsageError(f"{where} holds {len(tasks)} tasks.", f"Choose one with {option}. {first}".strip())
    for task in tasks:
        if task.id == wanted:
            return task
    hint = did_you_mean(wanted, (task.id for task in tasks), first)
    raise UsageError(f"{where} has no task {wanted!r}.", hint or None)
