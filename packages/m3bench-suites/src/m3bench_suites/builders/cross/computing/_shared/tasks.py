"""Tasks of the family of a draw, and rounded values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField
from m3bench.suites import Blueprint, CallResult, Plan, PlanError
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.tasks import Wording, computed, task

Source = tuple[float, CallResult]
"""A number, and the result that states it."""


def make(
    draw: TaskDraw,
    wording: Wording,
    words: Mapping[str, Any],
    form: Sequence[AnswerField],
    *plans: Callable[[], Plan],
) -> Blueprint:
    """Return a task of the family that is drawn. Makers of all families use it."""
    family = draw.family
    if not isinstance(family, CrossFamily):
        raise TypeError(f"{family.name} is no family of cross.")
    return task(draw, family, wording, words, form, *plans)


def rounded(value: float, digits: int, *grounds: float) -> Expected:
    """Return a number as rounded in the answer; the last digit may differ by one.

    Args:
        value: The number before it is rounded.
        digits: The decimals of the answer.
        grounds: The values in results that it is computed from; itself if none are given.
    """
    tolerance = Tolerance(absolute=1.01 * 10.0**-digits, relative=2e-5)
    return computed(round(value, digits) + 0.0, grounds or (value,), tolerance)


def read_number(result: CallResult) -> float:
    """Return the number that a result consists of. Raise `PlanError` if it is something else."""
    data = result.data
    if isinstance(data, bool) or not isinstance(data, int | float):
        raise PlanError(f"{result.tool} returned no number: {result.text[:80]}")
    return float(data)
