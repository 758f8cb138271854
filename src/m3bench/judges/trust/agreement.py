"""How far judges agree with people."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, fsum

import msgspec

from m3bench.statistics import spearman, weighted_kappa


class Scale(msgspec.Struct, frozen=True):
    """From where to where scores go, and how far apart two grades are that a person would tell apart."""

    low: float
    high: float
    step: float = 1.0

    def grade(self, score: float) -> int:
        """Which grade a score belongs to, from 0; halves go up."""
        return floor((min(max(score, self.low), self.high) - self.low) / self.step + 0.5 + 1e-9)


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """Two sets of scores of the same cases. None where it is not defined: nothing varies, or too few."""

    cases: int
    exact: float | None
    """The share of cases with the same grade."""
    within_one: float | None
    """The share of cases whose grades are the same or neighbours."""
    linear_kappa: float | None
    quadratic_kappa: float | None
    spearman: float | None
    """Of the scores as they are, not of the grades."""
    difference: float | None
    """The first less the second, on average."""


def agreement(first: Sequence[float], second: Sequence[float], scale: Scale) -> Agreement:
    """How far two readers of the same cases agree."""
    if len(first) != len(second):
        raise ValueError(f"scores of the same cases are needed: {len(first)} against {len(second)}")
    grades = list(zip(map(scale.grade, first), map(scale.grade, second), strict=True))
    count = len(grades)
    return Agreement(
        cases=count,
        exact=_share(sum(one == other for one, other in grades), count),
        within_one=_share(sum(abs(one - other) <= 1 for one, other in grades), count),
        linear_kappa=weighted_kappa(grades, power=1),
        quadratic_kappa=weighted_kappa(grades, power=2),
        spearman=spearman(first, second),
        difference=_share(fsum(one - other for one, other in zip(first, second, strict=True)), count),
    )


def _share(amount: float, count: int) -> float | None:
    return amount / count if count else None
