"""The section about what seeing is worth, for agents that were run under several conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from m3bench.core.text import plural
from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.seeing.answers import Seen
from m3bench.reports.study.seeing.commands import command_of
from m3bench.reports.study.seeing.layout import (
    CONDITION_COLUMNS,
    COUNT_COLUMNS,
    MISSING_COLUMNS,
    matrix_columns,
)
from m3bench.reports.study.seeing.measures import accuracy, difference
from m3bench.reports.study.seeing.series import SeenCell, Series, series_of
from m3bench.reports.study.table import Cell, Row, Section
from m3bench.scoring import Comparison

_NOT_RUN = "not run"
_INTRO = (
    "The share of right answer fields, among those that depend on the picture. A field depends on the "
    "picture if a reference reaches its value through it: the picture shows the value and the request does "
    "not state it, or the value comes from a call that names the picture, is given something that only the "
    "picture shows, or uses the result of such a call. As in success, attempts that were not scored, also "
    "undecided ones, have no field right. The same tasks are compared. Intervals are 95 %, with families as "
    "clusters."
)
_PARTS = (
    "Where no run has a level on all tasks, the level is measured on the tasks whose own pictures are of "
    "that level. Such levels differ in their tasks, too."
)


def seeing_section(runs: Sequence[StudyRun], *, seed: int) -> Section | None:
    """Return the section; None if no field depends on a picture, or all runs are usual ones of one level."""
    agents = series_of(runs)
    if not agents:
        return None
    tables = (
        columns.table(
            "seeing",
            "Accuracy by pictures",
            matrix_columns(agents),
            _matrix(agents, seed),
            note=_note(agents),
        ),
        columns.table("seeing_conditions", "Every condition", CONDITION_COLUMNS, _rows(agents, seed)),
        columns.table("seeing_fields", "Which fields were counted", COUNT_COLUMNS, map(_counts_row, agents)),
        *columns.table_if_any("seeing_missing", "Not run", MISSING_COLUMNS, _missing(agents)),
    )
    points = tuple(point for series in agents for point in _points(series, seed))
    return Section(name="seeing", title="What seeing is worth", intro=_INTRO, points=points, tables=tables)


def _matrix(agents: Sequence[Series], seed: int) -> Iterator[Row]:
    """Yield a row for each agent, with and without perception tools."""
    for series in agents:
        for tools in (True, False):
            cells = {seen: cell for (has, seen), cell in series.cells.items() if has is tools}
            if not cells:
                continue
            row: dict[str, Cell] = {"series": series.name, "tools": tools}
            for seen, cell in cells.items():
                measured = accuracy(cell.answers, series.families)
                row |= {seen.value: measured.estimate, **columns.end_cells(seen.value, measured)}
            yield {
                **row,
                **_differences("worth", _worth(series, tools=tools, seed=seed)),
                "fields": max(len(cell.answers) for cell in cells.values()),
                "tasks": max(len(cell.tasks) for cell in cells.values()),
            }


def _worth(series: Series, *, tools: bool, seed: int) -> Comparison | None:
    """Return the accuracy with clean pictures minus that with none."""
    best, none = series.cells.get((tools, series.base)), series.cells.get((tools, Seen.NONE))
    if best is None or none is None:
        return None
    return difference(best.answers, none.answers, series.families, seed=seed)


def _rows(agents: Sequence[Series], seed: int) -> Iterator[Row]:
    for series in agents:
        for tools, seen in _conditions(series):
            yield _row(series, tools=tools, seen=seen, seed=seed)


def _row(series: Series, *, tools: bool, seen: Seen, seed: int) -> Row:
    named: Row = {"series": series.name, "pictures": seen.value, "tools": tools}
    cell = series.cells.get((tools, seen))
    if cell is None:
        return {**named, "runs": _NOT_RUN}
    measured = accuracy(cell.answers, series.families)
    return {
        **named,
        "runs": plural(len(cell.runs), "run"),
        "names": ", ".join(cell.runs),
        "accuracy": measured.estimate,
        **columns.end_cells("accuracy", measured),
        **_differences("clean", _against(series, cell, (tools, series.base), seed)),
        **_differences("tools", None if tools else _against(series, cell, (True, seen), seed)),
        "fields": len(cell.answers),
        "tasks": len(cell.tasks),
        "attempts": sum(map(len, cell.answers.values())),
        "part": cell.part,
    }


def _against(series: Series, cell: SeenCell, key: tuple[bool, Seen], seed: int) -> Comparison | None:
    base = series.cells.get(key)
    if base is None or base is cell:
        return None
    return difference(cell.answers, base.answers, series.families, seed=seed)


def _differences(key: str, comparison: Comparison | None) -> dict[str, Cell]:
    if comparison is None:
        return {}
    return {
        f"{key}_difference": comparison.difference,
        **columns.end_cells(f"{key}_difference", comparison.interval),
        f"{key}_p": comparison.p_value,
        f"{key}_n": comparison.wins + comparison.losses + comparison.ties,
    }


def _note(agents: Sequence[Series]) -> str:
    missing = any(condition not in series.cells for series in agents for condition in _conditions(series))
    parts = any(cell.part for series in agents for cell in series.cells.values())
    notes = "A dash was not run; the commands are below." * missing, _PARTS * parts
    return " ".join(filter(None, notes))


def _conditions(series: Series) -> Iterator[tuple[bool, Seen]]:
    return ((tools, seen) for tools in (True, False) for seen in series.levels)


def _points(series: Series, seed: int) -> Iterator[str]:
    """Yield what seeing is worth to an agent, and on what it was compared."""
    for tools in (True, False):
        worth = _worth(series, tools=tools, seed=seed)
        if worth is None:
            continue
        best, none = _shares(series, (tools, series.base), (tools, Seen.NONE))
        yield (
            f"{series.name}{'' if tools else ', no perception tools'}: seeing is worth {_signed(worth)}. "
            f"With {series.base.value} pictures {best:.3f} of the fields are right, with none {none:.3f}."
        )
    if not series.comparable:
        yield f"{series.name}: its runs have no task in common, so nothing is compared."
    elif series.left_out:
        yield f"{series.name}: {plural(series.left_out, 'task')} left out that only some of its runs have."


def _shares(series: Series, *keys: tuple[bool, Seen]) -> list[float]:
    """Return the accuracy under several conditions, on the fields that all of them have."""
    answers_of = [series.cells[key].answers for key in keys]
    common = set(answers_of[0]).intersection(*answers_of[1:])
    return [
        accuracy({key: answers[key] for key in common}, series.families).estimate or 0.0
        for answers in answers_of
    ]


def _signed(comparison: Comparison) -> str:
    ends = comparison.interval
    bounds = "" if ends.low is None or ends.high is None else f" ({ends.low:+.3f} to {ends.high:+.3f})"
    return f"{comparison.difference:+.3f}{bounds}".replace("-", "−")


def _counts_row(series: Series) -> Row:
    named: Row = {"series": series.name, **columns.cells(series, "suite", "left_out")}
    return {**named, **msgspec.structs.asdict(series.counts)}


def _missing(agents: Sequence[Series]) -> Iterator[Row]:
    for series in agents:
        for tools, seen in _conditions(series):
            if (tools, seen) not in series.cells:
                command = command_of(series.settings, tools=tools, seen=seen)
                yield {"series": series.name, "pictures": seen.value, "tools": tools, "command": command}
