"""A suite that was built once: tasks from a file, pictures drawn from the world that they were built in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from m3bench.core import Task, UsageError, content_hash
from m3bench.suites.picture_cache import PICTURES
from m3bench.suites.planning import Picture

if TYPE_CHECKING:
    from m3bench.world import World

_DECODER = msgspec.json.Decoder(Task)


class StoredSuite:
    """A `Suite`. The world must be the one that the tasks were built in."""

    def __init__(self, name: str, world: World, tasks: Sequence[Task]) -> None:
        for task in tasks:
            require_world(task, world)
        self.name, self.tasks, self._world = name, tuple(tasks), world

    @property
    def digest(self) -> str:
        """Of the tasks alone: a file that is moved stays the same suite."""
        return content_hash([task.digest for task in self.tasks])

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        return {picture.name: PICTURES.png(self._world, picture) for picture in pictures_of(task)}


def read_stored(text: bytes) -> list[Task]:
    """The tasks of a file with one on each line."""
    return [_DECODER.decode(line) for line in text.splitlines() if line.strip()]


def pictures_of(task: Task) -> list[Picture]:
    """Which scenes a built task shows."""
    return msgspec.convert(task.extra.get("pictures", []), list[Picture])


def world_of_task(task: Task) -> tuple[int, str] | None:
    """Seed and time of the world that a task was built in; None where it does not say."""
    told = task.extra.get("world")
    return (int(told["seed"]), str(told["now"])) if isinstance(told, dict) else None


def require_world(task: Task, world: World) -> None:
    told = world_of_task(task)
    if told is not None and told != (world.seed, world.now.isoformat()):
        raise UsageError(
            f"{task.id} was built in the world {told[0]} at {told[1]}, and this is {world.seed} at "
            f"{world.now.isoformat()}.",
            "Run it there, or build tasks for this world: m3bench suite build --seed S",
        )
