"""Time zones and elevations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_point
from m3bench_world.atlas import distance
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.google_maps.server import server

MOST_LOCATIONS = 200
MOST_SAMPLES = 512
_FIRST_SECOND, _LAST_SECOND = 0, 4_102_444_800
"""The years 1970 to 2099."""
ELEVATION_SOURCES = ("airports", "elevation")


@server.tool
def timezone(
    context: ToolContext,
    lat: Annotated[float, about("Latitude in degrees, -90 to 90.")],
    lng: Annotated[float, about("Longitude in degrees, -180 to 180.")],
    timestamp: Annotated[
        int | None, about("Moment in seconds since 1970 UTC, for summer time; now if absent.")
    ] = None,
) -> Answer:
    """The time zone of a point: timeZoneId (IANA), timeZoneName, rawOffset and dstOffset in seconds, and the
    local time at the moment asked for."""
    lat, lng = check_point(lat, lng)
    moment = context.world.now
    if timestamp is not None:
        if not _FIRST_SECOND <= timestamp < _LAST_SECOND:
            raise BadArgument("timestamp", f"{timestamp} is not in seconds from 1970 to 2099")
        moment = datetime.fromtimestamp(timestamp, UTC)
    local = context.world.atlas.local_time(lat, lng, moment)
    total, summer = local.utcoffset() or timedelta(), local.dst() or timedelta()
    return Answer(
        {
            "status": "OK",
            "timeZoneId": str(local.tzinfo),
            "timeZoneName": local.tzname(),
            "rawOffset": int((total - summer).total_seconds()),
            "dstOffset": int(summer.total_seconds()),
            "localTime": local.isoformat(timespec="seconds"),
        },
        sources=("timezones",),
    )


@server.tool
def elevation_by_locations(
    context: ToolContext,
    locations: Annotated[list[str], about("Points as 'lat,lng', or names of places; 1 to 200.")],
) -> Answer:
    """Elevation above sea level in metres of each location, in the order given."""
    points = _points(context, locations, "locations")
    results = [_elevation(context, lat, lng) for lat, lng in points]
    return Answer({"status": "OK", "results": results}, sources=ELEVATION_SOURCES)


@server.tool
def elevation_along_path(
    context: ToolContext,
    path: Annotated[
        list[str], about("Points of the path in order, as 'lat,lng' or names of places; 2 to 200.")
    ],
    samples: Annotated[int, about("How many points to sample, evenly spread over the path, 2 to 512.")],
) -> Answer:
    """Elevation in metres at points spread evenly along a path, from its start to its end, each with its
    distance from the start."""
    if not 2 <= samples <= MOST_SAMPLES:
        raise BadArgument("samples", f"{samples} is not a whole number from 2 to {MOST_SAMPLES}")
    corners = _points(context, path, "path")
    if len(corners) < 2:
        raise BadArgument("path", "a path has at least 2 points")
    results = [
        _elevation(context, lat, lng) | {"distanceMeters": round(along)}
        for lat, lng, along in _spread(corners, samples)
    ]
    return Answer({"status": "OK", "results": results}, sources=ELEVATION_SOURCES)


def _points(context: ToolContext, texts: list[str], name: str) -> list[tuple[float, float]]:
    if not texts or len(texts) > MOST_LOCATIONS:
        raise BadArgument(name, f"pass 1 to {MOST_LOCATIONS} locations, not {len(texts)}")
    return [_point(context, text) for text in texts]


def _point(context: ToolContext, text: str) -> tuple[float, float]:
    located = context.world.atlas.locate(text[:300])
    if located is None:
        raise NotFound(
            f"no location '{text[:80]}'; write it as 'lat,lng'", context.world.atlas.suggestions(text[:80])
        )
    return located[0], located[1]


def _elevation(context: ToolContext, lat: float, lng: float) -> dict[str, Any]:
    lat, lng = round(lat, 7), round(lng, 7)
    return {"elevation": context.world.atlas.elevation(lat, lng), "location": {"lat": lat, "lng": lng}}


def _spread(corners: list[tuple[float, float]], samples: int) -> list[tuple[float, float, float]]:
    """Sample points at equal steps along straight legs, with the distance from the start in metres."""
    legs = [distance(*start, *end) for start, end in pairwise(corners)]
    step = sum(legs) / (samples - 1)
    spread: list[tuple[float, float, float]] = []
    for number in range(samples):
        along = left = step * number
        leg = 0
        while leg < len(legs) - 1 and left > legs[leg]:
            left -= legs[leg]
            leg += 1
        share = min(1.0, left / legs[leg]) if legs[leg] else 0.0
        start, end = corners[leg], corners[leg + 1]
        turned = (end[1] - start[1] + 180) % 360 - 180
        lng = (start[1] + turned * share + 180) % 360 - 180
        spread.append((start[0] + (end[0] - start[0]) * share, lng, along))
    return spread
