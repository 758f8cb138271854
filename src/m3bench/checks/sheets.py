"""The check of spreadsheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from m3bench.checks.check import Check, Evidence, Unfit, Verdict
from m3bench.checks.files import only_file
from m3bench.checks.folding import phrase
from m3bench.checks.tolerance import EXACT, Tolerance
from m3bench.checks.values import same
from m3bench.checks.workspaces import content, is_made, relative
from m3bench.core.schema import shortened

if TYPE_CHECKING:
    from m3bench.checks.sheet_reading import Sheet

_HEADER_WITHIN = 20
_MOST_FAULTS = 4
_LONGEST_VALUE = 60


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
    """Headers of a table, wherever it stands; other columns may stand between."""
    rows: tuple[tuple[Any, ...], ...] = ()
    """What stands below the headers, in the order of `columns`."""
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
        for cell in (*self.cells, *self.formulas):
            if not re.fullmatch(r"[A-Za-z]{1,3}[1-9]\d{0,6}", cell):
                raise ValueError(f"{cell!r} is not the name of a cell")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.sheet_reading import read_sheet  # noqa: PLC0415 - heavy

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
        from m3bench.checks.formulas import Calculator, place_of  # noqa: PLC0415 - heavy

        known = Calculator(sheet)
        found = {cell: known.value(place_of(cell)) for cell in self.cells}
        return [
            f"{cell} is {_shown(found[cell])}, expected {_shown(expected)}"
            for cell, expected in self.cells.items()
            if not same(found[cell], expected, self.tolerance)
        ]

    def _formula_faults(self, sheet: Sheet) -> list[str]:
        from m3bench.checks.formulas import place_of  # noqa: PLC0415 - heavy

        found = {cell: sheet.formulas.get(place_of(cell)) for cell in self.formulas}
        return [
            f"{cell} has {found[cell] or 'no formula'}, expected {expected}"
            for cell, expected in self.formulas.items()
            if _plain_formula(found[cell] or "") != _plain_formula(expected)
        ]

    def _table_faults(self, sheet: Sheet) -> list[str]:
        if not self.columns:
            return []
        top, columns = _header(sheet, self.columns)
        found = _table(sheet, top, columns)
        missing = self._missing(found)
        faults = [f"no row {' | '.join(map(_shown, row))}" for row in missing]
        if len(found) > len(self.rows) and not self.more_rows:
            faults.append(f"{len(found)} rows below the headers, expected {len(self.rows)}")
        if not faults and self.ordered and not self._in_order(found):
            faults.append("the rows are not in the expected order")
        return faults

    def _missing(self, found: list[list[Any]]) -> list[tuple[Any, ...]]:
        left, missing = list(range(len(found))), []
        for row in self.rows:
            match = next((index for index in left if same(found[index], row, self.tolerance)), None)
            if match is None:
                missing.append(row)
            else:
                left.remove(match)
        return missing

    def _in_order(self, found: list[list[Any]]) -> bool:
        rest = iter(found)
        return all(any(same(candidate, row, self.tolerance) for candidate in rest) for row in self.rows)


def _header(sheet: Sheet, columns: Sequence[str]) -> tuple[int, list[int]]:
    """The row of the headers, and the column of each. The fullest of the upper rows says what is missing."""
    wanted, best = [phrase(name) for name in columns], list(columns)
    for number, row in list(sheet.rows().items())[:_HEADER_WITHIN]:
        names = {phrase(str(value)): column for column, value in reversed(row.items())}
        missing = [name for name, folded in zip(columns, wanted, strict=True) if folded not in names]
        if not missing:
            return number, [names[name] for name in wanted]
        best = min(best, missing, key=len)
    raise Unfit(f"the sheet {sheet.name!r} has no header {', '.join(best)}")


def _table(sheet: Sheet, top: int, columns: list[int]) -> list[list[Any]]:
    """The rows below the headers, up to the first that is empty there."""
    from m3bench.checks.formulas import Calculator  # noqa: PLC0415 - heavy

    known, number = Calculator(sheet), top + 1
    found: list[list[Any]] = []
    while any((number, column) in sheet.cells or (number, column) in sheet.formulas for column in columns):
        found.append([known.value((number, column)) for column in columns])
        number += 1
    return found


def _plain_formula(formula: str) -> str:
    return re.sub(r"[\s$=]", "", formula).upper().replace(";", ",")


def _shown(value: Any) -> str:
    return (
        "empty"
        if value is None
        else shortened(repr(value) if isinstance(value, str) else str(value), _LONGEST_VALUE)
    )
