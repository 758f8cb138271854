"""Parts of a text in which words and numbers belong together."""

from __future__ import annotations

import re
from collections.abc import Iterator

_CLAUSE = re.compile(r"[,;:]?\s(?:and|but|while|whereas|or|with|plus)\s|[;\n]|,\s|[.!?](?=\s|$)\s*|\s[–—]\s")
_SENTENCE = re.compile(r"\n|[.!?](?=\s|$)\s*")
_BLOCK = re.compile(r"\n\s*\n")
LEVELS = (_CLAUSE, _SENTENCE, _BLOCK)
"""From the smallest to the largest parts."""

_NEGATION = re.compile(
    r"\b(?:not|no|never|neither|nor|without|cannot|instead of|rather than|unlike|except)\b|n['’]t\b",
    re.IGNORECASE,
)


def segments(text: str, level: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each part."""
    start = 0
    for match in level.finditer(text):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    if start < len(text):
        yield start, len(text)


def without_negations(text: str) -> str:
    """Return the text without negated clauses."""
    kept = (text[start:end] for start, end in segments(text, _CLAUSE))
    return "\n".join(clause for clause in kept if not _NEGATION.search(clause))
