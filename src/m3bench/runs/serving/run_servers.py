"""The servers of a run, as its settings name them."""

from __future__ import annotations

import gc
import os
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from m3bench.core import Task
from m3bench.hosting import (
    Environments,
    Pool,
    ServerMemory,
    ServerSpec,
    default_server_memory,
    load_catalog,
    parse_mode,
    read_specs,
)
from m3bench.hosting.catalog import InstalledToolLists
from m3bench.runs.serving.bundled import own_servers
from m3bench.runs.serving.catalog_choice import catalog_choice
from m3bench.runs.serving.isolation import secrets_of
from m3bench.runs.serving.server_set import ServerSet
from m3bench.runs.settings import RunSettings
from m3bench.runs.store import RunFolder
from m3bench.servers import THIRD_PARTY
from m3bench.suites import Suite, shared_world


def required_servers(tasks: Iterable[Task]) -> set[str]:
    """Return the names of all servers that the tasks need."""
    return {server for task in tasks for server in task.servers}


def server_specs(settings: RunSettings, required: set[str]) -> list[ServerSpec]:
    """Return the servers of a run that are not bundled: of configuration files, and of the catalog.

    From the catalog come those that tasks require, and those that the mode mounts besides. A live run takes
    required ones from the catalog even if there is a bundled server of the same name.

    Raises:
        UsageError: The mode names servers that are not installed.
    """
    configured = [spec for config in settings.configs for spec in read_specs(Path(config), os.environ)]
    taken, own = {spec.name for spec in configured}, set(own_servers())
    catalog, environments = load_catalog(), Environments()
    chosen = catalog_choice(parse_mode(settings.mode), required, environments)
    specs = [catalog.spec(name, environments) for name in chosen if name not in taken]
    return configured + [spec for spec in specs if spec.name not in own or (settings.live and spec.available)]


@asynccontextmanager
async def open_server_set(
    folder: RunFolder,
    settings: RunSettings,
    suite: Suite,
    specs: Sequence[ServerSpec],
    *,
    sandbox: bool,
    memory: int | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> AsyncIterator[ServerSet]:
    """Yield the servers of a run, in the world of its suite. Processes and workspaces are removed at the end.

    Args:
        folder: The folder of the run.
        settings: Its settings.
        suite: Its suite.
        specs: Its servers that are not bundled.
        sandbox: Third-party servers see neither the run folder nor other secret files of the run.
        memory: Megabytes that their processes may use before idle ones are stopped. Defaults to half of the
            machine's.
        say: Receives messages for the user.
    """
    # Parts of a world refer to each other, so that of an earlier session may still be in memory.
    gc.collect()
    hidden = (folder.path, *secrets_of(settings))
    listings = InstalledToolLists(Environments(), THIRD_PARTY)
    limit = memory or default_server_memory()
    keeper = None if limit is None else ServerMemory(limit, say=say)
    async with Pool(
        logs=folder.logs,
        sandbox=sandbox,
        hidden=hidden,
        listings=listings,
        memory=keeper,
        limits=settings.resource_limits,
    ) as pool:
        world = shared_world(suite, settings.world)
        yield ServerSet(pool, world, specs, replacing=settings.live)
