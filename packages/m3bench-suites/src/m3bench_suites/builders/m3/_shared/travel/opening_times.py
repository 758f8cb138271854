"""Opening hours in forms: one entry for each span of a day."""

from __future__ import annotations

import re

from m3bench.checks import Expected
from m3bench.suites import PlanError

_TIME = re.compile(r"\b(\d{1,2}):(\d{2})\s*([AP]M)?", re.IGNORECASE)
_NOON = 12


def expected_hours(hours: str) -> Expected:
    """Return the expected value of an hours field for `12:30 – 22:00`, `9:00AM - 5:00PM` or `Closed`."""
    if "24 hours" in hours.casefold() or "all day" in hours.casefold():
        always = {
            "opens": Expected("00:00", grounds=(hours,)),
            "closes": Expected("24:00", also=("23:59",), grounds=()),
        }
        return Expected(rows=(always,))
    times = [_expected_time(match) for match in _TIME.finditer(hours)]
    if len(times) % 2 or (not times and "closed" not in hours.casefold()):
        raise PlanError(f"opening hours cannot be read: {hours!r}.")
    pairs = zip(times[::2], times[1::2], strict=True)
    return Expected(rows=tuple({"opens": opens, "closes": closes} for opens, closes in pairs))


def _expected_time(match: re.Match[str]) -> Expected:
    hour, minute, half = int(match[1]), match[2], (match[3] or "").upper()
    if half:
        hour = hour % _NOON + (_NOON if half == "PM" else 0)
    return Expected(f"{hour:02d}:{minute}", grounds=(match[0].strip(),))
