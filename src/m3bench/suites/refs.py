"""References to a suite and to a world."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec

from m3bench.core import CameraLevel
from m3bench.worlds import DEFAULT_NOW, DEFAULT_SEED, World, make_world

_LEVELS = {level.value: level for level in CameraLevel}


class Pictures(StrEnum):
    """The pictures that an agent gets."""

    GIVEN = "given"
    """The pictures of the task."""
    NONE = "none"
    """No pictures in messages, and blank files of the same size in the workspace."""
    WRONG = "wrong"
    """The pictures of another task of the family, under the original file names."""
    CLEAN = "clean"
    """The same scenes as drawn, whatever the camera level of the task."""
    HANDHELD = "handheld"
    """The same scenes as a usual photograph."""
    HARD = "hard"
    """The same scenes as a bad photograph."""

    @property
    def camera(self) -> CameraLevel | None:
        """The camera level that all pictures get; None if each task has its own, or no pictures."""
        return _LEVELS.get(self.value)

    @property
    def show_the_task(self) -> bool:
        """Whether the pictures show what the task is about, at its own or another camera level."""
        return self is Pictures.GIVEN or self.camera is not None


class SuiteRef(msgspec.Struct, frozen=True, kw_only=True):
    """The name of a suite, and a selection of its tasks."""

    name: str
    """A name from `m3bench list suites`, a file of tasks, or a folder of M³-Bench's original data."""
    data: str | None = None
    """The folder of M³-Bench's original tasks and pictures, the file of MCPVerse's questions, or the folder
    of MCP-Bench's tasks."""
    families: tuple[str, ...] = ()
    """Only these families. Empty for all."""
    limit: int | None = None
    """Maximum number of tasks."""
    per_family: int | None = None
    """Maximum number of tasks per family."""
    tasks: tuple[str, ...] = ()
    """Only tasks with these ids, or of these patterns. Empty for all."""
    where: tuple[str, ...] = ()
    """Only tasks that meet all of these conditions, such as `level=L3`."""
    sample: int | None = None
    """Size of a fixed sample, spread over the families."""
    sample_seed: int = 0
    fuzzy: bool = False
    """Whether agents get the fuzzy requests."""
    pictures: Pictures = Pictures.GIVEN


class WorldRef(msgspec.Struct, frozen=True, kw_only=True):
    """The seed and the time of a world."""

    seed: int = DEFAULT_SEED
    now: datetime = DEFAULT_NOW

    def world(self) -> World:
        return make_world(self.seed, self.now)
