"""The random choices of a task of `m3-camera`."""

from __future__ import annotations

from m3bench.core import CameraLevel
from m3bench_suites.builders.m3.family import TaskDraw as M3Draw

_LEVELS = (CameraLevel.HANDHELD, CameraLevel.HARD, CameraLevel.CLEAN)


class TaskDraw(M3Draw):
    """The source of the random choices of a task of `m3-camera`. Its number decides the camera level."""

    suite = "m3-camera"
    first_picture = 2_000_000

    @property
    def camera(self) -> CameraLevel:
        return _LEVELS[self.number % len(_LEVELS)]
