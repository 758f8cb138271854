"""The four tools of the air quality server."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any

from m3bench.servers.kit import (
    Answer,
    BadArgument,
    Picture,
    Proof,
    Server,
    about,
    check_choice,
    check_point,
    parse_time,
)
from m3bench_world.air import DEEPEST, INDEX_TYPES, Tile
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.google_air.wording import colour, full, row, stamp, summary

FARTHEST_HOURS = 96
USUAL_HOURS = 24
OLDEST_DAYS = 30
MOST_HOURS = 168
UNITS = "PM in µg/m³, gases in ppb"
ALIASES = {
    "UAQI": "UNIVERSAL_AQI",
    "UAQI_RED_GREEN": "UNIVERSAL_AQI",
    "UAQI_INDIGO_PERSIAN": "UNIVERSAL_AQI",
    "PM25_INDIGO_PERSIAN": "PM25",
    "PM2.5": "PM25",
    "USA_EPA": "US_AQI",
}

server = Server(
    "google-air",
    "Air quality anywhere: now, the coming four days, the last month, and as heat-map tiles.",
    sources=("air", "weather", "geonames"),
    proof=Proof("current_conditions", {"lat": 48.8566, "lng": 2.3522}),
)

Latitude = Annotated[float, about("Latitude in degrees, -90 to 90.")]
Longitude = Annotated[float, about("Longitude in degrees, -180 to 180.")]


@server.tool
def current_conditions(context: ToolContext, lat: Latitude, lng: Longitude) -> Answer:
    """Air quality at a point in the present hour: the Universal AQI (0-100, higher is better) and the US EPA
    AQI (0-500, lower is better) with category, colour and dominant pollutant; concentrations of PM2.5, PM10,
    O3, NO2, SO2 and CO; health advice for groups of people."""
    check_point(lat, lng)
    return Answer(_place(lat, lng) | full(context.world.air.current(lat, lng)))


@server.tool
def forecast(
    context: ToolContext,
    lat: Latitude,
    lng: Longitude,
    hours: Annotated[int | None, about("How many hours ahead, 1 to 96; 24 if left out.")] = None,
) -> Answer:
    """Hourly air quality at a point from the next full hour on: both indices, category, dominant pollutant
    and concentrations for each hour, and a summary with the best and the worst hour."""
    check_point(lat, lng)
    if hours is not None and not 1 <= hours <= FARTHEST_HOURS:
        raise BadArgument("hours", f"{hours} is not between 1 and {FARTHEST_HOURS}")
    first = context.world.air.hour + timedelta(hours=1)
    return Answer(_series(context, lat, lng, first, hours or USUAL_HOURS))


@server.tool
def history(
    context: ToolContext,
    lat: Latitude,
    lng: Longitude,
    startTime: Annotated[
        str, about("First hour, ISO 8601 such as 2025-11-04T00:00:00Z; at most 30 days ago.")
    ],
    endTime: Annotated[str, about("Last hour, ISO 8601; after startTime and not after the present.")],
) -> Answer:
    """Hourly air quality at a point in the past, up to 30 days back. Gives at most 168 hours; where the span
    is longer, `nextStartTime` tells where to go on."""
    check_point(lat, lng)
    first, last = _span(context, parse_time(startTime, "startTime"), parse_time(endTime, "endTime"))
    wanted = int((last - first) / timedelta(hours=1)) + 1
    answer = _series(context, lat, lng, first, min(wanted, MOST_HOURS))
    if wanted > MOST_HOURS:
        answer["nextStartTime"] = stamp(first + timedelta(hours=MOST_HOURS))
    return Answer(answer)


def _span(context: ToolContext, first: datetime, last: datetime) -> tuple[datetime, datetime]:
    """Return the span in whole hours, or raise `BadArgument` for the end that is wrong."""
    present = context.world.air.hour
    oldest = present - timedelta(days=OLDEST_DAYS)
    if first < oldest:
        raise BadArgument(
            "startTime", f"it is more than {OLDEST_DAYS} days ago; start at {stamp(oldest)} or later"
        )
    if last > context.world.now:
        raise BadArgument("endTime", f"it is in the future (now is {stamp(context.world.now)}); use forecast")
    if last < first:
        raise BadArgument("endTime", "it is before startTime; swap the two")
    whole = first.replace(minute=0, second=0, microsecond=0)
    start = whole if whole == first else whole + timedelta(hours=1)
    if start > last:
        raise BadArgument("endTime", "there is no full hour between startTime and endTime; widen the span")
    return start, last


def _place(lat: float, lng: float) -> dict[str, Any]:
    return {"location": {"latitude": round(lat, 6), "longitude": round(lng, 6)}}


def _series(context: ToolContext, lat: float, lng: float, first: datetime, count: int) -> dict[str, Any]:
    readings = context.world.air.hourly(lat, lng, first, count)
    return _place(lat, lng) | {
        "units": UNITS,
        "summary": summary(readings),
        "hours": [row(reading) for reading in readings],
    }


@server.tool
def heatmap_tile(
    context: ToolContext,
    z: Annotated[int, about("Zoom level, 0 (the whole world) to 16.")],
    x: Annotated[int, about("Column of the tile, 0 to 2^z - 1 from west to east.")],
    y: Annotated[int, about("Row of the tile, 0 to 2^z - 1 from north to south.")],
    indexType: Annotated[
        str,
        about("UNIVERSAL_AQI, US_AQI, or the US index of one of PM25, PM10, O3, NO2, SO2, CO."),
    ] = "UNIVERSAL_AQI",
) -> Answer:
    """A 256×256 picture (PNG, semi-transparent) of the air quality of the present hour on one tile of the Web
    Mercator map, coloured by category, with its bounds, the legend, the lowest, mean and highest index and
    the share of each category."""
    if not 0 <= z <= DEEPEST:
        raise BadArgument("z", f"{_short(z)} is not between 0 and {DEEPEST}")
    for name, number in (("x", x), ("y", y)):
        if not 0 <= number < 2**z:
            raise BadArgument(
                name, f"{_short(number)} is not between 0 and {2**z - 1}, the tiles of zoom {z}"
            )
    wanted = indexType.strip().upper()
    kind = check_choice(ALIASES.get(wanted, wanted), "indexType", INDEX_TYPES)
    tile = context.world.air.tile(z, x, y, kind)
    return Answer(_describe_tile(context, z, x, y, tile), pictures=(Picture(tile.png),))


def _short(number: int) -> str:
    return str(number) if abs(number) < 10**12 else "the number"


def _describe_tile(context: ToolContext, z: int, x: int, y: int, tile: Tile) -> dict[str, Any]:
    return {
        "tile": {"z": z, "x": x, "y": y},
        "indexType": tile.index_type,
        "dateTime": stamp(context.world.air.hour),
        "bounds": {
            "north": tile.bounds.north,
            "south": tile.bounds.south,
            "west": tile.bounds.west,
            "east": tile.bounds.east,
        },
        "index": {"lowest": tile.lowest, "mean": tile.mean, "highest": tile.highest},
        "categoryShares": tile.shares,
        "legend": [
            {"category": category.name, "from": category.low, "to": category.high, "color": colour(category)}
            for category in tile.legend
        ],
        "picture": "256x256 PNG, in this answer",
    }
