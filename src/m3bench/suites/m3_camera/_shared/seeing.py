"""What the levels of the camera mean for the plans of a task."""

from __future__ import annotations

from collections.abc import Callable

from m3bench.core import CameraLevel
from m3bench.suites.m3.family import TaskDraw
from m3bench.suites.plans import Plan


def plans_by_level(
    draw: TaskDraw, read: Callable[[], Plan], seen: Callable[[], Plan]
) -> tuple[Callable[[], Plan], ...]:
    """Return the plan that reads with a tool, if the picture is good enough for it, and the one that sees."""
    return (seen,) if draw.camera is CameraLevel.HARD else (read, seen)
