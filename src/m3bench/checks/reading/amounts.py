"""Numbers in a text, in common notations."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import NamedTuple

from m3bench.checks.reading.folding import MAX_TEXT
from m3bench.core.text import ONES, TENS

_SPACES = " \u00a0\u2009\u202f"
_GROUPED = rf"\d{{1,3}}(?:(?P<group>[,.'’{_SPACES}])\d{{3}})(?:(?P=group)\d{{3}})*"
_INDIAN = r"\d{1,2}(?:,\d{2})+,\d{3}"
_DIGITS = rf"(?:{_GROUPED}(?!\d)|{_INDIAN}(?!\d)|\d+)(?:(?!(?P=group))(?P<point>[.,])\d+(?!\d|,\d))?|\.\d+"
_TEN = r"\s?[×x*·]\s?10(?:\^\{?(?P<ten>[-−+]?\d{1,3})\}?|(?P<sup>[⁻⁺]?[⁰¹²³⁴-⁹]{1,3}))"
_POWER = rf"(?:[eE](?P<e>[+-]?\d{{1,3}})(?!\w|\.\d)|{_TEN})?"
_SCALES = {
    "hundred": 1e2, "thousand": 1e3, "k": 1e3, "K": 1e3, "million": 1e6, "mio": 1e6, "mn": 1e6, "M": 1e6,
    "billion": 1e9, "bn": 1e9, "B": 1e9, "trillion": 1e12, "tn": 1e12,
}  # fmt: skip
_SCALE_WORD = r"(?i:hundred|thousand|million|mio|mn|billion|bn|trillion|tn)s?"
_SCALE = rf"(?:[ \u00a0-]?(?P<scale>{_SCALE_WORD}|(?<=\d)[kKMB])(?![\w/]))?"
_TWO_WORDS = rf"(?P<tens>{'|'.join(TENS)})(?:[- ](?P<one>{'|'.join(ONES[1:10])}))?"
_SPELLED = rf"(?i:{_TWO_WORDS}|(?P<ones>{'|'.join(ONES)}))(?![\w-])"
_AMOUNT = re.compile(
    rf"(?P<sign>(?<![\w.,)\]])[-−+](?=[\d.$€£¥])|(?i:\bminus )|)(?P<coin>[$€£¥]?\s?)"
    rf"(?:(?<![\w.])(?P<digits>{_DIGITS}){_POWER}|\b{_SPELLED}){_SCALE}"
)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_NOT_A_NUMBER = re.compile(
    r"(?<!\d)\d{1,2}:\d{2}(?::\d{2})?"  # a time of day
    r"|(?<!\d)(?!\d{1,3}(?:\.\d{3})+(?![\d.]))\d+(?:\.\d+){3,}"  # addresses
    r"|v\d+(?:\.\d+)+|(?<![\d.])\d{1,3}\.\d{1,2}\.\d+(?!\d)"  # versions
    r"|(?:https?|file)://\S+"
    r"|(?<!\w)[^\W\d_]\w*[-_]\d[\w.-]*"  # names with a number: COVID-19, photo_12.png
)
_CODE = re.compile(r"(?<![^\W_])(?=[0-9]*[^\W\d_]+[0-9])(?!\d+[a-z]{1,2}[23]\b)[^\W_]{6,}")
_MARKER = re.compile(r"^[ \t>*-]*(\d{1,2})[.)][ \t]+(?=\S)", re.MULTILINE)
YEARS = range(1000, 2200)
"""What looks like a year where it has four digits."""


class Amount(NamedTuple):
    """A number in a text, and its position."""

    value: float
    start: int
    end: int
    unscaled: float
    """The value if the last letter is not a scale: `300K` may be kelvin."""
    year: bool = False
    """Whether it looks like a year."""


def amounts(text: str) -> list[Amount]:
    """Return the numbers of a text in order, without parts of dates, times, addresses, codes and markers.

    `1,234` and `1.234` are read in the English way, unless all other numbers use decimal commas.
    """
    return list(_amounts(text[:MAX_TEXT]))


@lru_cache(maxsize=32)
def _amounts(text: str) -> tuple[Amount, ...]:
    """Cached, because every field of a form reads the same answer."""
    blocked = _blocked(text)
    matches = [match for match in _AMOUNT.finditer(text) if not _is_within(match, blocked)]
    comma = _writes_decimal_commas(matches)
    found = [*(_amount(match, comma) for match in matches), *_years_of_dates(text)]
    return tuple(sorted(found, key=lambda amount: amount.start))


def _amount(match: re.Match[str], comma: bool) -> Amount:
    digits = match["digits"]
    size = _read(match, comma) if digits else float(_spelled(match))
    sign = -1.0 if match["sign"].strip().lower() in ("-", "−", "minus") else 1.0
    scale = match["scale"] or ""
    factor = _SCALES.get(scale) or _SCALES.get(scale.lower().rstrip("s"), 1.0)
    start = match.start() + len(match[0]) - len(match[0].lstrip())
    year = (digits or "").isdigit() and len(digits) == 4 and int(digits) in YEARS and factor == 1
    letter = len(scale) == 1
    return Amount(
        sign * size * factor, start, match.end(), sign * size * (1 if letter else factor),
        year and not match["coin"].strip() and not match["sign"],
    )  # fmt: skip


def _read(match: re.Match[str], comma: bool) -> float:
    text, group, point = match["digits"], match["group"], match["point"]
    if group in (",", ".") and not point and text.count(group) == 1:
        is_decimal = (group == ",") == comma
        text = text.replace(group, "." if is_decimal else "")
    else:
        if group:
            text = text.replace(group, "")
        elif point != ",":
            text = re.sub(r",(?=\d)", "", text)
        if point == ",":
            whole, _, rest = text.rpartition(",")
            text = f"{whole.replace(',', '')}.{rest}"
    power = match["e"] or match["ten"] or (match["sup"] or "").translate(_SUPERSCRIPTS) or "0"
    return float(f"{text}e{power.replace('−', '-')}")


def _spelled(match: re.Match[str]) -> int:
    if match["tens"]:
        return TENS[match["tens"].lower()] + (ONES.index(match["one"].lower()) if match["one"] else 0)
    return ONES.index(match["ones"].lower())


def _writes_decimal_commas(matches: list[re.Match[str]]) -> bool:
    """Return whether all unambiguous numbers have decimal commas."""
    points = [_clear_point(match) for match in matches if match["digits"]]
    return "," in points and "." not in points


def _clear_point(match: re.Match[str]) -> str | None:
    group, point = match["group"], match["point"]
    if point and group != point:
        return point
    if group in (",", ".") and match["digits"].count(group) > 1:
        return "." if group == "," else ","
    return None


def _blocked(text: str) -> list[tuple[int, int]]:
    spans = [*date_spans(text), *(match.span() for match in _NOT_A_NUMBER.finditer(text))]
    spans += [match.span() for match in _CODE.finditer(text) if not _AMOUNT.fullmatch(match[0])]
    markers = {int(match[1]): match for match in _MARKER.finditer(text)}
    spans += [
        match.span()
        for match in _MARKER.finditer(text)
        if int(match[1]) - 1 in markers or int(match[1]) + 1 in markers
    ]
    return _merged(sorted(spans))


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _is_within(match: re.Match[str], spans: list[tuple[int, int]]) -> bool:
    """Return whether the number overlaps one of the sorted, disjoint spans."""
    index = bisect_left(spans, (match.end(), 0))
    return index > 0 and match.end("coin") < spans[index - 1][1]


def _years_of_dates(text: str) -> list[Amount]:
    """Return the years in dates."""
    return [
        Amount(float(match[0]), start + match.start(), start + match.end(), float(match[0]), year=True)
        for start, end in date_spans(text)
        for match in re.finditer(r"(?<!\d)\d{4}(?!\d)", text[start:end])
    ]


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
