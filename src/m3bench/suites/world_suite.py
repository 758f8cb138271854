"""Suites whose tasks and pictures come from a world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from m3bench.core import Task, content_hash
from m3bench.suites.picture_cache import picture_png
from m3bench.suites.plans import Picture

if TYPE_CHECKING:
    from m3bench.world import World


class Draft(msgspec.Struct, frozen=True):
    """A task and its pictures."""

    task: Task
    pictures: tuple[Picture, ...] = ()


class WorldSuite:
    """A `Suite` of a world. The same world gives the same tasks, files and digest."""

    def __init__(self, name: str, world: World, drafts: Sequence[Draft]) -> None:
        self.name = name
        self.tasks = tuple(draft.task for draft in drafts)
        self._pictures = {draft.task.id: draft.pictures for draft in drafts}
        self.world = world

    @property
    def digest(self) -> str:
        """The hash of all tasks, the scenes of their pictures, and the world."""
        return content_hash(
            {
                "suite": self.name,
                "seed": self.world.seed,
                "now": self.world.now.isoformat(),
                "tasks": [task.digest for task in self.tasks],
                "pictures": msgspec.to_builtins(self._pictures),
            }
        )

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        """Return the pictures of a task, drawn on demand."""
        pictures = self._pictures.get(task.id, ())
        return {picture.name: picture_png(self.world, picture) for picture in pictures}
