"""The servers of a run, as its settings name them."""

from __future__ import annotations

import gc
import os
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from m3bench.core import Task, UsageError
from m3bench.core.text import join
from m3bench.hosting import (
    Environments,
    MountMode,
    Pool,
    ServerMemory,
    ServerSpec,
    default_server_memory,
    load_catalog,
    parse_mode,
    read_specs,
)
from m3bench.hosting.catalog import EVERYTHING, InstalledToolLists, presets
from m3bench.hosting.mounting import MaxScale
from m3bench.runs.serving.bundled import own_servers
from m3bench.runs.serving.isolation import secrets_of
from m3bench.runs.serving.server_collections import M3_BENCH, used_collections
from m3bench.runs.serving.server_set import ServerSet
from m3bench.runs.settings import RunSettings
from m3bench.runs.store import RunFolder
from m3bench.servers import THIRD_PARTY
from m3bench.suites import Suite, shared_world

_NAMED = 5
_PRESETS = {MaxScale.PAPER: "verse-65", MaxScale.EVERYTHING: EVERYTHING}


def catalog_choice(mode: MountMode, required: set[str], environments: Environments) -> list[str]:
    """Return the servers of the catalog that a run needs or can mount.

    Args:
        mode: With a named set of servers, the whole set; if it mounts servers that no task names, all that
            are installed; else none.
        required: Servers that tasks require. Those of the catalog are returned, installed or not.
        environments: Where servers are installed.

    Raises:
        UsageError: Servers of a named set are not installed.
    """
    catalog = load_catalog()
    needed = [entry.name for entry in catalog.entries if entry.name in required]
    # M³-Bench's names for two of them are among the bundled servers: mounted twice, they would compete.
    joined = mode.scale is MaxScale.SYNTHETIC or M3_BENCH in used_collections(required)
    twice = set(THIRD_PARTY.values()) if joined else set[str]()
    others = [entry.name for entry in catalog.entries if entry.name not in twice]
    if preset := _PRESETS.get(mode.scale):
        drawn = [name for name in others if name in presets()[preset]]
        _require_installed(mode, preset, drawn, environments)
    elif mode.draws:
        drawn = [name for name in others if environments.installed(catalog.find(name))]
    else:
        drawn = []
    return list(dict.fromkeys([*needed, *drawn]))


def _require_installed(mode: MountMode, preset: str, names: list[str], environments: Environments) -> None:
    catalog = load_catalog()
    missing = [name for name in names if not environments.installed(catalog.find(name))]
    if missing:
        named = missing if len(missing) <= _NAMED else [*missing[:_NAMED], f"{len(missing) - _NAMED} more"]
        raise UsageError(
            f"{mode} mounts {len(names)} servers of the catalog, and {len(missing)} of them are not "
            f"installed: {join(named)}.",
            f"Install them: m3bench install servers --preset {preset}",
        )


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
