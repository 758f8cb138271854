"""Scores by task structure: level, difficulty, kind, and depth and width of the reference."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from m3bench.core import Difficulty, Task
from m3bench.reports.study import columns
from m3bench.reports.study.run import Shapes, StudyRun
from m3bench.reports.study.table import Column, Row, Section, Table
from m3bench.scoring import ScoreColumns, StructureMetrics

_RANKS = {difficulty.value: difficulty.rank for difficulty in Difficulty}
_Group = str | int
_Grouping = Callable[[StudyRun, Task], _Group | None]
"""Returns the group of an attempt's task; None where it belongs to none."""


def shape_section(runs: Sequence[StudyRun]) -> Section:
    return Section(
        name="shape",
        title="Levels, difficulty, hops and threads",
        intro="Hops and threads are those of the reference: its longest chain, and its most parallel calls.",
        tables=(
            *_given("levels", "By level", "level", runs),
            *_given("difficulties", "By difficulty", "difficulty", runs),
            *_given("kinds", "By kind", "kind", runs),
            _table("hops", "By hops", _by_shape(lambda shape: shape.hops), runs, _HOPS),
            _table("threads", "By threads", _by_shape(lambda shape: shape.threads), runs, _THREADS),
        ),
    )


_HOPS = columns.count("group", "Hops", "Calls in the reference's longest chain of dependent calls.")
_THREADS = columns.count(
    "group", "Threads", "The most different independent calls in one step of the reference."
)


def _by_shape(number: Callable[[StructureMetrics], int]) -> _Grouping:
    """Group by the reference that an attempt was scored with; by the first one if it was not scored."""
    known = Shapes()

    def group(run: StudyRun, task: Task) -> int | None:
        shape = run.shapes.get(task.id)
        if shape is not None:
            return number(shape)
        return number(known.of(task, task.references[0])) if task.references else None

    return group


def _given(name: str, title: str, field: str, runs: Sequence[StudyRun]) -> Iterator[Table]:
    """A table by a field of tasks; none where no task says anything about it."""
    if any(getattr(task, field) is not None for run in runs for task in run.result.planned.values()):
        yield _table(
            name,
            title,
            lambda _, task: str(getattr(task, field) or f"(no {field})"),
            runs,
            columns.text("group", field.capitalize()),
        )


def _table(name: str, title: str, grouping: _Grouping, runs: Sequence[StudyRun], group: Column) -> Table:
    listed = (
        columns.RUN,
        group,
        *columns.metric_columns(shown=False),
        columns.count("attempts", "Attempts", "All attempts at these tasks."),
        columns.TASKS,
    )
    return columns.table(name, title, listed, _rows(runs, grouping))


def _rows(runs: Sequence[StudyRun], grouping: _Grouping) -> Iterator[Row]:
    for run in runs:
        scored: dict[_Group, ScoreColumns] = defaultdict(ScoreColumns)
        passed: dict[_Group, Counter[bool]] = defaultdict(Counter)
        attempts: Counter[_Group] = Counter()
        strict = run.result.strict
        for name, task in run.result.planned.items():
            group = grouping(run, task)
            if group is None:
                continue
            attempts[group] += 1
            if (success := strict.get(name)) is not None:
                passed[group][success] += 1
            if (score := run.scores.get(name)) is not None:
                scored[group].add(score)
        for group in sorted(attempts, key=_order):
            yield {
                "run": run.name,
                "group": group,
                "success": passed[group][True] / passed[group].total() if group in passed else None,
                **(columns.metric_cells(scored[group].total().metrics) if group in scored else {}),
                "attempts": attempts[group],
                "tasks": scored[group].total().tasks if group in scored else None,
            }


def _order(group: _Group) -> tuple[int, _Group]:
    """Difficulties from easy to hard, everything else by itself."""
    return (_RANKS.get(group, len(_RANKS)), group) if isinstance(group, str) else (0, group)
