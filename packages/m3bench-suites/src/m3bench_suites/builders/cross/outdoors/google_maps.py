"""Google Maps alone: altitudes that listings state, and a walk from bakery to bakery."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.outdoors._shared.outings import CLOSING
from m3bench_suites.builders.cross.outdoors._shared.reading import (
    MINUTE,
    MOST_PLACES,
    TENTH,
    around,
    closes_before,
    contradicted,
    drive_times,
    elevations,
    in_kilometres,
    listing,
    point,
    route,
    route_points,
    spot,
    take,
)
from m3bench_suites.builders.cross.outdoors._shared.tools import (
    DIRECTIONS,
    ELEVATION,
    MATRIX,
    NEARBY,
    PLACE,
    REVERSE,
)
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    computed,
    fork,
    pluck,
    require,
    require_clear,
    require_lead,
    rows,
    solution,
    stated,
    validation,
)

_HIGH_CITIES = (
    "Denver, Colorado",
    "Salt Lake City, Utah",
    "Albuquerque, New Mexico",
    "Calgary, Canada",
    "Madrid, Spain",
    "Munich, Germany",
    "Bern, Switzerland",
    "Sofia, Bulgaria",
    "Ankara, Turkey",
    "Johannesburg, South Africa",
)
_WALKED_CITIES = (
    "Edinburgh, Scotland",
    "Seattle, Washington",
    "Lyon, France",
    "Bilbao, Spain",
    "Zurich, Switzerland",
    "Gothenburg, Sweden",
    "Porto, Portugal",
    "Genoa, Italy",
    "Bergen, Norway",
)
_KINDS = ("library", "movie theater")
_RADIUS, _LOWEST, _APART, _LONG_WALK = 5500, 250, 15, 10
_BAKERY_RADIUS, _GOOD = 3000, 4
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


def _altitudes(draw: TaskDraw) -> TaskSpec:
    city, kind = draw.turn(_HIGH_CITIES, "city"), draw.pick(_KINDS, "kind")
    return TaskSpec(
        words={"city": city, "kind": kind, "radius": _RADIUS, "apart": _APART, "walk": _LONG_WALK},
        plans=(partial(_altitudes_plan, city, kind),),
    )


def _altitudes_plan(city: str, kind: str) -> Plan:
    (search,) = yield [call(NEARBY, center=around(city), keyword=kind, radius=_RADIUS)]
    places = {place["place_id"]: place for place in listing(search, "places")}
    require(5 <= len(places) < MOST_PLACES, f"{len(places)} places are too few or too many.")
    *details, terrain = yield [
        *(call(PLACE, search, placeId=place) for place in places),
        call(ELEVATION, search, locations=[point(place) for place in places.values()]),
    ]
    measured = dict(zip(places, elevations(terrain), strict=True))
    require(min(measured.values()) >= _LOWEST, "the city is too low.")
    claims = pluck(places, details, "listing", "altitude_m")
    wrong = contradicted(claims, measured, _APART)
    honest = [name for name in places if name not in wrong]
    require(len(honest) >= 3, "few listings are right.")
    here = search.data["center"]
    goals = [spot(places[name]) for name in honest]
    (matrix,) = yield [
        call(MATRIX, search, *details, terrain, origins=[spot(here)], destinations=goals, mode="walking")
    ]
    walks = drive_times(matrix, honest)
    (nearest,) = take(walks, 1, 20, lowest=True)
    walk = walks[nearest] / 60
    require_clear(walk, _LONG_WALK, 0.3)
    far = walk > _LONG_WALK
    goal, mode = spot(places[nearest]), "driving" if far else "walking"
    (way,) = yield [call(DIRECTIONS, search, matrix, origin=spot(here), destination=goal, mode=mode)]
    summit = yield from _summit(way)
    names = ([places[name]["name"] for name in group] for group in (places, wrong))
    return solution(
        {
            "contradictions": rows(
                {
                    "name": stated(places[name]["name"]),
                    "stated": stated(claims[name]),
                    "terrain": stated(measured[name], MINUTE),
                }
                for name in wrong
            ),
            "nearest": stated(places[nearest]["name"]),
            "walk_minutes": computed(round(walk, 1), (walks[nearest],), MINUTE),
            "drives": computed(far, (walks[nearest],)),
            "length": in_kilometres(way, 2, TENTH),
            **summit,
        },
        branches=[
            fork(
                f"the shortest walk to a {kind} with a right altitude takes more than {_LONG_WALK} min",
                far,
                DIRECTIONS,
                met="driving",
                unmet="walking",
            )
        ],
        validations=[validation("the altitude of a place", (PLACE, ELEVATION), *names)],
    )


def _summit(way: CallResult) -> Steps[dict[str, Expected]]:
    """Find the highest point of a route. Return the fields `highest` and `address`."""
    points = route_points(route(way))
    (profile,) = yield [call(ELEVATION, way, locations=[point(place) for place in points])]
    heights = elevations(profile)
    require_lead(heights, 0.05)
    top = points[heights.index(max(heights))]
    (address,) = yield [call(REVERSE, way, profile, latitude=top["lat"], longitude=top["lng"])]
    return {"highest": stated(max(heights), MINUTE), "address": stated(address.data["formatted_address"])}


def _bakeries(draw: TaskDraw) -> TaskSpec:
    city, day = draw.turn(_WALKED_CITIES, "city"), draw.pick(_DAYS, "day")
    return TaskSpec(
        words={"city": city, "day": day, "radius": _BAKERY_RADIUS, "good": _GOOD, "closing": CLOSING},
        plans=(partial(_bakeries_plan, city, day),),
    )


def _bakeries_plan(city: str, day: str) -> Plan:
    (search,) = yield [
        call(NEARBY, center=around(city), keyword="bakery", radius=_BAKERY_RADIUS, minRating=_GOOD)
    ]
    places = {place["place_id"]: place for place in listing(search, "places")}
    require(5 <= len(places) < MOST_PLACES, f"{len(places)} bakeries are too few, or not all.")
    details = yield [call(PLACE, search, placeId=place) for place in places]
    hours = pluck(places, details, "opening_hours")
    early = [name for name in places if closes_before(hours[name], day, CLOSING)]
    rated = {name: places[name]["total_ratings"] for name in places if name not in early}
    start, *others = take(rated, 3, 1)
    origin, goals = spot(places[start]), [spot(places[name]) for name in others]
    (matrix,) = yield [call(MATRIX, search, *details, origins=[origin], destinations=goals, mode="walking")]
    second, last = take(drive_times(matrix, others), 2, 30, lowest=True)
    stops = [places[name] for name in (start, second, last)]
    *ways, terrain = yield [
        *(
            call(DIRECTIONS, search, matrix, origin=spot(begin), destination=spot(end), mode="walking")
            for begin, end in pairwise(stops)
        ),
        call(ELEVATION, search, matrix, locations=[point(stop) for stop in stops]),
    ]
    heights = elevations(terrain)
    require_clear(heights[2], heights[0], 0.15)
    higher = heights[2] > heights[0]
    kind = "pharmacy" if higher else "supermarket"
    (nearby,) = yield [
        call(NEARBY, search, terrain, center=around(places[last]), keyword=kind, radius=_BAKERY_RADIUS)
    ]
    near, *more = listing(nearby, "places")
    require(not more or more[0]["distance_m"] - near["distance_m"] >= 5, "two shops are equally near.")
    (shop,) = yield [call(PLACE, nearby, placeId=near["place_id"])]
    return solution(
        {
            "early": computed(len(early), [places[name]["name"] for name in early or places]),
            "start": stated(places[start]["name"]),
            "second": stated(places[second]["name"]),
            "last": stated(places[last]["name"]),
            "legs": rows(map(_leg, ways)),
            "rise": computed(round(heights[2] - heights[0], 1), (heights[2], heights[0]), MINUTE),
            "shop_kind": computed(kind, (heights[2], heights[0])),
            "shop": stated(near["name"]),
            "phone": stated(shop.data["phone"]),
        },
        branches=[
            fork(
                "the last stop lies higher than the place where the walk began",
                higher,
                NEARBY,
                met="pharmacy",
                unmet="supermarket",
            )
        ],
    )


def _leg(way: CallResult) -> dict[str, Any]:
    taken = route(way)
    length, count = taken["distance"]["value"], len(taken["steps"])
    return {
        "metres": stated(length, MINUTE),
        "steps": computed(count, (taken["steps"][0]["instruction"], taken["steps"][-1]["instruction"])),
    }


FAMILY = cross_family(
    number=32,
    name="google_maps",
    title="Google Maps",
    servers=("Google Maps",),
    tasks=(_altitudes, _bakeries),
)
