"""Suites whose tasks and pictures come from a world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from m3bench.core import CameraLevel, Task, content_hash
from m3bench.suites.pictures import scene_files
from m3bench.worlds import Picture

if TYPE_CHECKING:
    from m3bench_world import World


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

    def scene_pictures(self, task: Task) -> Sequence[Picture]:
        """Return the pictures of a task. All are drawn from scenes."""
        return self._pictures.get(task.id, ())

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        """Return the pictures of a task, drawn on demand."""
        return self.assets_at(task, None)

    def assets_at(self, task: Task, camera: CameraLevel | None) -> Mapping[str, bytes | Path]:
        """Return the pictures of a task at a camera level; None for its own."""
        return dict(scene_files(self.world, self.scene_pictures(task), camera))
