"""Pictures in which everything that is asked can be seen, and the plans that their camera level allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from m3bench.core import CameraLevel
from m3bench.suites import Plan, PlanError
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_LEAST = 0.95
"""Share of a text or a thing that must be visible, if it is asked about."""
LEAST_VISIBLE = 0.85
"""Minimum visible share of every text in a picture of a task."""
_RESERVED = 100


def shows_texts(scene: Scene, texts: Iterable[str], least: float = _LEAST) -> bool:
    """Return whether all the texts are in the picture and visible enough."""
    seen = [line.text for line in scene.letterings if line.visible >= least]
    return all(text in seen for text in texts)


def shows_things(scene: Scene, label: str, count: int, least: float = _LEAST) -> bool:
    """Return whether as many things of a label are visible enough."""
    return sum(thing.label == label and thing.visible >= least for thing in scene.things) == count


def find_scene(
    draw: TaskDraw, kind: str, suits: Callable[[Scene], bool], *, first: int = 0, step: int = 1
) -> ScenePicture:
    """Return the first suitable picture, of the scenes `first`, `first + step` and so on of the task."""
    numbers = scene_numbers(draw, tries=_RESERVED)[first::step]
    return find_picture(draw, draw.photo_name(), kind, suits, numbers=numbers)


def find_pair(
    draw: TaskDraw, kind: str, suits: Callable[[Scene, Scene], bool], *, first: int = 0, step: int = 2
) -> tuple[ScenePicture, ScenePicture]:
    """Return the first suitable pair: an even scene number and the one after it, under unrelated names."""
    names = draw.photo_name(0), draw.photo_name(1)
    for number in scene_numbers(draw, tries=_RESERVED)[first::step]:
        pair = draw.scene_picture(names[0], kind, number), draw.scene_picture(names[1], kind, number + 1)
        if names[0] != names[1] and suits(pair[0].scene, pair[1].scene):
            return pair
    raise PlanError(f"{draw.id}: no pair of pictures of kind {kind} suits the task.")


def find_legible(draw: TaskDraw, kind: str, suits: Callable[[Scene], bool]) -> ScenePicture:
    """Return a picture that suits the task, and whose texts are all visible. Raise `PlanError` if none is."""
    return find_picture(
        draw,
        draw.photo_name(),
        kind,
        lambda scene: is_legible(scene) and suits(scene),
        numbers=scene_numbers(draw),
    )


def is_legible(scene: Scene) -> bool:
    return all(line.visible >= LEAST_VISIBLE for line in scene.letterings)


def plans_by_level(
    draw: TaskDraw, read: Callable[[], Plan], seen: Callable[[], Plan]
) -> tuple[Callable[[], Plan], ...]:
    """Return the plan that reads with a tool, if the picture is good enough for it, and the one that sees."""
    return (seen,) if draw.camera is CameraLevel.HARD else (read, seen)
