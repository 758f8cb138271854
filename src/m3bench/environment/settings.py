"""Settings of an environment."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TypedDict

import msgspec

from m3bench.core import UsageError
from m3bench.environment.rewards import Reward
from m3bench.hosting import SandboxMode, parse_mode
from m3bench.hosting.mounting import MountKind
from m3bench.suites import Pictures


class Calling(StrEnum):
    """How a policy is told about tools, and how it calls them."""

    NATIVE = "native"
    """Tools are JSON schemas beside the messages; calls are `tool_calls` of the assistant message."""
    PROMPTED = "prompted"
    """Tools are listed in the system message; calls are written as JSON in the text."""


class EnvironmentSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything but the suite, the task, the seed and the actions that decides an episode."""

    reward: Reward = Reward()
    mode: str = "oracle"
    """The servers to mount, as in a run. `retrieve:K` is not available: it asks a model."""
    calling: Calling = Calling.NATIVE
    families: tuple[str, ...] = ()
    """Only tasks of these families. Empty for all."""
    limit: int | None = None
    """Maximum number of tasks."""
    max_steps: int = 30
    """Steps with calls in an episode. An answer is not counted."""
    max_calls: int = 16
    """Calls in one step. Further ones are not carried out."""
    episode_seconds: float = 600.0
    """Seconds that the steps of an episode may take together, without the time between them."""
    strict_format: bool = False
    """Calls that have to be repaired to be read are not carried out."""
    pictures: Pictures = Pictures.GIVEN
    encoder: str = "minilm"
    """Compares arguments for the six metrics. It is loaded only if one of them has a weight."""
    world_seed: int | None = None
    configs: tuple[str, ...] = ()
    """Configuration files of additional MCP servers."""
    sandbox: SandboxMode = SandboxMode.AUTO

    def __post_init__(self) -> None:
        if parse_mode(self.mode).kind is MountKind.RETRIEVE:
            raise UsageError(
                f"An environment cannot mount servers by {self.mode}: there is no model to ask.",
                "Use oracle, standard or max.",
            )
        if self.pictures not in tuple(Pictures):
            raise UsageError(f"pictures is {self.pictures!r}.", f"Use one of {', '.join(Pictures)}.")
        for name in ("max_steps", "max_calls", "episode_seconds"):
            if not getattr(self, name) > 0:
                raise UsageError(f"{name} is {getattr(self, name)}.", "Give a number above 0.")
        if self.limit is not None and self.limit < 1:
            raise UsageError(f"limit is {self.limit}.", "Give at least 1, or leave it out.")


class Options(TypedDict, total=False):
    """The settings as keyword arguments; see `EnvironmentSettings`."""

    reward: Reward
    mode: str
    calling: Calling
    families: tuple[str, ...]
    limit: int | None
    max_steps: int
    max_calls: int
    episode_seconds: float
    strict_format: bool
    pictures: Pictures
    encoder: str
    world_seed: int | None
    configs: tuple[str, ...]
    sandbox: SandboxMode


PathLike = str | Path
