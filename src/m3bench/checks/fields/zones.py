"""Whether the time zone that an answer names is the one that a field asks for."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from m3bench.checks.reading import phrase

_UTC = re.compile(
    r"(?:coordinated universal time|utc|gmt|z|zulu)(?:\s*[+-]0{1,2}(?::?00)?)?|[+-]00:?00", re.IGNORECASE
)
_ASKS_UTC = re.compile(r"\b(?:UTC|GMT)\b")
_ASKS_PLACE = re.compile(
    r"\b(?:in|at) (?P<place>[A-Z]\w+(?: [A-Z]\w+){0,2})|\b(?P<before>[A-Z]\w+(?: [A-Z]\w+){0,2}) time\b"
)
_LOCAL = re.compile(r"(?:the )?(?:local|there)(?: time)?|local time there|time there", re.IGNORECASE)
_OFFSET = re.compile(
    r"(?:(?:utc|gmt)\s*)?(?P<sign>[+\-−])(?P<hours>\d{1,2})(?::?(?P<minutes>\d{2}))?", re.IGNORECASE
)
_PLACE = re.compile(r"(?P<place>[^\W\d_][\w./ -]*?)(?:,? (?:local )?time)?", re.IGNORECASE)
_ABBREVIATIONS = {
    "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420,
    "akst": -540, "akdt": -480, "hst": -600, "brt": -180, "art": -180, "clt": -240, "uyt": -180,
    "wet": 0, "bst": 60, "cet": 60, "cest": 120, "eet": 120, "eest": 180, "msk": 180, "trt": 180,
    "eat": 180, "sast": 120, "wat": 60, "gst": 240, "irst": 210, "pkt": 300, "ist": 330, "npt": 345,
    "ict": 420, "wib": 420, "sgt": 480, "hkt": 480, "awst": 480, "jst": 540, "kst": 540,
    "acst": 570, "acdt": 630, "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780,
}  # fmt: skip
"""Minutes ahead of UTC."""
_SEASONS = (datetime(2025, 1, 15, tzinfo=UTC), datetime(2025, 7, 15, tzinfo=UTC))


def fits_zone(zone: str, meaning: str, *, is_stamp: bool = False) -> bool:
    """Return whether a field can mean this zone: UTC where it says so, that of the place that it names.

    Otherwise the time is local, in whatever zone; UTC is not, except in time stamps: many end with a Z.
    """
    zone = zone.strip(" ,.")
    is_utc = _UTC.fullmatch(zone) is not None
    if _ASKS_UTC.search(meaning):
        return is_utc
    if _LOCAL.fullmatch(zone):
        return True
    offsets = _offsets(zone)
    wanted = {offset for place in _places(meaning) for offset in _zone_offsets(phrase(place))}
    if wanted:
        return bool(wanted & offsets) or any(phrase(place) in phrase(zone) for place in _places(meaning))
    if is_utc:
        return is_stamp and "local" not in meaning
    return bool(offsets)


def _places(meaning: str) -> list[str]:
    return [match["place"] or match["before"] for match in _ASKS_PLACE.finditer(meaning)]


def _offsets(zone: str) -> set[int]:
    """Return the minutes that a zone is ahead of UTC, in winter and summer; empty if it is not known."""
    if _UTC.fullmatch(zone):
        return {0}
    if match := _OFFSET.fullmatch(zone):
        minutes = int(match["hours"]) * 60 + int(match["minutes"] or 0)
        return {minutes if match["sign"] == "+" else -minutes}
    if zone.casefold() in _ABBREVIATIONS:
        return {_ABBREVIATIONS[zone.casefold()]}
    match = _PLACE.fullmatch(zone)
    return _zone_offsets(phrase(match["place"].rpartition("/")[2].replace("_", " "))) if match else set()


@cache
def _cities() -> dict[str, list[str]]:
    """The names of the time zones of a city: `new york` is `America/New_York`."""
    cities: dict[str, list[str]] = {}
    for name in available_timezones():
        if "/" in name and not name.startswith(("Etc/", "SystemV/", "posix/", "right/")):
            cities.setdefault(phrase(name.rpartition("/")[2].replace("_", " ")), []).append(name)
    return cities


@cache
def _zone_offsets(city: str) -> set[int]:
    zones = [ZoneInfo(name) for name in _cities().get(city, ())]
    offsets = [moment.astimezone(zone).utcoffset() for zone in zones for moment in _SEASONS]
    return {int((offset or timedelta()).total_seconds() // 60) for offset in offsets}
