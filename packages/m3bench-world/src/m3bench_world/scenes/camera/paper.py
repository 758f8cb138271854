"""Folds and creases of a sheet of paper, drawn as light and shade on it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from m3bench_world.scenes.layers import Layer, overlap, shift_box
from m3bench_world.scenes.painting import Dice

if TYPE_CHECKING:
    from m3bench_world.scenes.stage import Composition

_FLAT = 232
"""Level of even paper; creases are lighter and darker."""
_COARSE = 2


def crease(picture: Image.Image, composition: Composition, strength: float, dice: Dice) -> Image.Image:
    """Return the picture with folds in its sheets: the layers that have text on them."""
    creased = picture.copy()
    for layer in sheets(composition):
        box = overlap(layer.box, (0, 0, *picture.size))
        if box:
            relief = _relief(layer, strength, dice).crop(shift_box(box, -layer.left, -layer.top))
            part = ImageChops.multiply(picture.crop(box), Image.merge("RGB", [relief] * 3))
            inside = shift_box(box, -layer.left, -layer.top)
            creased.paste(
                part, box[:2], ImageChops.multiply(layer.alpha.crop(inside), layer.clear.crop(inside))
            )
    return creased


def sheets(composition: Composition) -> list[Layer]:
    """Return the layers that have text on them, at most three, the largest first."""
    written = [layer for layer in composition.layers if len(layer.marks) >= 2]
    return sorted(written, key=lambda layer: -layer.image.width * layer.image.height)[:3]


def _relief(layer: Layer, strength: float, dice: Dice) -> Image.Image:
    """Return the light on a folded sheet: straight folds along and across it, and a few wrinkles."""
    wide, high = layer.image.width // _COARSE + 1, layer.image.height // _COARSE + 1
    relief = Image.new("L", (wide, high), _FLAT)
    turn = _angle(layer)
    for share, across in dice.pick(_FOLDS):
        _fold(relief, (share, across), turn, strength * dice.between(0.6, 1), dice)
    draw = ImageDraw.Draw(relief)
    for _ in range(dice.whole(2, 6)):
        _wrinkle(draw, (wide, high), strength, dice)
    soft = relief.filter(ImageFilter.BoxBlur(0.7))
    return soft.resize(layer.image.size, Image.Resampling.BILINEAR)


_FOLDS = (((0.5, False),), ((0.34, False), (0.67, False)), ((0.5, False), (0.5, True)), ((0.5, True),))
"""Where a sheet is folded, as a share of its side, and whether the fold runs down."""


def _angle(layer: Layer) -> float:
    (x1, y1), (x2, y2) = layer.marks[0].corners[:2]
    return math.atan2(y2 - y1, x2 - x1)


def _fold(relief: Image.Image, where: tuple[float, bool], turn: float, strength: float, dice: Dice) -> None:
    """Darken one side of a fold and lighten its edge; the shade fades out away from it."""
    wide, high = relief.size
    angle = turn + (math.pi / 2 if where[1] else 0) + dice.between(-0.02, 0.02)
    normal = -math.sin(angle), math.cos(angle)
    offset = (where[0] - 0.5) * (wide if where[1] else high)
    centre = wide / 2 + normal[0] * offset, high / 2 + normal[1] * offset
    deep = min(wide, high) * dice.between(0.1, 0.22) * (1 if dice.happens(0.5) else -1)
    long = wide + high
    along = math.cos(angle) * long, math.sin(angle) * long
    shade = Image.new("L", relief.size)
    draw = ImageDraw.Draw(shade)
    steps = 24
    for step in range(steps):
        near = 1 - step / steps
        level = round(255 * strength * near * near * 0.42)
        start, end = deep * step / steps, deep * (step + 1.3) / steps
        band = [
            (centre[0] + side * along[0] + normal[0] * away, centre[1] + side * along[1] + normal[1] * away)
            for side, away in ((-1, start), (1, start), (1, end), (-1, end))
        ]
        draw.polygon(band, fill=level)
    relief.paste(ImageChops.subtract(relief, shade))
    bright = [
        (centre[0] + side * along[0] - normal[0], centre[1] + side * along[1] - normal[1]) for side in (-1, 1)
    ]
    ImageDraw.Draw(relief).line(bright, fill=min(255, round(_FLAT + 60 * strength)), width=1)


def _wrinkle(draw: ImageDraw.ImageDraw, size: tuple[int, int], strength: float, dice: Dice) -> None:
    x, y = dice.between(0, size[0]), dice.between(0, size[1])
    angle, length = dice.between(0, math.pi), min(size) * dice.between(0.06, 0.2)
    line = [(x, y)]
    for _ in range(3):
        angle += dice.between(-0.4, 0.4)
        x, y = x + math.cos(angle) * length / 3, y + math.sin(angle) * length / 3
        line.append((x, y))
    draw.line(line, fill=round(_FLAT - 55 * strength), width=1)
    draw.line([(px + 1, py + 1) for px, py in line], fill=min(255, round(_FLAT + 40 * strength)), width=1)
