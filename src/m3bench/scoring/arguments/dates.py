"""Dates, times and durations as people and programs write them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from functools import lru_cache

_MONTHS = {
    name: number
    for number, names in enumerate(
        [
            "jan january",
            "feb february",
            "mar march",
            "apr april",
            "may",
            "jun june",
            "jul july",
            "aug august",
            "sep sept september",
            "oct october",
            "nov november",
            "dec december",
        ],
        start=1,
    )
    for name in names.split()
}
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](.+))?", re.IGNORECASE)
_SLASHED = re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})|(\d{1,2})([/.])(\d{1,2})[/.](\d{4})")
_COMPACT = re.compile(r"((?:19|20)\d{2})(\d{2})(\d{2})")
_MONTH_FIRST = re.compile(r"([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.?(?: of)? ([a-z]+)\.?,? (\d{4})")
_WEEKDAY = re.compile(r"^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? ")
_CLOCK = re.compile(r"(?:(\d+):)?(\d{1,2}):(\d{2})")
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*(d|days?|h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?)\b")
_ISO_DURATION = re.compile(r"pt?(?=\d)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?")
_SECONDS = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}

Moment = tuple[int, int | None]
"""The day as an ordinal, and the second of the day in UTC; None if only a day is given."""


@lru_cache(maxsize=4096)
def read_date(text: str) -> Moment | None:
    """Parse a day or a time; None for any other text. ``03/05/2024`` is March 5."""
    plain = _WEEKDAY.sub("", " ".join(text.casefold().split()))
    iso = _ISO.fullmatch(plain)
    if iso and iso[4]:
        return _moment(plain)
    parts = _parts(plain, iso)
    if parts is None:
        return None
    try:
        return date(*parts).toordinal(), None
    except ValueError:
        return None


def read_timestamp(seconds: float) -> Moment:
    """Convert seconds or milliseconds since 1970."""
    whole = int(seconds / 1000 if seconds >= 1e11 else seconds)
    return date(1970, 1, 1).toordinal() + whole // 86_400, whole % 86_400


@lru_cache(maxsize=1024)
def read_duration(text: str) -> float | None:
    """Parse ``1 h 23 min``, ``83 minutes``, ``PT1H23M`` or ``1:23:00`` to seconds; None for other texts."""
    plain = text.casefold().strip()
    if clock := _CLOCK.fullmatch(plain):
        return int(clock[1] or 0) * 3_600.0 + int(clock[2]) * 60 + int(clock[3])
    if iso := _ISO_DURATION.fullmatch(plain.replace(" ", "")):
        return sum(int(part or 0) * size for part, size in zip(iso.groups(), (3_600.0, 60, 1), strict=True))
    parts = _PART.findall(plain)
    if not parts or _PART.sub("", plain).strip(" ,and"):
        return None
    return sum(float(number) * _SECONDS[unit[0]] for number, unit in parts)


def _parts(plain: str, iso: re.Match[str] | None) -> tuple[int, int, int] | None:
    """Return year, month and day."""
    plainly = iso or _COMPACT.fullmatch(plain)
    if plainly:
        return int(plainly[1]), int(plainly[2]), int(plainly[3])
    if slashed := _SLASHED.fullmatch(plain):
        return _slashed(slashed)
    if (named := _MONTH_FIRST.fullmatch(plain)) and named[1] in _MONTHS:
        return int(named[3]), _MONTHS[named[1]], int(named[2])
    if (named := _DAY_FIRST.fullmatch(plain)) and named[2] in _MONTHS:
        return int(named[3]), _MONTHS[named[2]], int(named[1])
    return None


def _slashed(found: re.Match[str]) -> tuple[int, int, int]:
    if found[1]:
        return int(found[1]), int(found[2]), int(found[3])
    first, second, year = int(found[4]), int(found[6]), int(found[7])
    return (year, second, first) if found[5] == "." or first > 12 else (year, first, second)


def _moment(plain: str) -> Moment | None:
    try:
        read = datetime.fromisoformat(plain.upper())
        moment = read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment.toordinal(), moment.hour * 3_600 + moment.minute * 60 + moment.second
