"""Dates in a text, whose parts are not amounts."""

from __future__ import annotations

import re

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DATE = re.compile(
    r"(?<!\d)\d{4}([-/.])\d{1,2}\1\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(?!\d)"
    r"|(?<![\d.,/])\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2})(?![\d/])"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?\.?\s+(?:of\s+)?{_MONTH}\b\.?(?:,?\s+\d{{4}}\b)?"
    rf"|\b{_MONTH}\b\.?\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?![.,]\d)(?:,?\s+\d{{4}}\b)?"
    rf"|\b{_MONTH}\b\.?,?\s+\d{{4}}\b(?![.,]\d)",
    re.IGNORECASE,
)


def date_spans(text: str) -> list[tuple[int, int]]:
    """Return the positions of dates: 2026-05-01, 1.5.2026, 5/1/26, 1 May 2026, May 1st, May 2026."""
    return [match.span() for match in _DATE.finditer(text)]
