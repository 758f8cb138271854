"""Tides of any coast, from the pull of moon and sun."""

from __future__ import annotations

import csv
import io
import math
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

from m3bench.servers import Answer, Server, ToolContext
from m3bench.servers.kit import BadArgument, about

server = Server("tides", "High and low water at any point of a coast.", sources=("arithmetic",))

EPOCH = datetime(2000, 1, 6, 18, 14, tzinfo=UTC)
"""A new moon."""
MOON_HOURS, SUN_HOURS = 12.4206, 12.0
STEP = timedelta(minutes=6)

Latitude = Annotated[float, about("Degrees, north is positive.")]
Longitude = Annotated[float, about("Degrees, east is positive.")]
Day = Annotated[str, about("A day in UTC, as 2025-11-05.")]


@server.tool
def tide_table(context: ToolContext, latitude: Latitude, longitude: Longitude, day: Day) -> Answer:
    """The times (UTC) and heights (metres over mean sea level) of high and low water on a day."""
    return Answer({"day": day, "unit": "m", "tides": _turns(context, latitude, longitude, day)})


@server.tool(read_only=False)
def save_tide_table(
    context: ToolContext,
    latitude: Latitude,
    longitude: Longitude,
    day: Day,
    path: Annotated[str, about("Where the CSV file goes, in the workspace.")],
) -> Answer:
    """Write the high and low waters of a day into a CSV file."""
    table = io.StringIO()
    writer = csv.DictWriter(table, ("kind", "time", "height"), lineterminator="\n")
    writer.writeheader()
    writer.writerows(_turns(context, latitude, longitude, day))
    written = context.files.write(path, table.getvalue().encode())
    return Answer({"saved": context.files.relative(written)})


def _turns(context: ToolContext, latitude: float, longitude: float, day: str) -> list[dict[str, object]]:
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        raise BadArgument("latitude", "there is no such place; latitude is -90..90, longitude -180..180")
    try:
        start = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    except ValueError:
        raise BadArgument("day", f"{day!r} is not a day; write it as 2025-11-05") from None
    moments = [start + number * STEP for number in range(-1, timedelta(days=1) // STEP + 1)]
    heights = [_height(context.world.seed, latitude, longitude, moment) for moment in moments]
    found: list[dict[str, object]] = []
    for before, here, after, moment in zip(heights, heights[1:], heights[2:], moments[1:], strict=False):
        if before < here >= after or before > here <= after:
            kind = "high" if here > before else "low"
            found.append({"kind": kind, "time": f"{moment:%H:%M}", "height": round(here, 2)})
    return found


def _height(seed: int, latitude: float, longitude: float, moment: datetime) -> float:
    """Two waves, the moon's and the sun's. Each world has coasts with a reach of their own."""
    hours = (moment - EPOCH) / timedelta(hours=1)
    turn = math.tau * longitude / 180
    reach = 1.5 + math.sin(latitude * 7.0 + longitude * 3.0 + seed)
    moon = math.cos(math.tau * hours / MOON_HOURS + turn)
    sun = math.cos(math.tau * hours / SUN_HOURS + turn)
    return reach * (moon + 0.46 * sun)
