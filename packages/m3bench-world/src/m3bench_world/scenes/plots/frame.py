"""The frame of a chart: grid, ticks, names of the categories and a legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from m3bench_world.scenes.painting import Canvas, Paint, mix, rect, text_width
from m3bench_world.scenes.plots.axis import Axis

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
    for place, name in enumerate(names):
        left, wide = area.slot(place, len(names))
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
