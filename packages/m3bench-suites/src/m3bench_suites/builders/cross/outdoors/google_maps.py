"""Google Maps alone: altitudes that listings state, and a walk from bakery to bakery."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Expected
from m3bench.suites import Blueprint, CallResult, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
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
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    require,
    require_clear,
    require_lead,
    rows,
    solution,
    task,
    validation,
)
from m3bench_suites.builders.fields import choice, code, named, number, records, text, yes_no

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
_ALTITUDES = Wording(
    request=(
        "Search for every {kind} within {radius} m of the centre of {city}, and take all places that the "
        "search returns. Compare the altitude that each listing states about itself with the elevation of "
        "the terrain at its position, and list those that differ by more than {apart} m, with both figures. "
        "Leave them out. Of the others, find the place with the shortest time on foot from the centre that "
        "the search used. If that walk takes more than {walk} minutes, get driving directions from the "
        "centre to it, otherwise walking directions. Take the elevations of the start and of the end of "
        "every step of that route, and give the highest, with the address at that point."
    ),
    fuzzy=(
        "I am writing about {city} and don't trust what places claim about their altitude. Look at every "
        "{kind} within {radius} m of the centre: which of them state an altitude that is off the real "
        "terrain by more than {apart} m, and what are both numbers? Forget those. Among the honest ones, "
        "which is the quickest to reach on foot from the centre, and how many minutes is that? I'd walk "
        "there unless it takes over {walk} minutes, in which case I'd drive. For the way I end up taking, "
        "tell me how long it is in kilometres, how high the highest point gets if you look at the start and "
        "every turn up to the end, and what the address at that point is."
    ),
)
_BAKERIES = Wording(
    request=(
        "Search for bakeries within {radius} m of the centre of {city} with a rating of at least {good}, and "
        "take all that the search returns. From their opening hours, count those that close before {closing} "
        "on {day}s. Among the others, take the 3 with the most ratings. Walk from the one with the most "
        "ratings to whichever of the other two takes less time on foot, and from there to the last. Get "
        "walking directions for both legs; report distance and number of steps of each. Compare the "
        "elevations of the three. If the last stop lies higher than where the walk began, find the nearest "
        "pharmacy within {radius} m of the last stop, otherwise the nearest supermarket, and report its name "
        "and phone number."
    ),
    fuzzy=(
        "Next {day} I want to stroll between bakeries in {city}. Only places rated {good} or better within "
        "{radius} m of the centre count. How many of them close before {closing} on {day}s? Of those that "
        "stay open until then or longer, take the three with the most ratings: I'd sit down in the most "
        "rated one, walk to whichever of the other two is the shorter walk in time, and on to the last. Tell "
        "me where I go, how long each of the two walks is in metres and how many instructions it has. If I "
        "end up higher above the sea than where I set out, my knees will need the closest pharmacy within "
        "{radius} m of the last bakery; if not, I'd rather have the closest supermarket within the same "
        "distance of it. What is it called, and what is its phone number?"
    ),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


def _altitudes(draw: TaskDraw) -> Blueprint:
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
        stated = {
            name: each.data["listing"]["altitude_m"] for name, each in zip(places, details, strict=True)
        }
        wrong = contradicted(stated, measured, _APART)
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
                        "name": found(places[each]["name"]),
                        "stated": found(stated[each]),
                        "terrain": found(measured[each], MINUTE),
                    }
                    for each in wrong
                ),
                "nearest": found(places[nearest]["name"]),
                "walk_minutes": computed(round(walk, 1), (walks[nearest],), MINUTE),
                "drives": computed(far, (walks[nearest],)),
                "drive_length": _length(taken) if far else NOTHING,
                "walk_length": NOTHING if far else _length(taken),
                "highest": found(top, MINUTE),
                "address": found(address.data["formatted_address"]),
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

    form = (
        records(
            "contradictions",
            f"each {kind} whose stated altitude is wrong",
            named("name", "its name"),
            number("stated", "the altitude that its listing states", "m"),
            number("terrain", "the elevation of the terrain there", "m"),
        ),
        named("nearest", f"the {kind} with the shortest walk among the others"),
        number("walk_minutes", "the time of that walk", "min"),
        yes_no("drives", f"whether the walk takes more than {_LONG_WALK} minutes"),
        number("drive_length", "the length of the drive, if that is the way taken", "km"),
        number("walk_length", "the length of the walk, if that is the way taken", "km"),
        number("highest", "the highest elevation among the start and the ends of all steps", "m"),
        text("address", "the full address at that point"),
    )
    words = {"city": city, "kind": kind, "radius": _RADIUS, "apart": _APART, "walk": _LONG_WALK}
    return task(draw, FAMILY, _ALTITUDES, words, form, plan)


def _length(taken: dict[str, Any]) -> Expected:
    metres = taken["distance"]["value"]
    return computed(round(metres / 1000, 2), (metres,), TENTH)


def _bakeries(draw: TaskDraw) -> Blueprint:
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
                "start": found(places[start]["name"]),
                "second": found(places[second]["name"]),
                "last": found(places[last]["name"]),
                "legs": rows(map(_leg, ways)),
                "rise": computed(round(heights[2] - heights[0], 1), (heights[2], heights[0]), MINUTE),
                "shop_kind": computed(kind, (heights[2], heights[0])),
                "shop": found(near["name"]),
                "phone": found(shop.data["phone"]),
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

    form = (
        number("early", f"how many of the bakeries close before {CLOSING} on {day}s"),
        named("start", "the bakery where the walk begins"),
        named("second", "the second bakery"),
        named("last", "the last bakery"),
        records(
            "legs",
            "the two walks in order",
            number("metres", "its length", "m"),
            number("steps", "its number of steps"),
            ordered=True,
        ),
        number("rise", "how much higher the last bakery lies than the start; negative if lower", "m"),
        choice("shop_kind", "what is looked for near the last bakery", ("pharmacy", "supermarket")),
        named("shop", "the nearest such shop"),
        code("phone", "its phone number"),
    )
    words = {"city": city, "day": day, "radius": _BAKERY_RADIUS, "good": _GOOD, "closing": CLOSING}
    return task(draw, FAMILY, _BAKERIES, words, form, plan)


def _leg(way: CallResult) -> dict[str, Any]:
    taken = route(way)
    length, count = taken["distance"]["value"], len(taken["steps"])
    return {
        "metres": found(length, MINUTE),
        "steps": computed(count, (taken["steps"][0]["instruction"], taken["steps"][-1]["instruction"])),
    }


FAMILY = CrossFamily(
    number=32,
    name="google_maps",
    title="Google Maps",
    servers=("Google Maps",),
    makers=(_altitudes, _bakeries),
)
