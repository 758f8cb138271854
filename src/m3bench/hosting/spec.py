"""How to start or reach a server."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from m3bench.core import UsageError, content_hash
from m3bench.hosting.path_guard import PathArgument


class Scope(StrEnum):
    """Which tasks share a server process."""

    SHARED = "shared"
    """One process serves many tasks."""
    TASK = "task"
    """Every task gets its own process and workspace."""


class Feature(StrEnum):
    """A part of MCP besides tools that a server may use."""

    ELICITATION = "elicitation"
    """It may ask the user during a call."""
    RESOURCES = "resources"
    """Agents get tools to list and read its resources."""
    PROMPTS = "prompts"
    """Agents get tools to list and read its prompts."""
    TASKS = "tasks"
    """It may turn a call into a long-running task."""


def read_features(text: str) -> tuple[Feature, ...]:
    """Parse names with commas between them, `all` or `none`."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if names in (["all"], ["none"]):
        return tuple(Feature) if names == ["all"] else ()
    for name in names:
        if name not in set(Feature):
            raise UsageError(
                f"{name!r} is not a feature of MCP.", f"Choose among {', '.join(Feature)}; all; none."
            )
    return tuple(Feature(name) for name in names)


class Timeouts(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds."""

    start: float = 60.0
    call: float = 60.0
    task: float = 600.0
    """Of a call that the server has turned into a long-running task."""
    stop: float = 5.0


class ServerSpec(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One server, with all variables resolved. Either `command` or `url` is set."""

    name: str
    command: str | None = None
    args: tuple[str, ...] = ()
    env: dict[str, str] = {}
    """Added to the few variables that every server inherits. It gets no others."""
    cwd: str | None = None
    url: str | None = None
    headers: dict[str, str] = {}
    scope: Scope = Scope.SHARED
    timeouts: Timeouts = Timeouts()
    missing: tuple[str, ...] = ()
    """Required environment variables that are not set."""
    secrets: tuple[str, ...] = ()
    """Values from the environment that must not appear in any record."""
    bundled: bool = False
    """It ships with m3bench, so the outcomes that it reports are trusted. No configuration can set this."""
    restartable: bool = False
    """Its process can be stopped between two calls, because it holds nothing that a later call needs."""
    paths: tuple[PathArgument, ...] = ()
    """Arguments of its tools that are file paths. Calls with a path outside the workspace are refused."""
    network: bool = False
    """It may use the network in a sandbox."""
    readable: tuple[str, ...] = ()
    """Further files and folders that it may read in a sandbox."""
    confined: bool = False
    """Its command already starts it in a sandbox."""
    problem: str | None = None
    """Why it cannot be started, other than missing variables, and what to do."""
    features: tuple[Feature, ...] | None = None
    """The features that it may use. None: those that leave the tools as they are. A bundled server then works
    as if its client had none, so that it answers as it does in this process."""

    @property
    def available(self) -> bool:
        return not self.missing and self.problem is None

    @property
    def unavailable_because(self) -> str | None:
        """What to set or do, or None if the server can be started."""
        if self.missing:
            return f"set {', '.join(self.missing)} in the environment"
        return self.problem

    def allows(self, feature: Feature) -> bool:
        """Return whether the server may use a feature."""
        if self.features is not None:
            return feature in self.features
        return not self.bundled and feature in (Feature.ELICITATION, Feature.TASKS)

    def at(self, workspace: str) -> ServerSpec:
        """Return the spec with `${WORKSPACE}` resolved."""

        def filled(text: str) -> str:
            return text.replace("${WORKSPACE}", workspace)

        return msgspec.structs.replace(
            self,
            args=tuple(map(filled, self.args)),
            env={name: filled(value) for name, value in self.env.items()},
            cwd=None if self.cwd is None else filled(self.cwd),
        )

    @property
    def identity(self) -> str:
        """Hash of what determines its tools: command, arguments, environment, address."""
        parts = {
            "command": self.command,
            "args": self.args,
            "env": self.env,
            "cwd": self.cwd,
            "url": self.url,
        }
        return content_hash(parts if self.features is None else {**parts, "features": sorted(self.features)})
