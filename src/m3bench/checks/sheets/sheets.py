"""The check of spreadsheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import Corruptions, Evidence, Verdict
from m3bench.checks.corruption import off_value, other_value
from m3bench.checks.files import FileCheck, content, made_file, only_file
from m3bench.checks.reading import EXACT, Tolerance, as_number, phrase, same
from m3bench.checks.sheets.corruption import Change, changed_sheets
from m3bench.checks.sheets.reading import Sheet, read_sheet
from m3bench.checks.sheets.tables import (
    ExpectedTable,
    Table,
    cell_matches,
    column_values,
    find_table,
    rows_match,
)
from m3bench.core.text import shorten_middle

_MAX_VALUE = 60
_CENT = 0.005


class SheetCells(FileCheck, frozen=True):
    """Checks cells, a table with a header, formulas, or several of these. Also reads `.csv`.

    Simple formulas without stored values are evaluated.
    """

    about = "a spreadsheet has these cells, rows under these headers, or formulas"

    sheet: str | None = None
    """The first sheet if None."""
    cells: dict[str, Any] = msgspec.field(default_factory=dict)
    """Cells such as ``B2`` and their values."""
    columns: tuple[str, ...] = ()
    """Headings of a table anywhere in the sheet; other columns may be in between."""
    rows: tuple[tuple[Any, ...], ...] = ()
    """Values below the headings, in the order of `columns`. A list in place of a value holds alternatives;
    `{"$about": text}` is a description based on a text."""
    headings: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Other accepted headings of a column."""
    any_heading: bool = False
    """Whether a column may have any heading, if its values match and the heading is not another column's."""
    totals: tuple[str, ...] = ()
    """Columns with their sum below the rows, as a formula."""
    ordered: bool = False
    """Whether the order of the rows matters."""
    more_rows: bool = False
    """Whether further rows are allowed."""
    tolerance: Tolerance = EXACT
    formulas: dict[str, str] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (self.cells or self.columns or self.formulas):
            raise ValueError("cells, columns and formulas are all empty")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("every row must have as many values as there are columns")
        strange = [name for name in (*self.headings, *self.totals) if name not in self.columns]
        if strange:
            raise ValueError(f"{strange[0]!r} is not one of the columns")
        for cell in (*self.cells, *self.formulas):
            if not re.fullmatch(r"[A-Za-z]{1,3}[1-9]\d{0,6}", cell):
                raise ValueError(f"{cell!r} is not a cell name")

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path)
        sheet = read_sheet(data, path, self.sheet)
        faults = [*self._cell_faults(sheet), *self._formula_faults(sheet), *self._table_faults(sheet)]
        parts = [f"{len(self.cells)} cells"] if self.cells else []
        parts += [f"{len(self.rows)} rows under {', '.join(self.columns)}"] if self.columns else []
        parts += [f"{len(self.formulas)} formulas"] if self.formulas else []
        return self.verdict_on(path, faults, f"{path} has {' and '.join(parts)} as expected")

    def _cell_faults(self, sheet: Sheet) -> list[str]:
        from m3bench.checks.sheets.formulas import Calculator, place_of  # noqa: PLC0415 - heavy

        known = Calculator(sheet)
        values = {cell: known.value(place_of(cell)) for cell in self.cells}
        return [
            f"{cell} is {_shown(values[cell])}, expected {_shown(expected)}"
            for cell, expected in self.cells.items()
            if not same(values[cell], expected, self.tolerance)
        ]

    def _formula_faults(self, sheet: Sheet) -> list[str]:
        from m3bench.checks.sheets.formulas import place_of  # noqa: PLC0415 - heavy

        formulas = {cell: sheet.formulas.get(place_of(cell)) for cell in self.formulas}
        return [
            f"{cell} has {formulas[cell] or 'no formula'}, expected {expected}"
            for cell, expected in self.formulas.items()
            if _plain_formula(formulas[cell] or "") != _plain_formula(expected)
        ]

    @property
    def table(self) -> ExpectedTable:
        """The expected table, for the search."""
        return ExpectedTable(
            self.columns, self.rows, self.headings, self.any_heading, self.tolerance, self.totals
        )

    def _table_faults(self, sheet: Sheet) -> list[str]:
        if not self.columns:
            return []
        table = find_table(sheet, self.table)
        faults = [f"no row {' | '.join(map(_shown, row))}" for row in self.table.missing(table.rows)]
        if len(table.rows) > len(self.rows) and not self.more_rows:
            faults.append(f"{len(table.rows)} rows below the headings, expected {len(self.rows)}")
        if not faults and self.ordered and not self._in_order(table.rows):
            faults.append("the rows are not in the expected order")
        return faults + [
            f"no formula below {name} computes its sum"
            for name, column in zip(self.columns, table.places, strict=True)
            if name in self.totals and not self._is_summed(sheet, table, column)
        ]

    def _is_summed(self, sheet: Sheet, table: Table, place: int | None) -> bool:
        """Return whether a formula below the rows computes the sum of the column."""
        if place is None:
            return False
        at = table.places.index(place)
        total = sum(number for row in table.rows if (number := as_number(row[at])) is not None)
        below = [
            value
            for row, value in column_values(sheet, table.top + len(self.rows), place)
            if (row, place) in sheet.formulas
        ]
        return any(same(value, total, Tolerance(_CENT)) for value in below)

    def _in_order(self, found: Sequence[Sequence[Any]]) -> bool:
        rest = iter(found)
        return all(any(rows_match(candidate, row, self.tolerance) for candidate in rest) for row in self.rows)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        data = content(evidence.workspace, path)
        changes = _cell_changes(self)
        if self.columns:
            sheet = read_sheet(data, path, self.sheet)
            changes += _table_changes(self, find_table(sheet, self.table), sheet)
        return changed_sheets(evidence, self.path, self.sheet, changes, scratch)


def _plain_formula(formula: str) -> str:
    return re.sub(r"[\s$=]", "", formula).upper().replace(";", ",")


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple) and value:
        return _shown(value[0])
    if value is None:
        return "empty"
    return shorten_middle(repr(value) if isinstance(value, str) else str(value), _MAX_VALUE)


def _cell_changes(check: SheetCells) -> list[tuple[str, Change]]:
    changes: list[tuple[str, Change]] = [
        (f"wrong {cell}", partial(_set, cell=cell, value=off_value(expected, check.tolerance)))
        for cell, expected in check.cells.items()
    ]
    return changes + [
        (f"a value for the formula in {cell}", partial(_set, cell=cell, value=1)) for cell in check.formulas
    ]


def _table_changes(check: SheetCells, table: Table, sheet: Sheet) -> list[tuple[str, Change]]:
    """Return changes: a missing column, row or total, a wrong value, and swapped headings."""
    places, top = dict(zip(check.columns, table.places, strict=True)), table.top
    first = check.columns[0]
    changes: list[tuple[str, Change]] = [
        (f"without the column {first}", partial(_clear, top=top, column=places[first]))
    ]
    if check.rows:
        changes.append(("without a row", lambda page: page.delete_rows(top + len(check.rows))))
        name = next((name for name in check.columns if places[name] is not None), first)
        value = table.rows[0][check.columns.index(name)]
        plain = value if isinstance(value, str | int | float) else str(value)
        wrong = other_value(plain, check.tolerance.slack(1.0))
        changes.append((f"a wrong {name}", partial(_place, row=top + 1, column=places[name], value=wrong)))
    pair = _telling_pair(check)
    # With unknown headings, only the values distinguish columns.
    if pair and all(
        phrase(str(sheet.cells.get((top, places[name] or 0)))) in check.table.names(name) for name in pair
    ):
        one, other = (places[name] for name in pair)
        changes.append(("swapped headings", partial(_swap, top=top, one=one, other=other)))
    for name in check.totals:
        column = places[name]
        row = max(row for row, other in sheet.formulas if other == column and row > top)
        changes += [
            (f"a value for the sum of {name}", partial(_place, row=row, column=column, value=1.0)),
            (f"no sum of {name}", partial(_place, row=row, column=column, value=None)),
        ]
    return changes


def _telling_pair(check: SheetCells) -> tuple[str, str] | None:
    """Return two columns with different values, so that swapping their headings matters."""
    for index, column in enumerate(check.columns):
        for other in range(index + 1, len(check.columns)):
            if any(not _same_values(row[index], row[other], check) for row in check.rows):
                return column, check.columns[other]
    return None


def _same_values(one: Any, other: Any, check: SheetCells) -> bool:
    first = one[0] if isinstance(one, list | tuple) else one
    return not isinstance(first, dict) and cell_matches(first, other, check.tolerance)


def _set(page: Any, cell: str, value: Any) -> None:
    page[cell] = value


def _place(page: Any, row: int, column: int | None, value: Any) -> None:
    page.cell(row, column).value = value


def _clear(page: Any, top: int, column: int | None) -> None:
    """Clear a column with its heading."""
    for row in range(top, page.max_row + 1):
        page.cell(row, column).value = None


def _swap(page: Any, top: int, one: int | None, other: int | None) -> None:
    first, second = page.cell(top, one), page.cell(top, other)
    first.value, second.value = second.value, first.value
