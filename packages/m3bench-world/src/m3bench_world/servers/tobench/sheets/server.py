"""The server, and what its tools share: workbooks, sheets, ranges and values."""

from __future__ import annotations

import io
import math
import re
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Annotated, Any

from m3bench.core import near_misses
from m3bench.servers.kit import BadArgument, NotFound, Proof, Server, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.workspace import require_harmless, settled, shown_path

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

server = Server(
    "sheets",
    "Read and write spreadsheets (.xlsx): ranges, formulas, sorting, filters, totals, formats, charts, CSV.",
    sources=("arithmetic",),
    strict=True,
    proof=Proof("create_workbook", {"path": "proof.xlsx"}),
    uses_world=False,
)

MOST_CELLS = 5_000
MOST_TABLE = 50_000
LONGEST_CELL = 32_000
LARGEST_ROW, LARGEST_COLUMN = 100_000, 1_000
_RANGE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Za-z]{1,3})\$?([0-9]{1,7}))?")
_TITLE = re.compile(r"[^\[\]:*?/\\\x00-\x1f]{1,31}")

Path = Annotated[str, about("The workbook (.xlsx), relative to the workspace.")]
SheetName = Annotated[str | None, about("Name of the sheet; by default the first one.")]
Value = str | float | bool | None
Bounds = tuple[int, int, int, int]
"""First column, first row, last column and last row, from 1."""


def load(context: ToolContext, path: str, name: str = "path", *, values: bool = False) -> Workbook:
    """Open a workbook. `values` gives the results of formulas that a spreadsheet program stored, if any."""
    import openpyxl  # noqa: PLC0415 - heavy

    data = context.files.read(path, name)
    require_harmless(data, path, name)
    try:
        return openpyxl.load_workbook(io.BytesIO(data), data_only=values)
    except Exception as problem:  # noqa: BLE001 - the library raises whatever a broken file leads it to
        why = type(problem).__name__
        raise BadArgument(name, f"'{shown_path(path)}' is not a readable workbook ({why})") from None


def save(context: ToolContext, book: Workbook, path: str, name: str = "path") -> str:
    """Write a workbook; the same content gives the same bytes. Returns the relative path."""
    if not path.lower().endswith(".xlsx"):
        raise BadArgument(name, "it must end in .xlsx")
    out = io.BytesIO()
    book.save(out)
    data = settled(out.getvalue(), context.world.now)
    return context.files.relative(context.files.write(path, data, name))


def sheet_of(book: Workbook, name: str | None) -> Worksheet:
    """Return a sheet by its name, whatever its case; the first one by default."""
    sheets = [sheet for sheet in book.worksheets if sheet.max_row <= LARGEST_ROW * 11]
    if name is None and sheets:
        return sheets[0]
    for sheet in sheets:
        if name is not None and sheet.title.casefold() == name.strip().casefold():
            return sheet
    titles = [sheet.title for sheet in sheets]
    raise NotFound(
        f"no sheet '{shown_path(name or '')}' in the workbook", near_misses(name or "", titles) or titles[:5]
    )


def bounds_of(text: str | None, sheet: Worksheet, name: str = "cells") -> Bounds:
    """Return the bounds of a range such as `B2:D9`; those of the used cells by default."""
    if text is None:
        used = (1, 1, max(1, sheet.max_column), max(1, sheet.max_row))
        return used[0], used[1], min(used[2], LARGEST_COLUMN), min(used[3], LARGEST_ROW)
    match = _RANGE.fullmatch(text.strip())
    if not match:
        raise BadArgument(name, f"'{text[:40]}' is not a range; write it as A1 or B2:D9")
    first = column_number(match[1]), int(match[2])
    last = (column_number(match[3]), int(match[4])) if match[3] else first
    left, right = sorted((first[0], last[0]))
    top, bottom = sorted((first[1], last[1]))
    if not (left >= 1 and right <= LARGEST_COLUMN and top >= 1 and bottom <= LARGEST_ROW):
        raise BadArgument(name, f"sheets have {LARGEST_COLUMN:,} columns and {LARGEST_ROW:,} rows here")
    return left, top, right, bottom


def column_number(letters: str) -> int:
    """Return the number of a column, from 1."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def column_letters(number: int) -> str:
    """Return the letters of a column."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def range_text(bounds: Bounds) -> str:
    """Write bounds as a range."""
    left, top, right, bottom = bounds
    return f"{column_letters(left)}{top}:{column_letters(right)}{bottom}"


def require_cells(bounds: Bounds, most: int = MOST_CELLS, name: str = "cells") -> Bounds:
    """Return the bounds, which must not have too many cells."""
    count = (bounds[2] - bounds[0] + 1) * (bounds[3] - bounds[1] + 1)
    if count > most:
        raise BadArgument(name, f"{range_text(bounds)} has {count:,} cells; the maximum is {most:,}")
    return bounds


def read_value(value: Any) -> Value:
    """Return a cell's value as JSON has it; dates as ISO 8601."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if value is None or isinstance(value, bool | int | float):
        return value if not isinstance(value, float) or math.isfinite(value) else str(value)
    return str(value)[:LONGEST_CELL]


def write_value(value: Value, name: str) -> Value:
    """Return a value that a cell can have."""
    if isinstance(value, str):
        if len(value) > LONGEST_CELL:
            raise BadArgument(name, f"a cell has more than {LONGEST_CELL:,} characters")
        return "".join(
            letter for letter in value if letter in "\t\n" or (letter >= " " and letter not in "\ufffe\uffff")
        )
    if isinstance(value, int | float) and not isinstance(value, bool) and not abs(value) <= 1e300:
        raise BadArgument(name, "a number is too large for a cell")
    return value


def require_title(title: str, book: Workbook | None = None) -> str:
    """Return a name that a sheet can have and that no other has."""
    if not _TITLE.fullmatch(title.strip()) or title.strip().strip("'") != title.strip():
        raise BadArgument("sheet", r"pass 1 to 31 characters without []:*?/\ and without quotes at the ends")
    if book is not None and title.strip().casefold() in {name.casefold() for name in book.sheetnames}:
        raise BadArgument("sheet", f"there is already a sheet '{title.strip()}'")
    return title.strip()


def table_of(sheet: Worksheet, text: str | None) -> tuple[Bounds, list[str], list[list[Any]]]:
    """Return the bounds, headings and rows of a table; its first row has the headings."""
    bounds = require_cells(bounds_of(text, sheet), MOST_TABLE)
    left, top, right, bottom = bounds
    rows = [list(row) for row in sheet.iter_rows(top, bottom, left, right, values_only=True)]
    return bounds, [str(name)[:200] if name is not None else "" for name in rows[0]], rows[1:]


def column_of(headings: list[str], name: str, argument: str) -> int:
    """Return the place of a column by its heading, whatever its case."""
    wanted = name.strip().casefold()
    for at, heading in enumerate(headings):
        if heading.strip().casefold() == wanted:
            return at
    raise NotFound(
        f"no column '{shown_path(name)}' ({argument})", near_misses(name, headings) or headings[:10]
    )
