"""A run in a report: attempts, scores, and derived facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from m3bench.core import Reference, Task, Trajectory
from m3bench.reports.terminal import JudgeColumns, judge_columns
from m3bench.runs import JudgedRun, RunResult
from m3bench.scoring import (
    Extras,
    Mistake,
    ScoreReport,
    StructureMetrics,
    TaskScore,
    ToolBook,
    find_mistakes,
    measure_extras,
    structure_metrics,
)


class StudyRun(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One run. Keys are attempt ids: the task id, or `id#epoch` with several epochs."""

    name: str
    """The shown name, unique in a report."""
    result: RunResult
    report: ScoreReport
    extras: Extras = Extras()
    judged: JudgedRun | None = None
    suite_digest: str = ""
    """Digest of the suite. Runs with the same digest are comparable."""
    shapes: dict[str, StructureMetrics] = {}
    """The structure of the reference that each task was scored with."""
    mistakes: dict[str, tuple[Mistake, ...]] = {}
    """By attempt."""
    path: Path | None = None

    @cached_property
    def tasks(self) -> dict[str, Task]:
        return {task.id: task for task in self.result.tasks}

    @cached_property
    def trajectories(self) -> dict[str, Trajectory]:
        return {trajectory.task_id: trajectory for trajectory in self.result.trajectories}

    @cached_property
    def scores(self) -> dict[str, TaskScore]:
        return {score.id: score for score in self.report.tasks}

    @cached_property
    def columns(self) -> JudgeColumns | None:
        """The judged columns, if there are judgements."""
        return judge_columns(self.judged, self.result.tasks, self.report) if self.judged else None

    def reference(self, score: TaskScore) -> Reference:
        """Return the reference that a task was scored with."""
        return self.tasks[score.id].references[score.reference]

    def passed(self, task_id: str) -> bool | None:
        """Return whether an attempt passes all checks; None if there are none or it is undecided."""
        verdicts = self.result.verdicts.get(task_id)
        return None if verdicts is None or verdicts.undecided else verdicts.passed

    def success(self, scores: Sequence[TaskScore]) -> float | None:
        """Return the share of these tasks, if they have checks, whose attempts pass all of them."""
        passed = [found for score in scores if (found := self.passed(score.id)) is not None]
        return sum(passed) / len(passed) if passed else None


class Shapes:
    """Structures of references. Runs of one suite share tasks, so each is computed once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str | None, bytes], StructureMetrics] = {}

    def of(self, task: Task, reference: Reference) -> StructureMetrics:
        key = (task.request, msgspec.json.encode(reference))
        if key not in self._known:
            self._known[key] = structure_metrics(reference.steps, task.request, reference.edges or None)
        return self._known[key]


def measured_run(
    name: str,
    result: RunResult,
    report: ScoreReport,
    tools: ToolBook,
    *,
    shapes: Shapes,
    judged: JudgedRun | None = None,
    suite_digest: str = "",
    path: Path | None = None,
) -> StudyRun:
    """Return a scored run with everything that follows from its trajectories."""
    tasks = {task.id: task for task in result.tasks}
    trajectories = {trajectory.task_id: trajectory for trajectory in result.trajectories}
    return StudyRun(
        name=name,
        result=result,
        report=report,
        extras=measure_extras(report, result.trajectories, result.tasks, structure=True),
        judged=judged,
        suite_digest=suite_digest,
        shapes={
            score.id: shapes.of(tasks[score.id], tasks[score.id].references[score.reference])
            for score in report.tasks
        },
        mistakes=_mistakes(report, tasks, trajectories, tools),
        path=path,
    )


def _mistakes(
    report: ScoreReport, tasks: Mapping[str, Task], trajectories: Mapping[str, Trajectory], tools: ToolBook
) -> dict[str, tuple[Mistake, ...]]:
    return {
        score.id: find_mistakes(
            score,
            trajectories[score.id],
            tasks[score.id].references[score.reference],
            tools,
            request=trajectories[score.id].request or tasks[score.id].request,
            strong=report.strong,
        )
        for score in report.tasks
        if score.id in trajectories
    }
