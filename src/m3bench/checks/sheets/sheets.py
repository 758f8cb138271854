"""The check of spreadsheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from m3bench.checks.check import Check, Evidence, Unfit, Verdict
from m3bench.checks.files import content, is_made, only_file, relative
from m3bench.checks.reading import EXACT, Tolerance, as_number, same
from m3bench.checks.sheets.tables import Table, Wanted, column_values, find_table, same_row
from m3bench.core.text import shorten_middle

if TYPE_CHECKING:
    from m3bench.checks.sheets.reading import Sheet

_MOST_FAULTS = 4
_LONGEST_VALUE = 60
_CENT = 0.005


class SheetCells(Check, frozen=True):
    """By cells, by a table with a header, by formulas, or by several of these. Also reads `.csv`.

    Values of formulas that the writer did not work out are worked out here, if they are simple ones.
    """

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a spreadsheet has these cells, rows under these headers, or formulas"

    path: str
    sheet: str | None = None
    """The first one if not given."""
    cells: dict[str, Any] = msgspec.field(default_factory=dict)
    """Cells such as ``B2`` and what they hold."""
    columns: tuple[str, ...] = ()
    """Headings of a table, wherever it stands; other columns may stand between."""
    rows: tuple[tuple[Any, ...], ...] = ()
    """What stands below the headings, in the order of `columns`. A list in the place of a value holds
    alternatives; `{"$about": text}` is a description that draws on a text."""
    headings: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Other headings that a column may have."""
    any_heading: bool = False
    """Whether a column may have any heading, if it holds the values and is not headed as another one."""
    totals: tuple[str, ...] = ()
    """Columns with their sum below the rows, as a formula."""
    ordered: bool = False
    """Whether the order of the rows counts."""
    more_rows: bool = False
    """Whether there may be rows beyond those given."""
    tolerance: Tolerance = EXACT
    formulas: dict[str, str] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        relative(self.path)
        if not (self.cells or self.columns or self.formulas):
            raise ValueError("neither cells nor columns nor formulas are given")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("a row has not as many values as there are columns")
        strange = [name for name in (*self.headings, *self.totals) if name not in self.columns]
        if strange:
            raise ValueError(f"{strange[0]!r} is not one of the columns")
        for cell in (*self.cells, *self.formulas):
            if not re.fullmatch(r"[A-Za-z]{1,3}[1-9]\d{0,6}", cell):
                raise ValueError(f"{cell!r} is not the name of a cell")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.sheets.reading import read_sheet  # noqa: PLC0415 - heavy

        path = only_file(evidence, self.path)
        data = content(evidence.workspace, path)
        if not is_made(evidence, path):
            raise Unfit(f"{path} is as it was given")
        sheet = read_sheet(data, path, self.sheet)
        faults = [*self._cell_faults(sheet), *self._formula_faults(sheet), *self._table_faults(sheet)]
        if faults:
            more = f"; and {len(faults) - _MOST_FAULTS} more" if len(faults) > _MOST_FAULTS else ""
            return self.verdict(False, f"{path}: {'; '.join(faults[:_MOST_FAULTS])}{more}")
        return self.verdict(True, f"{path} holds {self._expected()} as expected")

    def _expected(self) -> str:
        parts = [f"{len(self.cells)} cells"] if self.cells else []
        parts += [f"{len(self.rows)} rows under {', '.join(self.columns)}"] if self.columns else []
        parts += [f"{len(self.formulas)} formulas"] if self.formulas else []
        return " and ".join(parts)

    def _cell_faults(self, sheet: Sheet) -> list[str]:
        from m3bench.checks.sheets.formulas import Calculator, place_of  # noqa: PLC0415 - heavy

        known = Calculator(sheet)
        found = {cell: known.value(place_of(cell)) for cell in self.cells}
        return [
            f"{cell} is {_shown(found[cell])}, expected {_shown(expected)}"
            for cell, expected in self.cells.items()
            if not same(found[cell], expected, self.tolerance)
        ]

    def _formula_faults(self, sheet: Sheet) -> list[str]:
        from m3bench.checks.sheets.formulas import place_of  # noqa: PLC0415 - heavy

        found = {cell: sheet.formulas.get(place_of(cell)) for cell in self.formulas}
        return [
            f"{cell} has {found[cell] or 'no formula'}, expected {expected}"
            for cell, expected in self.formulas.items()
            if _plain_formula(found[cell] or "") != _plain_formula(expected)
        ]

    @property
    def table(self) -> Wanted:
        """What is expected, as the search for tables takes it."""
        return Wanted(self.columns, self.rows, self.headings, self.any_heading, self.tolerance, self.totals)

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
            f"no formula below {name} gives its sum"
            for name, place in zip(self.columns, table.places, strict=True)
            if name in self.totals and not self._is_summed(sheet, table, place)
        ]

    def _is_summed(self, sheet: Sheet, table: Table, place: int | None) -> bool:
        """Whether a formula below the rows comes to the sum of the column."""
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
        return all(any(same_row(candidate, row, self.tolerance) for candidate in rest) for row in self.rows)


def _plain_formula(formula: str) -> str:
    return re.sub(r"[\s$=]", "", formula).upper().replace(";", ",")


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple) and value:
        return _shown(value[0])
    return (
        "empty"
        if value is None
        else shorten_middle(repr(value) if isinstance(value, str) else str(value), _LONGEST_VALUE)
    )
