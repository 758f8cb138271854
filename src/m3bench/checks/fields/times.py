"""Dates, times of day and durations in common notations."""

from __future__ import annotations

import re
from datetime import date

from m3bench.checks.fields.zones import fits_zone
from m3bench.checks.reading import evades, find_unit, number_in

_LONGEST = 80
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = re.compile(
    r"(?:\bon )?\(?\b(?P<weekday>mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?\)?,?\s*",
    re.IGNORECASE,
)
_OF_DAY = r"[T ](?P<clock>\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:\s*(?P<zone>[A-Z]{1,5}|[+-]\d{2}:?\d{2}))?"
"""The time of a time stamp, with its offset or its zone."""
_DATES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?P<year>\d{{4}})-(?P<number>\d{{1,2}})-(?P<day>\d{{1,2}})(?:{_OF_DAY})?",
        r"(?P<year>\d{4})/(?P<number>\d{1,2})/(?P<day>\d{1,2})",
        r"(?P<day>\d{1,2})\.\s?(?P<number>\d{1,2})\.\s?(?P<year>\d{4})",
        rf"(?:the )?{_DAY}(?: of)?[ -]{_MONTH},?[ -](?P<year>\d{{4}})",
        rf"{_MONTH} {_DAY},? (?P<year>\d{{4}})",
        rf"{_MONTH},? (?P<year>\d{{4}})",
        r"(?P<year>\d{4})-(?P<number>\d{1,2})",
        r"(?P<year>\d{4})",
    )
)
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_CLOCK = re.compile(
    r"(?:at )?(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2})(?::\d{2})?)?\s*(?P<half>[ap]\.?m\.?)?"
    r"(?:\s*(?:o['’]clock|h|hrs))?(?:[\s,]*\(?(?P<zone>[^\d\s()][^()]*?|[+-]\d{2}:?\d{2})\)?)?",
    re.IGNORECASE,
)
_STAMP = re.compile(rf"\d{{4}}-\d{{2}}-\d{{2}}{_OF_DAY}", re.IGNORECASE)
_WORDS = {"noon": 720, "midday": 720, "midnight": 0}
_PART = re.compile(
    r"(?P<size>\d+(?:[.,]\d+)?)\s*(?P<unit>weeks?|wks?|d(?:ays?)?|h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)(?![a-z])\.?",
    re.IGNORECASE,
)
_FILLERS = re.compile(
    r"\b(?:and|about|approximately|around|roughly|in total|total|circa|ca)\b|[\s,.~≈]+", re.IGNORECASE
)
_COLONS = re.compile(r"(\d{1,3}):(\d{2})(?::(\d{2}))?(?:\s*(?:h|hrs?|hours?))?", re.IGNORECASE)
_ISO = re.compile(r"P(?:(?P<d>\d+)D)?(?:T(?:(?P<h>\d+)H)?(?:(?P<m>\d+)M)?(?:(?P<s>\d+)S)?)?", re.IGNORECASE)
_SECONDS = {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1}


def date_parts(value: object) -> tuple[int, ...] | None:
    """Return year, month and day as far as given; None if it is not a date, or ambiguous."""
    is_plain = isinstance(value, str | int) and not isinstance(value, bool)
    text = str(value).strip().rstrip(".") if is_plain else ""
    if not text or len(text) > _LONGEST:
        return None
    weekdays = {match["weekday"].casefold()[:3] for match in _WEEKDAY.finditer(text)}
    parts = _date_parts(_WEEKDAY.sub("", text, count=1).strip(" ,").removeprefix("on "))
    if not weekdays or parts is None:
        return parts
    is_right = len(parts) == 3 and weekdays == {_DAYS[date(*parts).weekday()]}
    return parts if is_right else None


def _date_parts(text: str) -> tuple[int, ...] | None:
    if slashed := _SLASHED.fullmatch(text):
        return _from_slashes(*map(int, slashed.groups()))
    match = next((match for form in _DATES if (match := form.fullmatch(text))), None)
    return _parts(match) if match else None


def _parts(match: re.Match[str]) -> tuple[int, ...] | None:
    groups = match.groupdict()
    month = int(groups.get("number") or 0)
    if groups.get("month"):
        month = _MONTHS.index(groups["month"].lower()[:3]) + 1
    year, day = int(groups["year"]), int(groups.get("day") or 0)
    try:
        date(year, month or 1, day or 1)
    except ValueError:
        return None
    return tuple(part for part in (year, month, day) if part)


def _from_slashes(first: int, second: int, year: int) -> tuple[int, ...] | None:
    """Return the date if it is unambiguous: 05/03/2024 could be either month."""
    readings = {
        (year, month, day)
        for month, day in ((first, second), (second, first))
        if 1 <= month <= 12 and 1 <= day <= 31
    }
    return readings.pop() if len(readings) == 1 else None


def same_date(found: object, expected: object) -> bool:
    """Return whether a date is the expected one, to the expected precision."""
    given, wanted = date_parts(found), date_parts(expected)
    return given is not None and wanted is not None and given[: len(wanted)] == wanted


def minutes_of_day(value: object, meaning: str = "") -> int | None:
    """Return a time of day in minutes since midnight; None if it is not a time, or that of another zone.

    Of a time stamp such as `2025-11-05T06:34-05:00`, the clock time counts.

    Args:
        meaning: What is asked for, as far as a zone that the value names must agree with it.
    """
    text = value.strip().casefold().rstrip(".") if isinstance(value, str) else ""
    if not text or len(text) > _LONGEST:
        return None
    stamp = _STAMP.fullmatch(text)
    match = _CLOCK.fullmatch(stamp["clock"] if stamp else text)
    zone = (stamp or match or {"zone": None})["zone"]
    if zone and not fits_zone(zone, meaning, is_stamp=stamp is not None):
        return None
    return _WORDS.get(text) if match is None else _clock_minutes(match)


def _clock_minutes(match: re.Match[str]) -> int | None:
    if match["minute"] is None and match["half"] is None:
        return None
    hour, minute, half = int(match["hour"]), int(match["minute"] or 0), (match["half"] or "")[:1].lower()
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    return (hour % 24) * 60 + minute if hour <= 24 and minute < 60 else None


def seconds_in(value: object, unit: str | None) -> float | None:
    """Return a duration in seconds; bare numbers are in the field's unit."""
    wanted = find_unit(unit) if unit else None
    if isinstance(value, str) and len(value) <= _LONGEST and not evades(value):
        spelled = _spelled_seconds(value.strip())
        if spelled is not None:
            return spelled
    number = number_in(value, unit)
    return number * wanted.factor if number is not None and wanted is not None else None


def _spelled_seconds(text: str) -> float | None:
    if match := _COLONS.fullmatch(text):
        first, second, third = (int(group) if group else 0 for group in match.groups())
        return first * 3600 + second * 60 + third
    if text[:1] in "Pp" and (match := _ISO.fullmatch(text)) and any(match.groups()):
        return float(sum(int(size) * _SECONDS[name] for name, size in match.groupdict().items() if size))
    parts = list(_PART.finditer(text))
    if not parts or _FILLERS.sub("", _PART.sub(" ", text)):
        return None
    units = [part["unit"][0].lower() for part in parts]
    if len(set(units)) < len(units):
        return None
    sizes = [float(part["size"].replace(",", ".")) for part in parts]
    return sum(size * _SECONDS[unit] for size, unit in zip(sizes, units, strict=True))
