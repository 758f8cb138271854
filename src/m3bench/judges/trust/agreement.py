"""Agreement between judges and people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import floor, fsum, sqrt

import msgspec


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


def agreement(first: Sequence[float], second: Sequence[float], scale: Scale) -> Agreement:
    """Measure the agreement of two raters on the same cases."""
    if len(first) != len(second):
        raise ValueError(f"both raters must score the same cases: {len(first)} scores against {len(second)}")
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
    """Cohen's kappa with disagreement weighted by distance to the power: 1 is linear, 2 quadratic.

    1 minus the observed disagreement over that of two independent raters with the same grade frequencies.
    None if those would never disagree.
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
    """Rank correlation; ties share their rank. None if one side is constant."""
    if len(first) < 2:
        return None
    x, y = ranks(first), ranks(second)
    middle = (len(first) + 1) / 2
    covariance = fsum((a - middle) * (b - middle) for a, b in zip(x, y, strict=True))
    variances = fsum((a - middle) ** 2 for a in x), fsum((b - middle) ** 2 for b in y)
    return covariance / sqrt(variances[0] * variances[1]) if all(variances) else None


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1; equal values share the mean of their ranks."""
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
