"""Values as questions and answers state them: numbers, and dates, which are written alike to compare them."""

from __future__ import annotations

import re

from m3bench.agents.user.leaks import numbers_in
from m3bench.agents.user.words import words
from m3bench.core.text import ONES

_NUMBER_OF = {name: str(value) for value, name in enumerate(ONES)}
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
_NAMES = "|".join(_MONTHS)
_ISO_DATE = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b")
_POINTED_DATE = re.compile(r"\b(\d\d?)\.(\d\d?)\.(\d{4})\b")
_ORDINAL = re.compile(rf"\b0?(\d{{1,2}})(?:st|nd|rd|th|(?= (?:{_NAMES})\b))", re.IGNORECASE)
_MONTH_FIRST = re.compile(rf"\b({_NAMES}) (\d{{1,2}})\b(?:,? (\d{{4}})\b)?", re.IGNORECASE)


def values(text: str) -> list[str]:
    numbers = numbers_in(with_plain_dates(text))
    return [*numbers, *(_NUMBER_OF[word] for word in words(text) if word in _NUMBER_OF)]


def with_plain_dates(text: str) -> str:
    """Return a text in which all dates are written alike: 3 June 2031."""
    text = _ISO_DATE.sub(lambda date: _plain_date(date[3], date[2], date[1]), text)
    text = _POINTED_DATE.sub(lambda date: _plain_date(date[1], date[2], date[3]), text)
    text = _ORDINAL.sub(lambda day: day[1], text)
    return _MONTH_FIRST.sub(lambda date: f"{date[2]} {date[1]} {date[3] or ''}".rstrip(), text)


def _plain_date(day: str, month: str, year: str) -> str:
    return f"{int(day)} {_MONTHS[int(month) - 1]} {year}" if 1 <= int(month) <= len(_MONTHS) else day
