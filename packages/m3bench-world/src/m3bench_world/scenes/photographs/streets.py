"""Roads and yards before a landscape, for vehicles."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from m3bench_world.scenes.painting import Dice, textures
from m3bench_world.scenes.photographs import grounds
from m3bench_world.scenes.photographs.light import Light

_ASPHALT = 3.0
"""Blur of the drawn asphalt, which photographs show out of focus."""
_DASH, _GAP = 110, 90


class Street(NamedTuple):
    image: Image.Image
    light: Light
    kerb: int
    """Row of the far edge of the road."""


def street(size: tuple[int, int], dice: Dice) -> Street:
    """Return a country road with two lanes, seen from its side."""
    ground = dice.pick((grounds.meadow, grounds.savanna, grounds.mountains))(size, dice)
    kerb = round(max(ground.near, size[1] * 0.56))
    picture = _paved(ground.image, kerb, dice)
    _lines(picture, kerb, dice)
    return Street(picture, ground.light, kerb)


def yard(size: tuple[int, int], dice: Dice) -> Street:
    """Return a paved yard."""
    ground = dice.pick((grounds.meadow, grounds.savanna))(size, dice)
    kerb = round(max(ground.near, size[1] * 0.6))
    return Street(_paved(ground.image, kerb, dice), ground.light, kerb)


def _paved(view: Image.Image, kerb: int, dice: Dice) -> Image.Image:
    wide, high = view.size
    road = textures.asphalt((wide, high - kerb), dice).filter(ImageFilter.GaussianBlur(0.6))
    shaded = Image.blend(road, Image.new("RGB", road.size, (120, 118, 116)), 0.25)
    mask = Image.new("L", view.size)
    mask.paste(255, (0, kerb, wide, high))
    paved = Image.new("RGB", view.size)
    paved.paste(shaded, (0, kerb))
    return Image.composite(paved, view, mask.filter(ImageFilter.GaussianBlur(_ASPHALT)))


def _lines(picture: Image.Image, kerb: int, dice: Dice) -> None:
    wide, high = picture.size
    mask = Image.new("L", picture.size)
    draw = ImageDraw.Draw(mask)
    draw.rectangle((0, kerb + 8, wide, kerb + 11), fill=170)
    middle = kerb + round((high - kerb) * 0.42)
    start = dice.whole(-_DASH, 0)
    for left in range(start, wide, _DASH + _GAP):
        draw.polygon(
            ((left, middle), (left + _DASH, middle), (left + _DASH - 8, middle + 6), (left - 8, middle + 6)),
            175,
        )
    picture.paste((222, 220, 210), (0, 0), mask.filter(ImageFilter.GaussianBlur(0.9)))
