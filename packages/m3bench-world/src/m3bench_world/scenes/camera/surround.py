"""What is around a screen or a printed picture: its rim, and the wall or the desk behind it."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from m3bench_world.scenes.camera.geometry import Geometry
from m3bench_world.scenes.painting import Dice, lighter, rgb, textures

Size = tuple[int, int]
_WALLS = ("#c9c4ba", "#a9b4ba", "#8d8a84", "#d8d2c4", "#6e7680", "#b7a894")


def surround(
    warped: Image.Image, scene: Size, geometry: Geometry, *, screen: bool, dice: Dice
) -> Image.Image:
    """Return the photograph of a scene as an object before a background."""
    picture = _background(geometry.size, screen=screen, dice=dice)
    rim = dice.between(0.018, 0.035) * max(scene)
    colour = rgb(dice.pick(("#141518", "#202226", "#c4c6c8")) if screen else "#f6f4ee")
    _cast(picture, _area(scene, rim, geometry), min(scene) * 0.02)
    picture.paste(colour, mask=_area(scene, rim, geometry).filter(ImageFilter.BoxBlur(0.5)))
    if screen:
        edge = _area(scene, rim * 0.12, geometry)
        picture.paste(lighter(colour, 0.12), mask=edge)
    picture.paste(warped, mask=geometry.warp(Image.new("L", scene, 255)))
    return picture


def _background(size: Size, *, screen: bool, dice: Dice) -> Image.Image:
    small = size[0] // 2, size[1] // 2
    if screen:
        made = textures.plaster(small, dice, dice.pick(_WALLS))
        if dice.happens(0.6):
            desk = textures.wood((small[0], small[1] // 4), dice)
            made.paste(desk, (0, small[1] - round(small[1] * dice.between(0.04, 0.1))))
    else:
        made = dice.pick((textures.wood, textures.fabric, textures.concrete))(small, dice)
    return made.resize(size, Image.Resampling.BILINEAR)


def _area(scene: Size, rim: float, geometry: Geometry) -> Image.Image:
    """Return the mask of the scene with a rim around it."""
    width, height = scene
    steps = np.linspace(0, 1, 9)[:-1]
    left, top, right, bottom = -rim, -rim, width + rim, height + rim
    sides = [
        np.stack([left + steps * (right - left), steps * 0 + top], axis=-1),
        np.stack([steps * 0 + right, top + steps * (bottom - top)], axis=-1),
        np.stack([right - steps * (right - left), steps * 0 + bottom], axis=-1),
        np.stack([steps * 0 + left, bottom - steps * (bottom - top)], axis=-1),
    ]
    mask = Image.new("L", geometry.size)
    outline = geometry.to_photo(np.concatenate(sides))
    ImageDraw.Draw(mask).polygon([(x, y) for x, y in outline.tolist()], fill=255)
    return mask


def _cast(picture: Image.Image, mask: Image.Image, reach: float) -> None:
    """Darken the background beside the object."""
    small = mask.reduce(4).filter(ImageFilter.GaussianBlur(reach / 3))
    shade = small.resize(picture.size, Image.Resampling.BILINEAR).point(
        [round(level * 0.55) for level in range(256)]
    )
    shade = ImageChops.offset(shade, round(reach * 0.5), round(reach * 0.7))
    picture.paste((12, 10, 14), mask=shade)
