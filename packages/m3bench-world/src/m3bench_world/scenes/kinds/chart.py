"""A chart of shares in a depot: bars, grouped bars, lines or a ring.

Without labels, values must be read off the axis; `facts["axis"]["tolerance"]` is what a careful reader can
reach. Parts of a ring have no axis: their tolerance is in percentage points.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from m3bench_world.scenes.painting import Canvas, Dice, Lens, Paint, mix, rect, textures
from m3bench_world.scenes.plots import INKS, Axis, Frame, Series, axis_for, bars, frame, legend, lines, ring
from m3bench_world.scenes.prints import known_shares, page
from m3bench_world.scenes.stage import Stage

_WIDE, _HIGH, _MARGIN = 920, 660, 44
_PLOT = (110, 136, 880, 530)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct")
_OWNERS = ("Ana", "Jonas", "Mei", "Omar", "Priya", "Luca", "Ingrid", "Tomas", "Aisha", "Pavel")
_PAPERS = (("#fdfdfb", "#20262e"), ("#f4f7fb", "#1b2a3c"), ("#fbf5e9", "#33281c"), ("#18212b", "#eef2f6"))
_STEPS = (10, 20, 25, 50)
_LEAST, _MOST = 0.12, 0.96
"""The range of values, as shares of the axis."""
_APART = 0.5
"""Smallest difference of two values of one category, or of neighbouring bars, in steps of the axis."""
_SLICE, _RING_TOLERANCE = 7, 3
"""Smallest part of a ring in percent, and the tolerance in percentage points."""

Drawn = tuple[list[Series], list[str], dict[str, Any]]


def compose(stage: Stage) -> None:
    dice = stage.dice
    form = dice.pick(tuple(_FORMS))
    ground, ink = dice.pick(_PAPERS)
    stage.size, stage.lens = (_WIDE + 2 * _MARGIN, _HIGH + 2 * _MARGIN), Lens.clean()
    stage.backdrop = dice.pick((textures.wood, textures.concrete, textures.fabric))(stage.size, dice)
    canvas = page(_WIDE, _HIGH)
    canvas.fill(rect(0, 0, _WIDE, _HIGH), ground, outline=mix(ground, ink, 0.35), width=1)
    tickers = [company.ticker for company in dice.some(known_shares(stage.world), 6)]
    series, categories, facts = _FORMS[form](canvas, dice, tickers, (ink, ground))
    stage.put(canvas.cutout(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    stage.facts = {
        "form": form,
        "categories": categories,
        "series": [line.facts() for line in series],
        "origin": [_MARGIN, _MARGIN],
        **facts,
    }


def _axis(dice: Dice) -> Axis:
    return axis_for(dice.pick(_STEPS), dice.pick((5, 6)))


def _value(dice: Dice, axis: Axis, others: list[float]) -> float:
    """Draw a whole number that is clearly different from the others."""
    while True:
        value = dice.whole(round(axis.high * _LEAST), round(axis.high * _MOST))
        if all(abs(value - other) >= axis.step * _APART for other in others):
            return value


def _table(dice: Dice, axis: Axis, columns: int, rows: int) -> list[tuple[float, ...]]:
    """Draw the values of all series: those of one category are clearly different."""
    drawn: list[list[float]] = []
    for _ in range(columns):
        column: list[float] = []
        for _ in range(rows):
            column.append(_value(dice, axis, column))
        drawn.append(column)
    return [tuple(column[row] for column in drawn) for row in range(rows)]


def _headed(canvas: Canvas, title: str, unit: str, ink: Paint) -> None:
    canvas.text(title, _WIDE / 2, 46, 36, ink, weight=0.012, widest=_WIDE - 60)
    canvas.text(unit, 40, 96, 26, ink, anchor="start")


def _plain_bars(canvas: Canvas, dice: Dice, tickers: list[str], colours: tuple[str, str]) -> Drawn:
    ink, ground = colours
    axis, count = _axis(dice), dice.whole(4, 6)
    title, labelled = dice.pick(("Our depot", "What we hold", "Shares of the club")), dice.happens(0.2)
    _headed(canvas, title, "Number of shares", ink)
    area = Frame(*_PLOT, ink, ground)
    values: list[float] = []
    for _ in range(count):
        values.append(_value(dice, axis, values[-1:]))
    series = [Series("shares", dice.pick(tuple(INKS)), tuple(values))]
    placed = frame(canvas, area, axis, tickers[:count])
    bars(canvas, area, placed, series, labelled=labelled)
    return series, tickers[:count], _facts(title, axis, labelled=labelled)


def _grouped_bars(canvas: Canvas, dice: Dice, tickers: list[str], colours: tuple[str, str]) -> Drawn:
    ink, ground = colours
    axis, count = _axis(dice), dice.whole(3, 4)
    owners, inks = dice.some(_OWNERS, 2), dice.some(INKS, 2)
    title = dice.pick(("Who holds what", "Shares by owner", "Two depots compared"))
    _headed(canvas, title, "Number of shares", ink)
    area = Frame(*_PLOT, ink, ground)
    table = _table(dice, axis, count, 2)
    series = [Series(owner, colour, row) for owner, colour, row in zip(owners, inks, table, strict=True)]
    bars(canvas, area, frame(canvas, area, axis, tickers[:count]), series, labelled=False)
    legend(canvas, [(line.name, line.paint) for line in series], (_WIDE / 2, 616), ink)
    return series, tickers[:count], _facts(title, axis, labelled=False)


def _time_lines(canvas: Canvas, dice: Dice, tickers: list[str], colours: tuple[str, str]) -> Drawn:
    ink, ground = colours
    axis, count, months = _axis(dice), dice.whole(2, 3), dice.whole(5, 7)
    start = dice.whole(0, len(_MONTHS) - months)
    names, inks = list(_MONTHS[start : start + months]), dice.some(INKS, count)
    title = dice.pick(
        ("Holdings at the end of the month", "How the depot grew", "Shares held, month by month")
    )
    _headed(canvas, title, "Number of shares", ink)
    area = Frame(*_PLOT, ink, ground)
    table = _table(dice, axis, months, count)
    series = [Series(ticker, colour, row) for ticker, colour, row in zip(tickers, inks, table, strict=False)]
    lines(canvas, area, frame(canvas, area, axis, names), series)
    legend(canvas, [(line.name, line.paint) for line in series], (_WIDE / 2, 616), ink)
    return series, names, _facts(title, axis, labelled=False)


def _parts(canvas: Canvas, dice: Dice, tickers: list[str], colours: tuple[str, str]) -> Drawn:
    """Draw a ring of percentages. No two parts are about equal."""
    ink, ground = colours
    count = dice.whole(3, 5)
    title = dice.pick(("Depot by value", "Where our money is", "What the fund consists of"))
    _headed(canvas, title, "Percent of the value", ink)
    inks, shares = dice.some(INKS, count), _percentages(dice, count)
    series = [
        Series(ticker, ink_, (part,)) for ticker, ink_, part in zip(tickers, inks, shares, strict=False)
    ]
    ring(canvas, (310, 376), 230, series, ground)
    for row, line in enumerate(series):
        y = 376 + (row - (count - 1) / 2) * 64
        canvas.fill(rect(630, y - 16, 32, 32, 5), line.paint)
        canvas.text(line.name, 680, y, 30, ink, anchor="start")
    facts = _facts(title, None, labelled=False)
    return series, ["percent"], facts


def _percentages(dice: Dice, count: int) -> list[int]:
    while True:
        cuts = sorted(dice.whole(1, 99) for _ in range(count - 1))
        parts = [last - first for first, last in zip((0, *cuts), (*cuts, 100), strict=True)]
        ranked = sorted(parts)
        apart = min(last - first for first, last in pairwise(ranked))
        if ranked[0] >= _SLICE and apart > _RING_TOLERANCE:
            return parts


def _facts(title: str, axis: Axis | None, *, labelled: bool) -> dict[str, Any]:
    ring_axis = {"low": 0, "high": 100, "step": 0, "tolerance": _RING_TOLERANCE}
    plot = [_MARGIN + edge for edge in _PLOT]
    return {"title": title, "labelled": labelled, "axis": axis.facts() if axis else ring_axis, "plot": plot}


_FORMS: dict[str, Callable[[Canvas, Dice, list[str], tuple[str, str]], Drawn]] = {
    "bars": _plain_bars, "grouped bars": _grouped_bars, "lines": _time_lines, "ring": _parts,
}  # fmt: skip
