"""What a chart shows: bars, lines, rings, dots and trends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from m3bench_world.scenes.painting import Canvas, Paint, Point, darker, ellipse, rect, sector, text_width
from m3bench_world.scenes.plots.axis import Axis
from m3bench_world.scenes.plots.frame import TYPE, Frame

INKS: Mapping[str, str] = MappingProxyType({
    "blue": "#1f6fb4", "orange": "#e8861f", "green": "#2f9a57", "red": "#cf3a44", "purple": "#7d54b5",
    "brown": "#a06a3a",
})  # fmt: skip
"""Colours of series by name, clearly different from each other."""
_FILLED = 0.72
"""The share of a slot that its bars take."""


class Series(NamedTuple):
    """Values of one name, in the order of the categories."""

    name: str
    colour: str
    values: tuple[float, ...]

    @property
    def paint(self) -> Paint:
        return INKS[self.colour]

    def facts(self) -> dict[str, Any]:
        return {"name": self.name, "colour": self.colour, "values": list(self.values)}


def bars(canvas: Canvas, area: Frame, axis: Axis, shown: Sequence[Series], *, labelled: bool) -> None:
    """Draw a group of bars in every slot, with the values above them if they are labelled."""
    count = len(shown[0].values)
    for place in range(count):
        left, wide = area.slot(place, count)
        each = wide * _FILLED / len(shown)
        for row, series in enumerate(shown):
            x, top = left + wide * (1 - _FILLED) / 2 + row * each, axis.at(series.values[place])
            canvas.fill(rect(x, top, each - 2, area.bottom - top), series.paint)
            if labelled:
                text = f"{series.values[place]:g}"
                wide_text = text_width(text, TYPE) + 8
                canvas.fill(rect(x + (each - wide_text) / 2, top - 33, wide_text, 30), area.ground)
                canvas.text(text, x + each / 2, top - 18, TYPE, area.ink)


def lines(canvas: Canvas, area: Frame, axis: Axis, shown: Sequence[Series]) -> None:
    """Draw a line with a mark at every value."""
    for series in shown:
        count = len(series.values)
        middles = [left + wide / 2 for left, wide in (area.slot(place, count) for place in range(count))]
        points = [(x, axis.at(value)) for x, value in zip(middles, series.values, strict=True)]
        canvas.line(*points, colour=series.paint, width=5)
        for x, y in points:
            canvas.fill(ellipse(x, y, 8), area.ground, outline=series.paint, width=4)


def ring(canvas: Canvas, centre: Point, radius: float, shown: Sequence[Series], ground: Paint) -> None:
    """Draw the first values of the series as parts of a ring, clockwise from the top."""
    x, y = centre
    total, start = sum(series.values[0] for series in shown), -90.0
    for series in shown:
        sweep = 360 * series.values[0] / total
        canvas.fill(sector(x, y, radius, radius, (start, sweep)), series.paint, outline=ground, width=3)
        start += sweep
    canvas.fill(ellipse(x, y, radius * 0.5), ground)


def dots(canvas: Canvas, points: Sequence[Point], colour: Paint) -> None:
    for x, y in points:
        canvas.fill(ellipse(x, y, 8), colour, outline=darker(colour, 0.4), width=1.5)


def trend(canvas: Canvas, first: Point, last: Point, colour: Paint) -> None:
    """Draw a straight line through a cloud of dots."""
    canvas.line(first, last, colour=colour, width=5)
