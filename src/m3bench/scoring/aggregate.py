"""Totals over tasks (the recall-covered sums of section 4.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import fsum

from m3bench.scoring.metrics import METRICS, Metrics
from m3bench.scoring.records import TaskScore, Total
from m3bench.statistics import Interval, average_interval, mean_interval

NO_FAMILY = "(no family)"


def total(tasks: Sequence[TaskScore], *, with_intervals: bool = False) -> Total:
    """Return totals over tasks; optionally with an interval per metric, clustered by family."""
    reference_calls = sum(task.reference_calls for task in tasks)
    prediction_calls = sum(task.prediction_calls for task in tasks)
    similarity = fsum(match.similarity for task in tasks for match in task.matches)
    return Total(
        tasks=len(tasks),
        missing=sum(task.missing for task in tasks),
        metrics=Metrics(**{name: _pooled(tasks, name) for name in METRICS}),
        reference_calls=reference_calls,
        prediction_calls=prediction_calls,
        matched=sum(len(task.matches) for task in tasks),
        similarity_covered=similarity / reference_calls if reference_calls else 0.0,
        steps_per_task=sum(task.prediction_steps for task in tasks) / len(tasks) if tasks else 0.0,
        calls_per_task=prediction_calls / len(tasks) if tasks else 0.0,
        intervals=intervals(tasks) if with_intervals and tasks else {},
    )


def by_family(tasks: Iterable[TaskScore]) -> dict[str, Total]:
    """Return totals per family, in order of first appearance."""
    families: dict[str, list[TaskScore]] = defaultdict(list)
    for task in tasks:
        families[task.family or NO_FAMILY].append(task)
    return {family: total(members) for family, members in families.items()}


def intervals(tasks: Sequence[TaskScore]) -> dict[str, Interval]:
    """Return the 95 % interval of each metric."""
    clusters = [task.family or NO_FAMILY for task in tasks]
    return {name: mean_interval(*numerators_and_weights(tasks, name), clusters=clusters) for name in METRICS}


def interval_of_average(tasks: Sequence[TaskScore]) -> Interval:
    """Return the 95 % interval of the mean of the six metrics."""
    clusters = [task.family or NO_FAMILY for task in tasks]
    return average_interval([numerators_and_weights(tasks, name) for name in METRICS], clusters)


def numerators_and_weights(tasks: Sequence[TaskScore], name: str) -> tuple[list[float], list[float]]:
    """Return the value of a metric per task, and its weight: the number of calls it is a share of."""
    values = [float(getattr(task.metrics, name)) for task in tasks]
    if name == "precision":
        return values, [_precision_weight(task) for task in tasks]
    return values, [float(task.reference_calls) for task in tasks]


def _precision_weight(task: TaskScore) -> float:
    calls = task.prediction_calls if task.precision_calls is None else task.precision_calls
    return float(calls)


def _pooled(tasks: Sequence[TaskScore], name: str) -> float:
    values, weights = numerators_and_weights(tasks, name)
    weight = fsum(weights)
    if weight:
        return fsum(value * share for value, share in zip(values, weights, strict=True)) / weight
    return fsum(values) / len(values) if values else 0.0
