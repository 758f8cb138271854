"""What is written in pictures, as the server `ocr` reads it at check time."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from PIL import Image

from m3bench.checks.check import CheckUndecided, Evidence
from m3bench.checks.reading import folded
from m3bench.media.speech import edit_distance

_READER = "ocr/perform_ocr"
_SMALLEST, _LARGEST = 400, 1_600
"""Sides of the picture that is read, in pixels: small letters are enlarged."""
_MOST_ENLARGED = 3
_MISREAD = 4
"""One letter of so many may be read wrongly; a digit never."""
_SHORTEST = 3
"""Letters of a word that counts as one more; shorter ones are often strokes of a drawing."""


def read_writing(evidence: Evidence, pixels: Any) -> str:
    """Return what is written in a picture. Raise `CheckUndecided` if nobody can read it here."""
    if evidence.ask is None:
        raise CheckUndecided(f"cannot call {_READER} at check time: no servers are available")
    image = Image.fromarray(np.ascontiguousarray(pixels))
    longest = max(image.size)
    factor = min(_LARGEST / longest, max(1.0, min(_MOST_ENLARGED, _SMALLEST / min(image.size))))
    size = max(1, round(image.width * factor)), max(1, round(image.height * factor))
    written = io.BytesIO()
    image.resize(size, Image.Resampling.LANCZOS).save(written, "PNG")
    address = "data:image/png;base64," + base64.b64encode(written.getvalue()).decode()
    result = evidence.ask(_READER, {"input_data": address})
    if result.is_error:
        raise CheckUndecided(f"{_READER} read nothing at check time: {result.text[:200]}")
    return result.text


def lacking(texts: Sequence[str], read: str) -> list[str]:
    """Return the texts that were not read. Words may be in several lines, and letters be misread."""
    found = _words(read)
    joined = folded(read)
    return [
        text
        for text in texts
        if not all(word in joined or any(_near(word, other) for other in found) for word in _words(text))
    ]


def strangers(texts: Sequence[str], read: str) -> list[str]:
    """Return the words that were read and are in none of the texts."""
    expected = [word for text in texts for word in _words(text)]
    joined = folded("".join(texts))
    return [
        word
        for word in _words(read)
        if (len(word) >= _SHORTEST or word.isdigit())
        and word not in joined
        and not any(_near(one, word) for one in expected)
    ]


def _words(text: str) -> list[str]:
    return [word for each in text.split() if (word := folded(each))]


def _near(wanted: str, found: str) -> bool:
    """Return whether a word may be a misread one: its digits are right, and most of its letters."""
    digits = [[letter for letter in word if letter.isdigit()] for word in (wanted, found)]
    if digits[0] != digits[1] or abs(len(wanted) - len(found)) > len(wanted):
        return False
    return edit_distance(list(wanted), list(found)) <= len(wanted) // _MISREAD
