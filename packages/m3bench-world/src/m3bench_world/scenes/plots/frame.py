"""Axes, series and the frame of a chart: grid, ticks, names of the categories and a legend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from m3bench_world.scenes.painting import Canvas, Paint, Point, darker, ellipse, mix, rect, sector, text_width

READABLE = 0.25
"""The share of a step by which a careful reader may be wrong."""


class Axis(NamedTuple):
    """Values from `low` in `steps` steps of the size `step`, between two ends in drawing units."""

    low: float
    step: float
    steps: int
    start: float = 0.0
    end: float = 1.0

    @property
    def high(self) -> float:
        return self.low + self.step * self.steps

    @property
    def ticks(self) -> list[float]:
        return [self.low + self.step * index for index in range(self.steps + 1)]

    @property
    def tolerance(self) -> float:
        """How far a value that is read off may be from the true one."""
        return self.step * READABLE

    def at(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def between(self, start: float, end: float) -> Axis:
        """Return the axis drawn between two ends."""
        return self._replace(start=start, end=end)

    def facts(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high, "step": self.step, "tolerance": self.tolerance}


def axis_for(step: float, steps: int, low: float = 0.0) -> Axis:
    return Axis(low, step, steps)


TYPE = 26
_KEY, _GAP = 26, 40


class Frame(NamedTuple):
    """The area of the plot on its paper, and its colours."""

    left: float
    top: float
    right: float
    bottom: float
    ink: Paint
    ground: Paint

    def slot(self, place: int, count: int) -> tuple[float, float]:
        """Return the left end and the width of the slot of a category."""
        wide = (self.right - self.left) / count
        return self.left + place * wide, wide


def frame(
    canvas: Canvas, area: Frame, upright: Axis, names: Sequence[str] = (), across: Axis | None = None
) -> Axis:
    """Draw the grid with its ticks, and return the upright axis in its place."""
    placed = upright.between(area.bottom, area.top)
    grid = mix(area.ground, area.ink, 0.22)
    for value in placed.ticks:
        y = placed.at(value)
        canvas.line((area.left, y), (area.right, y), colour=grid, width=1.5)
        canvas.text(f"{value:g}", area.left - 14, y, TYPE, area.ink, anchor="end")
    for index, name in enumerate(names):
        left, wide = area.slot(index, len(names))
        canvas.text(name, left + wide / 2, area.bottom + 26, TYPE, area.ink, widest=wide - 6)
    for value in across.ticks if across else ():
        x = across.at(value) if across else 0
        canvas.line((x, area.bottom), (x, area.bottom + 8), colour=area.ink, width=2)
        canvas.line((x, area.top), (x, area.bottom), colour=grid, width=1.5)
        canvas.text(f"{value:g}", x, area.bottom + 28, TYPE, area.ink)
    canvas.line((area.left, area.top), (area.left, area.bottom), colour=area.ink, width=2.5)
    canvas.line((area.left, area.bottom), (area.right, area.bottom), colour=area.ink, width=2.5)
    return placed


def legend(canvas: Canvas, keys: Sequence[tuple[str, Paint]], at: tuple[float, float], ink: Paint) -> None:
    """Draw coloured keys with their names in a row, centred at a point."""
    middle, y = at
    widths = [_KEY + 10 + text_width(name, TYPE) for name, _ in keys]
    x = middle - (sum(widths) + _GAP * (len(keys) - 1)) / 2
    for (name, colour), wide in zip(keys, widths, strict=True):
        canvas.fill(rect(x, y - _KEY / 2, _KEY, _KEY, 4), colour)
        canvas.text(name, x + _KEY + 10, y, TYPE, ink, anchor="start")
        x += wide + _GAP


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
    for index in range(count):
        left, wide = area.slot(index, count)
        each = wide * _FILLED / len(shown)
        for row, series in enumerate(shown):
            x, top = left + wide * (1 - _FILLED) / 2 + row * each, axis.at(series.values[index])
            canvas.fill(rect(x, top, each - 2, area.bottom - top), series.paint)
            if labelled:
                text = f"{series.values[index]:g}"
                wide_text = text_width(text, TYPE) + 8
                canvas.fill(rect(x + (each - wide_text) / 2, top - 33, wide_text, 30), area.ground)
                canvas.text(text, x + each / 2, top - 18, TYPE, area.ink)


def lines(canvas: Canvas, area: Frame, axis: Axis, shown: Sequence[Series]) -> None:
    """Draw a line with a mark at every value."""
    for series in shown:
        count = len(series.values)
        middles = [left + wide / 2 for left, wide in (area.slot(index, count) for index in range(count))]
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
