"""Draws that fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from m3bench.suites import PlanError
from m3bench_suites.builders.verse.family import TaskDraw

_MOST_PARTS = 60
_Drawn = TypeVar("_Drawn")


def first_fitting(
    draw: TaskDraw, make: Callable[[int], _Drawn], fits: Callable[[_Drawn], bool] = bool
) -> _Drawn:
    """Return the first draw that fits. `make` gets the number of the try, for the names of its choices."""
    for part in range(_MOST_PARTS):
        drawn = make(part)
        if fits(drawn):
            return drawn
    raise PlanError(f"{draw.id}: none of {_MOST_PARTS} draws fits.")
