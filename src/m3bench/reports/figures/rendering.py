"""Render figures as SVG and PNG, without network or browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from m3bench.formats import write_atomically
from m3bench.reports.figures.labels import drawable
from m3bench.reports.figures.palette import in_print, named
from m3bench.reports.figures.suites import table_of
from m3bench.reports.study import Cell, Figure, Row, Study, Table

_VERSION = "6.4"
# Fonts with the same metrics, one of which every machine has, so that the layout fits everywhere.
_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
_SCALE = 2.0
_PLACES = re.compile(r'(?<= )(transform|d|x|y|x2|y2|width|height)="([^"]*)"')
_FRACTION = re.compile(r"\d+\.\d{3,}(?:e-\d+)?")


def draw(figure: Figure, table: Table) -> str:
    """Return an SVG with named colours, for a page that defines them."""
    import vl_convert  # noqa: PLC0415 - carries a JavaScript engine

    rows = [_plain(row) for row in table.rows]
    spec = {**figure.spec, "data": {"name": table.name}, "datasets": {table.name: rows}, "config": _CONFIG}
    drawing: str = vl_convert.vegalite_to_svg(spec, vl_version=_VERSION, allowed_base_urls=[])
    return _PLACES.sub(lambda match: f'{match[1]}="{_rounded(match[2])}"', drawing)


def write_figures(study: Study, folder: Path) -> list[Path]:
    """Write each figure as SVG and PNG in light colours on white, for papers."""
    folder.mkdir(parents=True, exist_ok=True)
    return [path for figure, table in drawn_figures(study) for path in _write(figure, table, folder)]


def drawn_figures(study: Study) -> Iterator[tuple[Figure, Table]]:
    """Yield all figures of a study with their tables."""
    tables = study.tables()
    for section in study.sections:
        for figure in section.figures:
            yield figure, table_of(figure, tables)


def _write(figure: Figure, table: Table, folder: Path) -> Iterator[Path]:
    import vl_convert  # noqa: PLC0415 - carries a JavaScript engine

    drawing = _on_white(in_print(draw(figure, table)))
    for ending, content in (
        ("svg", drawing.encode()),
        ("png", bytes(vl_convert.svg_to_png(drawing, scale=_SCALE))),
    ):
        path = folder / f"{figure.name}.{ending}"
        write_atomically(path, [content])
        yield path


def _on_white(drawing: str) -> str:
    head, closing, rest = drawing.partition(">")
    return f'{head}{closing}<rect width="100%" height="100%" fill="white"/>{rest}'


def _plain(row: Row) -> dict[str, Cell]:
    return {key: drawable(value) if isinstance(value, str) else value for key, value in row.items()}


def _rounded(numbers: str) -> str:
    return _FRACTION.sub(lambda match: f"{float(match[0]):.2f}".rstrip("0").rstrip("."), numbers)


_AXIS: dict[str, Any] = {
    "labelColor": named("ink"),
    "titleColor": named("quiet"),
    "domainColor": named("line"),
    "tickColor": named("line"),
    "gridColor": named("grid"),
    "labelFontSize": 11,
    "titleFontSize": 11,
    "titleFontWeight": "normal",
    "labelPadding": 6,
    "titlePadding": 10,
}
_CONFIG: dict[str, Any] = {
    "background": None,
    "font": _FONT,
    "padding": 6,
    "view": {"stroke": None},
    "axis": _AXIS,
    "axisBand": {"ticks": False, "domain": False, "grid": False},
    "header": {"labelColor": named("ink"), "titleColor": named("quiet"), "labelFontSize": 11},
    "legend": {
        "labelColor": named("ink"),
        "titleColor": named("quiet"),
        "labelFontSize": 11,
        "titleFontSize": 11,
        "titleFontWeight": "normal",
        "labelLimit": 200,
        "symbolLimit": 60,
        "rowPadding": 4,
        "columnPadding": 18,
    },
    "text": {"fontSize": 10, "color": named("ink")},
    "point": {"filled": True, "size": 60, "opacity": 1},
    "rule": {"color": named("quiet")},
}
