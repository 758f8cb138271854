"""Count the values in a JSON text without parsing it."""

from __future__ import annotations

MOST_VALUES = 50_000
"""Values in one message. Parsing them takes tens of milliseconds."""
_LEAST_BYTES = 2
"""Of a value, including its separator."""


def count_values(text: bytes | bytearray, most: int = MOST_VALUES) -> int:
    """Return an upper bound; exact if the bound is above `most`."""
    if len(text) <= _LEAST_BYTES * most:
        return len(text) // _LEAST_BYTES
    quick = _marks(text, 0, len(text))
    return quick if quick <= most else _outside_strings(text, most)


def _marks(text: bytes | bytearray, start: int, end: int) -> int:
    """Count values: each one follows a comma, or is the first of a list or an object."""
    return 1 + sum(text.count(mark, start, end) for mark in (b",", b"[", b"{"))


def _outside_strings(text: bytes | bytearray, most: int) -> int:
    found, start = 1, 0
    while found <= most:
        opening = text.find(b'"', start)
        if opening < 0:
            return found + _marks(text, start, len(text))
        found += _marks(text, start, opening)
        start = _string_end(text, opening)
    return found


def _string_end(text: bytes | bytearray, opening: int) -> int:
    """Return the position of the closing quote."""
    closing = text.find(b'"', opening + 1)
    while closing > 0:
        behind = closing
        while text[behind - 1 : behind] == b"\\":
            behind -= 1
        if (closing - behind) % 2 == 0:
            return closing + 1
        closing = text.find(b'"', closing + 1)
    return len(text)
