"""Totals over tasks (the recall-covered sums of section 4.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from m3bench.scoring.columns import NO_FAMILY, ScoreColumns
from m3bench.scoring.records import ScoreReport, TaskScore, Total
from m3bench.statistics import Interval

__all__ = ["NO_FAMILY", "by_family", "interval_of_average", "total", "with_tasks"]


def total(tasks: Iterable[TaskScore], *, with_intervals: bool = False) -> Total:
    """Return totals over tasks; optionally with an interval per metric, clustered by family."""
    return ScoreColumns(tasks).total(with_intervals=with_intervals)


def by_family(tasks: Iterable[TaskScore]) -> dict[str, Total]:
    """Return totals per family, in order of first appearance."""
    return ScoreColumns(tasks).by_family()


def with_tasks(report: ScoreReport, task_of: Callable[[str], str]) -> ScoreReport:
    """Return a report on attempts whose scores name the task of each, which its totals need."""
    scores = tuple(msgspec.structs.replace(score, task_id=task_of(score.id)) for score in report.tasks)
    columns = ScoreColumns(scores)
    return msgspec.structs.replace(
        report, tasks=scores, total=columns.total(with_intervals=True), families=columns.by_family()
    )


def interval_of_average(tasks: Iterable[TaskScore]) -> Interval:
    """Return the 95 % interval of the mean of the six metrics."""
    return ScoreColumns(tasks).interval_of_average()
