"""Colours, and linear and radial gradients."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench_world.scenes.painting.shapes import Affine

Colour = tuple[int, int, int]
Paint = Colour | str
"""A colour as three numbers or as `#rrggbb`."""

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)


@lru_cache(maxsize=1024)
def _read(text: str) -> Colour:
    value = int(text.removeprefix("#"), 16)
    return value >> 16 & 255, value >> 8 & 255, value & 255


def rgb(paint: Paint) -> Colour:
    return _read(paint) if isinstance(paint, str) else paint


def mix(first: Paint, second: Paint, share: float) -> Colour:
    """Blend two colours: 0 is the first, 1 the second."""
    kept = max(0.0, min(1.0, share))
    red, green, blue = (round(a + (b - a) * kept) for a, b in zip(rgb(first), rgb(second), strict=True))
    return red, green, blue


def lighter(paint: Paint, share: float) -> Colour:
    return mix(paint, WHITE, share)


def darker(paint: Paint, share: float) -> Colour:
    return mix(paint, BLACK, share)


Stop = tuple[float, Paint] | tuple[float, Paint, float]
"""Position (0 to 1), colour, and opacity (1 by default)."""

_FINE = 64
"""Maximum points per side on which a gradient is computed before it is enlarged."""


class Linear(NamedTuple):
    """From one point to another."""

    start: tuple[float, float]
    end: tuple[float, float]
    stops: Sequence[Stop]

    def along(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        return ((x - self.start[0]) * dx + (y - self.start[1]) * dy) / (dx * dx + dy * dy)


class Radial(NamedTuple):
    """From a centre outwards; `down` makes it an ellipse."""

    centre: tuple[float, float]
    across: float
    stops: Sequence[Stop]
    down: float | None = None

    def along(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
        dx = (x - self.centre[0]) / self.across
        dy = (y - self.centre[1]) / (self.down or self.across)
        return np.sqrt(dx * dx + dy * dy)


Gradient = Linear | Radial
Fill = Paint | Gradient


def down(top: float, bottom: float, first: Paint, last: Paint) -> Linear:
    """Return a vertical gradient."""
    return Linear((0, top), (0, bottom), [(0, first), (1, last)])


def across(left: float, right: float, *paints: Paint) -> Linear:
    """Return a horizontal gradient through the colours, evenly spaced."""
    last = len(paints) - 1
    return Linear((left, 0), (right, 0), [(index / last, paint) for index, paint in enumerate(paints)])


def ball(x: float, y: float, radius: float, colour: Paint, *, contrast: float = 0.4) -> Radial:
    """Return the shading of a ball lit from the upper left."""
    light, dark = lighter(colour, contrast), darker(colour, contrast)
    centre = (x - radius * 0.35, y - radius * 0.4)
    return Radial(centre, radius * 1.5, [(0, light), (0.45, colour), (1, dark)])


def render_gradient(
    gradient: Gradient, box: tuple[int, int, int, int], to_units: Affine, opacity: float
) -> Image.Image:
    """Render the pixels of `box` as RGBA; `to_units` maps pixels to the gradient's units."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    fine = min(width, _FINE), min(height, _FINE)
    px = left + (np.arange(fine[0]) + 0.5) * (width / fine[0])
    py = (top + (np.arange(fine[1]) + 0.5) * (height / fine[1]))[:, None]
    x = to_units.a * px + (to_units.c * py + to_units.e)
    y = to_units.b * px + (to_units.d * py + to_units.f)
    level = np.clip(np.rint(gradient.along(x, y) * 255), 0, 255).astype(np.uint8)
    image = Image.fromarray(level)
    if fine != (width, height):
        image = image.resize((width, height), Image.Resampling.BILINEAR)
    image.putpalette(_table(tuple(gradient.stops), opacity), "RGBA")
    return image.convert("RGBA")


@lru_cache(maxsize=256)
def _table(stops: tuple[Stop, ...], opacity: float) -> bytes:
    """Return 256 colours along the gradient, as a palette."""
    where = [stop[0] * 255 for stop in stops]
    columns = [(*rgb(stop[1]), 255 * opacity * (stop[2] if len(stop) == 3 else 1)) for stop in stops]
    levels = np.arange(256)
    table = [np.interp(levels, where, [column[index] for column in columns]) for index in range(4)]
    return np.rint(np.stack(table, axis=1)).astype(np.uint8).tobytes()
