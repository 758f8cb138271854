"""The two columns that judges add to a run's scores, and the averages with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec

from m3bench.core import Task
from m3bench.judges import EnsembleScore, Mean, average_score, mean_score, overall_score
from m3bench.runs import JudgedRun
from m3bench.scoring import NO_FAMILY, ScoreReport, Total


class ColumnRow(msgspec.Struct, frozen=True, kw_only=True):
    """One family, or all tasks. Missing values are None and in no mean."""

    attempts: int
    completion: Mean
    grounding: Mean
    average: float | None = None
    """Of the six metrics and the two columns; None without scores or if a column is missing."""
    average_of_seven: float | None = None
    """The same without Task Completion, as in the paper's table over all tasks."""


class JudgeColumns(msgspec.Struct, frozen=True):
    families: dict[str, ColumnRow]
    total: ColumnRow
    averages: dict[str, float | None] = {}
    """Average of eight by task."""


def judge_columns(
    judged: JudgedRun, tasks: Sequence[Task], report: ScoreReport | None = None
) -> JudgeColumns:
    """Return the columns by family and in total. Averages require the report of the computed metrics."""
    members: dict[str, list[str]] = defaultdict(list)
    for task in tasks:
        members[task.family or NO_FAMILY].append(task.id)
    return JudgeColumns(
        {
            family: _row(judged, ids, report.families.get(family) if report else None)
            for family, ids in members.items()
        },
        _row(judged, [task.id for task in tasks], report.total if report else None),
        {
            task.id: average_score(
                task.metrics.values(), _score(judged.completion, task.id), _score(judged.grounding, task.id)
            )
            for task in (report.tasks if report else ())
        },
    )


def _row(judged: JudgedRun, ids: Sequence[str], scores: Total | None) -> ColumnRow:
    completion, grounding = (
        mean_score([column[task_id] for task_id in ids if task_id in column])
        for column in (judged.completion, judged.grounding)
    )
    metrics = scores.metrics.values() if scores else ()
    return ColumnRow(
        attempts=len(ids),
        completion=completion,
        grounding=grounding,
        average=average_score(metrics, completion.value, grounding.value) if scores else None,
        average_of_seven=overall_score(metrics, grounding.value) if scores else None,
    )


def _score(column: Mapping[str, EnsembleScore], task_id: str) -> float | None:
    return column[task_id].score if task_id in column else None
