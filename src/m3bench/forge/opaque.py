"""Opaque values: identifiers and exact figures that cannot be guessed, computed or read off a photo."""

from __future__ import annotations

import re
from itertools import pairwise

_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ].*)?")
_TOKEN = re.compile(r"[A-Za-z0-9_:.+=/-]+")
_INTEGER_DIGITS = 5
_ROUND_DIGITS = 2
_DECIMALS = 4
_SHORTEST = 8
_CHANGES = 4
_MANY_DIGITS = 8


def is_opaque(text: str) -> bool:
    """Return whether a text is a long number, a precise decimal, or a token of mixed characters."""
    if _DATE.fullmatch(text):
        return False
    if re.fullmatch(r"-?\d+", text):
        digits = text.lstrip("-")
        return len(digits) >= _INTEGER_DIGITS and len(digits.rstrip("0")) > _ROUND_DIGITS
    if re.fullmatch(r"-?\d+\.\d+", text):
        return len(text.partition(".")[2]) >= _DECIMALS
    if len(text) < _SHORTEST or _TOKEN.fullmatch(text) is None:
        return False
    return _changes(text) >= _CHANGES or sum(map(str.isdigit, text)) >= _MANY_DIGITS


def _changes(text: str) -> int:
    """Count changes between digits, lower-case and upper-case letters."""
    kinds = ["0" if char.isdigit() else "A" if char.isupper() else "a" for char in text if char.isalnum()]
    return sum(kind != other for kind, other in pairwise(kinds))
