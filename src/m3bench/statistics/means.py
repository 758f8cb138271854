"""Means of values between 0 and 1: Student's interval on the logit scale, with families as clusters."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, log, sqrt
from typing import NamedTuple

import msgspec
import numpy as np

from m3bench.core import UsageError
from m3bench.statistics.arrays import (
    Floats,
    Indexes,
    Labels,
    Numbers,
    as_array,
    check_level,
    cluster_indexes,
    normal_quantile,
    sum_by_cluster,
    unit_indexes,
)
from m3bench.statistics.proportions import wilson
from m3bench.statistics.records import Interval
from m3bench.statistics.student import student_quantile

_ROUNDING = 1e-9
Part = tuple[Numbers, Numbers | None]
"""A value and a weight per task; without weights, all tasks count the same."""


class Linearized(NamedTuple):
    """A weighted mean, and what it is made of."""

    mean: float
    influence: Floats
    """The influence of each attempt on the mean."""
    values: Floats
    weights: Floats


def mean_interval(
    values: Numbers,
    weights: Numbers | None = None,
    clusters: Labels | None = None,
    *,
    tasks: Labels | None = None,
    level: float = 0.95,
) -> Interval:
    """Return the interval of a weighted mean of values between 0 and 1.

    The standard error is the linearized one of whole clusters (task families); without clusters, or with only
    one, of tasks; and without these, of single values. If all weights are 0, all values count the same.
    """
    labels = list(range(len(values))) if clusters is None else clusters
    return average_interval([(values, weights)], labels, tasks=tasks, level=level)


def average_interval(
    parts: Sequence[Part], clusters: Labels, *, tasks: Labels | None = None, level: float = 0.95
) -> Interval:
    """Return the interval of the mean of several weighted means over the same attempts.

    Each part has one value and one weight per attempt. All parts share the clusters, so opposite deviations
    of two parts cancel out. `tasks` is the task of each attempt; without it, all are different.
    """
    check_level(level)
    count = len(clusters)
    unit, groups, task_count = unit_indexes(count, clusters, tasks)
    empty = Interval(estimate=None, low=None, high=None, level=level, clusters=groups, tasks=task_count)
    if not count or not parts:
        return empty
    means = [linearized(*part, count) for part in parts]
    mean = min(1.0, max(0.0, fsum(part.mean for part in means) / len(parts)))
    moved = sum_by_cluster(np.sum([part.influence for part in means], axis=0) / len(parts), unit)
    if count < 2:
        return msgspec.structs.replace(empty, estimate=mean)
    error = sqrt(len(moved) / (len(moved) - 1) * fsum(moved**2))
    task, _ = cluster_indexes(count, tasks, "tasks")
    low, high = _bounds(mean, error, len(moved), min(_effective(part, task) for part in means), level)
    method = "logit t" if _varies(mean, error) else "wilson"
    return msgspec.structs.replace(empty, estimate=mean, low=low, high=high, method=method)


def linearized(values: Numbers, weights: Numbers | None, count: int) -> Linearized:
    """Return the weighted mean. If all weights are 0, all values count the same."""
    value = as_array("values", values, count)
    if (value < -_ROUNDING).any() or (value > 1 + _ROUNDING).any():
        raise UsageError("values must be between 0 and 1")
    weight = as_array("weights", weights, count, at_least_zero=True)
    if not weight.any():
        weight = np.ones(count)
    whole = fsum(weight)
    mean = fsum(weight * value) / whole
    influence = weight * (value - mean) / whole
    return Linearized(mean, influence, value, weight)


def _effective(part: Linearized, task: Indexes | None) -> float:
    """Return the number of tasks of equal weight that would vary as much, if attempts at one are equal."""
    weights = sum_by_cluster(part.weights, task)
    effective: float = fsum(weights) ** 2 / fsum(weights**2)
    return effective


def _varies(mean: float, error: float) -> bool:
    return 0 < mean < 1 and error > _ROUNDING


def _bounds(mean: float, error: float, clusters: int, tasks: float, level: float) -> tuple[float, float]:
    """Return the bounds. Without variation, at 0 and 1, they are those of a success rate."""
    if not _varies(mean, error):
        return wilson(mean, tasks, normal_quantile(level)) if mean in (0.0, 1.0) else (mean, mean)
    middle, scale = log(mean / (1 - mean)), error / (mean * (1 - mean))
    reach = student_quantile(level, clusters - 1) * scale
    return _inverse_logit(middle - reach), _inverse_logit(middle + reach)


def _inverse_logit(logit: float) -> float:
    """Return the inverse of the logit, without overflow."""
    return 1 / (1 + exp(-logit)) if logit > -700 else 0.0
