"""Workbooks, sheets and cells."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.sheets.server import (
    LARGEST_COLUMN,
    LARGEST_ROW,
    MOST_CELLS,
    Path,
    SheetName,
    Value,
    bounds_of,
    load,
    range_text,
    read_value,
    require_cells,
    require_title,
    save,
    server,
    sheet_of,
    write_value,
)
from m3bench_world.servers.tobench.workspace import look_at


@server.tool(read_only=False)
def create_workbook(
    context: ToolContext,
    path: Path,
    sheet: Annotated[str, about("Name of its first sheet.")] = "Sheet1",
    rows: Annotated[list[list[Value]] | None, about("Rows of cells to begin with, from A1.")] = None,
) -> Answer:
    """Create a workbook with one sheet, with or without rows. Replaces a file of that name."""
    import openpyxl  # noqa: PLC0415 - heavy

    book = openpyxl.Workbook()
    page = book.active
    if page is None:
        raise TypeError("a new workbook has a sheet")
    page.title = require_title(sheet)
    bounds = _put(page, rows, 1, 1) if rows else None
    written = save(context, book, path)
    return Answer({"path": written, "sheet": page.title, "range": range_text(bounds) if bounds else None})


def _put(sheet: Any, rows: list[list[Value]], left: int, top: int) -> tuple[int, int, int, int]:
    """Write rows and return their bounds."""
    wide = max((len(row) for row in rows), default=0)
    if not wide or wide * len(rows) > MOST_CELLS:
        raise BadArgument("rows", f"pass 1 to {MOST_CELLS:,} cells")
    right, bottom = left + wide - 1, top + len(rows) - 1
    if right > LARGEST_COLUMN or bottom > LARGEST_ROW:
        raise BadArgument("rows", f"sheets have {LARGEST_COLUMN:,} columns and {LARGEST_ROW:,} rows here")
    for down, row in enumerate(rows):
        for across, value in enumerate(row):
            name = f"rows[{down}][{across}]"
            cell = sheet.cell(top + down, left + across)
            if type(cell).__name__ == "MergedCell":
                raise BadArgument(name, f"{cell.coordinate} is part of merged cells")
            cell.value = write_value(value, name)
    return left, top, right, bottom


@server.tool
def list_sheets(context: ToolContext, path: Path) -> Answer:
    """List the sheets of a workbook with their used ranges and the number of charts."""
    book = load(context, path)
    found = [
        {"name": sheet.title, "range": sheet.dimensions, "charts": len(sheet._charts)}
        for sheet in book.worksheets[:200]
    ]
    return Answer({"sheets": found}, looked=(look_at(context.files, path, "metadata"),))


@server.tool
def read_range(
    context: ToolContext,
    path: Path,
    cells: Annotated[
        str | None, about("Such as B2:D9; by default all used cells. At most 5,000 cells.")
    ] = None,
    sheet: SheetName = None,
    formulas: Annotated[
        bool,
        about("Whether formulas are returned, instead of the results that a spreadsheet program stored."),
    ] = True,
) -> Answer:
    """Read cells, row by row. Formulas are returned as written; this server computes none, so that without
    `formulas` a cell is empty until a spreadsheet program has saved the file."""
    page = sheet_of(load(context, path, values=not formulas), sheet)
    bounds = require_cells(bounds_of(cells, page, "cells"))
    left, top, right, bottom = bounds
    rows = [
        [read_value(value) for value in row]
        for row in page.iter_rows(top, bottom, left, right, values_only=True)
    ]
    rows = _fitting(rows)
    data = {
        "sheet": page.title,
        "range": range_text((left, top, right, top + max(0, len(rows) - 1))),
        "rows": rows,
    }
    return Answer(data, looked=(look_at(context.files, path, "structure"),))


def _fitting(rows: list[list[Value]]) -> list[list[Value]]:
    """Return the rows that fit into an answer."""
    kept: list[list[Value]] = []
    left = 120_000
    for row in rows:
        left -= sum(len(str(value)) + 4 for value in row)
        if left < 0 and kept:
            break
        kept.append([value[:2_000] if isinstance(value, str) else value for value in row])
    return kept


@server.tool(read_only=False)
def write_range(
    context: ToolContext,
    path: Path,
    start: Annotated[str, about("The upper left cell, such as A1.")],
    rows: Annotated[
        list[list[Value]], about("Rows of cells: texts, numbers, true or false, or null to clear.")
    ],
    sheet: SheetName = None,
) -> Answer:
    """Write rows of cells. Texts that begin with = become formulas; numbers must be passed as numbers. At
    most 5,000 cells. Returns the range that was written."""
    book = load(context, path)
    page = sheet_of(book, sheet)
    left, top, _, _ = bounds_of(start, page, "start")
    bounds = _put(page, rows, left, top)
    return Answer({"path": save(context, book, path), "sheet": page.title, "range": range_text(bounds)})


@server.tool(read_only=False)
def set_formula(
    context: ToolContext,
    path: Path,
    cells: Annotated[str, about("The cell, such as D10, or a range such as D2:D9.")],
    formula: Annotated[
        str, about("Such as =SUM(D2:D9). In a range, {row} stands for the number of the row.")
    ],
    sheet: SheetName = None,
) -> Answer:
    """Write a formula into a cell or into each cell of a range. It is stored, not computed or checked:
    spreadsheet programs compute it when they open the file."""
    text = formula if formula.startswith("=") else f"={formula}"
    if not 2 <= len(text) <= 8_000:
        raise BadArgument("formula", "pass 1 to 8,000 characters")
    book = load(context, path)
    page = sheet_of(book, sheet)
    left, top, right, bottom = bounds = require_cells(bounds_of(cells, page, "cells"))
    rows: list[list[Value]] = [
        [text.replace("{row}", str(row))] * (right - left + 1) for row in range(top, bottom + 1)
    ]
    _put(page, rows, left, top)
    return Answer(
        {
            "path": save(context, book, path),
            "sheet": page.title,
            "range": range_text(bounds),
            "computed": False,
        }
    )


@server.tool(read_only=False)
def add_sheet(
    context: ToolContext,
    path: Path,
    sheet: Annotated[str, about("Name of the new sheet, up to 31 characters.")],
    copy_of: Annotated[
        str | None, about("A sheet whose cells and formats it begins with; charts are not copied.")
    ] = None,
) -> Answer:
    """Add a sheet at the end of a workbook, empty or as a copy of another one."""
    book = load(context, path)
    if len(book.sheetnames) >= 100:
        raise BadArgument("sheet", "a workbook has at most 100 sheets here")
    title = require_title(sheet, book)
    page = book.copy_worksheet(sheet_of(book, copy_of)) if copy_of is not None else book.create_sheet(title)
    page.title = title
    return Answer({"path": save(context, book, path), "sheets": book.sheetnames})
