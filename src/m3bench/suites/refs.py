"""Which suite is meant, and over which world."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec

from m3bench.world import DEFAULT_NOW, DEFAULT_SEED, World


class Pictures(StrEnum):
    """Which pictures an agent gets."""

    GIVEN = "given"
    """Those of the task."""
    NONE = "none"
    """None in messages; blank files of the same size in the workspace."""
    WRONG = "wrong"
    """Those of another task of the family, under the names of the task's own."""


class SuiteRef(msgspec.Struct, frozen=True, kw_only=True):
    """A suite by name, and which of its tasks are wanted."""

    name: str
    """A name from `m3bench suite list`, a file of tasks, or a folder of M³-Bench's data."""
    data: str | None = None
    """Where M³-Bench's own tasks and pictures are."""
    families: tuple[str, ...] = ()
    """Only these families; all where none is named."""
    limit: int | None = None
    """Only the first so many tasks."""
    per_family: int | None = None
    """Only the first so many tasks of each family."""
    fuzzy: bool = False
    """Agents get the fuzzy requests."""
    pictures: Pictures = Pictures.GIVEN


class WorldRef(msgspec.Struct, frozen=True, kw_only=True):
    """A world by its seed and its time."""

    seed: int = DEFAULT_SEED
    now: datetime = DEFAULT_NOW

    def world(self) -> World:
        """The world itself."""
        return World(self.seed, self.now)
