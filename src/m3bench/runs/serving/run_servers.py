"""The servers of a run, as its settings name them."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path

from m3bench.core import Task
from m3bench.hosting import Environments, Pool, ServerSpec, load_catalog, read_specs
from m3bench.runs.serving.isolation import secrets_of
from m3bench.runs.serving.server_set import ServerSet
from m3bench.runs.settings import RunSettings
from m3bench.runs.store import RunFolder
from m3bench.suites import WorldRef
from m3bench.world import World


def required_servers(tasks: Iterable[Task]) -> set[str]:
    """Return the names of all servers that the tasks need."""
    return {server for task in tasks for server in task.servers}


def server_specs(settings: RunSettings, required: set[str]) -> list[ServerSpec]:
    """Return the servers of the configuration files; in a live run, also required ones from the catalog."""
    configured = [spec for config in settings.configs for spec in read_specs(Path(config), os.environ)]
    if not settings.live:
        return configured
    catalog, environments = load_catalog(), Environments()
    missing = required - {spec.name for spec in configured}
    installed = [
        entry.name for entry in catalog.entries if entry.name in missing and environments.installed(entry)
    ]
    return configured + [catalog.spec(name, environments) for name in installed]


@lru_cache(maxsize=1)
def server_world(ref: WorldRef) -> World:
    """Return the world of bundled servers. Sessions one after another share it.

    The parts of a world refer to each other, so a world that is no longer needed stays in memory until the
    garbage collector happens to run. A session with its own world would add to it.
    """
    return ref.world()


@asynccontextmanager
async def open_server_set(
    folder: RunFolder, settings: RunSettings, specs: Sequence[ServerSpec], *, sandbox: bool
) -> AsyncIterator[ServerSet]:
    """Yield the servers of a run. Processes and workspaces are removed at the end.

    With `sandbox`, third-party servers see neither the run folder nor other secret files of the run.
    """
    hidden = (folder.path, *secrets_of(settings))
    async with Pool(logs=folder.logs, sandbox=sandbox, hidden=hidden) as pool:
        yield ServerSet(pool, server_world(settings.world), specs, replacing=settings.live)
