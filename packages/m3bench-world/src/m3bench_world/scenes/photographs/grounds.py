"""Landscapes that things can stand in: a photograph, or a sky and a ground from two photographs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PIL import Image, ImageEnhance, ImageFilter

from m3bench_world.scenes.painting import Dice
from m3bench_world.scenes.photographs.light import Light, gains_of
from m3bench_world.scenes.photographs.store import view_image

Size = tuple[int, int]

_DRY = (0.42, 0.78, 0.1, 12, 0.32, 0.66, 0.06, 6, 0.2, 0.34, 0.1, 0)
"""Colours of green grass to colours of dry grass."""


class Ground(NamedTuple):
    """A landscape. Things have their true size for an eye at the height of the horizon."""

    image: Image.Image
    light: Light
    horizon: float
    """Row of the horizon, also where hills hide it."""
    near: float
    """First row where feet can stand."""
    grass: float = 0.0
    """Height of the grass at the lower edge of the picture, in pixels."""


class _Window(NamedTuple):
    """The part of a photograph that is shown, in shares of its width and height."""

    left: tuple[float, float]
    width: tuple[float, float]
    bottom: tuple[float, float] = (1.0, 1.0)


def _shown(
    name: str, window: _Window, size: Size, dice: Dice
) -> tuple[Image.Image, Callable[[float], float]]:
    """Return a part of a photograph, and a function from its rows, in shares, to rows of the picture."""
    view = view_image(name)
    wide = view.width * dice.between(*window.width)
    high = min(wide * size[1] / size[0], view.height)
    wide = high * size[0] / size[1]
    left = min(view.width * dice.between(*window.left), view.width - wide)
    bottom = view.height * dice.between(*window.bottom)
    top = max(0.0, bottom - high)
    part = view.resize(size, Image.Resampling.LANCZOS, box=(left, top, left + wide, top + high))
    return part, lambda row: (row * view.height - top) / high * size[1]


def meadow(size: Size, dice: Dice) -> Ground:
    """Return a green meadow before autumn woods and a mountain."""
    image, row = _shown("meadow", _Window((0.0, 0.12), (0.62, 0.8)), size, dice)
    light = Light(gains_of(image), side=dice.between(-0.35, 0.35), depth=0.12, shade=0.3)
    return Ground(image, light, row(0.6), row(0.72), grass=9)


def mountains(size: Size, dice: Dice) -> Ground:
    """Return an alpine pasture in the sun."""
    image, row = _shown("mountains", _Window((0.0, 0.2), (0.6, 0.75)), size, dice)
    light = Light(gains_of(image), side=dice.between(0.4, 0.8), depth=0.24, shade=0.65)
    return Ground(image, light, row(0.5), row(0.72), grass=5)


def forest(size: Size, dice: Dice) -> Ground:
    """Return a dark forest with moss."""
    image, row = _shown("forest", _Window((0.0, 0.25), (0.62, 0.8)), size, dice)
    image = ImageEnhance.Brightness(image).enhance(1.6)
    light = Light(gains_of(image, 0.5), side=0.05, depth=0.1, shade=0.35, saturation=0.85)
    return Ground(image, light, row(0.42), row(0.66), grass=8)


def savanna(size: Size, dice: Dice) -> Ground:
    """Return a dry plain under a blue sky."""
    horizon = dice.whole(190, 250)
    sky = _sky("plain", (0.0, 0.0, 1.0, 0.445), (size[0], horizon), dice)
    left = dice.between(60, 240)
    grass = view_image("meadow").resize(
        (size[0], size[1] - horizon), Image.Resampling.LANCZOS, box=(left, 775, left + 760, 1065)
    )
    image = _joined(size, sky, grass.convert("RGB", _DRY))
    side = dice.pick((-0.7, 0.7))
    return Ground(image, Light(gains_of(image), side=side, depth=0.26, shade=0.6), horizon, horizon + 26, 6)


def beach(size: Size, dice: Dice) -> Ground:
    """Return pebbles before the sea."""
    horizon = dice.whole(170, 230)
    sea = round(horizon * 0.34)
    sky = _sky(dice.pick(("plain", "clouds")), (0.0, 0.0, 1.0, 0.4), (size[0], horizon - sea), dice)
    water = view_image("waves").resize((size[0], sea), Image.Resampling.LANCZOS, box=(0, 12, 960, 150))
    above = Image.new("RGB", (size[0], horizon))
    above.paste(sky, (0, 0))
    above.paste(water, (0, horizon - sea))
    pebbles = view_image("pebbles")
    stones = pebbles.resize((size[0], size[1] - horizon), Image.Resampling.LANCZOS, box=(0, 40, 1296, 864))
    image = _joined(size, above, _tinted(stones, (1.0, 1.02, 0.94)))
    light = Light(gains_of(image), side=dice.between(0.4, 0.7), depth=0.22, shade=0.6)
    return Ground(image, light, horizon - sea, horizon + 50)


def lakeside(size: Size, dice: Dice) -> Ground:
    """Return pebbles before a lake in the evening."""
    horizon = dice.whole(230, 290)
    lake = view_image("lake")
    left = dice.between(0, lake.width * 0.2)
    above = lake.resize(
        (size[0], horizon), Image.Resampling.LANCZOS, box=(left, 330, left + lake.width * 0.8, 940)
    )
    pebbles = view_image("pebbles").resize(
        (size[0], size[1] - horizon), Image.Resampling.LANCZOS, box=(0, 60, 1296, 864)
    )
    image = _joined(size, above, _tinted(pebbles, (0.86, 0.8, 0.78)))
    light = Light(gains_of(image), side=0.1, depth=0.1, shade=0.3, saturation=0.9)
    return Ground(image, light, horizon * 0.62, horizon + 40)


def _sky(name: str, part: tuple[float, float, float, float], size: Size, dice: Dice) -> Image.Image:
    view = view_image(name)
    left, top, right, bottom = part
    wide = (right - left) * dice.between(0.7, 1.0)
    left += dice.between(0, right - left - wide)
    box = (left * view.width, top * view.height, (left + wide) * view.width, bottom * view.height)
    sky = view.resize(size, Image.Resampling.LANCZOS, box=box)
    return ImageEnhance.Color(sky).enhance(0.65)


def _tinted(image: Image.Image, gains: tuple[float, float, float]) -> Image.Image:
    return image.point([min(255, round(level * gain)) for gain in gains for level in range(256)])


def _joined(size: Size, above: Image.Image, below: Image.Image) -> Image.Image:
    """Return both parts in one picture, with haze where they meet."""
    picture = Image.new("RGB", size)
    picture.paste(above, (0, 0))
    picture.paste(below, (0, above.height))
    band = (0, above.height - 3, size[0], above.height + 3)
    picture.paste(picture.crop(band).filter(ImageFilter.GaussianBlur(1.6)), band)
    return picture
