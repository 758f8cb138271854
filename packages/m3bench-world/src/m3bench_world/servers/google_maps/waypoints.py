"""Waypoints: origins, destinations and stops in all the forms that callers use."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import msgspec

from m3bench.servers.kit import BadArgument, NotFound, check_choice, check_point, check_text, parse_time
from m3bench_world import World
from m3bench_world.roads import Mode, NoRoute, Point, Preferences, Route
from m3bench_world.servers.context import ToolContext

FORMS = "{'address': 'Paris, France'}, {'placeId': '…'} or {'latLng': {'latitude': 48.86, 'longitude': 2.35}}"
LEGACY_MODES = {
    "driving": Mode.DRIVE,
    "walking": Mode.WALK,
    "bicycling": Mode.BICYCLE,
    "transit": Mode.TRANSIT,
    "two_wheeler": Mode.TWO_WHEELER,
}
MOST_STOPS = 25
_EXACT_STOPS = 9
_FIRST_YEAR, _LAST_YEAR = 2000, 2100


class End(msgspec.Struct, frozen=True):
    """A point and its label."""

    point: Point
    label: str


def locate(world: World, text: str, name: str) -> End:
    """Locate an address, a place id or `lat,lng`."""
    wanted = check_text(text, name).removeprefix("via:").strip()
    found = world.atlas.locate(wanted)
    if found is None:
        if wanted.startswith("ChIJ"):
            raise NotFound(
                f"{name}: no place has the id '{wanted[:40]}'; take ids from geocode or places_text_search"
            )
        near = world.atlas.suggestions(wanted.split(",")[0][:80])
        raise NotFound(f"{name}: no place or address '{wanted[:80]}'", near)
    return End((round(found[0], 6), round(found[1], 6)), found[2])


def read_waypoint(world: World, value: Mapping[str, Any], name: str) -> End:
    """Read a waypoint of the Routes API in any of its forms."""
    inner = value.get("location", value)
    if isinstance(inner, str):
        return locate(world, inner, name)
    inner = inner if isinstance(inner, Mapping) else {}
    inner = inner.get("latLng", inner) if isinstance(inner.get("latLng", inner), Mapping) else {}
    lat = _number(inner, "latitude", "lat")
    lng = _number(inner, "longitude", "lng", "lon")
    if lat is not None and lng is not None:
        here = check_point(lat, lng, (f"{name}.latitude", f"{name}.longitude"))
        return End((round(here[0], 6), round(here[1], 6)), f"{here[0]:.5f}, {here[1]:.5f}")
    for key in ("placeId", "place_id", "address", "name"):
        text = value.get(key)
        if isinstance(text, str) and text.strip():
            return locate(world, text, name)
    raise BadArgument(name, f"it names no place; write {FORMS}")


def _number(value: Mapping[str, Any], *names: str) -> float | None:
    for name in names:
        number = value.get(name)
        if isinstance(number, (int, float)) and not isinstance(number, bool) and abs(number) < 1e6:
            return float(number)
    return None


def parse_mode(mode: str) -> Mode:
    return LEGACY_MODES[check_choice(mode, "mode", tuple(LEGACY_MODES))]


def parse_departure(world: World, text: str | None, name: str = "departure_time") -> datetime | None:
    """Parse `now`, seconds since 1970, or an ISO time."""
    if text is None:
        return None
    wanted = text.strip()
    if wanted.casefold() == "now":
        return world.now
    if wanted.isascii() and wanted.isdecimal():
        if len(wanted) > 10:
            raise BadArgument(name, "seconds since 1970 have at most ten digits; or write 'now'")
        read = datetime.fromtimestamp(int(wanted), UTC)
    else:
        try:
            read = parse_time(wanted, name)
        except OverflowError:
            raise BadArgument(name, "the year is out of range") from None
    if not _FIRST_YEAR <= read.year <= _LAST_YEAR:
        raise BadArgument(name, f"the year must be from {_FIRST_YEAR} to {_LAST_YEAR}; or write 'now'")
    return read


def no_route(context: ToolContext, a: End, b: End, reason: str) -> NotFound:
    """Return an error with the reason and the nearest airports."""
    fields = []
    for end in (a, b):
        nearest = context.world.atlas.nearest_airports(*end.point, n=1)
        fields += [f"{airport.name} ({airport.iata}) near {end.label}" for airport in nearest]
    hint = f" Nearest airports: {'; '.join(fields)}" if fields else ""
    return NotFound(f"ZERO_RESULTS, no route from {a.label} to {b.label}: {reason}.{hint}".rstrip("."))


def find_routes(
    context: ToolContext, ends: list[End], wanted: Preferences, when: datetime | None, most: int = 1
) -> tuple[list[list[Route]], list[str]]:
    """Return the routes of each leg, best first, and warnings.

    A route that cannot avoid something carries a warning.
    """
    legs, warnings = [], []
    plain = Preferences(wanted.mode)
    for a, b in pairwise(ends):
        try:
            legs.append(context.world.roads.routes(a.point, b.point, wanted, when, most))
        except NoRoute as problem:
            if wanted == plain:
                raise no_route(context, a, b, str(problem)) from None
            try:
                legs.append(context.world.roads.routes(a.point, b.point, plain, when, most))
            except NoRoute as other:
                raise no_route(context, a, b, str(other)) from None
            warnings.append(f"Between {a.label} and {b.label} what was to be avoided could not be avoided.")
    return legs, warnings


def best_order(context: ToolContext, ends: list[End], wanted: Preferences) -> list[int]:
    """Return the order of the intermediate stops that takes the least time."""
    points = [end.point for end in ends]
    rows = context.world.roads.reaches(points, points, wanted)
    seconds = [[math.inf if reach is None else float(reach.seconds) for reach in row] for row in rows]
    stops = len(ends) - 2
    if stops <= _EXACT_STOPS:
        return _exact_order(seconds, stops)
    return _improved_order(seconds, stops)


def _exact_order(seconds: list[list[float]], stops: int) -> list[int]:
    """Find the best order by dynamic programming over sets of visited stops."""
    best: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {
        (1 << stop, stop): (seconds[0][stop + 1], (stop,)) for stop in range(stops)
    }
    for visited in range(1, 1 << stops):
        for last in range(stops):
            known = best.get((visited, last))
            for stop in range(stops) if known else ():
                if known and not visited >> stop & 1:
                    total = known[0] + seconds[last + 1][stop + 1]
                    key = (visited | 1 << stop, stop)
                    candidate = (total, (*known[1], stop))
                    if key not in best or candidate < best[key]:
                        best[key] = candidate
    everything = (1 << stops) - 1
    ends = [
        (best[everything, last][0] + seconds[last + 1][-1], best[everything, last][1])
        for last in range(stops)
    ]
    return list(min(ends)[1]) if ends else []


def _improved_order(seconds: list[list[float]], stops: int) -> list[int]:
    """Find a good order by nearest neighbour and 2-opt."""
    order: list[int] = []
    left = list(range(1, stops + 1))
    while left:
        here = order[-1] if order else 0
        order.append(min(left, key=lambda stop: (seconds[here][stop], stop)))
        left.remove(order[-1])
    improved = True
    while improved:
        improved = False
        for first in range(stops - 1):
            for last in range(first + 1, stops):
                turned = order[:first] + order[first : last + 1][::-1] + order[last + 1 :]
                if _total_seconds(seconds, turned) < _total_seconds(seconds, order) - 1:
                    order, improved = turned, True
    return [stop - 1 for stop in order]


def _total_seconds(seconds: list[list[float]], order: list[int]) -> float:
    return sum(seconds[a][b] for a, b in pairwise([0, *order, len(seconds) - 1]))
