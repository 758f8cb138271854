"""A photographed phone: on a table or in a hand, with the sides of its body that the camera sees."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageFilter, ImageOps, ImageStat

from m3bench_world.scenes.camera.geometry import Geometry, Tilt
from m3bench_world.scenes.camera.hand import SKINS, paint_fingers, paint_palm
from m3bench_world.scenes.painting import Box, Canvas, Cutout, Dice, cast, darker, lighter, moved, textures

if TYPE_CHECKING:
    from m3bench_world.scenes.layers import Layer
    from m3bench_world.scenes.stage import Composition

Size = tuple[int, int]
_THICK = 0.11
"""Thickness of a phone, as a share of its width."""
_HELD = 0.5
_LEFT_HANDED = 0.4
_BLUR = 7.0
"""Radius in pixels of the blur behind a phone in a hand."""
_MARGIN = 300
"""Pixels around a phone within which a hand is drawn."""


def phone_layer(composition: Composition) -> Layer:
    """Return the layer of the phone: the one with texts."""
    return next(layer for layer in composition.layers if layer.marks)


def photograph_phone(composition: Composition, geometry: Geometry, dice: Dice) -> Image.Image:
    """Return the photograph of a phone. Table and hand lie in the plane of the phone."""
    phone, area = phone_layer(composition), _area(geometry)
    held, corner = dice.happens(_HELD), (phone.left - area[0], phone.top - area[1])
    picture = _background((area[2] - area[0], area[3] - area[1]), dice, blurred=held)
    skin, flip = dice.pick(SKINS), dice.happens(_LEFT_HANDED)
    if held:
        _paste_hand(picture, paint_palm, skin, phone.image.size, corner, flip=flip)
    else:
        shadow, box = cast(Cutout(phone.image), *corner, "flat")
        picture.paste(shadow, box[:2], shadow)
    _extrude(picture, phone.image, corner, lean_of(phone, geometry, composition.scene.size[0]))
    picture.paste(phone.image, corner, phone.image)
    if held:
        _paste_hand(picture, paint_fingers, skin, phone.image.size, corner, flip=flip)
    return geometry.warp(picture, (area[0], area[1]))


def _area(geometry: Geometry) -> Box:
    """Return the box of the scene's plane that the photograph shows."""
    steps = np.linspace(0, 1, 9)
    frame = np.stack(np.meshgrid(steps * geometry.size[0], steps * geometry.size[1]), axis=-1)
    points = geometry.to_scene(frame).reshape(-1, 2)
    (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return math.floor(left) - 2, math.floor(top) - 2, math.ceil(right) + 2, math.ceil(bottom) + 2


def _background(size: Size, dice: Dice, *, blurred: bool) -> Image.Image:
    texture = dice.pick((textures.wood, textures.concrete, textures.fabric))
    made = texture((size[0] // 2, size[1] // 2), dice)
    if blurred:
        made = made.filter(ImageFilter.GaussianBlur(_BLUR))
    return made.resize(size, Image.Resampling.BILINEAR)


def lean_of(phone: Layer, geometry: Geometry, wide: int) -> tuple[float, float]:
    """Return where the back of the phone is in the plane of its front, away from the front."""
    depth = np.linalg.inv(geometry.flatten)[2]
    middle = depth @ np.array([(phone.box[0] + phone.box[2]) / 2, (phone.box[1] + phone.box[3]) / 2, 1])
    x, y = (-depth[:2] / middle * Tilt.focal * wide * _THICK * phone.image.width).tolist()
    return x, y


def _extrude(picture: Image.Image, front: Image.Image, corner: Size, lean: tuple[float, float]) -> None:
    """Paint the body below the front of a phone, from its back upwards."""
    red, green, blue = (round(level) for level in ImageStat.Stat(front.crop(_bezel(front))).mean[:3])
    body = red, green, blue
    alpha, steps = front.getchannel("A"), max(1, math.ceil(math.hypot(*lean)))
    for step in range(steps, 0, -1):
        share = step / steps
        bright = 0.75 < share < 0.82 or share < 0.12
        tone = lighter(body, 0.42) if bright else lighter(darker(body, 0.3 * share), 0.16)
        at = corner[0] + round(lean[0] * share), corner[1] + round(lean[1] * share)
        picture.paste(tone, at, alpha)


def _bezel(front: Image.Image) -> Box:
    """Return a part of the front between its edge and the screen."""
    return front.width // 3, 7, front.width // 2, 12


def _paste_hand(
    picture: Image.Image,
    paint: Callable[[Canvas, str, Size], None],
    skin: str,
    phone: Size,
    corner: Size,
    *,
    flip: bool,
) -> None:
    canvas = Canvas((phone[0] + 2 * _MARGIN, phone[1] + 2 * _MARGIN), moved(_MARGIN, _MARGIN), fine=1)
    paint(canvas, skin, phone)
    drawn = canvas.cutout().image
    drawn = ImageOps.mirror(drawn) if flip else drawn
    picture.paste(drawn, (corner[0] - _MARGIN, corner[1] - _MARGIN), drawn)
