"""The sections of the page: what is read first is open, and the rest is folded below its title."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from m3bench.reports.page.markup import Markup, element, joined
from m3bench.reports.page.matrix import AttemptLink, matrix_block
from m3bench.reports.page.tables import table_block
from m3bench.reports.study import Figure, Section, Table

# These sections are about the table; in others the figures come first.
_TABLE_FIRST = (
    "summary",
    "leaderboard",
    "modes",
    "mcp_bench",
    "tobench",
    "comparison",
    "ablations",
    "seeing",
)
_OPEN_PARTS = {"summary": 99, "leaderboard": 2, "inspection": 0}
"""How many parts of a section are open, if not one."""
_TALL = 460
"""Figures that are taller than this are folded, except in sections that open several parts."""
_SMALL = 480

_MATRIX = "matrix"


class Drawings(NamedTuple):
    """A figure for a wide and for a narrow screen."""

    wide: str
    narrow: str


Drawing = Callable[[Figure], Drawings]


class _Part(NamedTuple):
    title: str
    block: Markup
    kind: str
    """Its class: a figure is a card, a table is a sheet."""
    is_tall: bool = False
    is_titled: bool = True


def section_block(section: Section, drawing: Drawing, link: AttemptLink | None = None) -> Markup:
    """Return a section. `link` returns the addresses of attempts in an exported viewer."""
    if section.name == _MATRIX:
        return _section(section, [matrix_block(table, link) for table in section.tables if table.rows])
    parts = list(_parts(section, drawing))
    several = section.name in _OPEN_PARTS
    opened = _OPEN_PARTS.get(section.name, 1)
    return _section(
        section,
        [
            _open(part)
            if index < opened and (several or not part.is_tall)
            else folded_part(part.title, part.block)
            for index, part in enumerate(parts)
        ],
    )


def folded_part(title: str, block: Markup) -> Markup:
    """Return a part of a section that is folded below its title."""
    return element("details", element("summary", element("h3", title)), block, class_="fold")


def _parts(section: Section, drawing: Drawing) -> Iterator[_Part]:
    """Yield the table that the section is about, the figures with their numbers, and the other tables."""
    tables = {table.name: table for table in section.tables if table.shown and table.rows}
    placed = set()
    if section.name in _TABLE_FIRST and section.name in tables:
        first = tables[section.name]
        yield _sheet(first, is_titled=first.title != section.title)
        placed.add(first.name)
    for _, group in groupby(section.figures, key=lambda figure: (figure.table, figure.title)):
        figures = list(group)
        yield _charts(figures, drawing, tables, again=figures[0].table in placed)
        placed.add(figures[0].table)
    for name, table in tables.items():
        if name not in placed:
            yield _sheet(table)


def _section(section: Section, parts: Sequence[Markup]) -> Markup:
    return element(
        "section",
        element("h2", section.title),
        element("ul", *(element("li", point) for point in section.points), class_="points")
        if section.points
        else None,
        element("p", section.intro, class_="intro") if section.intro else None,
        *(parts or ([element("p", "Nothing to show.", class_="quiet")] if section.tables else [])),
        id=section.name,
        class_="section",
    )


def _open(part: _Part) -> Markup:
    return element("div", element("h3", part.title) if part.is_titled else None, part.block, class_=part.kind)


def _sheet(table: Table, *, is_titled: bool = True) -> _Part:
    block = table_block(table, filtered="published" in {column.key for column in table.columns})
    return _Part(table.title, block, "sheet", is_titled=is_titled)


def _charts(
    figures: Sequence[Figure], drawing: Drawing, tables: Mapping[str, Table], *, again: bool
) -> _Part:
    """Return a figure, or the same figure of several suites side by side."""
    drawn = [drawing(figure) for figure in figures]
    first = figures[0]
    block = joined(
        element("div", *map(_chart, figures, drawn), class_="charts"),
        *(
            element("p", text, class_="quiet")
            for text in dict.fromkeys(figure.caption for figure in figures)
            if text
        ),
        _numbers(first, tables.get(first.table), again=again),
    )
    is_small = len(figures) == 1 and _size(drawn[0].wide, "width") <= _SMALL
    tallest = max(_size(drawings.wide, "height") for drawings in drawn)
    return _Part(first.title, block, "card small" if is_small else "card", is_tall=tallest > _TALL)


def _chart(figure: Figure, drawn: Drawings) -> Markup:
    return element(
        "figure",
        element("figcaption", f"Suite {figure.suite}") if figure.suite else None,
        element(
            "div",
            element("div", Markup(drawn.wide), class_="wide"),
            element("div", Markup(drawn.narrow), class_="narrow"),
            class_="chart",
            tabindex="0",
            role="group",
            aria_label=f"{figure.title}, {figure.suite}" if figure.suite else figure.title,
        ),
        id=f"figure-{figure.name}",
        class_="broad" if figure.suite and _size(drawn.wide, "width") > _SMALL else None,
    )


def _numbers(figure: Figure, table: Table | None, *, again: bool) -> Markup | None:
    if again or table is None:
        return element("p", element("a", "Numbers", href=f"#table-{figure.table}"), class_="quiet")
    return element("details", element("summary", "Numbers"), table_block(table))


def _size(drawing: str, side: str) -> float:
    """Return the width or height of a drawing."""
    match = re.search(rf'<svg[^>]* {side}="([\d.]+)"', drawing)
    return float(match[1]) if match else 0.0
