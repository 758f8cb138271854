"""What the statistics give back."""

from __future__ import annotations

from typing import Literal

import msgspec

Method = Literal[
    "none", "wilson", "wilson with design effect", "logit t", "t", "agresti-min", "percentile bootstrap"
]
Verdict = Literal["A", "B", "tied"]


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """An estimate and the bounds of its confidence interval.

    ``estimate`` is None where there is nothing to estimate from, the bounds where nothing can vary (no value,
    or one that is no success rate). ``method`` names how the bounds were found; docs/metrics.md explains each
    of them. ``clusters`` counts the clusters, or the values where none were given. ``effective`` is the
    number of independent tasks that would give the same interval, where the method knows it. ``resampled``
    and ``resamples`` say what a bootstrap drew, and how many draws had a denominator.
    """

    estimate: float | None
    low: float | None
    high: float | None
    level: float
    clusters: int
    method: Method = "none"
    effective: float | None = None
    resamples: int = 0
    resampled: Literal["clusters", "values", "nothing"] = "nothing"


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """A against B on the same tasks: how much better, on how many, and whether that is more than chance.

    ``p_value`` is of this test alone. ``adjusted`` is the p-value after Holm's correction over all tests that
    were made together; the verdict follows it where it is there.
    """

    difference: float | None
    interval: Interval
    wins: int
    losses: int
    ties: int
    p_value: float | None = None
    adjusted: float | None = None
    verdict: Verdict


def verdict(difference: float | None, p_value: float | None, level: float) -> Verdict:
    """The better side where the p-value is small enough for the level; otherwise ``tied``."""
    if difference is None or p_value is None or p_value > 1 - level + 1e-12 or not difference:
        return "tied"
    return "A" if difference > 0 else "B"
