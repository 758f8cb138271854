"""Agreement between judges and people."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, fsum

import msgspec

from m3bench.statistics import spearman, weighted_kappa


class Scale(msgspec.Struct, frozen=True):
    """The range of scores, and the distance between two grades."""

    low: float
    high: float
    step: float = 1.0

    def grade(self, score: float) -> int:
        """Return the grade of a score, from 0; halves round up."""
        return floor((min(max(score, self.low), self.high) - self.low) / self.step + 0.5 + 1e-9)


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """Agreement of two sets of scores of the same cases. None if undefined: no variance, or too few cases."""

    cases: int
    exact: float | None
    """The share of cases with the same grade."""
    within_one: float | None
    """The share of cases with the same or adjacent grades."""
    linear_kappa: float | None
    quadratic_kappa: float | None
    spearman: float | None
    """Of the raw scores, not of the grades."""
    difference: float | None
    """The mean of the first minus the second."""
    distance: float | None = None
    """The mean of the difference without its sign."""


def agreement(first: Sequence[float], second: Sequence[float], scale: Scale) -> Agreement:
    """Measure the agreement of two raters on the same cases."""
    if len(first) != len(second):
        raise ValueError(f"both raters must score the same cases: {len(first)} scores against {len(second)}")
    grades = list(zip(map(scale.grade, first), map(scale.grade, second), strict=True))
    count = len(grades)
    return Agreement(
        cases=count,
        exact=_share(sum(own == other for own, other in grades), count),
        within_one=_share(sum(abs(own - other) <= 1 for own, other in grades), count),
        linear_kappa=weighted_kappa(grades, power=1),
        quadratic_kappa=weighted_kappa(grades, power=2),
        spearman=spearman(first, second),
        difference=_share(fsum(own - other for own, other in zip(first, second, strict=True)), count),
        distance=_share(fsum(abs(own - other) for own, other in zip(first, second, strict=True)), count),
    )


def _share(amount: float, count: int) -> float | None:
    return amount / count if count else None
