"""Light on a photographed scene: its falloff, cast shadows and glare."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from m3bench_world.scenes.painting import Dice

Size = tuple[int, int]
_COARSE = 8
"""Light changes slowly: it is computed in a smaller picture."""


def falloff(size: Size, uneven: float, vignette: float, dice: Dice) -> Image.Image:
    """Return how much light every place gets: less at one side and in the corners."""
    wide, high = max(2, size[0] // _COARSE), max(2, size[1] // _COARSE)
    angle = dice.between(0, 2 * math.pi)
    x = (np.arange(wide) + 0.5) / wide - 0.5
    y = ((np.arange(high) + 0.5) / high - 0.5)[:, None]
    slope = 0.5 + (x * math.cos(angle) + y * math.sin(angle)) / 1.42
    corner = np.clip((x * x + y * y) * 2, 0, 1) ** 1.5
    light = (1 - uneven * slope) * (1 - vignette * corner)
    return Image.fromarray(np.rint(light * 255).astype(np.uint8))


def cast_shadow(light: Image.Image, shade: float, dice: Dice) -> Image.Image:
    """Return the light with the shadow of a hand, of a window or of leaves."""
    shape = Image.new("L", light.size)
    soft = dice.pick(_SHADOWS)(ImageDraw.Draw(shape), light.size, dice)
    shape = shape.filter(ImageFilter.GaussianBlur(soft))
    return ImageChops.multiply(light, shape.point([round(255 - level * shade) for level in range(256)]))


def illuminate(picture: Image.Image, light: Image.Image) -> Image.Image:
    large = light.resize(picture.size, Image.Resampling.BILINEAR)
    return ImageChops.multiply(picture, Image.merge("RGB", [large] * 3))


def _hand(draw: ImageDraw.ImageDraw, size: Size, dice: Dice) -> float:
    """The photographer's arm and phone, from below or from a side."""
    wide, high = size
    unit = min(size)
    x = dice.between(0.1, 0.9) * wide
    lean = dice.between(-0.35, 0.35) * unit
    top = dice.between(0.35, 0.7) * high
    arm = unit * dice.between(0.12, 0.2)
    draw.polygon(
        [(x - arm, high + 9), (x + arm, high + 9), (x + lean + arm, top), (x + lean - arm, top)], fill=255
    )
    phone = arm * 2.1, arm * 1.25
    draw.rectangle((x + lean - phone[0], top - phone[1], x + lean + phone[0], top + phone[1]), fill=255)
    for step in range(4):
        y = top - phone[1] * 0.7 + step * phone[1] * 0.45
        draw.ellipse((x + lean + phone[0] * 0.8, y, x + lean + phone[0] * 1.25, y + phone[1] * 0.4), fill=255)
    return unit * 0.035


def _window(draw: ImageDraw.ImageDraw, size: Size, dice: Dice) -> float:
    """Everything but the light that falls through the panes of a window."""
    wide, high = size
    draw.rectangle((0, 0, wide, high), fill=255)
    skew, pane, bar = dice.between(-0.5, 0.5), wide * dice.between(0.2, 0.32), wide * dice.between(0.03, 0.05)
    tall = pane * dice.between(0.9, 1.3)
    left, top = dice.between(-0.2, 0.35) * wide, dice.between(-0.2, 0.2) * high
    for row in range(3):
        for column in range(3):
            x, y = left + column * (pane + bar), top + row * (tall + bar)
            draw.polygon(
                [(x + skew * y, y), (x + pane + skew * y, y), (x + pane + skew * (y + tall), y + tall),
                 (x + skew * (y + tall), y + tall)],
                fill=0,
            )  # fmt: skip
    return wide * 0.012


def _leaves(draw: ImageDraw.ImageDraw, size: Size, dice: Dice) -> float:
    """Branches that hang into the light from a corner."""
    wide, high = size
    corner = dice.pick((0, wide)), dice.pick((0, high))
    middle = math.atan2(high / 2 - corner[1], wide / 2 - corner[0])
    for _ in range(dice.whole(3, 5)):
        angle = middle + dice.between(-0.7, 0.7)
        x, y = float(corner[0]), float(corner[1])
        for step in range(dice.whole(9, 15)):
            x, y = x + math.cos(angle) * wide * 0.045, y + math.sin(angle) * wide * 0.045
            angle += dice.between(-0.12, 0.12)
            draw.line(
                (x, y, x - math.cos(angle) * wide * 0.05, y - math.sin(angle) * wide * 0.05),
                fill=255,
                width=2,
            )
            _leaf(draw, (x, y), angle + (0.9 if step % 2 else -0.9), wide * dice.between(0.05, 0.075))
    return wide * 0.009


def _leaf(draw: ImageDraw.ImageDraw, at: tuple[float, float], angle: float, long: float) -> None:
    along, aside = (math.cos(angle) * long, math.sin(angle) * long), (-math.sin(angle), math.cos(angle))
    half = long * 0.24
    draw.polygon(
        [at, (at[0] + along[0] * 0.4 + aside[0] * half, at[1] + along[1] * 0.4 + aside[1] * half),
         (at[0] + along[0], at[1] + along[1]),
         (at[0] + along[0] * 0.4 - aside[0] * half, at[1] + along[1] * 0.4 - aside[1] * half)],
        fill=255,
    )  # fmt: skip


_SHADOWS: tuple[Callable[[ImageDraw.ImageDraw, Size, Dice], float], ...] = (_hand, _window, _leaves)


def glare(size: Size, at: tuple[float, float], reach: float, opacity: float, dice: Dice) -> Image.Image:
    """Return a spot of reflected light in a coarse picture: a lamp, or a window with its bar."""
    wide, high = max(2, size[0] // _COARSE * 2), max(2, size[1] // _COARSE * 2)
    spot = Image.new("L", (wide, high))
    draw = ImageDraw.Draw(spot)
    x, y, long = at[0] * wide / size[0], at[1] * high / size[1], reach * wide / size[0]
    level = round(255 * opacity)
    if dice.happens(0.5):
        short = long * dice.between(0.35, 0.7)
        draw.ellipse((x - long, y - short, x + long, y + short), fill=level)
        return spot.filter(ImageFilter.GaussianBlur(long * 0.3))
    skew, half = long * dice.between(-0.5, 0.5), long * 0.08
    for left, right in ((-long * 0.6, -half), (half, long * 0.6)):
        draw.polygon(
            [(x + left + skew, y - long), (x + right + skew, y - long), (x + right - skew, y + long),
             (x + left - skew, y + long)],
            fill=level,
        )  # fmt: skip
    return spot.filter(ImageFilter.GaussianBlur(long * 0.1))


def reflect(picture: Image.Image, spot: Image.Image) -> Image.Image:
    large = spot.resize(picture.size, Image.Resampling.BILINEAR)
    return ImageChops.screen(picture, Image.merge("RGB", [large] * 3))
