"""Reasons to leave a task out, and the servers that decide on them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from m3bench.core import Task
from m3bench.hosting import read_specs
from m3bench.runs.settings import RunSettings
from m3bench.servers import SERVERS


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
