"""Shortening of long texts."""

from __future__ import annotations

LONGEST_REASON = 300


def shorten(text: str, longest: int) -> str:
    """Shorten a text to at most `longest` characters, with an ellipsis at the end."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def shorten_middle(text: str, longest: int = LONGEST_REASON) -> str:
    """Shorten a text to at most `longest` characters, with an ellipsis in the middle.

    For messages, which name the value at the beginning and what was expected at the end.
    """
    if len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - tail - 1]}…{text[-tail:]}"


def beginning(text: str, longest: int) -> str:
    """Return the first `longest` characters of a text, and a line with the number of characters omitted."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]}\n… {len(text) - longest:,} more characters"
