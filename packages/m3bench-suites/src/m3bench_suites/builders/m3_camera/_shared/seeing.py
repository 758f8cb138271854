"""Pictures that can be read at their camera level, and the plans that the level allows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from m3bench.core import CameraLevel
from m3bench.suites import Plan
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

LEAST_VISIBLE = 0.85
"""Minimum visible share of every text in a picture of a task."""


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
