"""Validated arrays, clusters and quantiles, shared by all methods."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from m3bench.core import UsageError

Floats = NDArray[np.float64]
Numbers = Sequence[float] | Floats


def as_array(name: str, numbers: Numbers | None, count: int, *, at_least_zero: bool = False) -> Floats:
    """Return numbers as an array; None means ones. Raises `UsageError` if they are invalid."""
    array = np.ones(count) if numbers is None else np.asarray(numbers, dtype=np.float64)
    if array.shape != (count,):
        raise UsageError(f"{count} values, but {len(array)} {name}")
    if not np.isfinite(array).all():
        raise UsageError(f"{name} must be finite numbers")
    if at_least_zero and (array < 0).any():
        raise UsageError(f"{name} must not be negative")
    return array


Labels = Sequence[Hashable] | NDArray[np.int64]
"""The cluster of each value: its family, or its task."""
Indexes = NDArray[np.intp]


def cluster_indexes(
    count: int, clusters: Labels | None, name: str = "clusters"
) -> tuple[Indexes | None, int]:
    """Return the cluster index of each value and the number of clusters.

    The indexes are None without clusters, or with only one: each value is then its own unit.
    """
    if clusters is None:
        return None, count
    if len(clusters) != count:
        raise UsageError(f"{count} values, but {len(clusters)} {name}")
    if isinstance(clusters, np.ndarray):
        labels, indexes = np.unique(clusters, return_inverse=True)
        return (indexes if len(labels) > 1 else None), len(labels)
    numbers: dict[Hashable, int] = {}
    unit = np.array([numbers.setdefault(label, len(numbers)) for label in clusters], dtype=np.intp)
    return (unit if len(numbers) > 1 else None), len(numbers)


def unit_indexes(
    count: int, clusters: Labels | None, tasks: Labels | None
) -> tuple[Indexes | None, int, int]:
    """Return the index of each value's unit, the number of clusters and the number of tasks.

    Units vary independently: clusters (task families), if there are several, or else tasks, or else values.
    """
    unit, groups = cluster_indexes(count, clusters)
    task, number = cluster_indexes(count, tasks, "tasks")
    return (task if unit is None else unit), groups, number


def sum_by_cluster(amounts: Floats, unit: Indexes | None) -> Floats:
    """Return the sum of each cluster."""
    if unit is None:
        return amounts
    sums = np.zeros(int(unit.max()) + 1)
    np.add.at(sums, unit, amounts)
    return sums


def check_level(level: float) -> None:
    if not 0 < level < 1:
        raise UsageError(f"level must be between 0 and 1, not {level}")


def check_resamples(resamples: int) -> None:
    if resamples < 1:
        raise UsageError(f"resamples must be at least 1, not {resamples}")


def normal_quantile(level: float) -> float:
    """Return the two-sided quantile: 1.96 for 0.95."""
    return NormalDist().inv_cdf((1 + level) / 2)


def ratio(numerator: float, denominator: float) -> float | None:
    return numerator / denominator if denominator else None
