"""Design effects: how much attempts at one task, and tasks of one family, vary together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from m3bench.statistics.arrays import (
    Floats,
    Indexes,
    Labels,
    cluster_indexes,
    normal_quantile,
    sum_by_cluster,
)
from m3bench.statistics.student import student_quantile


class Design(NamedTuple):
    """By how much attempts at the same task and tasks of one family inflate the variance of a mean."""

    repetition: float
    """The factor by which attempts count less, because those at one task are alike. 1 if they are not."""
    kinship: float
    """The factor by which tasks count less, because those of one family are alike."""
    freedom: int | None
    """The degrees of freedom of the estimated variance; None if it follows from the mean."""
    families: int
    tasks: int

    def quantile(self, level: float) -> float:
        """Return the two-sided quantile: Student's if the variance was estimated."""
        return normal_quantile(level) if self.freedom is None else student_quantile(level, self.freedom)


def nested_design(values: Floats, families: Labels | None, tasks: Labels | None) -> Design:
    """Return the design of attempts at tasks of families.

    Of attempts at one task alone, each is its own unit, and so is each task of one family alone.
    """
    family, family_count = cluster_indexes(len(values), families)
    task, task_count = cluster_indexes(len(values), tasks, "tasks")
    repetition, is_estimated = (1.0, False) if task is None else _repetition(values, task)
    kinship = 1.0
    if family is not None:
        kinship = design_effect(*((values, family) if task is None else _task_means(values, family, task)))
    freedom = family_count - 1 if kinship > 1 else task_count - 1 if is_estimated else None
    return Design(repetition, kinship, freedom, family_count, task_count)


def _repetition(values: Floats, task: Indexes) -> tuple[float, bool]:
    """Return the design effect of attempts at one task, and whether it was estimated.

    Where all attempts at each task are equal, nothing is: repeating tasks says nothing new, and a task counts
    once.
    """
    sizes = sum_by_cluster(np.ones(len(values)), task)
    means = sum_by_cluster(values, task) / sizes
    if (values == means[task]).all():
        return float((sizes**2).sum()) / len(values), False
    effect = design_effect(values, task)
    return effect, effect > 1


def _task_means(values: Floats, family: Indexes, task: Indexes) -> tuple[Floats, Indexes]:
    """Return the mean of each task, and its family."""
    sizes = sum_by_cluster(np.ones(len(values)), task)
    families = np.zeros(len(sizes), dtype=np.intp)
    families[task] = family
    return sum_by_cluster(values, task) / sizes, families


def design_effect(values: Floats, unit: Indexes) -> float:
    """Return the factor by which clusters inflate the variance of the mean: 1 if values are independent, and
    never less. The correlation within clusters is that of a one-way analysis of variance."""
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
