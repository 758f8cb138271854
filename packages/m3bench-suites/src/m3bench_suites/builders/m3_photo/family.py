"""The random choices of a task of `m3-photo`."""

from __future__ import annotations

from m3bench.core import Art, CameraLevel
from m3bench_suites.builders.m3.family import TaskDraw as M3Draw

_LEVELS = (CameraLevel.CLEAN, CameraLevel.HANDHELD)
_ROUND = 8
"""Families vary what they ask for in rounds of at most this many numbers."""


class TaskDraw(M3Draw):
    """The source of the random choices of a task of `m3-photo`. Its number decides the camera level."""

    suite = "m3-photo"
    first_picture = 3_000_000
    art = Art.PHOTOGRAPHS

    @property
    def camera(self) -> CameraLevel:
        # The other way round in every second round: each kind of request comes at both levels.
        return _LEVELS[(self.number + self.number // _ROUND) % len(_LEVELS)]
