"""Which tasks of a suite a run attempts, and which it leaves out because of their servers or files."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from m3bench.core import KeyMethod, Task, UsageError
from m3bench.core.text import join
from m3bench.hosting import load_catalog, read_specs
from m3bench.runs.settings import RunSettings
from m3bench.runs.store import LeftOut
from m3bench.servers import SERVERS
from m3bench.suites import MCPVERSE, MISSING_FILES, SAME_SERVERS, Suite, filter_families, limit_tasks

_LONGEST_REQUEST = 300
_MOST_IDS = 50


class TaskChoice(NamedTuple):
    """The tasks of a run, and those that were left out."""

    tasks: list[Task]
    left_out: tuple[LeftOut, ...] = ()


def choose_tasks(suite: Suite, settings: RunSettings) -> TaskChoice:
    """Return the tasks that the settings select. Limits count tasks that can be run.

    Raises:
        UsageError: No task is left.
    """
    tasks, left_out = filter_families(suite, settings.suite.families), list[LeftOut]()
    if settings.suite.name == MCPVERSE:
        there = _Availability(settings)
        tasks, missing = _split(tasks, there.reason)
        left_out += missing
        tasks = list(map(there.with_servers, tasks))
    if settings.bundled_only:
        tasks, others = _split(tasks, _not_bundled)
        left_out += others
    if not tasks:
        raise UsageError(
            f"No task of {suite.name} can be run: {describe_left_out(left_out)[0]}",
            "Configure the servers with --config, or leave --bundled-only out.",
        )
    return TaskChoice(limit_tasks(tasks, settings.suite), tuple(left_out))


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


def is_bundled(server: str) -> bool:
    """Return whether a server ships with m3bench and needs no installation."""
    return server in SERVERS and SERVERS.is_built_in(server)


def _split(
    tasks: Sequence[Task], reason: Callable[[Task], tuple[str, tuple[str, ...]] | None]
) -> tuple[list[Task], list[LeftOut]]:
    """Return the tasks without a reason to be left out, and those with one."""
    found = [(task, reason(task)) for task in tasks]
    left_out = [_left_out(task, *why) for task, why in found if why is not None]
    return [task for task, why in found if why is None], left_out


def _left_out(task: Task, why: str, servers: tuple[str, ...]) -> LeftOut:
    return LeftOut(task.id, why, servers, (task.request or "")[:_LONGEST_REQUEST], task.level)


def _not_bundled(task: Task) -> tuple[str, tuple[str, ...]] | None:
    others = tuple(server for server in task.servers if not is_bundled(server))
    return ("needs servers that are not bundled", others) if others else None


class _Availability:
    """Which servers of MCPVerse there are: configured ones, or those of the catalog that are the same.

    Most bundled servers answer from a simulated world, which the questions are not about.
    """

    def __init__(self, settings: RunSettings) -> None:
        configs = map(Path, settings.configs)
        self._configured = {spec.name for path in configs for spec in read_specs(path, os.environ)}

    def with_servers(self, task: Task) -> Task:
        """Return the task with our names of its servers."""
        return msgspec.structs.replace(task, servers=tuple(self._name(each) for each in task.servers))

    def reason(self, task: Task) -> tuple[str, tuple[str, ...]] | None:
        """Return why a question cannot be run here; None if it can."""
        missing = tuple(server for server in task.servers if not self._exists(server))
        if missing:
            simulated = [name for name in missing if is_bundled(name)]
            note = f" ({join(simulated)} is only there in the simulated world)" if simulated else ""
            return f"needs {join(missing)}{note}", missing
        if MISSING_FILES in task.extra:
            return "needs files of test_data, which are not beside the questions", ()
        if task.answer_key is not None and task.answer_key.method is KeyMethod.SCRIPT:
            return "is decided by a program that is not part of the data", ()
        return None

    def _name(self, server: str) -> str:
        return server if server in self._configured else SAME_SERVERS.get(server, server)

    def _exists(self, server: str) -> bool:
        name = self._name(server)
        if name in self._configured:
            return True
        if is_bundled(name):
            return not SERVERS[name].uses_world
        return name in load_catalog()
