"""Numbers in a text in any notation: 3, 3.0, ``three``, 1,500, 5 November 2025."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from m3bench.core.text import ONES, TENS

_NUMBER = re.compile(r"(?<![\w.])[-+−]?\d+(?:,\d{3})*(?:\.\d+)?(?![\d])")
_ORDINAL_ENDING = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_VALUES = {**{word: value for value, word in enumerate(ONES)}, **TENS, "dozen": 12}
_HUNDRED = 100
_SCALES = {"hundred": _HUNDRED, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000}
_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
_MONTHS = {
    name: number for number, full in enumerate(_MONTH_NAMES, start=1) for name in (full, full[:3], full[:4])
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATED = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH})\b|"
    rf"(?P<month_first>{_MONTH})\.? (?P<day_last>\d{{1,2}})(?:st|nd|rd|th)?\b)(?:,? (?P<year>\d{{4}})\b)?",
    re.IGNORECASE,
)
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?!\d)")

_Found = tuple[int, int, str]
"""Start, end, and normalized value."""


def lost_numbers(request: str, fuzzy: str) -> list[str]:
    """Return the numbers and dates of a request that are missing in its fuzzy version."""
    kept = Counter(value for _, value in numbers(fuzzy))
    return list(dict.fromkeys(shown for shown, value in numbers(request) if not kept[value]))


def numbers(text: str) -> list[tuple[str, str]]:
    """Return the numbers in a text as written and normalized.

    ``three`` and ``3.0`` become ``3``, and a date its year, month and day.
    """
    spans: list[_Found] = []
    rest = text
    readers: tuple[Callable[[str], Iterator[_Found]], ...] = (_iso_dates, _dates, _digits, _spelled)
    for reader in readers:
        for start, end, value in list(reader(rest)):
            spans.append((start, end, value))
            rest = rest[:start] + "\0" * (end - start) + rest[end:]
    return [(text[start:end].strip(), value) for start, end, value in sorted(spans)]


def _iso_dates(text: str) -> Iterator[_Found]:
    for match in _ISO.finditer(text):
        yield match.start(), match.end(), f"{int(match[1])}-{int(match[2])}-{int(match[3])}"


def _dates(text: str) -> Iterator[_Found]:
    for match in _DATED.finditer(text):
        month = _MONTHS[(match["month"] or match["month_first"]).casefold()]
        day = int(match["day"] or match["day_last"])
        yield match.start(), match.end(), f"{match['year'] or ''}-{month}-{day}"


def _digits(text: str) -> Iterator[_Found]:
    plain = _ORDINAL_ENDING.sub(lambda ending: " " * len(ending[0]), text)
    for match in _NUMBER.finditer(plain):
        digits = re.sub(r"[,+]", "", match[0]).replace("−", "-")
        yield match.start(), match.end(), _counted(digits)


def _counted(digits: str) -> str:
    """Normalize a number: no plus sign, leading zeros or trailing zeros of a fraction."""
    sign, bare = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
    whole, _, part = bare.partition(".")
    part = part.rstrip("0")
    return f"{sign}{whole.lstrip('0') or '0'}{'.' if part else ''}{part}"


def _spelled(text: str) -> Iterator[_Found]:
    """Yield numbers in words: ``three``, ``twenty-five``, ``two hundred and ten``."""
    run: list[_Found] = []
    for match in _WORD.finditer(text):
        parts = match[0].casefold().split("-")
        is_number = all(part in _VALUES or part in _SCALES for part in parts)
        goes_on = is_number and bool(run) and _continues(text[run[-1][1] : match.start()], run, parts)
        if run and not goes_on and (is_number or match[0].casefold() != "and"):
            yield _run_value(run)
            run = []
        if is_number:
            run.append((match.start(), match.end(), " ".join(parts)))
    if run:
        yield _run_value(run)


def _continues(gap: str, run: list[_Found], parts: list[str]) -> bool:
    """Return whether a word continues a number: ``two hundred ten`` does, ``two, three`` does not."""
    if gap.strip().casefold() not in ("", "and"):
        return False
    return parts[0] in _SCALES or run[-1][2].split()[-1] in _SCALES


def _run_value(run: list[_Found]) -> _Found:
    total = current = 0
    for word in " ".join(part for _, _, part in run).split():
        if word == "hundred":
            current = max(current, 1) * _HUNDRED
        elif word in _SCALES:
            total, current = total + max(current, 1) * _SCALES[word], 0
        else:
            current += _VALUES[word]
    return run[0][0], run[-1][1], str(total + current)
