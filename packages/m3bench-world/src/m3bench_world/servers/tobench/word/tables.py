"""Tables in documents."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any, Literal

from m3bench.core import Look
from m3bench.servers.kit import Answer, BadArgument, about, check_offset
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_cells, check_colour, check_number, check_words
from m3bench_world.servers.tobench.word.documents import (
    edited,
    opened,
    place,
    require_place,
    require_style,
    seen,
    table_at,
)
from m3bench_world.servers.tobench.word.server import After, Document, Table, server

Cell = str | int | float | bool | None
MOST_CELLS = 4_000
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


@server.tool(read_only=False)
def add_table(
    context: ToolContext,
    path: Document,
    rows: Annotated[tuple[tuple[Cell, ...], ...], about("The rows of cells, with the heading row first.")],
    header: Annotated[bool, about("Whether the first row is a heading row, in bold.")] = True,
    style: Annotated[
        str, about("Name of a table style, such as 'Table Grid' or 'Light List Accent 1'.")
    ] = "Table Grid",
    after: After = None,
) -> Answer:
    """Add a table of at most 200 rows and 30 columns. Returns its number and size."""
    cells = check_cells(rows)
    if len(cells) * len(cells[0]) > MOST_CELLS:
        raise BadArgument("rows", f"a table has at most {MOST_CELLS:,} cells")
    with edited(context, path) as document:
        require_place(document, after)
        table = document.add_table(len(cells), len(cells[0]))
        table.style = require_style(document, style, ("TABLE",))
        for row, texts in zip(table.rows, cells, strict=True):
            for cell, text in zip(row.cells, texts, strict=True):
                cell.text = text
        for run in _runs(table.rows[0]) if header else ():
            run.bold = True
        place(document, table._tbl, after)
        number = next(number for number, each in enumerate(document.tables, 1) if each._tbl is table._tbl)
    return Answer({"path": path, "table": number, "rows": len(cells), "columns": len(cells[0])})


@server.tool
def read_table(context: ToolContext, path: Document, table: Table = 1) -> Answer:
    """The texts of a table's cells, row by row, at most 4,000 cells. A merged cell is given once."""
    with opened(context, path) as document:
        found = table_at(document, table)
        rows = [[_text(cell) for cell in _cells(row)] for row in found._tbl.iterfind(f"{_WORD}tr")]
        total = len(document.tables)
        style = found.style.name if found.style is not None else None
        span = _span(document, found)
    shown, count = [], 0
    for row in rows:
        count += len(row)
        if count > MOST_CELLS:
            break
        shown.append(row)
    data = {"table": table, "tables": total, "style": style, "rows": shown, "row_count": len(rows)}
    name = context.files.relative(context.files.inside(path))
    return seen(context, path, data, Look(name, "structure", (span,)))


@server.tool(read_only=False)
def set_cell(
    context: ToolContext,
    path: Document,
    table: Table,
    row: Annotated[int, about("Row of the cell, from 1; the heading row counts.")],
    column: Annotated[int, about("Column of the cell, from 1.")],
    text: Annotated[str | None, about("The new text; by default it stays.")] = None,
    bold: Annotated[bool | None, about("Whether its text is bold.")] = None,
    fill: Annotated[str | None, about("Background colour, such as '#ffeecc'.")] = None,
) -> Answer:
    """Set the text, bold or background of a cell of a table. Returns the text before and after."""
    words = None if text is None else check_words(text, "text", empty=True)
    colour = None if fill is None else check_colour(fill, "fill")
    with edited(context, path) as document:
        cell = _cell_at(table_at(document, table), row, column)
        before = _text(cell._tc)
        if words is not None:
            cell.text = words
        for run in (run for paragraph in cell.paragraphs for run in paragraph.runs):
            if bold is not None:
                run.bold = bold
        if colour is not None:
            _shade(cell, colour)
        after = _text(cell._tc)
    return Answer(
        {"path": path, "table": table, "row": row, "column": column, "before": before, "after": after}
    )


@server.tool(read_only=False)
def change_rows(
    context: ToolContext,
    path: Document,
    table: Table,
    action: Annotated[Literal["insert", "delete"], about("Whether to insert a row or delete one.")],
    row: Annotated[int, about("The row to delete, or the row after which to insert; 0 inserts at the top.")],
    cells: Annotated[tuple[Cell, ...], about("The texts of the inserted row.")] = (),
) -> Answer:
    """Insert a row into a table, or delete one. Returns the number of rows then."""
    with edited(context, path) as document:
        found = table_at(document, table)
        rows = list(found.rows)
        if action == "delete":
            number = check_number(row, "row", len(rows), "row")
            found._tbl.remove(rows[number - 1]._tr)
        else:
            if check_offset(row, "row") > len(rows):
                raise BadArgument("row", f"the table has {len(rows)} rows")
            _insert(found, rows, row, cells)
        left = len(found.rows)
    return Answer({"path": path, "table": table, "rows": left})


def _insert(table: Any, rows: list[Any], row: int, cells: tuple[Cell, ...]) -> None:
    texts = check_cells([cells], "cells")[0] if cells else []
    added = table.add_row()
    if len(texts) > len(added.cells):
        raise BadArgument("cells", f"the table has {len(added.cells)} columns")
    for cell, text in zip(added.cells, texts, strict=False):
        cell.text = text
    if row < len(rows):
        rows[row]._tr.addprevious(added._tr)


def _span(document: Any, table: Any) -> tuple[float, float]:
    """Return where a table is between the beginning (0) and the end (1) of the document."""
    blocks = list(document.element.body)
    at = next((at for at, block in enumerate(blocks) if block is table._tbl), 0)
    return at / len(blocks), (at + 1) / len(blocks)


def _cells(row: Any) -> list[Any]:
    return list(row.iterfind(f"{_WORD}tc"))


def _text(cell: Any) -> str:
    element = getattr(cell, "_tc", cell)
    parts = [
        "".join(node.text or "" for node in paragraph.iter(f"{_WORD}t"))
        for paragraph in element.iter(f"{_WORD}p")
    ]
    return "\n".join(parts)[:2_000]


def _cell_at(table: Any, row: int, column: int) -> Any:
    rows = list(table._tbl.iterfind(f"{_WORD}tr"))
    line = rows[check_number(row, "row", len(rows), "row") - 1]
    cells = _cells(line)
    element = cells[check_number(column, "column", len(cells), "column") - 1]
    return import_module("docx.table")._Cell(element, table)


def _runs(row: Any) -> list[Any]:
    return [run for cell in row.cells for paragraph in cell.paragraphs for run in paragraph.runs]


def _shade(cell: Any, colour: str) -> None:
    properties = cell._tc.get_or_add_tcPr()
    for old in properties.findall(f"{_WORD}shd"):
        properties.remove(old)
    shade = import_module("docx.oxml").OxmlElement("w:shd")
    for name, value in (("val", "clear"), ("color", "auto"), ("fill", colour)):
        shade.set(f"{_WORD}{name}", value)
    properties.append(shade)
