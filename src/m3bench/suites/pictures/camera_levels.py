"""Camera levels of tasks, and suites that have all their pictures at one level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, TypeGuard

from msgspec.structs import replace

from m3bench.core import CameraLevel, Picture, Task, UsageError
from m3bench.suites.refs import Pictures
from m3bench.suites.suite import Suite
from m3bench.worlds import World, world_provider

_HINT = (
    "Only pictures that are drawn from scenes have camera levels, such as those of m3, smoke, and files "
    "that m3bench suite build wrote. Run with --pictures given, which is the default."
)


class SceneSuite(Suite, Protocol):
    """A suite that draws pictures from scenes."""

    def scene_pictures(self, task: Task) -> Sequence[Picture]:
        """Return the pictures of a task that are drawn from scenes."""

    def assets_at(self, task: Task, camera: CameraLevel | None) -> Mapping[str, bytes | Path]:
        """Return the files of a task with its pictures at a camera level; None for its own."""


class RepicturedSuite:
    """A `Suite` with other pictures. Tasks, checks and file names do not change."""

    def __init__(self, suite: Suite) -> None:
        self._suite = suite

    @property
    def name(self) -> str:
        return self._suite.name

    @property
    def tasks(self) -> tuple[Task, ...]:
        return self._suite.tasks

    @property
    def digest(self) -> str:
        return self._suite.digest


class LevelSuite(RepicturedSuite):
    """A `Suite` with all its pictures at one camera level."""

    def __init__(self, suite: Suite, level: CameraLevel) -> None:
        super().__init__(suite)
        self._scenes, self._level = _scene_suite(suite, level), level

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        _require_drawn(self._scenes, [task], self._level)
        return self._scenes.assets_at(task, self._level)


def scene_files(
    world: World, pictures: Iterable[Picture], camera: CameraLevel | None = None
) -> dict[str, bytes]:
    """Return pictures by file name, at their own camera level or at another one."""
    chosen = (picture if camera is None else replace(picture, camera=camera) for picture in pictures)
    return {picture.name: world_provider().picture_file(world, picture) for picture in chosen}


def require_level(suite: Suite, tasks: Sequence[Task], level: CameraLevel | None) -> None:
    """Raise `UsageError` if a picture of the tasks cannot be drawn at a camera level. None needs nothing."""
    if level is not None:
        _require_drawn(_scene_suite(suite, level), tasks, level)


def require_art(tasks: Iterable[Task]) -> None:
    """Raise `UsageError` if a picture of the tasks needs what is not on this machine, such as photographs."""
    for art in {picture.art for task in tasks for picture in task.pictures or ()}:
        world_provider().require_art(art)


def task_cameras(task: Task) -> tuple[CameraLevel, ...]:
    """Return the camera levels of a task's pictures, each once; none for pictures that are not drawn."""
    return tuple(dict.fromkeys(picture.camera for picture in task.pictures or ()))


def shown_cameras(task: Task, pictures: Pictures) -> tuple[CameraLevel, ...]:
    """Return the camera levels of the pictures that an agent gets; none if it does not get the task's."""
    own = task_cameras(task) if pictures.show_the_task else ()
    return (pictures.camera,) if own and pictures.camera is not None else own


def _scene_suite(suite: Suite, level: CameraLevel) -> SceneSuite:
    if not _draws_scenes(suite) or not any(map(suite.scene_pictures, suite.tasks)):
        raise UsageError(f"{suite.name} has no pictures that could be taken at the level {level}.", _HINT)
    return suite


def _draws_scenes(suite: Suite) -> TypeGuard[SceneSuite]:
    return hasattr(suite, "scene_pictures") and hasattr(suite, "assets_at")


def _require_drawn(suite: SceneSuite, tasks: Sequence[Task], level: CameraLevel) -> None:
    """Raise `UsageError` if a task has a picture that is not drawn from a scene."""
    drawn = {task.id: {picture.name for picture in suite.scene_pictures(task)} for task in tasks}
    others = [task.id for task in tasks if set(task.images) - drawn[task.id]]
    if others:
        more = f" and {len(others) - 1} more" if len(others) > 1 else ""
        raise UsageError(
            f"The pictures of {others[0]}{more} cannot be taken at the level {level}: "
            "they are not drawn from scenes.",
            "Choose tasks with --where 'camera=*', or run with --pictures given, which is the default.",
        )
