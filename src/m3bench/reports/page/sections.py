"""The sections of the page: figures with their numbers, then the other tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from m3bench.reports.page.markup import Markup, element
from m3bench.reports.page.matrix import AttemptLink, matrix_block
from m3bench.reports.page.tables import table_block
from m3bench.reports.study import Figure, Section, Table

# These sections are about the table; in others the figures come first.
_TABLE_FIRST = {
    *("summary", "leaderboard", "modes", "mcp_bench", "tobench", "comparison", "ablations", "seeing"),
}
_FOLDED_FROM = 30
_SMALL = 480

_MATRIX = "matrix"


class Drawings(NamedTuple):
    """A figure for a wide and for a narrow screen."""

    wide: str
    narrow: str


Drawing = Callable[[Figure], Drawings]


def section_block(section: Section, drawing: Drawing, link: AttemptLink | None = None) -> Markup:
    """Return a section. `link` returns the addresses of attempts in an exported viewer."""
    if section.name == _MATRIX:
        return _section(section, [matrix_block(table, link) for table in section.tables if table.rows])
    tables = {table.name: table for table in section.tables if table.shown and table.rows}
    first = tables.get(section.name) if section.name in _TABLE_FIRST else None
    placed = {first.name} if first else set()
    parts = [_sheet(first, titled=first.title != section.title)] if first else []
    for figure in section.figures:
        parts.append(_figure(figure, drawing(figure), tables.get(figure.table), again=figure.table in placed))
        placed.add(figure.table)
    parts += [_sheet(table) for name, table in tables.items() if name not in placed]
    return _section(section, parts)


def _section(section: Section, parts: Sequence[Markup]) -> Markup:
    return element(
        "section",
        element("h2", section.title),
        element("ul", *(element("li", point) for point in section.points), class_="points")
        if section.points
        else None,
        element("p", section.intro, class_="intro") if section.intro else None,
        *(parts or [element("p", "Nothing to show.", class_="quiet")]),
        id=section.name,
        class_="section",
    )


def _sheet(table: Table, *, titled: bool = True) -> Markup:
    block = table_block(table, filtered="published" in {column.key for column in table.columns})
    if len(table.rows) > _FOLDED_FROM and table.name not in _TABLE_FIRST:
        block = _folded(f"{len(table.rows):,} rows", block)
    return element("div", element("h3", table.title) if titled else None, block, class_="sheet")


def _figure(figure: Figure, drawn: Drawings, table: Table | None, *, again: bool) -> Markup:
    caption = element("figcaption", figure.caption) if figure.caption else None
    chart = element(
        "div",
        element("div", Markup(drawn.wide), class_="wide"),
        element("div", Markup(drawn.narrow), class_="narrow"),
        class_="chart",
        tabindex="0",
        role="group",
        aria_label=figure.title,
    )
    return element(
        "figure",
        element("h3", figure.title),
        chart,
        caption,
        _numbers(figure, table, again=again),
        class_="card small" if _is_small(drawn.wide) else "card",
        id=f"figure-{figure.name}",
    )


def _numbers(figure: Figure, table: Table | None, *, again: bool) -> Markup | None:
    if again or table is None:
        return element("p", element("a", "Numbers", href=f"#table-{figure.table}"), class_="quiet")
    return _folded("Numbers", table_block(table))


def _folded(title: str, block: Markup) -> Markup:
    return element("details", element("summary", title), block)


def _is_small(drawing: str) -> bool:
    """Return whether two of these drawings fit side by side."""
    width = re.search(r'<svg[^>]* width="([\d.]+)"', drawing)
    return width is not None and float(width[1]) <= _SMALL
