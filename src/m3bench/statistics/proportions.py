"""Success rates: Wilson's score interval with a design effect for repeated tasks and task families."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from m3bench.statistics.arrays import Labels, check_level, cluster_indexes, normal_quantile
from m3bench.statistics.design import nested_design
from m3bench.statistics.records import Interval


def success_interval(
    successes: Sequence[bool],
    clusters: Labels | None = None,
    *,
    tasks: Labels | None = None,
    level: float = 0.95,
) -> Interval:
    """Return the share of successes with Wilson's interval, which holds near 0 and 1 and for few tasks.

    Attempts at one task are not independent, and neither are tasks of one family. The number of attempts is
    divided by a design effect 1 + (m − 1)·ρ for each, where ρ is the correlation within tasks or families,
    estimated from the data. If an effect is above 1, the quantile is Student's, with one degree of freedom
    less than there are families or tasks. If all attempts at each task agree, each task counts once.

    Args:
        successes: Whether each attempt succeeded.
        clusters: The family of each attempt.
        tasks: The task of each attempt; without it, all are different.
        level: The level of the interval.
    """
    check_level(level)
    count = len(successes)
    if not count:
        _, groups = cluster_indexes(count, clusters)
        return Interval(estimate=None, low=None, high=None, level=level, clusters=groups)
    passed = np.asarray(successes, dtype=bool).astype(np.float64)
    design = nested_design(passed, clusters, tasks)
    effect = design.repetition * design.kinship
    share, effective = float(passed.sum()) / count, count / effect
    low, high = wilson(share, effective, design.quantile(level))
    return Interval(
        estimate=share,
        low=low,
        high=high,
        level=level,
        clusters=design.families,
        tasks=design.tasks,
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
