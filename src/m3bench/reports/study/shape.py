"""Scores by task structure: level, difficulty, kind, and depth and width of the reference."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from m3bench.core import Difficulty
from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Column, Kind, Row, Section, Table
from m3bench.scoring import ScoreColumns, TaskScore

_NO_LEVEL = "(no level)"
_RANKS = {each.value: each.rank for each in Difficulty}
_Grouping = Callable[[StudyRun, TaskScore], str | int]


def shape_section(runs: Sequence[StudyRun]) -> Section:
    return Section(
        name="shape",
        title="Levels, hops and threads",
        intro="Hops and threads are those of the reference: its longest chain, and its most parallel calls.",
        tables=(
            _table("levels", "By level", _level, runs, Column(key="group", title="Level")),
            *_given("difficulties", "By difficulty", "difficulty", runs),
            *_given("kinds", "By kind", "kind", runs),
            _table("hops", "By hops", lambda run, score: run.shapes[score.id].hops, runs, _HOPS),
            _table("threads", "By threads", lambda run, score: run.shapes[score.id].threads, runs, _THREADS),
        ),
    )


_HOPS = Column(
    key="group",
    title="Hops",
    kind=Kind.COUNT,
    definition="Calls in the reference's longest chain of dependent calls.",
)
_THREADS = Column(
    key="group",
    title="Threads",
    kind=Kind.COUNT,
    definition="The most different independent calls in one step of the reference.",
)


def _level(run: StudyRun, score: TaskScore) -> str:
    return run.tasks[score.id].level or _NO_LEVEL


def _given(name: str, title: str, field: str, runs: Sequence[StudyRun]) -> Iterator[Table]:
    """A table by a field of tasks; none where no task says anything about it."""
    if any(getattr(task, field) is not None for run in runs for task in run.tasks.values()):
        column = Column(key="group", title=field.capitalize())

        def group(run: StudyRun, score: TaskScore) -> str:
            return str(getattr(run.tasks[score.id], field) or f"(no {field})")

        yield _table(name, title, group, runs, column)


def _table(name: str, title: str, grouping: _Grouping, runs: Sequence[StudyRun], group: Column) -> Table:
    listed = (
        columns.RUN,
        group,
        columns.TASKS,
        *columns.metric_columns(shown=False),
        columns.score("success"),
    )
    return columns.table(name, title, listed, _rows(runs, grouping))


def _rows(runs: Sequence[StudyRun], grouping: _Grouping) -> Iterator[Row]:
    for run in runs:
        groups: dict[str | int, ScoreColumns] = defaultdict(ScoreColumns)
        passed: dict[str | int, Counter[bool]] = defaultdict(Counter)
        for score in run.report.tasks:
            group = grouping(run, score)
            groups[group].add(score)
            if (success := run.passed(score.id)) is not None:
                passed[group][success] += 1
        for group in sorted(groups, key=_place):
            decided = passed[group].total()
            yield {
                "run": run.name,
                "group": group,
                "tasks": len(groups[group]),
                **columns.metric_cells(groups[group].total().metrics),
                "success": passed[group][True] / decided if decided else None,
            }


def _place(group: str | int) -> tuple[int, str | int]:
    """Difficulties from easy to hard, everything else by itself."""
    return (_RANKS.get(group, len(_RANKS)), group) if isinstance(group, str) else (0, group)
