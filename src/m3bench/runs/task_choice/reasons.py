"""Reasons to leave a task out, and the servers that decide on them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from m3bench.checks import read_checks
from m3bench.core import KeyMethod, Task, UsageError
from m3bench.core.text import join, plural
from m3bench.hosting import load_catalog, read_specs
from m3bench.rendering import missing_programs, program_for
from m3bench.runs.serving import missing_packages
from m3bench.runs.settings import RunSettings
from m3bench.servers import SERVERS, renderers
from m3bench.suites import SAME_SERVERS, WorldNeed, world_needs


class Reason(NamedTuple):
    """Why a task is left out, and the servers because of which it is."""

    why: str
    servers: tuple[str, ...] = ()


def is_bundled(server: str) -> bool:
    """Return whether a server ships with m3bench and needs no installation."""
    return server in SERVERS and SERVERS.is_built_in(server)


def configured_servers(settings: RunSettings) -> frozenset[str]:
    """Return the names of the servers in the configuration files of a run."""
    configs = map(Path, settings.configs)
    return frozenset(spec.name for path in configs for spec in read_specs(path, os.environ))


def not_bundled(task: Task) -> Reason | None:
    """Return the reason to leave a task out of a run with bundled servers only."""
    others = tuple(server for server in task.servers if not is_bundled(server))
    return Reason("needs servers that are not bundled", others) if others else None


def programs_of(task: Task) -> set[str]:
    """Return the programs that a task needs: its checks, and the references to draw what they look at."""
    needed = {program for check in read_checks(task.checks, task.id) for program in check.programs}
    drawing = renderers()
    for reference in task.references:
        for _, call in reference.calls():
            paths = call.arguments.values() if isinstance(call.arguments, dict) else ()
            if call.server in drawing:
                found = (program_for(path) for path in paths if isinstance(path, str))
                needed.update(program for program in found if program is not None)
    return needed


def without_program(task: Task) -> Reason | None:
    """Return the reason to leave a task out on a machine without a program that it needs."""
    missing = missing_programs(programs_of(task))
    return Reason(f"needs {join(missing)}, which is not installed") if missing else None


def require_programs(tasks: Sequence[Task]) -> None:
    """Raise `UsageError` if a program is missing that tasks need. Nothing is started then."""
    needed: dict[str, list[str]] = {}
    for task in tasks:
        for program in programs_of(task):
            needed.setdefault(program, []).append(task.id)
    missing = missing_programs(needed)
    if missing:
        told = "; ".join(
            f"{plural(len(needed[name]), 'task')} {'need' if len(needed[name]) > 1 else 'needs'} {name}"
            for name in missing
        )
        raise UsageError(
            f"{told}. {' '.join(f'{how}.' for how in missing.values())}",
            "Install what is missing, or leave these tasks out with --skip-missing.",
        )


def taken_at_their_word(tasks: Sequence[Task]) -> str | None:
    """Return how many tasks are checked less strictly here, because a program is missing; None if none is."""
    missing = missing_programs({program for task in tasks for program in _sharpening(task)})
    if not missing:
        return None
    count = sum(not missing.keys().isdisjoint(_sharpening(task)) for task in tasks)
    return (
        f"{join(list(missing))} is not installed: slides and documents of {plural(count, 'task')} are "
        "checked by what their files say, not by how they look"
    )


def _sharpening(task: Task) -> set[str]:
    return {program for check in read_checks(task.checks, task.id) for program in check.sharper_with}


class McpBenchServers:
    """Which servers of MCP-Bench there are: configured ones, bundled ones, and those of plugins.

    A bundled server answers from a simulated world. Tasks that ask it for something that this world does not
    have are left out; with a configured server in its place they are run.
    """

    def __init__(self, settings: RunSettings) -> None:
        self._configured = configured_servers(settings)

    def reason(self, task: Task) -> Reason | None:
        """Return why a task cannot be run here; None if it can."""
        missing = tuple(server for server in task.servers if not self._exists(server))
        if missing:
            return Reason(f"needs {join(missing)} (neither bundled nor configured)", missing)
        needs = world_needs().get(task.id, ())
        unmet = [need for need in needs if need.missing and self._concerns(need, task)]
        if not unmet:
            return None
        servers = tuple(dict.fromkeys(need.server for need in unmet))
        return Reason("; ".join(need.reason for need in unmet), servers)

    def _exists(self, server: str) -> bool:
        return server in self._configured or server in SERVERS or server in load_catalog()

    def _concerns(self, need: WorldNeed, task: Task) -> bool:
        """Return whether it is a bundled server that the task would ask."""
        return need.server in task.servers and need.server not in self._configured and is_bundled(need.server)


class McpVerseServers:
    """Which servers of MCPVerse there are: configured ones, or those of the catalog that are the same.

    Most bundled servers answer from a simulated world, which the questions are not about.
    """

    def __init__(self, settings: RunSettings) -> None:
        self._configured = configured_servers(settings)

    def with_servers(self, task: Task) -> Task:
        """Return the task with our names of its servers."""
        return msgspec.structs.replace(task, servers=tuple(self._name(server) for server in task.servers))

    def reason(self, task: Task) -> Reason | None:
        """Return why a question cannot be run here; None if it can."""
        missing = tuple(server for server in task.servers if not self._exists(server))
        if missing:
            simulated = [name for name in missing if is_bundled(name)]
            note = f" ({join(simulated)} is only there in the simulated world)" if simulated else ""
            return Reason(f"needs {join(missing)}{note}", missing)
        absent = tuple(missing_packages(map(self._name, task.servers)))
        if absent:
            how = f"m3bench install servers {' '.join(absent)}"
            return Reason(f"needs {join(absent)}, which is not installed ({how})", absent)
        if task.missing_files:
            return Reason("needs files of test_data, which are not beside the questions")
        if task.answer_key is not None and task.answer_key.method is KeyMethod.SCRIPT:
            return Reason("is decided by a program that is not part of the data")
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
