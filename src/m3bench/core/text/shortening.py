"""Shortening of long texts."""

from __future__ import annotations

import re

LONGEST_REASON = 300

_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:\w|e\.g|i\.e|etc|vs|cf|approx|incl|no|dr|mr|mrs|ms|st)\.$", re.IGNORECASE
)
_END_OF_SENTENCE = re.compile(r"[.!?][\"')\]]*(?=\s)|[。！？]")


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


def shorten_sentences(text: str, longest: int) -> str:
    """Return the whole sentences of a text that fit into `longest` characters, on one line.

    If already the first is longer, it is cut between two words, with an ellipsis.
    """
    text = " ".join(text.split())
    if len(text) <= longest:
        return text
    ends = [match.end() for match in _END_OF_SENTENCE.finditer(text[: longest + 1])]
    whole = next((end for end in reversed(ends) if not _ABBREVIATION.search(text[:end])), 0)
    if 0 < whole <= longest:
        return text[:whole]
    words, space, _ = text[:longest].rpartition(" ")
    return f"{words if space else text[: longest - 1]}…"
