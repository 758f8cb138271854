"""Every task by run: which runs pass it, and with what score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

import msgspec

from m3bench.core import Task
from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun, by_suite
from m3bench.reports.study.table import Cell, Row, Section
from m3bench.runs import split_name
from m3bench.scoring import ScoreColumns, TaskScore

MOST_TASKS = 20_000
"""Tasks of a suite in the matrix, so that memory does not grow with a run."""


class _Tried(msgspec.Struct):
    """The attempts of one run at one task."""

    task: Task
    attempts: int = 0
    passed: int = 0
    checked: int = 0
    scores: list[TaskScore] = msgspec.field(default_factory=list)
    unscored: list[str] = msgspec.field(default_factory=list)
    """Why attempts were not scored."""
    shown: int | None = None
    """The attempt to look at: the first that fails, or else the first."""
    is_passed_shown: bool = False

    @property
    def success(self) -> float | None:
        return self.passed / self.checked if self.checked else None

    @property
    def average(self) -> float | None:
        if not self.scores:
            return None
        return ScoreColumns(self.scores).total().metrics.average


def matrix_section(runs: Sequence[StudyRun], order: Sequence[str]) -> Section:
    """Return the matrix of tasks and runs, which come in the given order of their names."""
    groups = by_suite(sorted(runs, key=lambda run: order.index(run.name)))
    rows = (row for group in groups for row in _rows(group))
    return Section(
        name="matrix",
        title="Tasks by run",
        intro=(
            "One row for each task, from the easiest to the hardest for these runs. A cell says whether the "
            "attempt passes all checks, or how many of several attempts do, and the mean of six."
        ),
        tables=(columns.table("matrix", "Tasks by run", _COLUMNS, rows),),
    )


def _rows(runs: Sequence[StudyRun]) -> Iterator[Row]:
    tried = [_tried(run) for run in runs]
    for index, task_id in enumerate(_easiest_first(tried), start=1):
        for run, tasks in zip(runs, tried, strict=True):
            if task_id in tasks:
                yield {
                    "order": index,
                    "suite": run.result.settings.suite.name,
                    "suite_digest": run.suite_digest,
                    "task": task_id,
                    "family": tasks[task_id].task.family,
                    "run": run.name,
                    "folder": run.path.name if run.path else None,
                    **_cells(tasks[task_id]),
                }


def _cells(tried: _Tried) -> dict[str, Cell]:
    return {
        **columns.cells(tried, "success", "average", "attempts"),
        "passed": tried.passed if tried.checked else None,
        "unscored": len(tried.unscored),
        "why": "; ".join(dict.fromkeys(tried.unscored)) or None,
        "attempt": tried.shown,
    }


def _tried(run: StudyRun) -> dict[str, _Tried]:
    """Return the attempts of a run by task."""
    result = run.result
    epochs = result.settings.epochs
    strict = result.strict
    tasks: dict[str, _Tried] = {}
    for name, task in result.planned.items():
        task_id, epoch = split_name(name, epochs)
        if task_id not in tasks and len(tasks) >= MOST_TASKS:
            continue
        tried = tasks.setdefault(task_id, _Tried(task))
        tried.attempts += 1
        tried.checked += name in strict
        passed = strict.get(name, False)
        tried.passed += passed
        if (score := run.scores.get(name)) is not None:
            tried.scores.append(score)
        if name in result.durations and (tried.shown is None or (tried.is_passed_shown and not passed)):
            tried.shown, tried.is_passed_shown = epoch, passed
    for attempt in result.dropped:
        if (lost := tasks.get(split_name(attempt.id, epochs)[0])) is not None:
            lost.unscored.append(columns.readable_name(attempt.why.value))
    return tasks


def _easiest_first(tried: Sequence[Mapping[str, _Tried]]) -> list[str]:
    def difficulty(task_id: str) -> tuple[float, float, str]:
        cells = [tasks[task_id] for tasks in tried if task_id in tasks]
        success = fmean(cell.success or 0.0 for cell in cells)
        return -success, -fmean(cell.average or 0.0 for cell in cells), task_id

    return sorted({task_id for tasks in tried for task_id in tasks}, key=difficulty)


_COLUMNS = (
    columns.count("order", "Order", "1 is the easiest task for these runs."),
    columns.text("suite", "Suite"),
    columns.text("task", "Task"),
    columns.FAMILY,
    columns.RUN,
    columns.score("success"),
    columns.score("average"),
    columns.count("attempts", "Attempts", "Attempts of the run at this task."),
    columns.count("passed", "Passed", "Attempts that pass all checks."),
    columns.count("unscored", "Not scored", "Attempts that were not scored, which count as failed."),
    columns.text("why", "Why", "Why attempts were not scored."),
    columns.count("attempt", "Shown attempt", "The first attempt that fails, or else the first."),
    columns.text("folder", "Folder", "The name of the run folder."),
    columns.text("suite_digest", "Suite digest"),
)
