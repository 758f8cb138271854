"""Tables before a blurred background: planks of a photograph in several colours."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter, ImageOps

from m3bench_world.scenes.painting import Dice
from m3bench_world.scenes.photographs.light import Light, gains_of
from m3bench_world.scenes.photographs.store import view_image

_STAINS = (
    ((34, 22, 14), (228, 196, 152)),
    ((22, 14, 10), (176, 128, 84)),
    ((40, 36, 32), (232, 224, 210)),
    ((26, 16, 12), (196, 150, 112)),
    ((44, 42, 42), (196, 192, 186)),
)
"""Colours of the gaps between boards and of the brightest wood."""
_BEHIND = ("meadow", "forest", "garden", "seeds", "dandelions", "leaves", "stream", "dune")
_BLUR = 14
_EDGE = 5
_BRIGHTER = 1.12


class Table(NamedTuple):
    image: Image.Image
    light: Light
    edge: int
    """Row of the far edge."""


def table(size: tuple[int, int], dice: Dice, edge: int) -> Table:
    """Return a table that fills the picture from the row `edge` on."""
    boards = _boards((size[0], size[1] - edge), dice)
    picture = Image.new("RGB", size)
    picture.paste(_background(dice.pick(_BEHIND), (size[0], edge + _EDGE), dice), (0, 0))
    picture.paste(boards, (0, edge))
    band = (0, edge - _EDGE, size[0], edge + _EDGE)
    picture.paste(picture.crop(band).filter(ImageFilter.GaussianBlur(1.4)), band)
    return Table(picture, _light(picture, dice), edge)


def surface(size: tuple[int, int], dice: Dice) -> Table:
    """Return wood from above and from near, which fills the picture."""
    wood = view_image("boards")
    wide = wood.width * dice.between(0.5, 0.7)
    high = wide * size[1] / size[0]
    left, top = dice.between(0, wood.width - wide), dice.between(wood.height * 0.3, wood.height - high)
    part = wood.resize(size, Image.Resampling.LANCZOS, box=(left, top, left + wide, top + high))
    if dice.happens(0.5):
        part = part.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    grey = ImageOps.autocontrast(part.convert("L"), cutoff=0.5)
    image = ImageOps.colorize(Image.blend(grey, Image.new("L", size, 165), 0.5), *dice.pick(_STAINS))
    return Table(image, _light(image, dice), 0)


def _light(image: Image.Image, dice: Dice) -> Light:
    return Light(_brighter(gains_of(image, 0.3)), side=dice.pick((-0.5, 0.5)), depth=0.2, shade=0.42)


def _brighter(gains: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return gains for things near the camera, which are not darker than the wood."""
    red, green, blue = (gain * _BRIGHTER for gain in gains)
    return red, green, blue


def _boards(size: tuple[int, int], dice: Dice) -> Image.Image:
    """Return planks of a jetty in another colour."""
    jetty = view_image("jetty")
    wide = jetty.width * dice.between(0.6, 0.85)
    left = dice.between(0, jetty.width - wide)
    top = jetty.height * (0.56 - 0.1 * left / jetty.width)
    part = jetty.resize(size, Image.Resampling.LANCZOS, box=(left, top, left + wide, jetty.height))
    if dice.happens(0.5):
        part = part.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    grey = ImageOps.autocontrast(part.convert("L"), cutoff=1)
    evened = ImageChops.subtract(grey, grey.filter(ImageFilter.GaussianBlur(90)), 1.25, 150)
    return ImageOps.colorize(evened, *dice.pick(_STAINS))


def _background(name: str, size: tuple[int, int], dice: Dice) -> Image.Image:
    view = view_image(name)
    wide = view.width * dice.between(0.5, 0.9)
    high = min(wide * size[1] / size[0], view.height)
    left, top = dice.between(0, view.width - wide), dice.between(0, view.height - high)
    part = view.resize(size, Image.Resampling.BOX, box=(left, top, left + wide, top + high))
    return part.filter(ImageFilter.GaussianBlur(_BLUR))
