"""The two tools, and time zones by name. Now is the world's clock."""

from __future__ import annotations

import io
import re
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from m3bench.servers.kit import Answer, BadArgument, NotFound, Proof, Server, about
from m3bench_world.servers.context import ToolContext


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


server = Server(
    "Time MCP",
    "The time now in any time zone, and times of day in another zone.",
    sources=("tzdata", "arithmetic"),
    proof=Proof("get_current_time", {"timezone": "Europe/London"}),
)

_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


@server.tool
def get_current_time(
    context: ToolContext,
    timezone: Annotated[str, about("IANA name of a time zone, such as 'America/New_York'.")],
) -> Answer:
    """The date and time now in a time zone."""
    return Answer(_shown(context.world.now.astimezone(find_zone(timezone, "timezone"))))


@server.tool
def convert_time(
    context: ToolContext,
    source_timezone: Annotated[str, about("IANA name of the zone of the given time.")],
    time: Annotated[str, about("Time of day as HH:MM, 24 hours; it is taken as of today in that zone.")],
    target_timezone: Annotated[str, about("IANA name of the zone to convert to.")],
) -> Answer:
    """A time of today in another time zone, and the difference between the zones then."""
    source, target = (
        find_zone(source_timezone, "source_timezone"),
        find_zone(target_timezone, "target_timezone"),
    )
    match = _CLOCK.fullmatch(time.strip())
    if not match:
        raise BadArgument("time", f"'{time[:20]}' is not a time of day; write it as HH:MM, such as 09:30")
    today = context.world.now.astimezone(source)
    given = today.replace(hour=int(match[1]), minute=int(match[2]), second=0, microsecond=0, fold=0)
    there = given.astimezone(target)
    return Answer(
        {"source": _shown(given), "target": _shown(there), "time_difference": _difference(given, there)}
    )


def _shown(moment: datetime) -> dict[str, Any]:
    return {
        "timezone": str(moment.tzinfo),
        "datetime": moment.isoformat(timespec="seconds"),
        "day_of_week": moment.strftime("%A"),
        "is_dst": bool(moment.dst()),
    }


def _difference(given: datetime, there: datetime) -> str:
    offset = (there.utcoffset() or timedelta()) - (given.utcoffset() or timedelta())
    hours = offset.total_seconds() / 3600
    return f"{hours:+.1f}h" if hours * 2 == int(hours * 2) else f"{hours:+.2f}h"
