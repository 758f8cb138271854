"""Suites of built tasks: the tasks come from a file, and the pictures are drawn from their world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from m3bench.core import CameraLevel, FormatError, Picture, Task, UsageError, content_hash
from m3bench.suites.data_files import file_assets
from m3bench.suites.pictures import scene_files
from m3bench.worlds import world_provider

if TYPE_CHECKING:
    from m3bench.worlds import World

_DECODER = msgspec.json.Decoder(Task)


class StoredSuite:
    """A `Suite` of built tasks. The world must be the one they were built in."""

    def __init__(self, name: str, world: World, tasks: Sequence[Task]) -> None:
        for task in tasks:
            require_world(task, world)
        self.name, self.tasks, self.world = name, tuple(tasks), world

    @property
    def digest(self) -> str:
        """The digest of the tasks alone. It does not change if the file moves."""
        return content_hash([task.digest for task in self.tasks])

    def scene_pictures(self, task: Task) -> Sequence[Picture]:
        """Return the pictures of a task that are drawn from scenes."""
        return task.pictures or ()

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        return self.assets_at(task, None)

    def assets_at(self, task: Task, camera: CameraLevel | None) -> Mapping[str, bytes | Path]:
        """Return the files of a task with its pictures at a camera level; None for its own."""
        make = world_provider().world_file
        pictures = scene_files(self.world, self.scene_pictures(task), camera)
        made = {file.name: make(self.world, file) for file in task.world_files}
        return {**pictures, **made, **file_assets(task.data_files)}


def read_stored(text: bytes) -> list[Task]:
    """Read tasks from JSON lines. Raise `FormatError` if one is invalid."""
    try:
        return [_DECODER.decode(line) for line in text.splitlines() if line.strip()]
    except msgspec.DecodeError as error:
        raise FormatError(str(error), file="stored tasks") from None


def require_world(task: Task, world: World) -> None:
    """Raise `UsageError` if a task was built for another world.

    A task that says whether it is time-sensitive can be run at any time: its answer does not depend on the
    time, or is asked for at check time.
    """
    built = task.world
    if built is None or (built.seed == world.seed and task.time_sensitive is not None):
        return
    if (built.seed, built.now) != (world.seed, world.now.isoformat()):
        raise UsageError(
            f"{task.id} was built for seed {built.seed} at {built.now}, but this world has seed "
            f"{world.seed} at {world.now.isoformat()}.",
            "Run it with that seed and time, or build tasks for this world: m3bench suite build --seed S",
        )
