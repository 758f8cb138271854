"""Reasons to leave a task out, and the servers that decide on them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import msgspec

from m3bench.core import KeyMethod, Task
from m3bench.core.text import join
from m3bench.hosting import load_catalog, read_specs
from m3bench.runs.settings import RunSettings
from m3bench.servers import SERVERS
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
