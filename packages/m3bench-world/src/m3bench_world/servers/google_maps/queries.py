"""Parsing of text searches: the type of place, the location, and whether to rank by rating or distance."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from m3bench.servers.kit import BadArgument
from m3bench_world.atlas import fold
from m3bench_world.atlas.points import words as kind_words

_NEAR = re.compile(r"\s+(?:near to|nearby|near|close to|next to|around|in|at|by)\s+", re.IGNORECASE)
_BEST = frozenset(
    ["best", "top", "good", "great", "popular", "favourite", "favorite", "rated", "recommended", "famous"]
)
_LONGEST_KIND = 4
DEFAULT_RADIUS = 5_000.0
WIDEST_RADIUS = 50_000.0


class Query(msgspec.Struct, frozen=True):
    text: str
    kind: str | None
    """The place type; None if the words are a name."""
    where: str
    """Location to search near; empty if the text has none."""
    best: bool
    rest: str = ""
    """Remaining words, such as part of a name."""
    name: str = ""
    """The part before a comma in `name, town`."""


def read_query(text: str) -> Query:
    """Parse a text such as `best restaurants near Tower Bridge, London`."""
    head, where = text, ""
    split = list(_NEAR.finditer(text))
    for match in split:
        if _kind_in(text[: match.start()])[0]:
            head, where = text[: match.start()], text[match.end() :]
            break
    name = ""
    if not where and "," in text:
        head, where = text.split(",", 1)
        name = head.strip()
    kind, rest = _kind_in(head)
    if kind is None and split:
        head, where = text[: split[-1].start()], text[split[-1].end() :]
        rest = head
    words = set(fold(head).split())
    return Query(text=text, kind=kind, where=where.strip(), best=bool(words & _BEST), rest=rest, name=name)


def _kind_in(text: str) -> tuple[str | None, str]:
    """Return the place type that the longest matching phrase names, and the remaining words."""
    known = kind_words()
    words = fold(text).split()
    for length in range(min(_LONGEST_KIND, len(words)), 0, -1):
        for start in range(len(words) - length, -1, -1):
            phrase = " ".join(words[start : start + length])
            if phrase in known:
                return known[phrase], " ".join(words[:start] + words[start + length :])
    return None, text


class Circle(msgspec.Struct, frozen=True):
    lat: float
    lng: float
    radius: float = DEFAULT_RADIUS


def read_circle(value: dict[str, Any], name: str) -> Circle:
    """Read a circle in any usual form, such as `{circle: {center: {latitude, longitude}, radius}}` or `{lat,
    lng}`. For a rectangle, return the circle inside it."""
    inner = value.get("circle", value)
    if isinstance(value.get("rectangle"), dict):
        return _around_rectangle(value["rectangle"], name)
    if not isinstance(inner, dict):
        raise BadArgument(name, "pass {'circle': {'center': {'latitude': …, 'longitude': …}, 'radius': …}}")
    centre = next((inner[key] for key in ("center", "centre", "location", "latLng") if key in inner), inner)
    radius = next((inner[key] for key in ("radius", "radiusMeters") if key in inner), DEFAULT_RADIUS)
    lat, lng = read_centre(centre, name)
    return Circle(lat, lng, _number(radius, f"{name}.radius", 0, 1e9))


def read_centre(value: Any, name: str) -> tuple[float, float]:
    """Read coordinates in any usual spelling."""
    if not isinstance(value, dict):
        raise BadArgument(name, "it has no coordinates; pass {'latitude': 48.8584, 'longitude': 2.2945}")
    inner = value.get("latLng", value)
    if not isinstance(inner, dict):
        raise BadArgument(name, "it has no coordinates; pass {'latitude': 48.8584, 'longitude': 2.2945}")
    lat = next((inner[key] for key in ("latitude", "lat") if key in inner), None)
    lng = next((inner[key] for key in ("longitude", "lng", "lon") if key in inner), None)
    return _number(lat, f"{name}.latitude", -90, 90), _number(lng, f"{name}.longitude", -180, 180)


def _around_rectangle(value: dict[str, Any], name: str) -> Circle:
    low, high = (read_centre(value.get(key), f"{name}.rectangle.{key}") for key in ("low", "high"))
    lat, lng = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    return Circle(lat, lng, max(500.0, abs(high[0] - low[0]) * 55_000))


def _number(value: Any, name: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise BadArgument(name, f"pass a number from {low:g} to {high:g}")
    return float(value)
