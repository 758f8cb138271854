"""Faults of workbooks."""

from __future__ import annotations

import io
from typing import Any

from m3bench.media import written_bytes


def change_cell(data: bytes, *, cell: str, value: Any, sheet: str | None = None) -> bytes:
    """Put another value into a cell."""
    book, table = _opened(data, sheet)
    table[cell] = value
    return _saved(book)


def swap_rows(data: bytes, *, one: int, other: int, sheet: str | None = None) -> bytes:
    """Swap the values of two rows, numbered from 1."""
    book, table = _opened(data, sheet)
    for column in range(1, table.max_column + 1):
        first, second = table.cell(one, column), table.cell(other, column)
        first.value, second.value = second.value, first.value
    return _saved(book)


def _opened(data: bytes, sheet: str | None) -> tuple[Any, Any]:
    from openpyxl import load_workbook  # noqa: PLC0415 - heavy

    book = load_workbook(io.BytesIO(data))
    return book, book[sheet] if sheet is not None else book.worksheets[0]


def _saved(book: Any) -> bytes:
    return written_bytes(book.save)
