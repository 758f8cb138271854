"""Corrupted spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import other_value, with_file, without_file
from m3bench.checks.files import content, only_file
from m3bench.checks.reading import phrase
from m3bench.checks.sheets import (
    Sheet,
    SheetBold,
    SheetCells,
    SheetChart,
    Table,
    cell_matches,
    find_table,
    heading_cells,
    read_sheet,
)

Corruptions = list[tuple[str, Evidence]]
Change = Callable[[Any], None]


def _sheets(check: SheetCells, evidence: Evidence, scratch: Path) -> Corruptions:
    path = only_file(evidence, check.path)
    data = content(evidence.workspace, path)
    changes = [*_cell_changes(check)]
    if check.columns:
        sheet = read_sheet(data, path, check.sheet)
        changes += _table_changes(check, find_table(sheet, check.table), sheet)
    return _with_changes(evidence, check.path, check.sheet, changes, scratch)


def _with_changes(
    evidence: Evidence, pattern: str, sheet: str | None, changes: Sequence[tuple[str, Change]], scratch: Path
) -> Corruptions:
    path = only_file(evidence, pattern)
    data = content(evidence.workspace, path)
    return [
        ("no file", without_file(evidence, path, scratch)),
        ("no spreadsheet", with_file(evidence, path, b"\0 this is not a spreadsheet", scratch)),
        *(
            (words, with_file(evidence, path, _rewritten(data, path, sheet, change), scratch))
            for words, change in changes
        ),
    ]


def _cell_changes(check: SheetCells) -> list[tuple[str, Change]]:
    changes: list[tuple[str, Change]] = []
    for cell, expected in check.cells.items():
        slack = check.tolerance.slack(expected) if isinstance(expected, int | float) else 0.0
        changes.append((f"wrong {cell}", _setting(cell, other_value(expected, slack))))
    return changes + [(f"a value for the formula in {cell}", _setting(cell, 1)) for cell in check.formulas]


def _table_changes(check: SheetCells, table: Table, sheet: Sheet) -> list[tuple[str, Change]]:
    """Return changes: a missing column, row or total, a wrong value, and swapped headings."""
    places = dict(zip(check.columns, table.places, strict=True))
    first = places[check.columns[0]]
    changes = [(f"without the column {check.columns[0]}", _clearing(table.top, first))]
    if check.rows:
        changes.append(("without a row", _dropping(table.top + len(check.rows))))
        place = next((at for at in range(len(check.columns)) if table.places[at] is not None), 0)
        wrong = other_value(_plain(table.rows[0][place]), check.tolerance.slack(1.0))
        changes.append(
            (f"a wrong {check.columns[place]}", _placing(table.top + 1, table.places[place], wrong))
        )
    pair = _telling_pair(check)
    # With unknown headings, only the values distinguish columns.
    if pair and all(_is_headed(check, sheet, (table.top, places[name] or 0), name) for name in pair):
        one, other = (places[name] for name in pair)
        changes.append(("swapped headings", _swapping(table.top, one, other)))
    for name in check.totals:
        sums = [row for row, column in sheet.formulas if column == places[name] and row > table.top]
        changes.append((f"a value for the sum of {name}", _placing(max(sums), places[name], 1.0)))
        changes.append((f"no sum of {name}", _placing(max(sums), places[name], None)))
    return changes


def _is_headed(check: SheetCells, sheet: Sheet, place: tuple[int, int], name: str) -> bool:
    return phrase(str(sheet.cells.get(place))) in check.table.names(name)


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float) else str(value)


def _telling_pair(check: SheetCells) -> tuple[str, str] | None:
    """Return two columns with different values, so that swapping their headings matters."""
    for index, one in enumerate(check.columns):
        for other in range(index + 1, len(check.columns)):
            if any(not _same_values(row[index], row[other], check) for row in check.rows):
                return one, check.columns[other]
    return None


def _same_values(one: Any, other: Any, check: SheetCells) -> bool:
    first = one[0] if isinstance(one, list | tuple) else one
    return not isinstance(first, dict) and cell_matches(first, other, check.tolerance)


def _setting(cell: str, value: Any) -> Change:
    def change(page: Any) -> None:
        page[cell] = value

    return change


def _placing(row: int, column: int | None, value: Any) -> Change:
    def change(page: Any) -> None:
        page.cell(row, column).value = value

    return change


def _clearing(top: int, column: int | None) -> Change:
    """Clear a column with its heading."""

    def change(page: Any) -> None:
        for row in range(top, page.max_row + 1):
            page.cell(row, column).value = None

    return change


def _swapping(top: int, one: int | None, other: int | None) -> Change:
    def change(page: Any) -> None:
        first, second = page.cell(top, one), page.cell(top, other)
        first.value, second.value = second.value, first.value

    return change


def _dropping(row: int) -> Change:
    def change(page: Any) -> None:
        page.delete_rows(row)

    return change


def _bold(check: SheetBold, evidence: Evidence, scratch: Path) -> Corruptions:
    def plain(page: Any) -> None:
        from openpyxl.styles import Font  # noqa: PLC0415 - heavy

        heading_cells(page, check.headings)[0].font = Font(bold=False)

    def emptied(page: Any) -> None:
        for cell in heading_cells(page, check.headings):
            cell.value = None
        page.delete_rows(1, page.max_row)

    changes = [("a plain heading", plain), ("no headings", emptied)]
    return _with_changes(evidence, check.path, check.sheet, changes, scratch)


def _chart(check: SheetChart, evidence: Evidence, scratch: Path) -> Corruptions:
    def uncharted(page: Any) -> None:
        for each in page.parent.worksheets:
            each._charts = []

    def emptied(page: Any) -> None:
        for each in page.parent.worksheets:
            each.delete_rows(1, each.max_row)

    changes = [("no chart", uncharted), ("a chart of nothing", emptied)]
    return _with_changes(evidence, check.path, None, changes, scratch)


def _rewritten(data: bytes, path: str, sheet: str | None, change: Change) -> bytes:
    import openpyxl  # noqa: PLC0415 - heavy

    if not path.lower().endswith(".csv"):
        book = openpyxl.load_workbook(io.BytesIO(data))
        names = [name for name in book.sheetnames if sheet is None or phrase(name) == phrase(sheet)]
        change(book[names[0]])
        written = io.BytesIO()
        book.save(written)
        return written.getvalue()
    book = openpyxl.Workbook()
    for line in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")):
        book.active.append(line)
    change(book.active)
    text = io.StringIO(newline="")
    csv.writer(text).writerows(book.active.iter_rows(values_only=True))
    return text.getvalue().encode()


SHEET_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {
    SheetCells: _sheets,
    SheetBold: _bold,
    SheetChart: _chart,
}
