"""The rows of a chart, from a table file of the workspace or from the call."""

from __future__ import annotations

import csv
import io
import math
import warnings
from difflib import get_close_matches
from typing import Any

from m3bench.core import local_path
from m3bench.rendering import DocumentBroken, require_harmless
from m3bench.servers.kit import BadArgument, Files, ToolFailure

MOST_ROWS, MOST_COLUMNS = 2_000, 100
_LONGEST_CELL = 200

Row = dict[str, Any]


def read_rows(files: Files, path: str, rows: list[Row] | None, sheet: str) -> list[Row]:
    """Return the rows of a table: those of the call, or of a CSV or Excel file."""
    if (rows is None) == (not path):
        raise BadArgument("data_path", "pass either a table file or rows, and not both")
    found = [_clean(row) for row in rows[: MOST_ROWS + 1]] if rows is not None else _file(files, path, sheet)
    if not found:
        raise BadArgument("rows" if rows is not None else "data_path", "the table has no rows")
    if len(found) > MOST_ROWS:
        raise BadArgument("rows", f"there are more than {MOST_ROWS:,} rows; draw fewer")
    return found


def column(rows: list[Row], name: str, argument: str, *, numbers: bool) -> list[Any]:
    """Return the values of a column. Cells of a column of numbers must be numbers."""
    names = list(dict.fromkeys(key for row in rows for key in row))
    if name not in names:
        near = get_close_matches(name[:80], names, 3) or names[:10]
        raise BadArgument(argument, f"there is no column '{name[:60]}'; columns are {', '.join(near)[:300]}")
    values = [row.get(name) for row in rows]
    if not numbers:
        return ["" if value is None else value for value in values]
    converted = [_number(value) for value in values]
    if None in converted:
        wrong = values[converted.index(None)]
        raise BadArgument(argument, f"the column '{name[:60]}' has {str(wrong)[:40]!r}, which is no number")
    return converted


def _number(value: Any) -> float | int | None:
    if isinstance(value, bool) or value is None:
        return None
    try:
        number = value if isinstance(value, int | float) else float(str(value).replace(",", ""))
    except ValueError:
        return None
    if not math.isfinite(number) or abs(number) > 1e15:
        return None
    return int(number) if float(number).is_integer() else number


def _clean(row: Row) -> Row:
    return {key[:_LONGEST_CELL]: _cell(value) for key, value in list(row.items())[:MOST_COLUMNS]}


def _cell(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    return str(value)[:_LONGEST_CELL]


def _file(files: Files, path: str, sheet: str) -> list[Row]:
    path = local_path(path)
    if not path.lower().endswith((".csv", ".tsv", ".xlsx")):
        raise BadArgument("data_path", f"'{path[:80]}' is no table; pass a .csv, .tsv or .xlsx file")
    data = files.read(path, "data_path")
    try:
        if path.lower().endswith((".csv", ".tsv")):
            grid = _csv(data, "\t" if path.lower().endswith(".tsv") else ",")
        else:
            require_harmless(data, path)
            grid = _excel(data, sheet)
    except (ToolFailure, MemoryError):
        raise
    except DocumentBroken as problem:
        raise BadArgument("data_path", problem.message[:300]) from None
    except Exception as error:  # noqa: BLE001 - the libraries raise whatever a broken file leads them to
        raise BadArgument("data_path", f"'{path[:80]}' cannot be read: {type(error).__name__}") from None
    filled = [row for row in grid if any(cell not in (None, "") for cell in row)]
    if not filled:
        return []
    wide = max(number for row in filled for number, cell in enumerate(row, 1) if cell not in (None, ""))
    heads = [str(_cell(head) or f"column {number}") for number, head in enumerate(filled[0][:wide], 1)]
    return [_clean(dict(zip(heads, row, strict=False))) for row in filled[1 : MOST_ROWS + 2]]


def _csv(data: bytes, separator: str) -> list[list[Any]]:
    lines = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator)
    return [line[:MOST_COLUMNS] for _, line in zip(range(MOST_ROWS + 3), lines, strict=False)]


def _excel(data: bytes, sheet: str) -> list[list[Any]]:
    import openpyxl  # noqa: PLC0415 - heavy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        try:
            if sheet and sheet not in book.sheetnames:
                known = ", ".join(book.sheetnames)[:300]
                raise BadArgument("sheet", f"there is no sheet '{sheet[:60]}'; sheets are {known}")
            page = book[sheet] if sheet else book.worksheets[0]
            page.reset_dimensions()
            rows = page.iter_rows(max_row=MOST_ROWS + 2, max_col=MOST_COLUMNS, values_only=True)
            return [list(row) for row in rows]
        finally:
            book.close()
