"""The attempts at tasks with evaluation points, with what counts of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from statistics import fmean

import msgspec

from m3bench.checks import PointResult, point_results
from m3bench.core import Difficulty, Task, Trajectory
from m3bench.reports.study.run import StudyRun

_LOOKED_AT = 300
"""Attempts that tell whether a run has evaluation points: those of a suite have them all, or none."""


class PointedAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt at a task with evaluation points."""

    task: Task
    trajectory: Trajectory | None
    """None if the attempt was not scored."""
    passed: bool | None
    """Whether it passes all points; None if that is not known."""
    results: tuple[PointResult, ...]

    @property
    def partial(self) -> float | None:
        """The share of the decided points that it passes."""
        decided = [result.passed for result in self.results if result.passed is not None]
        return fmean(decided) if decided else None

    @property
    def cell(self) -> str:
        """Its cell in TOBench's table, such as `service_easy`."""
        return f"{self.task.kind}_{self.task.difficulty or Difficulty.MEDIUM}"

    @property
    def modalities(self) -> tuple[str, ...]:
        """The kinds of data of the task besides text."""
        return tuple(name for name in self.task.modalities if name != "text")


class PointedRun(msgspec.Struct, frozen=True, kw_only=True):
    """A run with its attempts at such tasks."""

    name: str
    attempts: Sequence[PointedAttempt]


def pointed_runs(runs: Iterable[StudyRun]) -> list[PointedRun]:
    """Return the runs whose tasks have evaluation points."""
    return [
        PointedRun(name=run.name, attempts=list(_attempts(run)))
        for run in runs
        if any(task.points for task in islice(run.result.planned.values(), _LOOKED_AT))
    ]


def _attempts(run: StudyRun) -> Iterator[PointedAttempt]:
    verdicts = run.result.verdicts
    for name, task in run.result.planned.items():
        if not task.points:
            continue
        yield PointedAttempt(
            task=task,
            trajectory=run.trajectories.get(name),
            passed=run.passed(name),
            results=point_results(task, verdicts[name]) if name in verdicts else (),
        )


def success(attempts: Iterable[PointedAttempt]) -> float | None:
    """Return the share of all attempts that pass all points. Those not scored or decided count as failed."""
    passed = [attempt.passed is True for attempt in attempts]
    return fmean(passed) if passed else None


def partial_credit(attempts: Iterable[PointedAttempt]) -> float | None:
    """Return the mean share of points that attempts pass."""
    shares = [attempt.partial for attempt in attempts if attempt.partial is not None]
    return fmean(shares) if shares else None
