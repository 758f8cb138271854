"""What makes an answer unambiguous: a clear winner among values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from m3bench.suites import PlanError


def require_lead(values: Iterable[float], by: float = 0.0, *, lowest: bool = False) -> None:
    """Raise `PlanError` unless the highest value (or the lowest) leads by more than `by`."""
    ranked = sorted(values, reverse=not lowest)
    if len(ranked) > 1 and abs(ranked[0] - ranked[1]) <= by:
        raise PlanError("two values are about the same.")


def require(condition: object, problem: str) -> None:
    """Raise `PlanError` if a condition does not hold."""
    if not condition:
        raise PlanError(problem)


def index_of(result: Any, code: str = "uaqi") -> float:
    """Return an air quality index from the result of `current_conditions`."""
    return next(float(each["aqi"]) for each in result["indexes"] if each["code"] == code)


def temperatures(results: Sequence[Any]) -> list[float]:
    """Return the temperatures now in results of the weather service."""
    return [each["current"]["temperature"] for each in results]
