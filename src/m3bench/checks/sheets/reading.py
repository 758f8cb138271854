"""Reading spreadsheets, including broken ones."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field
from typing import Any

from m3bench.checks.check import CheckFailed
from m3bench.checks.files import readable, require_harmless
from m3bench.checks.reading import phrase

MAX_ROWS = 5_000
MAX_COLUMNS = 200


@dataclass
class Sheet:
    """The values and formulas of a sheet, by row and column from 1."""

    name: str
    cells: dict[tuple[int, int], Any] = field(default_factory=dict)
    formulas: dict[tuple[int, int], str] = field(default_factory=dict)

    def rows(self) -> dict[int, dict[int, Any]]:
        """Return the rows that are not empty, in order."""
        rows: dict[int, dict[int, Any]] = {}
        for row, column in sorted(self.cells):
            rows.setdefault(row, {})[column] = self.cells[row, column]
        return rows


def read_sheet(data: bytes, path: str, name: str | None) -> Sheet:
    """Return the named sheet, or the first. Raise `CheckFailed` if it cannot be read."""
    if path.lower().endswith(".csv"):
        return _csv_sheet(data, path)
    require_harmless(data, path)
    with readable(path, "spreadsheet"):
        return _excel_sheet(data, path, name)


def _excel_sheet(data: bytes, path: str, name: str | None) -> Sheet:
    title, contents = _grid(data, path, name, values=False)
    sheet = Sheet(title)
    values = dict(_grid(data, path, name, values=True)[1])
    for cell, content in contents:
        if isinstance(content, str) and content.startswith("="):
            sheet.formulas[cell] = content
            if values.get(cell) is not None:
                sheet.cells[cell] = values[cell]
        else:
            sheet.cells[cell] = content
    return sheet


def _grid(
    data: bytes, path: str, name: str | None, *, values: bool
) -> tuple[str, list[tuple[tuple[int, int], Any]]]:
    """Return the sheet's name, and its formulas or the values stored with them."""
    import openpyxl  # noqa: PLC0415 - only needed where there are spreadsheets

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=values)
    try:
        page = book[sheet_name(book.sheetnames, path, name)]
        page.reset_dimensions()
        rows = page.iter_rows(max_row=MAX_ROWS, max_col=MAX_COLUMNS)
        return page.title, [
            ((cell.row, cell.column), getattr(cell.value, "text", cell.value))
            for row in rows
            for cell in row
            if cell.value is not None
        ]
    finally:
        book.close()


def sheet_name(names: list[str], path: str, wanted: str | None) -> str:
    """Return the sheet of a name; the first if None. Raise `CheckFailed` if it does not exist."""
    if not names:
        raise CheckFailed(f"{path} has no sheet")
    if wanted is None:
        return names[0]
    for name in names:
        if phrase(name) == phrase(wanted):
            return name
    raise CheckFailed(f"{path} has no sheet {wanted!r}; it has {', '.join(names)}")


def _csv_sheet(data: bytes, path: str) -> Sheet:
    sheet = Sheet("")
    try:
        lines = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
        for number, line in enumerate(lines, 1):
            if number > MAX_ROWS:
                break
            sheet.cells |= {
                (number, column): text for column, text in enumerate(line[:MAX_COLUMNS], 1) if text.strip()
            }
    except (UnicodeDecodeError, csv.Error) as error:
        raise CheckFailed(f"{path} is not readable CSV: {error}") from None
    return sheet
