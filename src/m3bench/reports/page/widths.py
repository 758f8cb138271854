"""How wide the columns of a table are, about, to cut a wide table into parts that fit into the page."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.reports.page.cells import interval, is_number, shown
from m3bench.reports.study import Column, Row

_WIDEST = 1_020
"""The room for a table on a screen of 1,400 pixels."""
_LETTER, _SMALL_LETTER, _HEAD_LETTER = 7.8, 6.8, 8.4
_PADDING, _ARROW = 22, 12
_LONGEST_NAME, _NARROWEST_TEXT, _WIDEST_TEXT, _PROSE = 300, 96, 150, 230
_MOST_ROWS = 200
"""Rows that are looked at."""


def fitting_parts(columns: Sequence[Column], naming: Column, rows: Sequence[Row]) -> list[list[Column]]:
    """Return the columns in parts that fit side by side into the page. Each part has the naming column."""
    widths = {column.key: _width(column, naming, rows[:_MOST_ROWS]) for column in columns}
    parts: list[list[Column]] = [[]]
    room = _WIDEST - widths[naming.key]
    for column in columns:
        if column is naming:
            parts[0].append(column)
            continue
        if widths[column.key] > room and len(parts[-1]) > 1:
            parts.append([naming])
            room = _WIDEST - widths[naming.key]
        parts[-1].append(column)
        room -= widths[column.key]
    return parts


def _width(column: Column, naming: Column, rows: Sequence[Row]) -> float:
    texts = [shown(row.get(column.key), column.kind) for row in rows]
    head = max(map(len, column.title.split()), default=0) * _HEAD_LETTER + _ARROW
    if is_number(column):
        ends = max((len(interval(row, column)) for row in rows), default=0)
        body = max(max(map(len, texts), default=0) * _LETTER, ends * _SMALL_LETTER)
    else:
        body = _text_width(column, naming, texts)
    return max(head, body) + _PADDING


def _text_width(column: Column, naming: Column, texts: Sequence[str]) -> float:
    longest = max(map(len, texts), default=0) * _LETTER
    if column is naming:
        return min(_LONGEST_NAME, longest)
    if column.whole:
        return longest
    if column.prose:
        return _PROSE
    return min(_WIDEST_TEXT, max(_NARROWEST_TEXT, longest))
