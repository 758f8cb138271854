"""Texts on pictures, in the font that comes with Pillow."""

from __future__ import annotations

from PIL import Image, ImageDraw

from m3bench.servers.kit import BadArgument
from m3bench_world.servers.tobench.image_toolkit.server import Box, Colour, number

LONGEST = 1_000
SMALLEST, LARGEST = 6, 500
LINE_HEIGHT = 1.25


def require_text(text: str, name: str) -> str:
    """Return a text that can be drawn, in letters that the font has."""
    from m3bench_world.scenes.painting import to_drawable  # noqa: PLC0415 - heavy

    if not text.strip() or len(text) > LONGEST:
        raise BadArgument(name, f"pass 1 to {LONGEST:,} characters")
    lines = text.replace("\r\n", "\n").replace("\t", "    ").strip("\n").split("\n")
    return "\n".join(to_drawable(line) for line in lines)


def draw_text(
    image: Image.Image,
    text: str,
    at: tuple[float, float],
    size: float,
    colour: Colour | int,
    anchor: str = "lt",
) -> Box:
    """Draw lines of text and return their bounding box. `anchor` "lt" places the upper left corner, "mm" the
    centre."""
    from m3bench_world.scenes.painting import font  # noqa: PLC0415 - heavy

    high = round(number(size, "size", SMALLEST, LARGEST))
    face, draw = font(high), ImageDraw.Draw(image)
    lines = text.split("\n")
    top = at[1] if anchor == "lt" else at[1] - high * LINE_HEIGHT * (len(lines) - 1) / 2
    boxes = []
    for line in lines:
        place = (at[0], top)
        draw.text(place, line, fill=colour, font=face, anchor=anchor)
        boxes.append(draw.textbbox(place, line, font=face, anchor=anchor))
        top += high * LINE_HEIGHT
    sides = list(zip(*boxes, strict=True))
    return round(min(sides[0])), round(min(sides[1])), round(max(sides[2])), round(max(sides[3]))
