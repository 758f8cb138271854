"""Time zones of the package tzdata, which are the same on every machine."""

from __future__ import annotations

import io
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from m3bench.servers.kit import BadArgument, NotFound
from m3bench.world import near_misses


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
    """Return zones of a like name, or of the city that was written."""
    city = text.strip().replace(" ", "_").casefold().rpartition("/")[2]
    same = [name for name in zone_names() if city and name.casefold().rpartition("/")[2] == city]
    return same[:3] or list(near_misses(text, zone_names()))
