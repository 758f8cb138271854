"""Argument checks of office tools."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from m3bench.servers.kit import BadArgument

LONGEST_WORDS = 20_000
MOST_ROWS = 200
MOST_COLUMNS = 30
_COLOUR = re.compile(r"#?([0-9a-fA-F]{6})")
# What XML cannot hold: control characters except tab and line breaks, and non-characters.
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")


def check_words(text: str, name: str, *, empty: bool = False, most: int = LONGEST_WORDS) -> str:
    """Return a text without control characters. Line breaks are kept."""
    clean = _FORBIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    if not empty and not clean.strip():
        raise BadArgument(name, "it is empty; pass a text")
    if len(clean) > most:
        raise BadArgument(name, f"it has {len(clean):,} characters; the maximum is {most:,}")
    return clean


def check_colour(text: str, name: str) -> str:
    """Return a colour as six upper-case hexadecimal digits."""
    match = _COLOUR.fullmatch(text.strip())
    if match is None:
        raise BadArgument(name, f"'{text[:30]}' is not a colour; write it as '#1f5aa6'")
    return match[1].upper()


def check_number(number: int, name: str, count: int, what: str) -> int:
    """Return a number from 1 to `count`."""
    if not 1 <= number <= count:
        there = f"numbers go from 1 to {count}" if count else f"there is no {what}"
        raise BadArgument(name, f"there is no {what} {number}; {there}")
    return number


def check_suffix(path: str, suffix: str, name: str = "path") -> str:
    if PurePosixPath(path).suffix.lower() != suffix:
        raise BadArgument(name, f"'{path[:80]}' must end in {suffix}")
    return path


def check_cells(rows: Sequence[Sequence[object]], name: str = "rows") -> list[list[str]]:
    """Return the rows of a table as texts, all of the same length."""
    width = max((len(row) for row in rows), default=0)
    if not width:
        raise BadArgument(name, "the table is empty; pass rows of cells, the heading row first")
    if len(rows) > MOST_ROWS or width > MOST_COLUMNS:
        raise BadArgument(name, f"a table has at most {MOST_ROWS} rows and {MOST_COLUMNS} columns")
    return [
        [
            check_words(_cell(row[place]) if place < len(row) else "", name, empty=True)
            for place in range(width)
        ]
        for row in rows
    ]


def _cell(value: object) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
