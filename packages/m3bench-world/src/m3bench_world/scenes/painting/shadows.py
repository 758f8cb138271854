"""Soft shadows on the ground, or flat on a table."""

from __future__ import annotations

from typing import Literal

from PIL import Image, ImageDraw, ImageFilter

from m3bench_world.scenes.painting.cutout import Box, Cutout

Shadow = Literal["ground", "flat"]

_SHADE = (22, 18, 26)


def cast(cutout: Cutout, left: int, top: int, shadow: Shadow) -> tuple[Image.Image, Box]:
    """Return the shadow of a cutout at a place, and its box."""
    return _on_ground(cutout, left, top) if shadow == "ground" else _flat(cutout, left, top)


def _on_ground(cutout: Cutout, left: int, top: int) -> tuple[Image.Image, Box]:
    wide, high = cutout.size
    feet = cutout.alpha.crop((0, round(high * 0.85), wide, high)).getbbox() or (0, 0, wide, 1)
    spread = max(8, feet[2] - feet[0])
    deep = max(6, round(spread * 0.16))
    blur = max(2.0, spread * 0.03)
    margin = round(blur * 3)
    mask = Image.new("L", (spread + 2 * margin, deep + 2 * margin))
    ImageDraw.Draw(mask).ellipse((margin, margin, margin + spread, margin + deep), fill=125)
    x = left + feet[0] - margin + round(spread * 0.03)
    y = top + high - round(deep * 0.62) - margin
    return _dark(mask, blur, x, y)


def _flat(cutout: Cutout, left: int, top: int) -> tuple[Image.Image, Box]:
    blur = max(2.0, max(cutout.size) * 0.03)
    margin = round(blur * 3)
    mask = Image.new("L", (cutout.image.width + 2 * margin, cutout.image.height + 2 * margin))
    mask.paste(cutout.alpha.point([level * 105 // 255 for level in range(256)]), (margin, margin))
    shift = round(blur * 1.2)
    return _dark(mask, blur, left - margin + shift, top - margin + shift)


def _dark(mask: Image.Image, blur: float, x: int, y: int) -> tuple[Image.Image, Box]:
    image = Image.new("RGBA", mask.size, (*_SHADE, 0))
    image.putalpha(mask.filter(ImageFilter.GaussianBlur(blur)))
    return image, (x, y, x + mask.width, y + mask.height)
