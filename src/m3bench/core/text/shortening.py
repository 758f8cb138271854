"""Texts that are too long for the place where they are shown."""

from __future__ import annotations

LONGEST_REASON = 300


def shorten(text: str, longest: int) -> str:
    """The text, at most so many characters; an ellipsis stands for what is cut from its end."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def shorten_middle(text: str, longest: int = LONGEST_REASON) -> str:
    """The text, at most so many characters; an ellipsis stands for what is cut from its middle.

    For messages: what was given is named at the beginning, and what was expected at the end.
    """
    if len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - tail - 1]}…{text[-tail:]}"


def beginning(text: str, longest: int) -> str:
    """The text, or so many characters of it and a line that says how many more there are."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]}\n… {len(text) - longest:,} more characters"
