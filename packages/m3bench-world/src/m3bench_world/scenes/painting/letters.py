"""Letters: the scalable font that comes with Pillow, as masks."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

_OTHERS = str.maketrans({"–": "-", "—": "-", "×": "x", "ß": "ss", "æ": "ae", "ø": "o", "Ø": "O", "ł": "l"})


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    found = ImageFont.load_default(size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType: scenes need its scalable font")
    return found


def to_drawable(text: str) -> str:
    """Return the text in letters that the font has, without accents; unknown letters become `?`."""
    plain = unicodedata.normalize("NFKD", text.translate(_OTHERS))
    kept = (letter for letter in plain if not unicodedata.combining(letter))
    return "".join(letter if " " <= letter <= "~" or letter in "©°±·’‘“”…™" else "?" for letter in kept)


def text_width(text: str, size: float) -> float:
    """Return the width of a text at a size, in the same unit."""
    return font(100).getlength(to_drawable(text)) * size / 100


def text_mask(text: str, size: int, weight: float) -> tuple[Image.Image, tuple[int, int, int]]:
    """The letters in white on black, and where its pen starts, its baseline and its advance are in it.

    `weight` thickens the strokes, as a share of the size.
    """
    face = font(size)
    stroke = round(size * weight)
    advance = round(face.getlength(text))
    margin = stroke + max(2, size // 8)
    ascent, descent = face.getmetrics()
    mask = Image.new("L", (advance + 2 * margin, ascent + descent + 2 * margin))
    pen = (margin, margin + ascent)
    ImageDraw.Draw(mask).text(pen, text, fill=255, font=face, anchor="ls", stroke_width=stroke)
    return mask, (*pen, advance)
