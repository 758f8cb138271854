"""Google Maps alone: altitudes that listings state, and a walk from bakery to bakery."""

from __future__ import annotations

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
    NOTHING,
    TaskSpec,
    branch,
    computed,
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

    def plan() -> Plan:
        (search,) = yield [call(NEARBY, center=around(city), keyword=kind, radius=_RADIUS)]
        places = {place["place_id"]: place for place in listing(search, "places")}
        require(5 <= len(places) < MOST_PLACES, f"{len(places)} places are too few or too many.")
        *details, terrain = yield [
            *(call(PLACE, search, placeId=place) for place in places),
            call(ELEVATION, search, locations=[point(place) for place in places.values()]),
        ]
        measured = dict(zip(places, elevations(terrain), strict=True))
        require(min(measured.values()) >= _LOWEST, "the city is too low.")
        claims = {
            name: each.data["listing"]["altitude_m"] for name, each in zip(places, details, strict=True)
        }
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
        goal = spot(places[nearest])
        mode = "driving" if far else "walking"
        (way,) = yield [call(DIRECTIONS, search, matrix, origin=spot(here), destination=goal, mode=mode)]
        taken = route(way)
        points = route_points(taken)
        (profile,) = yield [call(ELEVATION, way, locations=[point(each) for each in points])]
        heights = elevations(profile)
        top = max(heights)
        require_lead(heights, 0.05)
        summit = points[heights.index(top)]
        (address,) = yield [call(REVERSE, way, profile, latitude=summit["lat"], longitude=summit["lng"])]
        return solution(
            {
                "contradictions": rows(
                    {
                        "name": stated(places[each]["name"]),
                        "stated": stated(claims[each]),
                        "terrain": stated(measured[each], MINUTE),
                    }
                    for each in wrong
                ),
                "nearest": stated(places[nearest]["name"]),
                "walk_minutes": computed(round(walk, 1), (walks[nearest],), MINUTE),
                "drives": computed(far, (walks[nearest],)),
                "drive_length": _length(taken) if far else NOTHING,
                "walk_length": NOTHING if far else _length(taken),
                "highest": stated(top, MINUTE),
                "address": stated(address.data["formatted_address"]),
            },
            branches=[
                branch(
                    f"the shortest walk to a {kind} with a right altitude takes more than {_LONG_WALK} min",
                    holds=far,
                    met={"tools": [DIRECTIONS], "values": ["driving"]},
                    unmet={"tools": [DIRECTIONS], "values": ["walking"]},
                )
            ],
            validations=[
                validation(
                    "the altitude of a place",
                    (PLACE, ELEVATION),
                    [each["name"] for each in places.values()],
                    [places[each]["name"] for each in wrong],
                )
            ],
        )

    return TaskSpec(
        words={"city": city, "kind": kind, "radius": _RADIUS, "apart": _APART, "walk": _LONG_WALK},
        plans=(plan,),
    )


def _length(taken: dict[str, Any]) -> Expected:
    metres = taken["distance"]["value"]
    return computed(round(metres / 1000, 2), (metres,), TENTH)


def _bakeries(draw: TaskDraw) -> TaskSpec:
    city, day = draw.turn(_WALKED_CITIES, "city"), draw.pick(_DAYS, "day")

    def plan() -> Plan:
        (search,) = yield [
            call(NEARBY, center=around(city), keyword="bakery", radius=_BAKERY_RADIUS, minRating=_GOOD)
        ]
        places = {place["place_id"]: place for place in listing(search, "places")}
        require(5 <= len(places) < MOST_PLACES, f"{len(places)} bakeries are too few, or not all.")
        details = yield [call(PLACE, search, placeId=place) for place in places]
        hours = {name: each.data["opening_hours"] for name, each in zip(places, details, strict=True)}
        early = [name for name in places if closes_before(hours[name], day, CLOSING)]
        rated = {name: places[name]["total_ratings"] for name in places if name not in early}
        start, *others = take(rated, 3, 1)
        (matrix,) = yield [
            call(
                MATRIX,
                search,
                *details,
                origins=[spot(places[start])],
                destinations=[spot(places[name]) for name in others],
                mode="walking",
            )
        ]
        second, last = take(drive_times(matrix, others), 2, 30, lowest=True)
        stops = [start, second, last]
        *ways, terrain = yield [
            *(
                call(
                    DIRECTIONS,
                    search,
                    matrix,
                    origin=spot(places[one]),
                    destination=spot(places[other]),
                    mode="walking",
                )
                for one, other in ((start, second), (second, last))
            ),
            call(ELEVATION, search, matrix, locations=[point(places[name]) for name in stops]),
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
                "early": computed(len(early), [places[each]["name"] for each in early or places]),
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
                branch(
                    "the last stop lies higher than the place where the walk began",
                    holds=higher,
                    met={"tools": [NEARBY], "values": ["pharmacy"]},
                    unmet={"tools": [NEARBY], "values": ["supermarket"]},
                )
            ],
        )

    return TaskSpec(
        words={"city": city, "day": day, "radius": _BAKERY_RADIUS, "good": _GOOD, "closing": CLOSING},
        plans=(plan,),
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
