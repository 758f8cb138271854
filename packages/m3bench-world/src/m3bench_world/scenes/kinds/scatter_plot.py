"""Sales against temperature, as dots with a trend line, at a kiosk in some town."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.scenes.painting import Canvas, Dice, Lens, mix, rect, textures
from m3bench_world.scenes.plots import INKS, Axis, Frame, axis_for, dots, frame, trend
from m3bench_world.scenes.prints import TOWNS, page
from m3bench_world.scenes.stage import Stage

_WIDE, _HIGH, _MARGIN = 920, 680, 44
_PLOT = (118, 140, 872, 552)
_PAPERS = (("#fdfdfb", "#20262e"), ("#f3f8f4", "#1d3324"), ("#fbf5e9", "#33281c"))
_LOW, _HIGH_END = 0.1, 0.92
"""Where the trend begins and ends, as shares of the upright axis."""


class Ware(NamedTuple):
    """What is sold, and whether warmth sells it."""

    name: str
    rising: bool


_WARES = (
    Ware("Ice creams", True), Ware("Lemonades", True), Ware("Iced teas", True), Ware("Hot soups", False),
    Ware("Hot chocolates", False), Ware("Roast chestnuts", False),
)  # fmt: skip


def compose(stage: Stage) -> None:
    dice = stage.dice
    ware, town = dice.pick(_WARES), dice.pick(TOWNS)
    ground, ink = dice.pick(_PAPERS)
    stage.size, stage.lens = (_WIDE + 2 * _MARGIN, _HIGH + 2 * _MARGIN), Lens.clean()
    stage.backdrop = dice.pick((textures.wood, textures.concrete, textures.fabric))(stage.size, dice)
    upright, across = axis_for(dice.pick((10, 20, 25, 50)), 6), axis_for(5, 7, -5)
    canvas = page(_WIDE, _HIGH)
    canvas.fill(rect(0, 0, _WIDE, _HIGH), ground, outline=mix(ground, ink, 0.35), width=1)
    canvas.text(f"Our kiosk in {town.name}", _WIDE / 2, 46, 36, ink, weight=0.012)
    canvas.text(f"{ware.name} sold in a day", 40, 100, 26, ink, anchor="start")
    area = Frame(*_PLOT, ink, ground)
    placed_across = across.between(area.left, area.right)
    placed = frame(canvas, area, upright, (), placed_across)
    canvas.text("Highest temperature of the day, °C", (area.left + area.right) / 2, 632, 26, ink)
    ends = _trend(dice, upright, ware)
    _plot(canvas, dice, (placed_across, placed), ends)
    stage.put(canvas.cutout(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    slope = (ends[1] - ends[0]) / (across.high - across.low)
    stage.facts = {
        "ware": ware.name,
        "town": town.name,
        "country": town.country,
        "slope": slope,
        "intercept": ends[0] - slope * across.low,
        "axis": upright.facts(),
        "across": across.facts(),
        "plot": [_MARGIN + edge for edge in _PLOT],
    }


def _trend(dice: Dice, axis: Axis, ware: Ware) -> tuple[float, float]:
    """Draw the values of the trend line at both ends of the plot."""
    low, high = axis.high * dice.between(_LOW, 0.3), axis.high * dice.between(0.7, _HIGH_END)
    ends = round(low), round(high)
    return ends if ware.rising else (ends[1], ends[0])


def _plot(canvas: Canvas, dice: Dice, axes: tuple[Axis, Axis], ends: tuple[float, float]) -> None:
    across, upright = axes
    cloud, line = dice.some(INKS, 2)
    points = []
    for _ in range(dice.whole(16, 24)):
        warm = dice.between(across.low + 1, across.high - 1)
        share = (warm - across.low) / (across.high - across.low)
        sold = ends[0] + (ends[1] - ends[0]) * share + dice.between(-0.9, 0.9) * upright.step
        points.append((across.at(warm), upright.at(min(max(sold, 0), upright.high))))
    dots(canvas, points, INKS[cloud])
    trend(
        canvas,
        (across.at(across.low), upright.at(ends[0])),
        (across.at(across.high), upright.at(ends[1])),
        INKS[line],
    )
