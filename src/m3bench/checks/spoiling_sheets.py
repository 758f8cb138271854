"""Spreadsheets made wrong on purpose."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Check, Evidence
from m3bench.checks.files import only_file
from m3bench.checks.folding import phrase
from m3bench.checks.sheets import SheetCells
from m3bench.checks.spoiling_copies import other_value, with_file, without_file
from m3bench.checks.values import same
from m3bench.checks.workspaces import content

Spoiled = list[tuple[str, Evidence]]
Change = Callable[[Any], None]


def _sheets(check: SheetCells, evidence: Evidence, scratch: Path) -> Spoiled:
    path = only_file(evidence, check.path)
    data = content(evidence.workspace, path)
    found = [
        ("no file", without_file(evidence, path, scratch)),
        ("no spreadsheet", with_file(evidence, path, b"\0 this is not a spreadsheet", scratch)),
    ]
    for words, change in _changes(check):
        found.append((words, with_file(evidence, path, _rewritten(data, path, check.sheet, change), scratch)))
    return found


def _changes(check: SheetCells) -> list[tuple[str, Change]]:
    changes: list[tuple[str, Change]] = []
    for cell, expected in check.cells.items():
        slack = check.tolerance.slack(expected) if isinstance(expected, int | float) else 0.0
        changes.append((f"wrong {cell}", _setting(cell, other_value(expected, slack))))
    changes += [(f"a value for the formula in {cell}", _setting(cell, 1)) for cell in check.formulas]
    if check.columns:
        changes.append((f"without the column {check.columns[0]}", _renaming({check.columns[0]: "Other"})))
    if check.rows:
        changes.append(("without a row", _dropping(check)))
    pair = _telling_pair(check)
    if pair:
        one, other = pair
        changes.append(("swapped columns", _renaming({one: other, other: one})))
    return changes


def _telling_pair(check: SheetCells) -> tuple[str, str] | None:
    """Two columns that hold different things, so that swapping them matters."""
    for index, one in enumerate(check.columns):
        for other in range(index + 1, len(check.columns)):
            if any(not same(row[index], row[other], check.tolerance) for row in check.rows):
                return one, check.columns[other]
    return None


def _setting(cell: str, value: Any) -> Change:
    def change(page: Any) -> None:
        page[cell] = value

    return change


def _renaming(names: dict[str, str]) -> Change:
    folded = {phrase(name): new for name, new in names.items()}

    def change(page: Any) -> None:
        for row in page.iter_rows(max_row=20):
            for cell in row:
                cell.value = folded.get(phrase(str(cell.value)), cell.value)

    return change


def _dropping(check: SheetCells) -> Change:
    """Takes out the last row of the table."""
    headers = {phrase(name) for name in check.columns}

    def change(page: Any) -> None:
        tops = [
            row[0].row for row in page.iter_rows() if headers <= {phrase(str(cell.value)) for cell in row}
        ]
        page.delete_rows(tops[0] + len(check.rows))

    return change


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


SHEET_SPOILERS: dict[type[Check], Callable[[Any, Evidence, Path], Spoiled]] = {SheetCells: _sheets}
