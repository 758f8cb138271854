"""Text on frames: captions, titles and marks."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

Place = Literal[
    "top left", "top", "top right", "left", "middle", "right", "bottom left", "bottom", "bottom right"
]
_MARGIN = 0.04
_WIDEST = 0.92
MOST_LINES = 6


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def draw_text(
    size: tuple[int, int],
    text: str,
    place: Place = "bottom",
    *,
    height: float = 0.075,
    colour: str = "#ffffff",
    ground: str | None = "#000000b0",
) -> Image.Image:
    """Draw text on a transparent picture of the size of a frame.

    Args:
        size: Width and height of the frame.
        text: Lines that are too long are broken; more than six are left out.
        place: Where it stands.
        height: The height of a line as a share of the frame's height.
        colour: The colour of the letters.
        ground: The colour of the box behind them, if any.
    """
    layer = Image.new("RGBA", size)
    font = _font(max(8, round(size[1] * height * 0.8)))
    lines = _broken(text, font, size[0] * _WIDEST)
    step = max(10, round(size[1] * height * 1.1))
    wide = max((font.getlength(line) for line in lines), default=0)
    pad = step // 4
    left, top = _corner(size, (wide + 2 * pad, step * len(lines) + pad), place)
    draw = ImageDraw.Draw(layer)
    if ground:
        draw.rectangle((left, top, left + wide + 2 * pad, top + step * len(lines) + pad), fill=ground)
    for number, line in enumerate(lines):
        x = left + pad + (wide - font.getlength(line)) / 2
        draw.text((x, top + pad / 2 + step * (number + 0.5)), line, fill=colour, font=font, anchor="lm")
    return layer


def _broken(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, widest: float) -> list[str]:
    lines: list[str] = []
    for paragraph in text.splitlines()[:MOST_LINES]:
        line = ""
        for word in (long[:80] for long in paragraph.split()[:200]):
            longer = f"{line} {word}".strip()
            if line and font.getlength(longer) > widest:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines[:MOST_LINES]


def _corner(size: tuple[int, int], box: tuple[float, float], place: str) -> tuple[float, float]:
    margin = size[1] * _MARGIN
    across, down = size[0] - box[0], size[1] - box[1]
    left = margin if "left" in place else across - margin if "right" in place else across / 2
    top = margin if "top" in place else down - margin if "bottom" in place else down / 2
    return round(left), round(top)
