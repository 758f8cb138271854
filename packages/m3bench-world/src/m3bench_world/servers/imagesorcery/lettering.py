"""Texts on a picture, in Pillow's built-in font."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import msgspec
from PIL import ImageDraw, ImageFont

from m3bench.servers.kit import BadArgument
from m3bench_world.servers.imagesorcery.fields import Colour, Fields, Point

PIXELS_PER_SCALE = 30
"""Font size at which capitals are as high as OpenCV's at scale 1."""
LARGEST_SCALE = 50
MOST_CHARACTERS = 1_000
MOST_INK = 40_000_000
LINE_HEIGHT = 1.3
PLAIN_FACES = ("FONT_HERSHEY_SIMPLEX", "FONT_HERSHEY_PLAIN", "FONT_HERSHEY_DUPLEX")
IN_FACE = frozenset("©«°±´·»‘’“”…™")
REPLACED = {"–": "-", "—": "-", "−": "-", "×": "x", "•": "*", "€": "EUR", "£": "GBP", "¥": "JPY", "ß": "ss"}


class Lettering(msgspec.Struct, frozen=True):
    """A text to be drawn."""

    lines: tuple[str, ...]
    at: Point
    """Start of the first line, on its baseline."""
    size: int
    colour: Colour
    stroke: float
    changed: bool
    """Whether characters missing from the font were replaced."""


def lettering(text: Fields) -> Lettering:
    scale = text.number("font_scale", 0.1, LARGEST_SCALE, 1.0)
    size = max(4, round(scale * PIXELS_PER_SCALE))
    words = _words(text)
    if len(words) * size * size > MOST_INK:
        raise BadArgument(f"{text.label}.font_scale", f"{scale:g} is too large for so long a text")
    drawable = "".join(_drawable(letter) for letter in words)
    return Lettering(
        lines=tuple(drawable.split("\n")),
        at=text.point("x", "y"),
        size=size,
        colour=text.colour(),
        stroke=(max(1, text.thickness()) - 1) / 2,
        changed=drawable != words,
    )


def draw_lettering(draw: ImageDraw.ImageDraw, text: Lettering) -> tuple[int, int, int, int]:
    """Draw a text and return its bounding box: left, top, right, bottom."""
    font = _font(text.size)
    boxes = []
    for number, line in enumerate(text.lines):
        at = text.at[0], text.at[1] + number * text.size * LINE_HEIGHT
        draw.text(at, line, fill=text.colour, font=font, anchor="ls", stroke_width=text.stroke)
        boxes.append(draw.textbbox(at, line, font=font, anchor="ls", stroke_width=text.stroke))
    sides = list(zip(*boxes, strict=True))
    return int(min(sides[0])), int(min(sides[1])), round(max(sides[2])), round(max(sides[3]))


def other_face(text: Fields) -> bool:
    face = text.values.get("font_face")
    return isinstance(face, str) and face.upper() not in PLAIN_FACES


def _words(text: Fields) -> str:
    words = text.values.get("text")
    if not isinstance(words, str) or not words.strip():
        raise BadArgument(f"{text.label}.text", "it is missing or empty; say what to write")
    if len(words) > MOST_CHARACTERS:
        raise BadArgument(f"{text.label}.text", f"it is longer than {MOST_CHARACTERS:,} characters")
    return words.replace("\r\n", "\n").replace("\t", "    ").rstrip("\n")


def _drawable(letter: str) -> str:
    """Return the letter, or the closest one that the font has."""
    if letter == "\n" or letter in IN_FACE or (letter.isascii() and letter.isprintable()):
        return letter
    if letter in REPLACED:
        return REPLACED[letter]
    bare = "".join(
        part for part in unicodedata.normalize("NFKD", letter) if part.isascii() and part.isprintable()
    )
    return bare or "?"


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
