"""How far judges agree with people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import floor, fsum, sqrt

import msgspec


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


def weighted_kappa(grades: Sequence[tuple[int, int]], *, power: int = 2) -> float | None:
    """Cohen's kappa with disagreement weighted by its distance to the power: 1 linear, 2 quadratic.

    1 less the disagreement that there is, over that of two readers who grade as often each way and know
    nothing of each other. None where those would never disagree.
    """
    if not grades:
        return None
    observed = sum(abs(one - other) ** power for one, other in grades) / len(grades)
    firsts = Counter(one for one, _ in grades)
    seconds = Counter(other for _, other in grades)
    expected = sum(
        times * others * abs(one - other) ** power
        for one, times in firsts.items()
        for other, others in seconds.items()
    ) / (len(grades) ** 2)
    return 1 - observed / expected if expected else None


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """The correlation of ranks, ties sharing theirs. None where one side is all the same."""
    if len(first) < 2:
        return None
    x, y = ranks(first), ranks(second)
    middle = (len(first) + 1) / 2
    covariance = fsum((a - middle) * (b - middle) for a, b in zip(x, y, strict=True))
    variances = fsum((a - middle) ** 2 for a in x), fsum((b - middle) ** 2 for b in y)
    return covariance / sqrt(variances[0] * variances[1]) if all(variances) else None


def ranks(values: Sequence[float]) -> list[float]:
    """From 1; equal values share the mean of their places."""
    places = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    start = 0
    while start < len(places):
        end = start
        while end < len(places) and values[places[end]] == values[places[start]]:
            end += 1
        for place in places[start:end]:
            found[place] = (start + 1 + end) / 2
        start = end
    return found


def _share(amount: float, count: int) -> float | None:
    return amount / count if count else None
