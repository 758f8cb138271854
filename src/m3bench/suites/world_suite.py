"""A suite whose tasks and pictures come from a world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from m3bench.core import Task, content_hash
from m3bench.suites.planning import Picture

if TYPE_CHECKING:
    from m3bench.world import World
    from m3bench.world.scenes import Drawn

_PICTURES_KEPT = 8


class Draft(msgspec.Struct, frozen=True):
    """A task and its pictures."""

    task: Task
    pictures: tuple[Picture, ...] = ()


class WorldSuite:
    """A `Suite`: the same world gives the same tasks, files and digest."""

    def __init__(self, name: str, world: World, drafts: Sequence[Draft]) -> None:
        self.name = name
        self.tasks = tuple(draft.task for draft in drafts)
        self._pictures = {draft.task.id: draft.pictures for draft in drafts}
        self._world = world
        self._draw = lru_cache(_PICTURES_KEPT)(self._drawn)

    @property
    def digest(self) -> str:
        """The hash of all tasks, the pictures' scenes, and the world that they are drawn from."""
        return content_hash(
            {
                "suite": self.name,
                "seed": self._world.seed,
                "now": self._world.now.isoformat(),
                "tasks": [task.digest for task in self.tasks],
                "pictures": msgspec.to_builtins(self._pictures),
            }
        )

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        """The pictures of a task; they are drawn when they are asked for."""
        return {picture.name: self._draw(picture).png for picture in self._pictures.get(task.id, ())}

    def _drawn(self, picture: Picture) -> Drawn:
        from m3bench.world.scenes import draw  # noqa: PLC0415 - loads the drawing libraries

        return draw(self._world, picture.kind, picture.number)
