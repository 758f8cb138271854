"""Tables in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_RULE = re.compile(r"[\s|:+-]*-[\s|:+-]*")
_AROUND = " \t*`"


def table_cells(line: str) -> list[str]:
    """Return the cells of a line of a table, without emphasis; empty if it is none."""
    return [cell.strip(_AROUND) for cell in line.strip().strip("|").split("|")] if "|" in line else []


def is_rule(line: str) -> bool:
    """Return whether a line only separates the headings of a table from its rows."""
    return "|" in line and _RULE.fullmatch(line) is not None


def markdown_tables(lines: Sequence[str]) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Yield the headings and rows of each table with a rule below its headings, as many cells each."""
    headings: list[str] = []
    rows: list[list[str]] = []
    previous: list[str] = []
    for line in lines:
        cells = table_cells(line)
        if is_rule(line) and previous:
            if rows:
                yield headings, rows
            headings, rows = previous, []
        elif headings and len(cells) == len(headings):
            rows.append(cells)
        elif headings:
            if rows:
                yield headings, rows
            headings, rows = [], []
        previous = cells
    if rows:
        yield headings, rows
