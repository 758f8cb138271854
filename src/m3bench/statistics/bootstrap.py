"""Bootstrap intervals for unbounded numbers (costs, counts, ratios)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import fsum
from typing import Literal

import numpy as np

from m3bench.statistics.arrays import (
    Floats,
    as_array,
    check_level,
    check_resamples,
    cluster_indexes,
    ratio,
    sum_by_cluster,
)
from m3bench.statistics.records import Interval

_BLOCK = 2_000_000


def bootstrap_interval(
    values: Sequence[float],
    weights: Sequence[float] | None = None,
    clusters: Sequence[Hashable] | None = None,
    *,
    seed: int,
    denominators: Sequence[float] | None = None,
    resamples: int = 2000,
    level: float = 0.95,
) -> Interval:
    """Return the percentile interval of a weighted mean, or of a ratio of sums if denominators are given.

    The mean is Σ weight·value / Σ weight, the ratio Σ weight·value / Σ weight·denominator.

    Whole clusters (task families) are drawn with replacement, since tasks of one family succeed and fail
    together. With only one cluster, its values are drawn instead, and ``resampled`` says so: such an interval
    describes that family only.

    A percentile interval is too narrow for few clusters and for means near a bound: use `mean_interval` for
    values between 0 and 1 and `success_interval` for success rates.
    """
    check_resamples(resamples)
    check_level(level)
    weight = as_array("weights", weights, len(values), at_least_zero=True)
    numerator = weight * as_array("values", values, len(values))
    denominator = weight * as_array("denominators", denominators, len(values), at_least_zero=True)
    unit, groups = cluster_indexes(len(values), clusters)
    draws = np.empty(0)
    if len(values) > 1:
        draws = _draws(sum_by_cluster(numerator, unit), sum_by_cluster(denominator, unit), seed, resamples)
    drawn = draws[~np.isnan(draws)]
    tail = (1 - level) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail]).tolist() if drawn.size else (None, None)
    return Interval(
        estimate=ratio(fsum(numerator), fsum(denominator)),
        low=low,
        high=high,
        level=level,
        clusters=groups,
        method="percentile bootstrap" if drawn.size else "none",
        resamples=drawn.size,
        resampled=_resampled(clusters, values),
    )


def _resampled(
    clusters: Sequence[Hashable] | None, values: Sequence[object]
) -> Literal["clusters", "values", "nothing"]:
    if len(values) < 2:
        return "nothing"
    return "clusters" if clusters is not None and len(set(clusters)) > 1 else "values"


def _draws(numerator: Floats, denominator: Floats, seed: int, resamples: int) -> Floats:
    """Return the statistic of each resample, NaN if its denominator is 0. In blocks, to limit memory."""
    generator = np.random.Generator(np.random.PCG64(seed))
    count = len(numerator)
    even = np.full(count, 1 / count)
    rows = max(1, _BLOCK // count)
    blocks = []
    for start in range(0, resamples, rows):
        counts = generator.multinomial(count, even, size=min(rows, resamples - start))
        # Not a matrix product: its rounding may depend on the number of threads.
        top, bottom = np.einsum("ru,u->r", counts, numerator), np.einsum("ru,u->r", counts, denominator)
        blocks.append(np.divide(top, bottom, out=np.full(len(top), np.nan), where=bottom > 0))
    return np.concatenate(blocks)
