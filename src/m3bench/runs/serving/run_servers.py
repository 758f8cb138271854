"""The servers of a run, as its settings name them."""

from __future__ import annotations

import gc
import os
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from m3bench.core import Task
from m3bench.hosting import Environments, Pool, ServerSpec, load_catalog, read_specs
from m3bench.runs.serving.isolation import secrets_of
from m3bench.runs.serving.server_set import ServerSet
from m3bench.runs.settings import RunSettings
from m3bench.runs.store import RunFolder
from m3bench.suites import Suite, shared_world


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


@asynccontextmanager
async def open_server_set(
    folder: RunFolder, settings: RunSettings, suite: Suite, specs: Sequence[ServerSpec], *, sandbox: bool
) -> AsyncIterator[ServerSet]:
    """Yield the servers of a run, in the world of its suite. Processes and workspaces are removed at the end.

    With `sandbox`, third-party servers see neither the run folder nor other secret files of the run.
    """
    # Parts of a world refer to each other, so that of an earlier session may still be in memory.
    gc.collect()
    hidden = (folder.path, *secrets_of(settings))
    async with Pool(logs=folder.logs, sandbox=sandbox, hidden=hidden) as pool:
        world = shared_world(suite, settings.world)
        yield ServerSet(pool, world, specs, replacing=settings.live)
