"""Time zones of the package tzdata, which are the same on every machine."""

from __future__ import annotations

import io
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from m3bench.servers.kit import BadArgument, NotFound


@cache
def zone_names() -> tuple[str, ...]:
    return tuple(files("tzdata").joinpath("zones").read_text(encoding="utf-8").split())


@cache
def _by_folded_name() -> dict[str, str]:
    return {name.casefold(): name for name in zone_names()}


def find_zone(text: str, argument: str) -> ZoneInfo:
    """Return the zone of this IANA name; case and spaces are free."""
    if not text.strip():
        raise BadArgument(argument, "it is empty; pass an IANA zone such as 'Europe/London'")
    name = _by_folded_name().get(text.strip().replace(" ", "_").casefold())
    if name is None:
        raise NotFound(
            f"no time zone '{text[:60]}'; names are like 'Europe/London' or 'UTC'", _near(text[:60])
        )
    return _loaded(name)


@cache
def _loaded(name: str) -> ZoneInfo:
    # Not ZoneInfo(name): that would take the machine's own tables where there are any.
    data = files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()
    return ZoneInfo.from_file(io.BytesIO(data), key=name)


def _near(text: str) -> list[str]:
    """Return zones of a like name, or of a city that is written alike."""
    city = text.strip().replace(" ", "_").casefold().rpartition("/")[2]
    cities: dict[str, str] = {}
    for name in zone_names():
        cities.setdefault(name.rpartition("/")[2].casefold(), name)
    if city in cities:
        return [cities[city]]
    return [cities[near] for near in get_close_matches(city, cities, n=3, cutoff=0.75)]
