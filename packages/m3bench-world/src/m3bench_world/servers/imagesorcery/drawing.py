"""Lines, arrows and circles on a picture."""

from __future__ import annotations

import math

from PIL import ImageDraw

from m3bench_world.servers.imagesorcery.fields import Colour, Fields, Point

TIP = 0.1
"""Length of an arrow's tip relative to the arrow."""
TIP_ANGLE = math.pi / 4


def draw_line(draw: ImageDraw.ImageDraw, line: Fields) -> None:
    start, end = line.ends()
    draw.line([start, end], fill=line.colour(), width=max(1, line.thickness()))


def draw_arrow(draw: ImageDraw.ImageDraw, arrow: Fields) -> None:
    start, end = arrow.ends()
    colour, width = arrow.colour(), max(1, arrow.thickness())
    tip = arrow.number("tip_length", 0, 1, TIP) * math.dist(start, end)
    back = math.atan2(start[1] - end[1], start[0] - end[0])
    draw.line([start, end], fill=colour, width=width)
    for angle in (back + TIP_ANGLE, back - TIP_ANGLE):
        side = end[0] + tip * math.cos(angle), end[1] + tip * math.sin(angle)
        draw.line([side, end], fill=colour, width=width)


def draw_circle(
    draw: ImageDraw.ImageDraw, centre: Point, radius: int, colour: Colour, thickness: int, *, filled: bool
) -> None:
    """The line's middle runs along the radius; a thickness of -1 fills, as in OpenCV."""
    if filled or thickness < 0:
        draw.circle(centre, radius, fill=colour)
    else:
        draw.circle(centre, radius + thickness // 2, outline=colour, width=thickness)
