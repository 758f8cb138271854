"""Backgrounds, materials and styles."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageFilter, ImageOps

from m3bench_world.illustrations.vocabulary import PLAIN
from m3bench_world.scenes.painting import Dice, textures
from m3bench_world.scenes.views import backdrops, landscapes

Size = tuple[int, int]
_HORIZON = 0.42
_VIEWS: dict[str, Callable[[Size, Dice, int], Image.Image]] = {
    "meadow": backdrops.meadow,
    "room": backdrops.room,
    "tabletop": backdrops.tabletop,
    "savanna": landscapes.savanna,
    "farm": landscapes.farmland,
    "forest": landscapes.forest,
    "ice": landscapes.ice,
    "shore": landscapes.shore,
    "street": landscapes.street,
    "showroom": landscapes.showroom,
}
_MATERIALS: dict[str, Callable[[Size, Dice], Image.Image]] = {
    "wood": textures.wood,
    "grass": textures.grass,
    "fabric": textures.fabric,
    "sky": textures.sky,
    "water": textures.water,
    "concrete": textures.concrete,
    "sand": textures.sand,
    "asphalt": textures.asphalt,
    "plaster": lambda size, dice: textures.plaster(size, dice, "#d8d2c4"),
    "tiles": lambda size, dice: textures.tiles(size, dice, "#c9d3d6", 64),
}
_FULL = (800, 600)
"""Views are made for this size."""


def background(name: str, size: Size, dice: Dice) -> Image.Image:
    """Draw a background."""
    if name in PLAIN:
        return Image.new("RGB", size, PLAIN[name])
    if name in _MATERIALS:
        return material(name, size, dice)
    view = _VIEWS[name](_FULL, dice, round(_FULL[1] * _HORIZON)).convert("RGB")
    return ImageOps.fit(view, size, Image.Resampling.BICUBIC)


def material(name: str, size: Size, dice: Dice) -> Image.Image:
    """Draw a material that fills the picture."""
    drawn = _MATERIALS[name]((max(128, size[0]), max(128, size[1])), dice).convert("RGB")
    return drawn.crop((0, 0, *size))


def seamless(name: str, side: int, dice: Dice) -> Image.Image:
    """Draw a square of a material whose opposite edges fit."""
    half = -(-side // 2)
    part = material(name, (half, half), dice)
    whole = Image.new("RGB", (half * 2, half * 2))
    for across, row in enumerate((part, ImageOps.mirror(part))):
        whole.paste(row, (across * half, 0))
        whole.paste(ImageOps.flip(row), (across * half, half))
    return whole.crop((0, 0, side, side)) if side == half * 2 else whole.resize((side, side))


def styled(image: Image.Image, style: str) -> Image.Image:
    """Draw a picture in a style. Things stay where they are."""
    return _STYLES[style](image)


def _watercolor(image: Image.Image) -> Image.Image:
    soft = ImageOps.posterize(image.filter(ImageFilter.BoxBlur(2)), 4).filter(ImageFilter.SMOOTH_MORE)
    return Image.blend(soft, Image.new("RGB", image.size, "#fbf6ea"), 0.22)


def _sketch(image: Image.Image) -> Image.Image:
    grey = ImageOps.grayscale(image)
    edges = ImageOps.invert(grey.filter(ImageFilter.FIND_EDGES)).point(lambda level: max(0, level * 2 - 255))
    # The filter draws a frame along the edges of the picture.
    framed = Image.new("L", image.size, 255)
    inner = (2, 2, image.width - 2, image.height - 2)
    framed.paste(edges.crop(inner), inner[:2])
    return Image.blend(framed, grey, 0.25).convert("RGB")


def _pixel_art(image: Image.Image) -> Image.Image:
    small = max(1, image.width // 6), max(1, image.height // 6)
    return image.resize(small, Image.Resampling.BOX).resize(image.size, Image.Resampling.NEAREST)


def _sepia(image: Image.Image) -> Image.Image:
    return ImageOps.colorize(ImageOps.grayscale(image), black="#20140a", white="#fff0d6", mid="#a07a4c")


_STYLES: dict[str, Callable[[Image.Image], Image.Image]] = {
    "plain": lambda image: image,
    "watercolor": _watercolor,
    "sketch": _sketch,
    "pixel art": _pixel_art,
    "poster": lambda image: ImageOps.posterize(image, 3),
    "sepia": _sepia,
    "grayscale": lambda image: ImageOps.grayscale(image).convert("RGB"),
}
