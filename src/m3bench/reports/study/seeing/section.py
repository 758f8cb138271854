"""The section about what seeing is worth, for agents that were run under several conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
from m3bench.reports.study.table import Cell, Row, Section, Table
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
    found = series_of(runs)
    if not found:
        return None
    tables = (
        columns.table(
            "seeing", "Accuracy by pictures", matrix_columns(found), _matrix(found, seed), note=_note(found)
        ),
        columns.table("seeing_conditions", "Every condition", CONDITION_COLUMNS, _rows(found, seed)),
        columns.table("seeing_fields", "Which fields were counted", COUNT_COLUMNS, map(_counts_row, found)),
        *_missing_tables(found),
    )
    points = tuple(point for each in found for point in _points(each, seed))
    return Section(name="seeing", title="What seeing is worth", intro=_INTRO, points=points, tables=tables)


def _matrix(found: Sequence[Series], seed: int) -> Iterator[Row]:
    """Yield a row for each agent, with and without perception tools."""
    for each in found:
        for tools in (True, False):
            cells = {seen: cell for (has, seen), cell in each.cells.items() if has is tools}
            if not cells:
                continue
            row: dict[str, Cell] = {"series": each.name, "tools": tools}
            for seen, cell in cells.items():
                measured = accuracy(cell.answers, each.families)
                row |= {seen.value: measured.estimate, **columns.end_cells(seen.value, measured)}
            yield {
                **row,
                **_differences("worth", _worth(each, tools=tools, seed=seed)),
                "fields": max(len(cell.answers) for cell in cells.values()),
                "tasks": max(len(cell.tasks) for cell in cells.values()),
            }


def _worth(series: Series, *, tools: bool, seed: int) -> Comparison | None:
    """Return the accuracy with clean pictures minus that with none."""
    best, none = series.cells.get((tools, series.base)), series.cells.get((tools, Seen.NONE))
    if best is None or none is None:
        return None
    return difference(best.answers, none.answers, series.families, seed=seed)


def _rows(found: Sequence[Series], seed: int) -> Iterator[Row]:
    for each in found:
        for tools, seen in _conditions(each):
            yield _row(each, tools=tools, seen=seen, seed=seed)


def _row(series: Series, *, tools: bool, seen: Seen, seed: int) -> Row:
    named: Row = {"series": series.name, "pictures": seen.value, "tools": tools}
    cell = series.cells.get((tools, seen))
    if cell is None:
        return {**named, "runs": _NOT_RUN}
    found = accuracy(cell.answers, series.families)
    return {
        **named,
        "runs": plural(len(cell.runs), "run"),
        "names": ", ".join(cell.runs),
        "accuracy": found.estimate,
        **columns.end_cells("accuracy", found),
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


def _differences(key: str, found: Comparison | None) -> dict[str, Cell]:
    if found is None:
        return {}
    return {
        f"{key}_difference": found.difference,
        **columns.end_cells(f"{key}_difference", found.interval),
        f"{key}_p": found.p_value,
        f"{key}_n": found.wins + found.losses + found.ties,
    }


def _note(found: Sequence[Series]) -> str:
    missing = any((tools, seen) not in each.cells for each in found for tools, seen in _conditions(each))
    parts = any(cell.part for each in found for cell in each.cells.values())
    return " ".join(
        (
            *(["A dash was not run; the commands are below."] if missing else []),
            *([_PARTS] if parts else []),
        )
    )


def _conditions(series: Series) -> Iterator[tuple[bool, Seen]]:
    return ((tools, seen) for tools in (True, False) for seen in series.levels)


def _points(series: Series, seed: int) -> Iterator[str]:
    """Yield what seeing is worth to an agent, and on what it was compared."""
    for tools in (True, False):
        found = _worth(series, tools=tools, seed=seed)
        if found is None:
            continue
        best, none = _shares(series, (tools, series.base), (tools, Seen.NONE))
        yield (
            f"{series.name}{'' if tools else ', no perception tools'}: seeing is worth {_signed(found)}. "
            f"With {series.base.value} pictures {best:.3f} of the fields are right, with none {none:.3f}."
        )
    if not series.comparable:
        yield f"{series.name}: its runs have no task in common, so nothing is compared."
    elif series.left_out:
        yield f"{series.name}: {plural(series.left_out, 'task')} left out that only some of its runs have."


def _shares(series: Series, *keys: tuple[bool, Seen]) -> list[float]:
    """Return the accuracy under several conditions, on the fields that all of them have."""
    found = [series.cells[key].answers for key in keys]
    common = set(found[0]).intersection(*found[1:])
    return [
        accuracy({key: answers[key] for key in common}, series.families).estimate or 0.0 for answers in found
    ]


def _signed(found: Comparison) -> str:
    ends = found.interval
    bounds = "" if ends.low is None or ends.high is None else f" ({ends.low:+.3f} to {ends.high:+.3f})"
    return f"{found.difference:+.3f}{bounds}".replace("-", "−")


def _counts_row(series: Series) -> Row:
    counts = series.counts
    return {
        "series": series.name,
        "suite": series.suite,
        "tasks": counts.tasks,
        "dependent": counts.dependent,
        "independent": counts.independent,
        "unknown": counts.unknown,
        "without": counts.without,
        "left_out": series.left_out,
    }


def _missing_tables(found: Sequence[Series]) -> Iterator[Table]:
    rows = [
        {
            "series": each.name,
            "pictures": seen.value,
            "tools": tools,
            "command": command_of(each.settings, tools=tools, seen=seen),
        }
        for each in found
        for tools, seen in _conditions(each)
        if (tools, seen) not in each.cells
    ]
    if rows:
        yield columns.table("seeing_missing", "Not run", MISSING_COLUMNS, rows)
