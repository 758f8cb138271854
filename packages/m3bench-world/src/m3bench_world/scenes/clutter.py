"""Clutter: unlabelled objects that lie or hang in a scene."""

from __future__ import annotations

from collections.abc import Callable

from m3bench_world.scenes.painting import (
    Canvas,
    Cutout,
    Dice,
    body,
    darker,
    down,
    ellipse,
    lighter,
    moved,
    panel,
    polygon,
    rect,
    scaled,
    smooth,
    turned,
)
from m3bench_world.scenes.stage import Area, Stage

Maker = Callable[[Canvas, Dice], None]

_CLOTHS = ("#d9cdb8", "#b8c4c9", "#c9a8a0", "#9aa88a", "#e4dccb", "#7f8fa6")


def _napkin(canvas: Canvas, dice: Dice) -> None:
    cloth = dice.pick(_CLOTHS)
    shape = smooth(
        (6, 42), (30, 36), (70, 37), (95, 41), (90, 55), (94, 62), (66, 65), (34, 64), (5, 62), (9, 52)
    )
    body(canvas, shape, cloth, contrast=0.14)
    canvas.stroke(smooth((12, 46), (50, 42), (88, 46), closed=False), darker(cloth, 0.2), 1)
    canvas.stroke(smooth((12, 58), (50, 60), (88, 57), closed=False), lighter(cloth, 0.4), 1.6)


def _paper(canvas: Canvas, dice: Dice) -> None:
    panel(
        canvas,
        polygon((20, 38), (84, 36), (94, 62), (8, 64)),
        dice.pick(("#f4f2ec", "#eee8d8")),
        contrast=0.05,
    )
    for step in range(4):
        canvas.line((26 - step * 3, 44 + step * 5), (78 + step * 2, 43 + step * 5), colour="#a9a7a0", width=1)


def _crumbs(canvas: Canvas, dice: Dice) -> None:
    spots = [(dice.between(10, 90), dice.between(35, 65)) for _ in range(dice.whole(8, 22))]
    canvas.dots(spots, dice.between(0.8, 1.6), dice.pick(("#c9a26a", "#8a6a42", "#e2cfa6")))


def _stones(canvas: Canvas, dice: Dice) -> None:
    for _ in range(dice.whole(1, 4)):
        x, y, reach = dice.between(20, 80), dice.between(40, 60), dice.between(5, 13)
        grey = dice.pick(("#8f8c86", "#a39c90", "#77777a"))
        body(canvas, ellipse(x, y, reach, reach * dice.between(0.5, 0.75)), grey, contrast=0.3)


def _daisies(canvas: Canvas, dice: Dice) -> None:
    petal = dice.pick(("#ffffff", "#f2d13a", "#c88ad0", "#e8665a"))
    for _ in range(dice.whole(3, 8)):
        x, y = dice.between(10, 90), dice.between(30, 62)
        canvas.line((x, y), (x + dice.between(-2, 2), y + 8), colour="#4f7a34", width=1.2)
        canvas.dots([(x - 2, y), (x + 2, y), (x, y - 2), (x, y + 2)], 1.9, petal)
        canvas.dots([(x, y)], 1.3, "#c8861e")


def _tuft(canvas: Canvas, dice: Dice) -> None:
    green = dice.pick(("#557f34", "#6a9440", "#7f9a4a"))
    for _ in range(14):
        x = dice.between(35, 65)
        canvas.line((x, 65), (x + dice.between(-14, 14), dice.between(38, 52)), colour=green, width=1.6)


def _rug(canvas: Canvas, dice: Dice) -> None:
    cloth = dice.pick(("#9a4a42", "#4a6684", "#6a7a5a", "#b09468", "#7a5a72"))
    panel(canvas, polygon((18, 38), (82, 38), (98, 62), (2, 62)), cloth, contrast=0.08)
    canvas.stroke(polygon((21, 40), (79, 40), (92, 60), (8, 60)), lighter(cloth, 0.4), 1.4, closed=True)
    canvas.stroke(polygon((26, 43), (74, 43), (83, 57), (17, 57)), darker(cloth, 0.25), 1.4, closed=True)


def _painting(canvas: Canvas, dice: Dice) -> None:
    frame = dice.pick(("#8a6642", "#2f2f33", "#c9b07a", "#e8e4da"))
    wide = dice.between(60, 92)
    panel(canvas, rect(50 - wide / 2, 18, wide, 64, 1), frame)
    inner = rect(56 - wide / 2, 24, wide - 12, 52)
    top, bottom = dice.pick((("#9fc0d8", "#e8d8b8"), ("#d8a080", "#6a4a5a"), ("#e4e0d0", "#a8b8a0")))
    canvas.fill(inner, down(24, 76, top, bottom))
    with canvas.inside(inner):
        for tone in dice.some(("#5a7a6a", "#a85a4a", "#d8b04a", "#4a5a7a"), 3):
            canvas.fill(
                ellipse(dice.between(20, 80), dice.between(40, 84), dice.between(10, 26), 16),
                tone,
                opacity=0.7,
            )


TABLE: tuple[Maker, ...] = (_napkin, _paper, _crumbs, _crumbs)
MEADOW: tuple[Maker, ...] = (_stones, _daisies, _tuft, _tuft)
FLOOR: tuple[Maker, ...] = (_rug, _paper)
WALL: tuple[Maker, ...] = (_painting,)


def scatter_clutter(
    stage: Stage, makers: tuple[Maker, ...], count: int, area: Area, size: tuple[float, float]
) -> None:
    """Put clutter at random places of an area, behind everything that comes later."""
    for _ in range(count):
        side = stage.dice.between(*size)
        cutout = _drawn(stage.dice, stage.dice.pick(makers), side)
        x, y = stage.dice.between(area.left, area.right), stage.dice.between(area.top, area.bottom)
        stage.put(cutout, x, y, depth=-6)


def _drawn(dice: Dice, maker: Maker, side: float) -> Cutout:
    units = moved(side / 2, side / 2).after(turned(dice.between(-7, 7))).after(scaled(side / 110))
    canvas = Canvas((round(side), round(side)), units.after(moved(-50, -50)), fine=2)
    maker(canvas, Dice(dice.branch()))
    return canvas.cutout().trimmed()
