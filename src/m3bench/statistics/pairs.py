"""Two agents on the same tasks: the difference, its interval, and a sign-flip test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench.core import UsageError
from m3bench.statistics.arrays import (
    Floats,
    Labels,
    as_array,
    check_level,
    check_resamples,
    cluster_indexes,
    sum_by_cluster,
    unit_indexes,
)
from m3bench.statistics.design import Design, nested_design
from m3bench.statistics.records import Comparison, Interval, verdict
from m3bench.statistics.student import student_quantile

FLIPS = 9_999
EXACT_UP_TO = 13
"""The maximum number of clusters for which all sign flips are counted: 8,192."""
_ROUNDING = 1e-9


def paired_comparison(
    a: Sequence[float],
    b: Sequence[float],
    clusters: Labels | None = None,
    weights: Sequence[float] | None = None,
    *,
    tasks: Labels | None = None,
    seed: int,
    flips: int = FLIPS,
    level: float = 0.95,
) -> Comparison:
    """Compare A with B on the same tasks by the weighted mean difference, with Student's interval.

    The p-value is that of a permutation test: if A and B were equally good, the difference of a whole cluster
    (task family), or of a task if there is one family, could have either sign. Wins, losses and ties count
    tasks for A, unweighted.
    """
    check_level(level)
    difference, weight = _differences(a, b, weights)
    unit, groups, task_count = unit_indexes(len(a), clusters, tasks)
    whole = fsum(weight)
    mean = fsum(weight * difference) / whole if whole else None
    interval = Interval(estimate=mean, low=None, high=None, level=level, clusters=groups, tasks=task_count)
    if mean is not None and len(a) > 1:
        interval = t_interval(interval, mean, sum_by_cluster(weight * (difference - mean) / whole, unit))
    by_task = task_sums(difference, tasks)
    return _comparison(by_task, interval, sum_by_cluster(weight * difference, unit), seed, flips)


def t_interval(interval: Interval, mean: float, moved: Floats) -> Interval:
    """Return the interval with the bounds of Student's t, by the influence of each cluster on the mean."""
    error = sqrt(len(moved) / (len(moved) - 1) * fsum(moved**2))
    reach = student_quantile(interval.level, len(moved) - 1) * error
    return msgspec.structs.replace(interval, low=mean - reach, high=mean + reach, method="t")


def paired_successes(
    a: Sequence[bool],
    b: Sequence[bool],
    clusters: Labels | None = None,
    *,
    tasks: Labels | None = None,
    seed: int,
    flips: int = FLIPS,
    level: float = 0.95,
) -> Comparison:
    """Compare two success rates on the same tasks.

    The interval is that of Agresti and Min, which adds half a task to each cell of the table, so that it has
    a width even if the sides hardly differ. Attempts at one task count less by their design effect, and the
    variance is multiplied by that of clusters.
    """
    check_level(level)
    difference, _ = _differences(list(map(float, a)), list(map(float, b)), None)
    unit, groups, _ = unit_indexes(len(a), clusters, tasks)
    interval = Interval(estimate=None, low=None, high=None, level=level, clusters=groups)
    if len(a):
        interval = _agresti_min(difference, nested_design(difference, clusters, tasks), level)
    by_task = task_sums(difference, tasks)
    return _comparison(by_task, interval, sum_by_cluster(difference, unit), seed, flips)


def _agresti_min(difference: Floats, design: Design, level: float) -> Interval:
    counted = 1 / design.repetition
    count = len(difference) * counted + 2
    middle = fsum(difference) * counted / count
    variance = ((fsum(np.abs(difference)) * counted + 1) / count - middle**2) / count
    reach = design.quantile(level) * sqrt(variance * design.kinship)
    return Interval(
        estimate=fsum(difference) / len(difference),
        low=max(-1.0, middle - reach),
        high=min(1.0, middle + reach),
        level=level,
        clusters=design.families,
        tasks=design.tasks,
        method="agresti-min",
        effective=len(difference) * counted / design.kinship,
    )


def _differences(
    a: Sequence[float], b: Sequence[float], weights: Sequence[float] | None
) -> tuple[Floats, Floats]:
    if len(a) != len(b):
        raise UsageError(f"paired values must cover the same tasks: {len(a)} against {len(b)}")
    difference = as_array("values", a, len(a)) - as_array("values", b, len(b))
    return difference, as_array("weights", weights, len(a), at_least_zero=True)


def task_sums(difference: Floats, tasks: Labels | None) -> Floats:
    """Return the difference of each task, over its attempts. What is left by rounding is 0."""
    task, number = cluster_indexes(len(difference), tasks, "tasks")
    if number == len(difference):
        return difference
    sums = sum_by_cluster(difference, np.zeros(len(difference), dtype=np.intp) if task is None else task)
    return np.where(np.abs(sums) > _ROUNDING, sums, 0.0)


def _comparison(by_task: Floats, interval: Interval, sums: Floats, seed: int, flips: int) -> Comparison:
    known = interval.estimate is not None and len(sums) > 1
    return compared(by_task, interval, sign_flip_test(sums, seed=seed, flips=flips) if known else None)


def compared(by_task: Floats, interval: Interval, p_value: float | None) -> Comparison:
    """Return the comparison with its wins, losses and ties by task, and its verdict."""
    return Comparison(
        difference=interval.estimate,
        interval=interval,
        wins=int((by_task > 0).sum()),
        losses=int((by_task < 0).sum()),
        ties=int((by_task == 0).sum()),
        p_value=p_value,
        verdict=verdict(interval.estimate, p_value, interval.level),
    )


def sign_flip_test(sums: Floats, *, seed: int, flips: int = FLIPS) -> float:
    """Return the share of sign flips whose total is at least as far from 0 as the observed one.

    All flips are counted if there are few clusters, otherwise random ones and the observed one.
    """
    check_resamples(flips)
    moving = sums[sums != 0]
    if not moving.size:
        return 1.0
    least = abs(fsum(moving)) - _ROUNDING * fsum(np.abs(moving))
    return share_as_far(
        moving.size, lambda signs: np.abs(np.einsum("ru,u->r", signs, moving)) >= least, seed, flips
    )


def share_as_far(
    count: int, is_as_far: Callable[[Floats], NDArray[np.bool_]], seed: int, flips: int
) -> float:
    """Return the share of patterns of signs that lead as far from 0 as the observed one: of all patterns if
    there are few clusters, otherwise of random ones and the observed one."""
    if count <= EXACT_UP_TO:
        return float(is_as_far(every_sign(count)).mean())
    return (int(is_as_far(random_signs(count, seed, flips)).sum()) + 1) / (flips + 1)


def every_sign(count: int) -> Floats:
    """Return all patterns of signs, the observed one first."""
    patterns = np.arange(2**count)[:, None] >> np.arange(count)
    return (1 - 2 * (patterns & 1)).astype(np.float64)


def random_signs(count: int, seed: int, flips: int) -> Floats:
    """Return random patterns of signs."""
    generator = np.random.Generator(np.random.PCG64(seed))
    return (1 - 2 * generator.integers(0, 2, size=(flips, count), dtype=np.int8)).astype(np.float64)
