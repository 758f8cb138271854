"""Runs of one agent that differ in what it could see, on the tasks that they have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from m3bench.reports.study.run import StudyRun, agent_and_model, grouped
from m3bench.reports.study.seeing.answers import Answers, FieldKey, Seen, TaskBook, answers_of, task_name
from m3bench.reports.terminal import other_settings
from m3bench.runs import Pictures, RunSettings

LEVELS = (Seen.NONE, Seen.WRONG, Seen.HARD, Seen.HANDHELD, Seen.CLEAN)
_DRAWN = (Seen.HARD, Seen.HANDHELD, Seen.CLEAN)
_UNLEVELLED = (Seen.NONE, Seen.WRONG, Seen.GIVEN)
CellKey = tuple[bool, Seen]
"""Whether the agent had perception tools, and what it saw."""


class FieldCounts(msgspec.Struct, frozen=True):
    """The graded fields of the compared tasks, by whether they depend on the picture."""

    dependent: int = 0
    independent: int = 0
    unknown: int = 0
    tasks: int = 0
    without: int = 0
    """Tasks without a field that is known to depend on the picture."""


class SeenCell(msgspec.Struct, frozen=True):
    """The answers of one agent under one condition."""

    answers: Answers
    runs: tuple[str, ...]
    part: bool = False
    """Whether it has only the tasks whose own pictures are of this level."""

    @property
    def tasks(self) -> frozenset[str]:
        return frozenset(key.task for key in self.answers)

    def only(self, tasks: frozenset[str]) -> SeenCell:
        """Return the cell with the answers to these tasks."""
        kept = {key: right for key, right in self.answers.items() if key.task in tasks}
        return msgspec.structs.replace(self, answers=kept)


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """The runs of one agent and model on one suite."""

    name: str
    suite: str
    digest: str
    cells: Mapping[CellKey, SeenCell]
    families: Mapping[str, str]
    counts: FieldCounts
    own: frozenset[Seen]
    """The levels of the tasks' own pictures."""
    comparable: bool = True
    """Whether its runs have tasks in common."""
    left_out: int = 0
    """Tasks that some runs have and others do not. They are not compared."""
    settings: RunSettings
    """Of one of the runs, for the commands of those that are missing."""

    @property
    def levels(self) -> tuple[Seen, ...]:
        """The conditions that can be run. Levels are for pictures that are drawn."""
        levels = self.own | self._seen
        if levels.isdisjoint(_DRAWN):
            return _UNLEVELLED
        return (*LEVELS, Seen.GIVEN) if Seen.GIVEN in levels else LEVELS

    @property
    def base(self) -> Seen:
        """The condition that others are compared with: clean pictures, or those of unknown level."""
        unknown = Seen.CLEAN not in self.levels or (Seen.GIVEN in self._seen and Seen.CLEAN not in self._seen)
        return Seen.GIVEN if unknown else Seen.CLEAN

    @property
    def _seen(self) -> frozenset[Seen]:
        return frozenset(seen for _, seen in self.cells)


def series_of(runs: Sequence[StudyRun]) -> list[Series]:
    """Return the agents with answers that depend on pictures; none if nothing but the usual was run."""
    groups = grouped(runs, lambda run: (run.suite_digest, other_settings(run.result.settings)))
    books: dict[str, TaskBook] = defaultdict(TaskBook)
    made = (_series(group, books[digest]) for (digest, _), group in groups.items())
    kept = [series for series in made if series is not None]
    # Otherwise every report would have a section with a single figure for each run.
    several = any(len(series.cells) > 1 for series in kept)
    return _with_names(kept) if several or any(map(_is_ablated, runs)) else []


def _is_ablated(run: StudyRun) -> bool:
    settings = run.result.settings
    return settings.without_perception or settings.suite.pictures is not Pictures.GIVEN


def _series(runs: Sequence[StudyRun], book: TaskBook) -> Series | None:
    cells = _cells(runs, book)
    if not cells:
        return None
    compared = _common(cells.values())
    everything = frozenset[str]().union(*(cell.tasks for cell in cells.values()))
    if compared:
        cells = {key: cell.only(compared) for key, cell in cells.items()}
        cells = {key: cell for key, cell in cells.items() if cell.answers}
    tasks = frozenset[str]().union(*(cell.tasks for cell in cells.values()))
    settings = runs[0].result.settings
    return Series(
        name=agent_and_model(settings),
        suite=Path(settings.suite.name).name,
        digest=runs[0].suite_digest,
        cells=cells,
        families={task: book[task].family for task in tasks},
        own=frozenset(book[task].level for task in tasks),
        counts=_counts(runs, book, tasks if compared else None),
        comparable=bool(compared),
        left_out=len(everything - tasks),
        settings=settings,
    )


def _cells(runs: Sequence[StudyRun], book: TaskBook) -> dict[CellKey, SeenCell]:
    """Return the conditions. A run whose tasks have several levels has a part in each; it is used where no
    run has the level on all of its tasks."""
    whole: dict[CellKey, list[SeenCell]] = defaultdict(list)
    parts: dict[CellKey, list[SeenCell]] = defaultdict(list)
    for run in runs:
        answers = answers_of(run, book)
        kind = whole if len(answers) == 1 else parts
        for seen, fields in answers.items():
            cell = SeenCell(fields, (run.name,), part=kind is parts)
            kind[not run.result.settings.without_perception, seen].append(cell)
    return {key: _pooled(cells) for key, cells in {**parts, **whole}.items()}


def _pooled(cells: Sequence[SeenCell]) -> SeenCell:
    """Return several runs under one condition as one: each adds its attempts."""
    answers: dict[FieldKey, tuple[bool, ...]] = {}
    for cell in cells:
        for key, right in cell.answers.items():
            answers[key] = answers.get(key, ()) + right
    return SeenCell(answers, tuple(name for cell in cells for name in cell.runs), cells[0].part)


def _common(cells: Iterable[SeenCell]) -> frozenset[str]:
    """Return the tasks that all whole runs have; all tasks if there is no such run."""
    listed = list(cells)
    whole = [cell.tasks for cell in listed if not cell.part]
    if not whole:
        return frozenset[str]().union(*(cell.tasks for cell in listed))
    return frozenset.intersection(*whole)


def _counts(runs: Sequence[StudyRun], book: TaskBook, tasks: frozenset[str] | None) -> FieldCounts:
    """Count the fields of the tasks that are compared, and of those that have no field to compare."""
    names = {task_name(run, name) for run in runs for name in run.result.planned}
    facts = [book[name] for name in names if not book[name].fields.dependent or not tasks or name in tasks]
    return FieldCounts(
        dependent=sum(len(fact.fields.dependent) for fact in facts),
        independent=sum(len(fact.fields.independent) for fact in facts),
        unknown=sum(len(fact.fields.unknown) for fact in facts),
        tasks=len(facts),
        without=sum(not fact.fields.dependent for fact in facts),
    )


def _with_names(agents: Sequence[Series]) -> list[Series]:
    """Tell series of one name apart: by suite, then by the settings in which they differ."""
    several = len({series.suite for series in agents}) > 1
    alike = grouped(agents, lambda series: f"{series.name} ({series.suite})" if several else series.name)
    return [
        msgspec.structs.replace(
            series, name=f"{name}, {_differing(series, group)}" if len(group) > 1 else name
        )
        for name, group in alike.items()
        for series in group
    ]


def _differing(series: Series, group: Sequence[Series]) -> str:
    """Return the settings of a series that others of the group do not have; else the version of the suite."""
    settings = [msgspec.json.decode(other_settings(other.settings)) for other in group]
    own = msgspec.json.decode(other_settings(series.settings))
    known = dict.fromkeys(name for setting in settings for name in setting)
    names = [name for name in known if any(setting.get(name) != own.get(name) for setting in settings)]
    differing = ", ".join(f"{name}={own.get(name, 'default')}" for name in names)
    return differing or f"version {series.digest[:12]}"
