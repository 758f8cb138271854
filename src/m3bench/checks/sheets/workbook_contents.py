"""The contents of workbooks: the value or the formula of each cell, and which sheets are hidden."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

from m3bench.checks.files import readable, require_harmless
from m3bench.checks.sheets.reading import MAX_COLUMNS, MAX_ROWS

_SPACE = re.compile(r"\s+")


def workbook_contents(data: bytes, path: str) -> Iterator[tuple[str, str]]:
    """Yield the cells of all sheets by address, such as `Costs!D4`; `sheets` are their names, in order."""
    require_harmless(data, path)
    import openpyxl  # noqa: PLC0415 - only needed where there are spreadsheets

    with readable(path, "spreadsheet"):
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True)
    for name in book.sheetnames:
        yield "sheets", name
    for sheet in book.worksheets:
        sheet.reset_dimensions()  # a file may name any
        for row in sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_COLUMNS):
            for cell in row:
                if cell.value is not None:
                    yield f"{sheet.title}!{cell.coordinate}", _written(cell.value)
        if sheet.sheet_state != "visible":
            yield f"{sheet.title} is hidden", "yes"


def _written(value: Any) -> str:
    """Return a value as text: 12 and 12.0 are the same, and so are formulas with other spaces."""
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int | float):
        return format(value, ".12g")
    text = str(getattr(value, "text", value))  # the formula of an array
    return _SPACE.sub("", text).upper() if text.startswith("=") else text
