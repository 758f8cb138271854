"""Pages: a rotated canvas whose units are pixels, and its paper."""

from __future__ import annotations

import math

from m3bench_world.scenes.painting import Canvas, Linear, Paint, darker, lighter, moved, rect, turned

_MARGIN = 6


def page(width: float, height: float, turn: float = 0) -> Canvas:
    """Return a canvas with a page from (0, 0) to (width, height), rotated clockwise by degrees."""
    angle = math.radians(turn)
    sine, cosine = abs(math.sin(angle)), abs(math.cos(angle))
    wide, high = width + 2 * _MARGIN, height + 2 * _MARGIN
    pixels = math.ceil(wide * cosine + high * sine), math.ceil(wide * sine + high * cosine)
    units = moved(pixels[0] / 2, pixels[1] / 2).after(turned(turn)).after(moved(-width / 2, -height / 2))
    return Canvas(pixels, units, fine=2)


def paper(
    canvas: Canvas, width: float, height: float, colour: Paint = "#fbfaf6", *, radius: float = 0
) -> None:
    """Draw a sheet with slight shading and a thin edge."""
    stops = [(0, lighter(colour, 0.25)), (0.55, colour), (1, darker(colour, 0.06))]
    shape = rect(0, 0, width, height, radius)
    canvas.fill(shape, Linear((0, 0), (width * 0.4, height), stops), outline=darker(colour, 0.22), width=1)
