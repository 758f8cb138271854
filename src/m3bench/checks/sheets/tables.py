"""Finding a table in a sheet by its headings or its values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from m3bench.checks.check import CheckFailed
from m3bench.checks.fields import same_date, same_name
from m3bench.checks.reading import Tolerance, phrase, same, stands, words
from m3bench.checks.trace import fits

if TYPE_CHECKING:
    from m3bench.checks.sheets.reading import Sheet

_HEADER_WITHIN = 20
_MOST_LAYOUTS = 500
_TOTAL = "total|sum|totals"
_LEAST_WORDS = 4
_LEAST_SHARE = 0.5
_SHORTEST_WORD = 4
_ABOUT = "$about"


@dataclass(frozen=True)
class ExpectedTable:
    """The table that a check expects."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    headings: Mapping[str, Sequence[str]]
    any_heading: bool
    tolerance: Tolerance
    totals: tuple[str, ...]

    def names(self, column: str) -> set[str]:
        """Return the accepted headings of a column."""
        return {phrase(name) for name in (column, *self.headings.get(column, ()))}

    def missing(self, found: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
        """Return the expected rows that are missing."""
        left, missing = list(range(len(found))), []
        for row in self.rows:
            match = next((index for index in left if rows_match(found[index], row, self.tolerance)), None)
            if match is None:
                missing.append(row)
            else:
                left.remove(match)
        return missing


@dataclass(frozen=True)
class Table:
    """A table that was found. An optional column that is missing is None."""

    top: int
    places: tuple[int | None, ...]
    rows: tuple[tuple[Any, ...], ...]


def cell_matches(found: Any, expected: Any, tolerance: Tolerance) -> bool:
    """Return whether a cell has the value, one of a list, or meets a condition such as `$about`."""
    if isinstance(expected, list | tuple):
        return any(cell_matches(found, alternative, tolerance) for alternative in expected)
    if isinstance(expected, dict):
        return _is_about(found, expected[_ABOUT]) if _ABOUT in expected else fits(found, expected)
    if same(found, expected, tolerance):
        return True
    return isinstance(expected, str) and isinstance(found, str) and _same_words(found, expected)


def _same_words(found: str, expected: str) -> bool:
    return same_name(found, expected) or same_date(found, expected)


def rows_match(found: Sequence[Any], expected: Sequence[Any], tolerance: Tolerance) -> bool:
    return all(cell_matches(one, other, tolerance) for one, other in zip(found, expected, strict=True))


def find_table(sheet: Sheet, wanted: ExpectedTable) -> Table:
    """Return the table with all expected rows, or the nearest one. Raise `CheckFailed` if there is none."""
    best: tuple[int, Table] | None = None
    lacking = list(wanted.columns)
    for top, row in list(sheet.rows().items())[:_HEADER_WITHIN]:
        headings = {column: phrase(str(value)) for column, value in row.items()}
        candidates = [
            _candidates(sheet, top, headings, wanted, index) for index in range(len(wanted.columns))
        ]
        absent = [name for name, candidate in zip(wanted.columns, candidates, strict=True) if not candidate]
        if absent:
            lacking = min(lacking, absent, key=len)
            continue
        for places in _layouts(candidates):
            table = Table(top, places, _rows(sheet, top, places, wanted))
            missing = len(wanted.missing(table.rows))
            if best is None or missing < best[0]:
                best = missing, table
            if not missing:
                return table
    if best is None:
        raise CheckFailed(f"the sheet {sheet.name!r} has no column {', '.join(lacking)}")
    return best[1]


def _candidates(
    sheet: Sheet, top: int, headings: Mapping[int, str], wanted: ExpectedTable, place: int
) -> list[int | None]:
    """Return the columns with an accepted heading, or else those with the expected values."""
    names = wanted.names(wanted.columns[place])
    named: list[int | None] = [column for column, heading in headings.items() if heading in names]
    if named or not wanted.any_heading:
        return named[:1]
    others = {
        name for column in wanted.columns if column != wanted.columns[place] for name in wanted.names(column)
    }
    values = [row[place] for row in wanted.rows]
    holding: list[int | None] = [
        column
        for column, heading in headings.items()
        if heading and heading not in others and _holds(sheet, top, column, values, wanted.tolerance)
    ]
    if not holding and all(cell_matches(None, value, wanted.tolerance) for value in values):
        return [None]
    return holding


def _holds(sheet: Sheet, top: int, column: int, values: Sequence[Any], tolerance: Tolerance) -> bool:
    """Return whether a column has each value below its heading. Empty cells do not count."""
    cells = [value for _, value in column_values(sheet, top, column)]
    filled = [value for value in values if not cell_matches(None, value, tolerance)]
    return bool(filled) and all(
        any(cell_matches(cell, value, tolerance) for cell in cells) for value in filled
    )


def column_values(sheet: Sheet, top: int, column: int) -> list[tuple[int, Any]]:
    """Return rows and values of a column below its heading; formulas are evaluated."""
    from m3bench.checks.sheets.formulas import Calculator  # noqa: PLC0415 - heavy

    known = Calculator(sheet)
    places = sorted({row for row, at in (*sheet.cells, *sheet.formulas) if at == column and row > top})
    return [(row, known.value((row, column))) for row in places]


def _layouts(candidates: Sequence[Sequence[int | None]]) -> Iterator[tuple[int | None, ...]]:
    for places in islice(product(*candidates), _MOST_LAYOUTS):
        filled = [column for column in places if column is not None]
        if len(set(filled)) == len(filled) > 0:
            yield places


def _rows(
    sheet: Sheet, top: int, places: Sequence[int | None], wanted: ExpectedTable
) -> tuple[tuple[Any, ...], ...]:
    """Return the rows below the headings up to the first empty one, without rows of totals."""
    from m3bench.checks.sheets.formulas import Calculator  # noqa: PLC0415 - heavy

    known, number, rows = Calculator(sheet), top + 1, []
    columns = [place for place in places if place is not None]
    summed = [place for name, place in zip(wanted.columns, places, strict=True) if name in wanted.totals]
    while any((number, column) in sheet.cells or (number, column) in sheet.formulas for column in columns):
        row = tuple(None if place is None else known.value((number, place)) for place in places)
        if not _is_total(sheet, number, row, summed):
            rows.append(row)
        number += 1
    return tuple(rows)


def _is_total(sheet: Sheet, number: int, row: Sequence[Any], summed: Sequence[int | None]) -> bool:
    if not summed:
        return False
    labelled = any(isinstance(value, str) and stands(_TOTAL, words(value)) for value in row)
    return labelled or any(column is not None and (number, column) in sheet.formulas for column in summed)


def _is_about(found: Any, text: str) -> bool:
    """Return whether a description is based on a text: enough common words, at least half of its own."""
    if not isinstance(found, str):
        return False
    found_words = {word.text for word in words(found) if len(word.text) >= _SHORTEST_WORD}
    known = {word.text for word in words(text)}
    common = len(found_words & known)
    return common >= min(_LEAST_WORDS, len(known)) and common >= _LEAST_SHARE * len(found_words)
