"""Formats of cells."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from m3bench.servers.kit import Answer, BadArgument, about, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.sheets.server import (
    Path,
    SheetName,
    bounds_of,
    column_letters,
    load,
    range_text,
    require_cells,
    save,
    server,
    sheet_of,
)

_COLOUR = re.compile(r"#?([0-9a-fA-F]{6})")

Colour = Annotated[str | None, about("#rrggbb.")]


@server.tool(read_only=False)
def format_cells(
    context: ToolContext,
    path: Path,
    cells: Annotated[str, about("Such as A1:D1. At most 5,000 cells.")],
    sheet: SheetName = None,
    bold: Annotated[bool | None, about("Bold letters or not; unchanged by default.")] = None,
    italic: Annotated[bool | None, about("Italic letters or not; unchanged by default.")] = None,
    size: Annotated[float | None, about("Size of letters in points, 4 to 96.")] = None,
    color: Colour = None,
    fill: Annotated[str | None, about("Colour behind the letters, #rrggbb.")] = None,
    number_format: Annotated[str | None, about("Such as 0.00, #,##0, 0% or yyyy-mm-dd.")] = None,
    align: Annotated[Literal["left", "center", "right"] | None, about("Horizontal alignment.")] = None,
    wrap: Annotated[bool | None, about("Whether long texts are broken into lines.")] = None,
    border: Annotated[bool | None, about("Thin lines around each cell, or none.")] = None,
    column_width: Annotated[float | None, about("Width of the columns in characters, 1 to 200.")] = None,
) -> Answer:
    """Format cells: font, colours, number format, alignment, borders and width of their columns. What is not
    passed stays as it is. Returns the range."""
    book = load(context, path)
    page = sheet_of(book, sheet)
    left, top, right, bottom = bounds = require_cells(bounds_of(cells, page, "cells"))
    font = {"bold": bold, "italic": italic, "size": _points(size), "color": _argb(color, "color")}
    if number_format is not None and not 1 <= len(number_format) <= 100:
        raise BadArgument("number_format", "pass 1 to 100 characters")
    background = _argb(fill, "fill")
    for row in page.iter_rows(top, bottom, left, right):
        for cell in row:
            _dress(
                cell,
                {name: value for name, value in font.items() if value is not None},
                background,
                number_format,
            )
            _place(cell, align, wrap, border)
    if column_width is not None:
        wide = check_range(column_width, "column_width", 1, 200)
        for column in range(left, right + 1):
            page.column_dimensions[column_letters(column)].width = wide
    return Answer({"path": save(context, book, path), "sheet": page.title, "range": range_text(bounds)})


def _points(size: float | None) -> float | None:
    return None if size is None else check_range(size, "size", 4, 96)


def _argb(colour: str | None, name: str) -> str | None:
    if colour is None:
        return None
    match = _COLOUR.fullmatch(colour.strip())
    if not match:
        raise BadArgument(name, f"'{colour[:40]}' is not a colour; write #rrggbb")
    return f"FF{match[1].upper()}"


def _dress(cell: Any, font: dict[str, Any], fill: str | None, number_format: str | None) -> None:
    from copy import copy  # noqa: PLC0415 - beside what needs it

    from openpyxl.styles import Font, PatternFill  # noqa: PLC0415 - heavy

    if font:
        old = copy(cell.font)
        kept = {
            name: getattr(old, name)
            for name in ("name", "size", "bold", "italic", "underline", "strike", "color")
        }
        cell.font = Font(**(kept | font))
    if fill is not None:
        cell.fill = PatternFill("solid", fgColor=fill)
    if number_format is not None:
        cell.number_format = number_format


def _place(cell: Any, align: str | None, wrap: bool | None, border: bool | None) -> None:
    from openpyxl.styles import Alignment, Border, Side  # noqa: PLC0415 - heavy

    if align is not None or wrap is not None:
        old = cell.alignment
        cell.alignment = Alignment(
            horizontal=align if align is not None else old.horizontal,
            vertical=old.vertical,
            wrap_text=wrap if wrap is not None else old.wrap_text,
        )
    if border is not None:
        side = Side("thin") if border else Side()
        cell.border = Border(side, side, side, side)
