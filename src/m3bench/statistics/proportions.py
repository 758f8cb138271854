"""Success rates: Wilson's score interval with a design effect for task families."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from m3bench.statistics.arrays import (
    check_level,
    cluster_indexes,
    normal_quantile,
    sum_by_cluster,
)
from m3bench.statistics.records import Interval
from m3bench.statistics.student import student_quantile


def success_interval(
    successes: Sequence[bool], clusters: Sequence[Hashable] | None = None, *, level: float = 0.95
) -> Interval:
    """Return the share of successes with Wilson's interval, which holds near 0 and 1 and for few tasks.

    With clusters (task families), the number of tasks is divided by the design effect 1 + (m − 1)·ρ, where ρ
    is the correlation of tasks within a family, estimated from the data. If the effect is above 1, the
    quantile is Student's, with one degree of freedom less than there are families.
    """
    check_level(level)
    count = len(successes)
    unit, groups = cluster_indexes(count, clusters)
    if not count:
        return Interval(estimate=None, low=None, high=None, level=level, clusters=groups)
    passed = np.asarray(successes, dtype=bool).astype(np.float64)
    effect = 1.0 if unit is None else design_effect(passed, unit)
    quantile = student_quantile(level, groups - 1) if effect > 1 else normal_quantile(level)
    share, effective = float(passed.sum()) / count, count / effect
    low, high = wilson(share, effective, quantile)
    return Interval(
        estimate=share,
        low=low,
        high=high,
        level=level,
        clusters=groups,
        method="wilson with design effect" if effect > 1 else "wilson",
        effective=effective,
    )


def wilson_interval(hits: int, total: int, level: float = 0.95) -> tuple[float, float] | None:
    """Return the bounds of Wilson's score interval of a share; None if the total is 0."""
    check_level(level)
    return wilson(hits / total, total, normal_quantile(level)) if total else None


def wilson(share: float, count: float, quantile: float) -> tuple[float, float]:
    """Return the bounds of Wilson's score interval. ``count`` need not be an integer, unlike in scipy: a
    design effect divides it."""
    square = quantile * quantile / count
    middle = (share + square / 2) / (1 + square)
    half = sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    # At 0 and 1 one bound is the share itself, except for rounding.
    low = 0.0 if share == 0 else max(0.0, middle - half)
    high = 1.0 if share == 1 else min(1.0, middle + half)
    return low, high


def design_effect(values: NDArray[np.float64], unit: NDArray[np.intp]) -> float:
    """Return the factor by which families inflate the variance of the mean: 1 if tasks are independent, never
    less. The correlation within families is that of a one-way analysis of variance."""
    sizes = sum_by_cluster(np.ones(len(values)), unit)
    count, groups = len(values), len(sizes)
    if count <= groups:
        return 1.0
    means = sum_by_cluster(values, unit) / sizes
    within = float(((values - means[unit]) ** 2).sum()) / (count - groups)
    between = float((sizes * (means - values.mean()) ** 2).sum()) / (groups - 1)
    weighted_size = float((sizes**2).sum()) / count
    typical_size = (count - weighted_size) / (groups - 1)
    spread = between + (typical_size - 1) * within
    correlation = (between - within) / spread if spread > 0 else 0.0
    return 1 + (weighted_size - 1) * min(1.0, max(0.0, correlation))
