"""Servers for forging tasks: which ones there are, and how their tools may be called."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import msgspec

from m3bench.core import UsageError
from m3bench.core.text import did_you_mean
from m3bench.forge.links import Trials, is_read_only
from m3bench.forge.tasks import LONGEST_CHAIN, Shape
from m3bench.hosting import Environments, ServerSpec, Toolbox, ToolHost, load_catalog, read_specs
from m3bench.runs.serving import own_servers
from m3bench.worlds import World, make_world

_WHOLE_RESULTS = 2_000_000
NO_MODEL = "none"


class TaskForgeSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What decides on the tasks."""

    servers: tuple[str, ...]
    count: int
    seed: int = 0
    model: str = NO_MODEL
    base_url: str | None = None
    distractors: int = 0
    longest: int = LONGEST_CHAIN
    world_seed: int
    world_now: str
    configs: tuple[str, ...] = ()
    trusted: tuple[str, ...] = ()
    """Servers whose tools may all be called, even if they are not declared read-only."""
    encoder: str = "minilm"
    shapes: tuple[Shape, ...] = ()
    """The shapes of MCP-Bench to forge; by default, the forge's own four."""


def resolve_servers(settings: TaskForgeSettings) -> list[ServerSpec]:
    """Return the selected servers of configurations and of the catalog.

    Raises:
        UsageError: A server is unknown or not installed.
    """
    given = [spec for path in settings.configs for spec in read_specs(Path(path), os.environ)]
    catalog, environments = load_catalog(), Environments()
    ready = {entry.name for entry in catalog.entries if environments.installed(entry)}
    names = {*own_servers(), *(spec.name for spec in given), *ready}
    for name in settings.servers:
        if name in names:
            continue
        if any(entry.name == name for entry in catalog.entries):
            raise UsageError(f"{name} is not installed.", f"Install it: m3bench install servers {name}")
        hint = did_you_mean(name, sorted(names), "m3bench list servers shows those there are.", alike=0.4)
        raise UsageError(f"There is no server {name!r}.", hint)
    taken = {*own_servers(), *(spec.name for spec in given)}
    return given + [catalog.spec(name, environments) for name in settings.servers if name not in taken]


async def open_trials(settings: TaskForgeSettings, workspace: Path, host: ToolHost) -> Trials:
    """Return trials on a workspace.

    Ours write only into the workspace, which is thrown away; others may be called where they only read.
    """
    free = {*own_servers(), *settings.trusted}
    toolbox = await Toolbox.mount(host, limit=_WHOLE_RESULTS)
    return Trials(toolbox, workspace, allowed=lambda tool: tool.server in free or is_read_only(tool))


def forge_world(settings: TaskForgeSettings) -> World:
    return make_world(settings.world_seed, datetime.fromisoformat(settings.world_now))
