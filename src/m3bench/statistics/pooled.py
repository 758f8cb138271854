"""Two agents on the same tasks by pooled means: each side is weighted by its own calls, as in its score."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench.core import UsageError
from m3bench.statistics.arrays import (
    Floats,
    Indexes,
    Labels,
    check_level,
    check_resamples,
    sum_by_cluster,
    unit_indexes,
)
from m3bench.statistics.means import Part, linearized
from m3bench.statistics.pairs import FLIPS, compared, share_as_far, t_interval, task_sums
from m3bench.statistics.records import Comparison, Interval

_ROUNDING = 1e-9


class _Side(msgspec.Struct, frozen=True):
    """The parts of one agent: their means, and per cluster what each is made of."""

    mean: float
    influence: Floats
    """The influence of each task on the mean."""
    values: Floats
    """The mean of the parts of each task, unweighted."""
    sums: Floats
    """By cluster and part: the weighted sum of the values."""
    weights: Floats


def paired_means(
    a: Sequence[Part],
    b: Sequence[Part],
    clusters: Labels,
    *,
    tasks: Labels | None = None,
    seed: int,
    flips: int = FLIPS,
    level: float = 0.95,
) -> Comparison:
    """Compare the mean of several weighted means of A with that of B, on the same tasks.

    Each part has one value and one weight per task, which may differ between the sides: precision is weighted
    by the calls that an agent made. If the weights are the same, this is `paired_comparison`.

    The p-value is that of a permutation test: if A and B were equally good, the attempts of a whole cluster
    (task family), or at a task if there is one family, could be exchanged between them. Wins, losses and ties
    count tasks for A, unweighted.
    """
    check_level(level)
    count = len(clusters)
    unit, groups, task_count = unit_indexes(count, clusters, tasks)
    if len(a) != len(b):
        raise UsageError(f"paired means must have the same parts: {len(a)} against {len(b)}")
    if not count or not a:
        empty = Interval(estimate=None, low=None, high=None, level=level, clusters=groups)
        return Comparison(difference=None, interval=empty, wins=0, losses=0, ties=0, verdict="tied")
    left, right = _side(a, count, unit), _side(b, count, unit)
    mean, p_value = left.mean - right.mean, None
    interval = Interval(estimate=mean, low=None, high=None, level=level, clusters=groups, tasks=task_count)
    if count > 1:
        interval = t_interval(interval, mean, sum_by_cluster(left.influence - right.influence, unit))
        p_value = _exchange_test(left, right, seed, flips)
    return compared(task_sums(left.values - right.values, tasks), interval, p_value)


def _side(parts: Sequence[Part], count: int, unit: Indexes | None) -> _Side:
    means = [linearized(*part, count) for part in parts]
    totals = [fsum(row) for row in np.stack([mean.values for mean in means], axis=1)]
    return _Side(
        mean=fsum(mean.mean for mean in means) / len(means),
        influence=np.sum([mean.influence for mean in means], axis=0) / len(means),
        values=np.array(totals) / len(means),
        sums=np.stack([sum_by_cluster(mean.weights * mean.values, unit) for mean in means], axis=1),
        weights=np.stack([sum_by_cluster(mean.weights, unit) for mean in means], axis=1),
    )


def _exchange_test(a: _Side, b: _Side, seed: int, flips: int) -> float:
    """Return the share of exchanges whose difference is at least as far from 0 as the observed one."""
    check_resamples(flips)
    moving = ((a.sums != b.sums) | (a.weights != b.weights)).any(axis=1)
    number = int(moving.sum())
    if not number:
        return 1.0
    observed = abs(float(_exchanged(a, b, moving, np.ones((1, number)))[0]))
    return share_as_far(
        number, lambda signs: np.abs(_exchanged(a, b, moving, signs)) >= observed - _ROUNDING, seed, flips
    )


def _exchanged(a: _Side, b: _Side, moving: NDArray[np.bool_], signs: Floats) -> Floats:
    """Return the difference of the means after each exchange: where a sign is −1, the sides are swapped."""
    sums, weights = (
        [middle + half, middle - half]
        for ours, theirs in ((a.sums, b.sums), (a.weights, b.weights))
        for middle in [(ours + theirs).sum(axis=0) / 2]
        for half in [
            np.einsum("ru,uk->rk", signs, (ours - theirs)[moving]) / 2
            + ((ours - theirs)[~moving]).sum(axis=0) / 2
        ]
    )
    left, right = (
        np.divide(total, weight, out=np.zeros_like(total), where=weight > 0)
        for total, weight in zip(sums, weights, strict=True)
    )
    result: Floats = (left - right).mean(axis=1)
    return result
