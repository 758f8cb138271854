"""The results of evaluation points, from the verdicts of their checks."""

from __future__ import annotations

import msgspec

from m3bench.checks.check import Verdict
from m3bench.checks.runner import Verdicts
from m3bench.core import Point, Task


class PointResult(msgspec.Struct, frozen=True):
    """An evaluation point, and whether the outcome meets it."""

    point: Point
    passed: bool | None
    """None: no check failed, but one could not decide."""


def point_results(task: Task, verdicts: Verdicts) -> tuple[PointResult, ...]:
    """Return the results of the evaluation points of a task.

    Args:
        task: The task.
        verdicts: The verdicts of all its checks.

    Returns:
        One result for each point; empty if the task has none, or was checked otherwise. A point that holds in
        the untouched world passes only together with one that does not.
    """
    points, decided = task.points, verdicts.verdicts
    if any(index >= len(decided) for point in points for index in point.checks):
        return ()
    passed = [_passed([decided[index] for index in point.checks]) for point in points]
    worked = any(result for point, result in zip(points, passed, strict=True) if not point.untouched)
    return tuple(
        PointResult(point, result and (worked or not point.untouched))
        for point, result in zip(points, passed, strict=True)
    )


def _passed(verdicts: list[Verdict]) -> bool | None:
    if any(not verdict.passed and not verdict.undecided for verdict in verdicts):
        return False
    return None if any(verdict.undecided for verdict in verdicts) else True
