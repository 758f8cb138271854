"""Tables: sort, filter, aggregate, and CSV in and out."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable
from typing import Annotated, Any, Literal

from m3bench.servers.kit import Answer, BadArgument, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.sheets.server import (
    MOST_CELLS,
    MOST_TABLE,
    Path,
    SheetName,
    bounds_of,
    column_of,
    load,
    range_text,
    read_value,
    require_title,
    save,
    server,
    sheet_of,
    table_of,
    write_value,
)
from m3bench_world.servers.tobench.workspace import look_at, read_text

Range = Annotated[
    str | None,
    about("The table with its headings in the first row, such as A1:D20; by default all used cells."),
]
Kind = Literal["sum", "mean", "count", "min", "max"]
_SUMMARIES: dict[str, Callable[[list[float]], float]] = {
    "sum": math.fsum,
    "mean": lambda values: math.fsum(values) / len(values),
    "count": lambda values: float(len(values)),
    "min": min,
    "max": max,
}


def _order(value: Any) -> tuple[int, Any]:
    """Numbers come before texts, and empty cells last."""
    if isinstance(value, bool) or value is None:
        return (2, str(value)) if value is not None else (3, "")
    return (0, value) if isinstance(value, int | float) else (1, str(read_value(value)).casefold())


@server.tool(read_only=False)
def sort_rows(
    context: ToolContext,
    path: Path,
    by: Annotated[str, about("Heading of the column that decides.")],
    cells: Range = None,
    sheet: SheetName = None,
    descending: Annotated[
        bool, about("Whether the largest come first. Empty cells are always last.")
    ] = False,
) -> Answer:
    """Sort the rows of a table by a column; rows that are equal keep their order. Only values move: formats
    stay, and tables with formulas are refused."""
    book = load(context, path)
    page = sheet_of(book, sheet)
    bounds, headings, rows = table_of(page, cells)
    if any(isinstance(value, str) and value.startswith("=") for row in rows for value in row):
        raise BadArgument(
            "cells", "it has formulas, whose references would change; sort the cells they refer to"
        )
    at = column_of(headings, by, "by")
    empty = [row for row in rows if row[at] is None]
    full = sorted(
        (row for row in rows if row[at] is not None), key=lambda row: _order(row[at]), reverse=descending
    )
    for down, row in enumerate([*full, *empty], bounds[1] + 1):
        for across, value in enumerate(row, bounds[0]):
            cell = page.cell(down, across)
            if type(cell).__name__ == "MergedCell":
                raise BadArgument("cells", f"{cell.coordinate} is part of merged cells")
            cell.value = value
    return Answer({"path": save(context, book, path), "range": range_text(bounds), "rows": len(rows)})


@server.tool
def filter_rows(
    context: ToolContext,
    path: Path,
    column: Annotated[str, about("Heading of the column to compare.")],
    operator: Annotated[
        Literal["=", "!=", "<", "<=", ">", ">=", "contains"],
        about("Texts are compared without regard to case."),
    ],
    value: Annotated[str | float, about("What cells are compared with.")],
    cells: Range = None,
    sheet: SheetName = None,
) -> Answer:
    """Return the rows of a table whose cell in a column meets a condition, up to 500 rows, and their total.
    The workbook does not change. Cells with formulas have no value here and never match."""
    page = sheet_of(load(context, path), sheet)
    _, headings, rows = table_of(page, cells)
    at = column_of(headings, column, "column")
    found = [row for row in rows if _meets(row[at], operator, value)]
    most = max(1, min(500, MOST_CELLS // max(1, len(headings))))
    shown = [[_short(cell) for cell in row] for row in found[:most]]
    data = {"headings": headings, "total": len(found), "rows": shown}
    return Answer(data, looked=(look_at(context.files, path, "structure"),))


def _short(value: Any) -> Any:
    plain = read_value(value)
    return plain[:300] if isinstance(plain, str) else plain


def _meets(cell: Any, operator: str, value: str | float) -> bool:
    if cell is None or (isinstance(cell, str) and cell.startswith("=")):
        return False
    if operator == "contains":
        return str(value).casefold() in str(read_value(cell)).casefold()
    both = isinstance(value, int | float) and isinstance(cell, int | float)
    left: Any = cell if both else str(read_value(cell)).casefold()
    right: Any = value if both else str(value).casefold()
    return bool(
        {
            "=": left == right,
            "!=": left != right,
            "<": left < right,
            "<=": left <= right,
            ">": left > right,
            ">=": left >= right,
        }[operator]
    )


@server.tool(read_only=False)
def aggregate(
    context: ToolContext,
    path: Path,
    group_by: Annotated[str, about("Heading of the column whose equal values make a group.")],
    value: Annotated[str, about("Heading of the column with the numbers.")],
    summary: Annotated[Kind, about("How the numbers of a group become one.")] = "sum",
    columns: Annotated[
        str | None, about("Heading of a second column: its values become columns, as in a pivot table.")
    ] = None,
    cells: Range = None,
    sheet: SheetName = None,
    output_sheet: Annotated[
        str | None, about("Name of a new sheet for the result; by default it is only returned.")
    ] = None,
) -> Answer:
    """Group the rows of a table and summarize a column of numbers, with one or two groupings (a pivot table).
    Returns a table, up to 500 rows. Cells that are no numbers, such as formulas, are left out and counted."""
    book = load(context, path)
    _, headings, rows = table_of(sheet_of(book, sheet), cells)
    places = column_of(headings, group_by, "group_by"), column_of(headings, value, "value")
    across = column_of(headings, columns, "columns") if columns is not None else None
    groups, skipped = _grouped(rows, places, across)
    table = _pivot(groups, group_by, value if columns is None else None, _SUMMARIES[summary])
    data: dict[str, Any] = {"rows": table[:501], "groups": len(table) - 1, "skipped_cells": skipped}
    if output_sheet is None:
        return Answer(data, looked=(look_at(context.files, path, "structure"),))
    target = book.create_sheet(require_title(output_sheet, book))
    for row in table:
        target.append([write_value(cell, "output_sheet") for cell in row])
    return Answer(data | {"path": save(context, book, path), "sheet": target.title})


def _grouped(
    rows: list[list[Any]], places: tuple[int, int], across: int | None
) -> tuple[dict[Any, dict[Any, list[float]]], int]:
    groups: dict[Any, dict[Any, list[float]]] = {}
    skipped = 0
    for row in rows:
        key, number = row[places[0]], row[places[1]]
        if key is None:
            continue
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
            skipped += 1
            continue
        column = "" if across is None else read_value(row[across])
        groups.setdefault(read_value(key), {}).setdefault(column, []).append(number)
    return groups, skipped


def _pivot(
    groups: dict[Any, dict[Any, list[float]]],
    corner: str,
    single: str | None,
    summary: Callable[[list[float]], float],
) -> list[list[Any]]:
    columns = sorted({column for group in groups.values() for column in group}, key=_order)
    if len(columns) * len(groups) > MOST_TABLE or len(columns) > 200:
        raise BadArgument("columns", "the result would be too large")
    head = [corner, *([single] if single is not None else columns)]
    body = [
        [key, *(_rounded(summary(group[column])) if column in group else None for column in columns)]
        for key, group in sorted(groups.items(), key=lambda pair: _order(pair[0]))
    ]
    return [head, *body]


def _rounded(value: float) -> float:
    """Return a number without the noise of binary fractions."""
    tidy = round(value, 10)
    return int(tidy) if tidy == int(tidy) and abs(tidy) < 1e15 else tidy


@server.tool(read_only=False)
def import_csv(
    context: ToolContext,
    csv_path: Annotated[str, about("The CSV or TSV file.")],
    path: Annotated[str, about("The workbook to write to; it is made if it is missing.")],
    sheet: Annotated[str, about("Name of the new sheet.")] = "Data",
    delimiter: Annotated[Literal[",", ";", "tab"], about("What separates cells.")] = ",",
) -> Answer:
    """Read a CSV file into a new sheet of a workbook. Texts that are plain numbers become numbers; all else,
    also what begins with =, stays text. Up to 50,000 cells."""
    import openpyxl  # noqa: PLC0415 - heavy

    rows = _csv_rows(
        read_text(context.files, csv_path, "csv_path"), "\t" if delimiter == "tab" else delimiter
    )
    there = context.files.inside(path).is_file() if len(path) < 250 else False
    book = load(context, path) if there else openpyxl.Workbook()
    title = require_title(sheet, book if there else None)
    page = book.create_sheet(title)
    if not there:
        book.remove(book.worksheets[0])
        page.title = title
    for down, row in enumerate(rows, 1):
        for across, text in enumerate(row, 1):
            cell = page.cell(down, across)
            cell.value = write_value(_number(text), "csv_path")
            if isinstance(cell.value, str):
                cell.data_type = "s"
    return Answer({"path": save(context, book, path), "sheet": page.title, "rows": len(rows)})


def _csv_rows(text: str, delimiter: str) -> list[list[str]]:
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error as problem:
        raise BadArgument("csv_path", f"it is not a readable CSV file: {problem}") from None
    wide = max((len(row) for row in rows), default=0)
    if not rows or max(wide, 1) * len(rows) > MOST_TABLE or wide > 1_000:
        raise BadArgument("csv_path", f"it must have 1 to {MOST_TABLE:,} cells")
    return rows


def _number(text: str) -> str | float | None:
    """Return the number that a text is, unless it is an identifier with leading zeros."""
    plain = text.strip()
    digits = plain.removeprefix("-")
    if (
        not digits.replace(".", "", 1).isascii()
        or not digits.replace(".", "", 1).isdigit()
        or len(digits) > 15
    ):
        return text or None
    if digits.startswith("0") and len(digits) > 1 and not digits.startswith("0."):
        return text
    return float(plain) if "." in plain else int(plain)


@server.tool(read_only=False)
def export_csv(
    context: ToolContext,
    path: Path,
    csv_path: Annotated[str, about("The CSV file to write.")],
    cells: Annotated[str | None, about("Such as A1:D20; by default all used cells.")] = None,
    sheet: SheetName = None,
    delimiter: Annotated[Literal[",", ";", "tab"], about("What separates cells.")] = ",",
) -> Answer:
    """Write cells as a CSV file in UTF-8. Formulas are written as their text, since they are not computed. Up
    to 50,000 cells."""
    page = sheet_of(load(context, path), sheet)
    left, top, right, bottom = bounds = bounds_of(cells, page, "cells")
    if (right - left + 1) * (bottom - top + 1) > MOST_TABLE:
        raise BadArgument("cells", f"{range_text(bounds)} has more than {MOST_TABLE:,} cells")
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t" if delimiter == "tab" else delimiter, lineterminator="\n")
    for row in page.iter_rows(top, bottom, left, right, values_only=True):
        writer.writerow(["" if value is None else read_value(value) for value in row])
    written = context.files.write(csv_path, out.getvalue().encode("utf-8", "replace"), "csv_path")
    return Answer(
        {"csv_path": context.files.relative(written), "range": range_text(bounds), "rows": bottom - top + 1}
    )
