"""Values in searchable form, and the rules for finding them in a text."""

from __future__ import annotations

import re
from math import isfinite
from typing import Any, NamedTuple

from m3bench.scoring.files import base_name
from m3bench.scoring.provenance.texts import WORD, fold

_NUMBER = re.compile(r"[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?")
# Integers with more digits than a float can represent are ids, and are searched as text.
_LONGEST_INTEGER = 15
# A longer text may be truncated, so it need not start and end with a whole word.
_LONG_TEXT = 40
_COMMON_WORDS = frozenset({"true", "false", "null", "none"})


class Needle(NamedTuple):
    """A value in searchable form: numbers, a file name, or text."""

    text: str
    words: frozenset[str] = frozenset()
    numbers: frozenset[float] = frozenset()
    file: str | None = None

    @property
    def key(self) -> object:
        """Equal for equal values."""
        return self.numbers or self.file or self.text


def make_needle(value: Any) -> Needle | None:
    """Return the value in searchable form; None if it is too short or too common."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = fold(str(value))
    numbers = _numbers_as(text)
    if numbers:
        telling = any(abs(number) >= 10 or number != int(number) for number in numbers)
        return Needle(text, numbers=numbers) if telling else None
    if len(text) <= 2 or text in _COMMON_WORDS:
        return None
    file = base_name(text)
    words = WORD.findall(file or text)
    sure = words[1:-1] if file is None and len(text) > _LONG_TEXT else words
    return Needle(text, frozenset(sure), file=file)


def _numbers_as(text: str) -> frozenset[float]:
    """Return the numbers that a text consists of, such as ``40.7, -74.0``; empty for any other text."""
    parts = re.split(r"[,;\s]+", text)
    if not all(_NUMBER.fullmatch(part) and len(part.partition(".")[0]) <= _LONGEST_INTEGER for part in parts):
        return frozenset()
    return frozenset(filter(isfinite, map(float, parts)))


def states(text: str, needle: Needle) -> bool:
    """Return whether a text with all words of a value contains the value itself."""
    if needle.file is not None:
        return _names_file(text, needle.file)
    return needle.text in text if len(needle.text) > _LONG_TEXT else _occurs_whole(text, needle.text)


def _names_file(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", text) is not None


def _occurs_whole(text: str, phrase: str) -> bool:
    start = text.find(phrase)
    while start >= 0:
        if not _cuts(text, start) and not _cuts(text, start + len(phrase)):
            return True
        start = text.find(phrase, start + 1)
    return False


def _cuts(text: str, place: int) -> bool:
    """Return whether a position is inside a word or a decimal number."""
    if not 0 < place < len(text):
        return False
    if WORD.fullmatch(text, place - 1, place + 1):
        return True
    return re.search(r"\d\.\d", text[max(place - 2, 0) : place + 2]) is not None
