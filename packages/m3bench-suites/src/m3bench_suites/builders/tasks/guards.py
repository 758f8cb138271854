"""Conditions of a good task: a draw that does not meet them is skipped, and the next number is tried."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench.suites import PlanError


def require(holds: object, problem: str) -> None:
    """Raise `PlanError` unless a condition holds."""
    if not holds:
        raise PlanError(problem)


def require_lead(values: Iterable[float], by: float, *, lowest: bool = False) -> None:
    """Raise `PlanError` if the highest value (or the lowest) does not lead by that much."""
    ranked = sorted(values, reverse=not lowest)
    require(len(ranked) < 2 or abs(ranked[0] - ranked[1]) >= by, "the first two are too close.")


def require_clear(value: float, threshold: float, by: float) -> None:
    """Raise `PlanError` if a value is so close to a threshold that rounding could decide."""
    require(abs(value - threshold) >= by, f"{value} is too close to {threshold}.")
