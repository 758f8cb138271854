"""A run in a report: attempts, scores, and derived facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

import msgspec

from m3bench.core import LazyMapping, Reference, Task, Trajectory, Usage
from m3bench.reports.terminal import JudgeColumns, judge_columns
from m3bench.runs import JudgedRun, RunResult, RunSettings
from m3bench.runs.scoring import OpenBar, counted, no_bar, spooled_by_name
from m3bench.runs.store import read_annotations
from m3bench.scoring import (
    Error,
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

_Found = TypeVar("_Found")
_Item = TypeVar("_Item")
_Key = TypeVar("_Key", bound=Hashable)


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
    shapes: Mapping[str, StructureMetrics] = {}
    """The structure of the reference that each task was scored with."""
    mistakes: Mapping[str, tuple[Mistake, ...]] = {}
    """By attempt."""
    path: Path | None = None
    retried: str = ""
    """Which failed attempts were made again, so that success is the best of several tries; else empty."""

    @cached_property
    def tasks(self) -> Mapping[str, Task]:
        return tasks_by_name(self.result)

    @cached_property
    def trajectories(self) -> Mapping[str, Trajectory]:
        return trajectories_by_name(self.result)

    @cached_property
    def scores(self) -> Mapping[str, TaskScore]:
        if self.result.marks is None:
            return {score.id: score for score in self.report.tasks}
        places, scores = self.result.marks.places, self.report.tasks
        return LazyMapping(
            len(scores), lambda: iter(places), lambda name: scores[places[name]], lambda: iter(scores)
        )

    @cached_property
    def columns(self) -> JudgeColumns | None:
        """The judged columns, if there are judgements."""
        return judge_columns(self.judged, self.result.tasks, self.report) if self.judged else None

    def reference(self, score: TaskScore) -> Reference:
        """Return the reference that a task was scored with."""
        return self.tasks[score.id].references[score.reference]

    def passed(self, task_id: str) -> bool | None:
        """Return whether an attempt passes all checks; None if there are none or it is undecided."""
        return self._decided.get(task_id)

    @cached_property
    def _decided(self) -> Mapping[str, bool]:
        return self.result.decided


def agent_and_model(settings: RunSettings) -> str:
    """Return who made a run."""
    return f"{settings.agent} · {settings.model.name}" if settings.model.name else settings.agent


def all_tokens(usage: Usage) -> int | None:
    """Return the tokens in and out; None if one of them is unknown."""
    if usage.input_tokens is None or usage.output_tokens is None:
        return None
    return usage.input_tokens + usage.output_tokens


def grouped(items: Iterable[_Item], key: Callable[[_Item], _Key]) -> dict[_Key, list[_Item]]:
    """Return the items by their key, in the order in which they come."""
    groups: dict[_Key, list[_Item]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups


def by_suite(runs: Iterable[StudyRun]) -> list[list[StudyRun]]:
    """Return the runs by suite and version of it."""
    return list(grouped(runs, lambda run: run.suite_digest).values())


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
    open_bar: OpenBar = no_bar,
) -> StudyRun:
    """Return a scored run with everything that follows from its trajectories."""
    tasks, trajectories = tasks_by_name(result), trajectories_by_name(result)
    with _bar_of_passes(result, open_bar) as advance:
        keep = partial(_kept, result, advance)
        return StudyRun(
            name=name,
            result=result,
            report=report,
            extras=measure_extras(
                report, trajectories, tasks, structure=True, planning=tools, self_review=True, keep=keep
            ),
            judged=judged,
            suite_digest=suite_digest,
            shapes=keep(
                (score.id, shapes.of(tasks[score.id], tasks[score.id].references[score.reference]))
                for score in report.tasks
            ),
            mistakes=keep(_mistakes(report, tasks, trajectories, tools, _annotated(path))),
            path=path,
        )


def _bar_of_passes(result: RunResult, open_bar: OpenBar) -> AbstractContextManager[Callable[[int], None]]:
    """Open the bar of a large run over three passes: extras, shapes and mistakes."""
    total = 3 * max(1, len(result.tasks))
    return no_bar("", total) if result.marks is None else open_bar("measuring attempts", total)


def tasks_by_name(result: RunResult) -> Mapping[str, Task]:
    """Return the tasks of the scored attempts of a run."""
    return result.marks.tasks if result.marks else {task.id: task for task in result.tasks}


def trajectories_by_name(result: RunResult) -> Mapping[str, Trajectory]:
    """Return the trajectories of the scored attempts of a run."""
    if result.marks is not None:
        return result.marks.trajectories
    return {trajectory.task_id: trajectory for trajectory in result.trajectories}


def _kept(
    result: RunResult, advance: Callable[[int], None], values: Iterable[tuple[str, _Found]]
) -> Mapping[str, _Found]:
    """Keep what was found for each attempt: in memory, or in a temporary file for a large run."""
    if result.marks is None:
        return dict(values)
    return spooled_by_name(result.marks.places, counted(values, advance))


def _annotated(path: Path | None) -> Mapping[str, tuple[Mistake, ...]]:
    """Return the errors that people saw, by attempt. What several people saw counts once."""
    errors_of: dict[str, dict[Error, Mistake]] = defaultdict(dict)
    for annotation in read_annotations(path) if path is not None else ():
        # Attempts have a number only where a run has several epochs.
        for name in (annotation.task_id, f"{annotation.task_id}#{annotation.epoch}")[annotation.epoch > 1 :]:
            errors_of[name].setdefault(
                annotation.error, Mistake(error=annotation.error, call=annotation.call)
            )
    return {name: tuple(errors.values()) for name, errors in errors_of.items()}


def _mistakes(
    report: ScoreReport,
    tasks: Mapping[str, Task],
    trajectories: Mapping[str, Trajectory],
    tools: ToolBook,
    annotated: Mapping[str, tuple[Mistake, ...]],
) -> Iterator[tuple[str, tuple[Mistake, ...]]]:
    for score in report.tasks:
        if score.id not in trajectories:
            continue
        trajectory = trajectories[score.id]
        mistakes = find_mistakes(
            score,
            trajectory,
            tasks[score.id].references[score.reference],
            tools,
            request=trajectory.request or tasks[score.id].request,
            strong=report.strong,
        )
        counted = {mistake.error for mistake in mistakes}
        seen = (mistake for mistake in annotated.get(score.id, ()) if mistake.error not in counted)
        yield score.id, (*mistakes, *seen)
