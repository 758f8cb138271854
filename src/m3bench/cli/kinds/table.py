"""What can be listed and installed, by kind. The module of a kind is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from m3bench.core import UsageError
from m3bench.core.text import did_you_mean
from m3bench.hosting import SandboxMode


class ListRequest(msgspec.Struct, frozen=True):
    """What `m3bench list KIND` was asked for."""

    names: tuple[str, ...] = ()
    everything: bool = False
    configs: tuple[Path, ...] = ()
    bundled: bool = False
    as_json: bool = False
    sandbox: SandboxMode = SandboxMode.AUTO


class InstallRequest(msgspec.Struct, frozen=True):
    """What `m3bench install KIND` was asked for."""

    names: tuple[str, ...] = ()
    again: bool = False
    preset: str | None = None
    folder: Path | None = None
    mirror: str | None = None
    concurrency: int | None = None
    sandbox: SandboxMode = SandboxMode.AUTO


class Kind(NamedTuple):
    """Where a kind is listed or installed, and with which options."""

    module: str
    summary: str
    names: str = ""
    """What may be named; nothing, if there is nothing to name."""
    options: tuple[str, ...] = ()

    def function(self, name: str) -> Callable[..., None]:
        """Import what does the work."""
        found: Callable[..., None] = getattr(import_module(self.module), name)
        return found


_HERE, _WORLD = "m3bench.cli.kinds", "m3bench_world.cli"

LISTED: Mapping[str, Kind] = {
    "agents": Kind(f"{_HERE}.agents", "agents, built in and from plugins"),
    "checks": Kind(f"{_HERE}.extensions", "checks of outcomes"),
    "encoders": Kind(f"{_HERE}.extensions", "encoders, which compare calls"),
    "formats": Kind(f"{_HERE}.extensions", "formats of tasks and trajectories"),
    "models": Kind(
        f"{_HERE}.models", "local models and providers, or the defaults of the models named", "models"
    ),
    "photographs": Kind(f"{_WORLD}.photographs", "packages of photographs, their sizes and licences"),
    "presets": Kind(f"{_HERE}.agents", "agents that people use, and whether they are installed"),
    "scenes": Kind(f"{_WORLD}.scenes", "kinds of scenes that pictures show"),
    "servers": Kind(
        f"{_HERE}.servers", "bundled, plugin and installed servers", "words", ("--all", "--config")
    ),
    "sources": Kind(f"{_WORLD}.world", "data sources of the simulated world", options=("--json",)),
    "suites": Kind(f"{_HERE}.suites", "suites of tasks, with their digests"),
    "tasks": Kind(f"{_HERE}.suites", "the tasks of a suite", "a suite"),
    "tools": Kind(
        f"{_HERE}.tools", "the tools of servers", "servers", ("--config", "--bundled", "--json", "--sandbox")
    ),
}
INSTALLED: Mapping[str, Kind] = {
    "agents": Kind(f"{_HERE}.agents", "the programs of presets", "presets"),
    "models": Kind(f"{_HERE}.models", "models that run on this machine", "models", ("--again",)),
    "photographs": Kind(
        f"{_WORLD}.photographs", "photographs for scenes", options=("--again", "--from", "--mirror")
    ),
    "servers": Kind(
        f"{_HERE}.servers",
        "servers of the catalog",
        "servers",
        ("--again", "--preset", "--concurrency", "--sandbox"),
    ),
}
"""What `m3bench install` installs and `m3bench remove` removes."""


def find_kind(name: str, kinds: Mapping[str, Kind], names: tuple[str, ...], given: Mapping[str, Any]) -> Kind:
    """Return the kind of that name. Raise `UsageError` if it takes no names, or not the options given."""
    if name not in kinds:
        hint = did_you_mean(name, kinds, f"Kinds: {', '.join(kinds)}.")
        raise UsageError(f"There is no kind {name!r}.", hint)
    kind = kinds[name]
    if names and not kind.names:
        raise UsageError(f"{name} cannot be chosen by name.", f"Leave {' '.join(names)} out.")
    for option, value in given.items():
        if value and option not in kind.options:
            others = [other for other, known in kinds.items() if option in known.options]
            raise UsageError(f"{option} is not for {name}.", f"It is for {' and '.join(others)}.")
    return kind
