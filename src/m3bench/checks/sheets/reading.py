"""Reading spreadsheets, whatever state they are in."""

from __future__ import annotations

import csv
import io
import warnings
from dataclasses import dataclass, field
from typing import Any

from m3bench.checks.check import Unfit
from m3bench.checks.files import require_harmless
from m3bench.checks.reading import phrase

MOST_ROWS = 5_000
MOST_COLUMNS = 200


@dataclass
class Sheet:
    """A sheet: what cells hold, and the formulas of those that have one; both by row and column from 1."""

    name: str
    cells: dict[tuple[int, int], Any] = field(default_factory=dict)
    formulas: dict[tuple[int, int], str] = field(default_factory=dict)

    def rows(self) -> dict[int, dict[int, Any]]:
        """The rows that hold something, in order."""
        found: dict[int, dict[int, Any]] = {}
        for (row, column), value in sorted(self.cells.items(), key=lambda item: item[0]):
            found.setdefault(row, {})[column] = value
        return found


def read_sheet(data: bytes, path: str, name: str | None) -> Sheet:
    """The sheet of that name, or the first. Raises `Unfit` for what cannot be read."""
    if path.lower().endswith(".csv"):
        return _csv_sheet(data, path)
    require_harmless(data, path)
    try:
        return _excel_sheet(data, path, name)
    except Unfit:
        raise
    except Exception as error:  # noqa: BLE001 - the library raises whatever a broken file leads it to
        raise Unfit(f"{path} cannot be read as a spreadsheet: {type(error).__name__}") from None


def _excel_sheet(data: bytes, path: str, name: str | None) -> Sheet:
    formulas = _grid(data, path, name, values=False)
    sheet = Sheet(formulas[0])
    values = dict(_grid(data, path, name, values=True)[1])
    for place, content in formulas[1]:
        if isinstance(content, str) and content.startswith("="):
            sheet.formulas[place] = content
            if values.get(place) is not None:
                sheet.cells[place] = values[place]
        else:
            sheet.cells[place] = content
    return sheet


def _grid(
    data: bytes, path: str, name: str | None, *, values: bool
) -> tuple[str, list[tuple[tuple[int, int], Any]]]:
    """The sheet's name, and what its cells hold: formulas, or the values that were stored with them."""
    import openpyxl  # noqa: PLC0415 - only needed where there are spreadsheets

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=values)
        try:
            page = book[sheet_name(book.sheetnames, path, name)]
            page.reset_dimensions()
            rows = page.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS)
            return page.title, [
                ((cell.row, cell.column), getattr(cell.value, "text", cell.value))
                for row in rows
                for cell in row
                if cell.value is not None
            ]
        finally:
            book.close()


def sheet_name(names: list[str], path: str, wanted: str | None) -> str:
    """The sheet that is meant: the first one if none is named. Raises `Unfit` where it is not there."""
    if not names:
        raise Unfit(f"{path} has no sheet")
    if wanted is None:
        return names[0]
    for name in names:
        if phrase(name) == phrase(wanted):
            return name
    raise Unfit(f"{path} has no sheet {wanted!r}, but {', '.join(names)}")


def _csv_sheet(data: bytes, path: str) -> Sheet:
    sheet = Sheet("")
    try:
        lines = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
        for number, line in enumerate(lines, 1):
            if number > MOST_ROWS:
                break
            sheet.cells |= {
                (number, column): text for column, text in enumerate(line[:MOST_COLUMNS], 1) if text.strip()
            }
    except (UnicodeDecodeError, csv.Error) as error:
        raise Unfit(f"{path} cannot be read as CSV: {error}") from None
    return sheet
