"""Roads near points, and their speed limits."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from itertools import pairwise
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_choice
from m3bench_world.roads import NoRoute, Point, RoadPoint, metres_between
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.google_maps.server import server
from m3bench_world.servers.google_maps.waypoints import locate
from m3bench_world.servers.google_maps.wording import thin_path

SOURCES = ("geonames", "roads")
MOST = 100
MOST_BETWEEN = 8
FARTHEST_APART = 50_000.0
PREFIX = "ChRv"
KM_PER_MILE = 1.609344

_POINTS = f"Up to {MOST} points, each as 'lat,lng', such as '48.8584,2.2945'."


def _points(context: ToolContext, texts: list[str], name: str) -> list[Point]:
    given = [part for text in texts for part in text.split("|") if part.strip()]
    if not 1 <= len(given) <= MOST:
        raise BadArgument(name, f"pass 1 to {MOST} points as 'lat,lng', not {len(given)}")
    return [locate(context.world, part, f"{name}[{index}]").point for index, part in enumerate(given)]


def place_id(segment: str) -> str:
    return PREFIX + urlsafe_b64encode(segment.encode()).decode().rstrip("=")


def _segment(context: ToolContext, wanted: str) -> RoadPoint | None:
    """Return the road segment with this id."""
    code = wanted.strip().removeprefix(PREFIX)
    if not wanted.strip().startswith(PREFIX) or len(code) > 80 or not code.isascii():
        return None
    try:
        return context.world.roads.segment(urlsafe_b64decode(code + "=" * (-len(code) % 4)).decode("ascii"))
    except ValueError:
        return None


def _snapped_point(road: RoadPoint, index: int | None) -> dict[str, Any]:
    shaped: dict[str, Any] = {
        "location": {"latitude": road.point[0], "longitude": road.point[1]},
        "placeId": place_id(road.segment),
        "roadName": road.road,
    }
    return shaped | (
        {"originalIndex": index, "metersAway": round(road.metres_off, 1)} if index is not None else {}
    )


def _on_roads(context: ToolContext, points: list[Point]) -> list[tuple[int, RoadPoint]]:
    roads = [(index, context.world.roads.nearest_road(point)) for index, point in enumerate(points)]
    found = [(index, road) for index, road in roads if road]
    if not found:
        lat, lng = points[0]
        raise NotFound(
            f"no road within 5 km of {lat:g},{lng:g}" + (" or the other points" if len(points) > 1 else "")
        )
    return found


def _unsnapped(points: list[Point], found: list[tuple[int, RoadPoint]]) -> dict[str, Any]:
    kept = {index for index, _ in found}
    missing = [index for index in range(len(points)) if index not in kept]
    return {"warningMessage": f"No road within 5 km of the points {missing}."} if missing else {}


@server.tool
def roads_snap_to_roads(
    context: ToolContext,
    path: Annotated[list[str], about(f"The points of a journey in order. {_POINTS}")],
    interpolate: Annotated[bool, about("Also return points of the roads between them.")] = False,
) -> Answer:
    """Move the points of a journey onto the roads that were most likely travelled. Returns for each point its
    location on the road, the road's name and a placeId that roads_speed_limits takes."""
    points = _points(context, path, "path")
    found = _on_roads(context, points)
    snapped = [_snapped_point(found[0][1], found[0][0])]
    for (_, before), (index, road) in pairwise(found):
        if interpolate:
            snapped += [_snapped_point(road_point, None) for road_point in _between(context, before, road)]
        snapped.append(_snapped_point(road, index))
    return Answer({"snappedPoints": snapped} | _unsnapped(points, found), sources=SOURCES)


def _between(context: ToolContext, a: RoadPoint, b: RoadPoint) -> list[RoadPoint]:
    """Interpolate road points between two points, or none if they are too far apart."""
    if metres_between(a.point, b.point) > FARTHEST_APART:
        return []
    try:
        way = context.world.roads.route(a.point, b.point).path
    except NoRoute:
        return []
    inner = thin_path(way, MOST_BETWEEN + 2)[1:-1]
    roads = [context.world.roads.nearest_road(point) for point in inner]
    return [road for road in roads if road]


@server.tool
def roads_nearest_roads(
    context: ToolContext,
    points: Annotated[list[str], about(f"Points that need not belong together. {_POINTS}")],
) -> Answer:
    """The nearest road to each point: its name, a location on it, the metres to it, and its placeId."""
    wanted = _points(context, points, "points")
    found = _on_roads(context, wanted)
    return Answer(
        {"snappedPoints": [_snapped_point(road, i) for i, road in found]} | _unsnapped(wanted, found),
        sources=SOURCES,
    )


@server.tool
def roads_speed_limits(
    context: ToolContext,
    placeIds: Annotated[
        list[str] | None, about(f"Up to {MOST} placeIds of roads, from the other roads tools; or pass path.")
    ] = None,
    path: Annotated[list[str] | None, about(f"Points on roads, instead of placeIds. {_POINTS}")] = None,
    units: Annotated[str, about("KPH or MPH.")] = "KPH",
) -> Answer:
    """Speed limits of roads for cars, by placeIds or for the roads under the points of a path."""
    unit = check_choice(units, "units", ("KPH", "MPH"))
    if placeIds:
        if len(placeIds) > MOST:
            raise BadArgument("placeIds", f"{len(placeIds)} are too many; the maximum is {MOST}")
        roads = [_find_road(context, wanted) for wanted in placeIds]
        return Answer({"speedLimits": [_limit(road, unit) for road in roads]}, sources=SOURCES)
    if not path:
        raise BadArgument("path", "pass placeIds of roads, or a path of points as 'lat,lng'")
    points = _points(context, path, "path")
    found = _on_roads(context, points)
    limits = {road.segment: _limit(road, unit) for _, road in found}
    snapped = [_snapped_point(road, index) for index, road in found]
    answer = {"speedLimits": list(limits.values()), "snappedPoints": snapped} | _unsnapped(points, found)
    return Answer(answer, sources=SOURCES)


def _find_road(context: ToolContext, wanted: str) -> RoadPoint:
    road = _segment(context, wanted)
    if road:
        return road
    spot = context.world.atlas.spot(wanted.strip())
    nearest = context.world.roads.nearest_road((spot.lat, spot.lng)) if spot else None
    if nearest is None:
        raise NotFound(f"no road has the placeId '{wanted[:60]}'; take placeIds from roads_nearest_roads")
    return nearest


def _limit(road: RoadPoint, unit: str) -> dict[str, Any]:
    speed = road.limit if unit == "KPH" else round(road.limit / KM_PER_MILE / 5) * 5
    return {"placeId": place_id(road.segment), "speedLimit": speed, "units": unit, "roadName": road.road}
