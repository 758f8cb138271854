"""The two tools. Now is the world's clock."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, Proof, Server, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.time_mcp.zones import find_zone

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
