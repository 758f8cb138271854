"""Travel Comparison: find the pictured sight with the cleaner air, and venues near it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture
from m3bench_suites.builders.m3._shared.travel import air_quality
from m3bench_suites.builders.m3._shared.travel.opening_times import expected_hours
from m3bench_suites.builders.m3._shared.travel.places import (
    WEEKDAYS,
    best_rated,
    fair_radius,
    hours_on,
    name_of,
    nearby,
    places_of,
)
from m3bench_suites.builders.m3._shared.travel.sights import (
    Sight,
    geocode,
    in_town,
    is_pinned,
    sight_of,
    spot_of,
)
from m3bench_suites.builders.m3.family import TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.scenes import Scene

_RADII = (800, 1500, 2500, 4000, 8000)
_VENUES = {"movie_theater": "cinema", "hotel": "hotel", "museum": "museum", "restaurant": "restaurant"}
_PAIRS = (
    ("movie_theater", "hotel"),
    ("movie_theater", "hotel"),
    ("museum", "hotel"),
    ("restaurant", "movie_theater"),
)
_WARM = Tolerance(absolute=1.5)
_STOP = Turn(4, of=7)
"""In this task, neither place is clean enough."""
_SIDES = ("left", "right")


class Case(NamedTuple):
    sights: tuple[Sight, Sight]
    """Left and right."""
    gauge: str
    pollutant: str
    venues: tuple[str, ...]
    radii: tuple[int, ...]
    """Search radius for each kind of venue at the cleaner sight."""
    weather: bool
    details: bool
    weekday: str
    limit: air_quality.Limit | None
    """Limit of the air quality at the cleaner sight."""


def travel_comparison(draw: TaskDraw) -> TaskSpec:
    index, venues = draw.pick(tuple(air_quality.INDEXES), "index"), draw.pick(_PAIRS, "venues")
    photo = find_picture(draw, draw.photo_name(), "postcard_pair", partial(_fits, draw.world, index, venues))
    left, right = (sight_of(photo.scene.facts[side]) for side in _SIDES)
    case = Case(
        sights=(left, right),
        gauge=index,
        pollutant=draw.pick(("pm25", "pm10", "no2", "o3"), "pollutant"),
        venues=venues,
        radii=_radii(draw.world, index, venues, photo.scene),
        weather=draw.whole(0, 1, "weather") == 0 and all(map(in_town, photo.scene.facts.values())),
        details=draw.whole(0, 1, "details") == 0,
        weekday=draw.pick(WEEKDAYS, "weekday"),
        limit=_limit(draw, index, (left, right)),
    )
    pollutant, unit = air_quality.POLLUTANTS[case.pollutant]
    return TaskSpec(
        words={
            "photo": photo.name,
            "index": air_quality.INDEXES[index],
            "pollutant": pollutant,
            "pollutant_unit": unit,
            "weather": case.weather,
            "venues": venues,
            **dict.fromkeys(_VENUES),
            **dict(zip(venues, case.radii, strict=True)),
            "hours": case.details,
            "timed": _VENUES[venues[0]],
            "weekday": case.weekday,
            "limit": case.limit and case.limit.words,
        },
        plans=(partial(_plan, case),),
        servers=("google-maps", "google-air", *(("weather",) if case.weather else ())),
        pictures=(photo.picture,),
        level="L3" if case.details else "L2",
        extra={"solvable": not draw.is_turn(_STOP)},
        shown=(*left.shown, *right.shown),
        key_facts=(*left.key_facts, *right.key_facts, left.city, right.city),
    )


def _limit(draw: TaskDraw, index: str, sights: tuple[Sight, Sight]) -> air_quality.Limit | None:
    """Return a limit that is missed if the task should stop, else one that is met, or None."""
    values = [air_quality.index_at(draw.world, sight.spot, index) for sight in sights]
    best, slack = values[_winner(index, values)], draw.whole(4, 9, "slack")
    if draw.is_turn(_STOP):
        return air_quality.limit_near(index, best, slack, kept=False)
    return air_quality.limit_near(index, best, slack, kept=True) if draw.whole(0, 1, "condition") else None


def _fits(world: World, index: str, venues: tuple[str, ...], scene: Scene) -> bool:
    """Return whether both can be looked up, one is clearly cleaner, and it has enough venues."""
    facts = scene.facts
    if not (is_pinned(facts["left"]) and is_pinned(facts["right"])):
        return False
    try:
        _radii(world, index, venues, scene)
    except PlanError:
        return False
    return True


def _radii(world: World, index: str, venues: tuple[str, ...], scene: Scene) -> tuple[int, ...]:
    sights = [sight_of(scene.facts[side]) for side in ("left", "right")]
    readings = [world.air.current(*sight.spot) for sight in sights]
    worse = [-reading.universal_aqi if index == "uaqi" else reading.us_aqi for reading in readings]
    require(abs(worse[0] - worse[1]) >= 2, "the air at the two sights is about the same.")
    cleaner = sights[0 if worse[0] < worse[1] else 1]
    return tuple(fair_radius(world, cleaner.spot, kind, _RADII) for kind in venues)


def _plan(case: Case) -> Plan:
    sky = [call("weather/get_weather", location=sight.town) for sight in case.sights] if case.weather else []
    one, other, *weather = yield [*(geocode(sight.address) for sight in case.sights), *sky]
    spots = [spot_of(one), spot_of(other)]
    readings = yield [
        air_quality.conditions(spot, place) for spot, place in zip(spots, (one, other), strict=True)
    ]
    values = [air_quality.air_of(reading, case.gauge).aqi for reading in readings]
    winner = _winner(case.gauge, values)
    answer, fields = _describe(case, readings, weather, winner)
    if case.limit and not case.limit.allows(values[winner]):
        answer += f" Even that is not {case.limit.words}, so I looked for nothing there."
        hours = {"hours": Expected()} if case.details else {}
        return Solution(answer=answer, fields=fields | {kind: Expected() for kind in case.venues} | hours)
    more, of_venues = yield from _venues(case, spots[winner], (one, other)[winner], readings)
    return Solution(answer=answer + more, fields=fields | of_venues)


def _venues(
    case: Case, spot: tuple[float, float], place: CallResult, readings: Sequence[CallResult]
) -> Generator[Sequence[PlannedCall], Sequence[CallResult], tuple[str, dict[str, Expected]]]:
    results = yield [
        nearby(spot, radius, kind, place, *readings)
        for kind, radius in zip(case.venues, case.radii, strict=True)
    ]
    best = [best_rated(places_of(result)) for result in results]
    answer = ""
    fields: dict[str, Expected] = {}
    for kind, venue in zip(case.venues, best, strict=True):
        answer += f" Its best-rated {_VENUES[kind]} nearby is {name_of(venue)} ({venue['rating']})."
        fields[kind] = Expected(name_of(venue))
    if case.details:
        (details,) = yield [call("google-maps/place_details", results[0], place_id=best[0]["id"])]
        hours = hours_on(details, case.weekday)
        answer += f" On {case.weekday} {name_of(best[0])} has these hours: {hours}."
        fields["hours"] = expected_hours(hours)
    return answer, fields


def _winner(index: str, values: list[int]) -> int:
    require(values[0] != values[1], "the air at the two sights is the same.")
    better = max(values) if index == "uaqi" else min(values)
    return values.index(better)


def _describe(
    case: Case, readings: Sequence[CallResult], weather: list[CallResult], winner: int
) -> tuple[str, dict[str, Expected]]:
    answer = ""
    places: list[dict[str, Expected]] = []
    for side, sight, reading in zip(_SIDES, case.sights, readings, strict=True):
        air = air_quality.air_of(reading, case.gauge)
        answer += (
            f"On the {side}: {sight.name} in {sight.city}, with a {air_quality.INDEXES[case.gauge]} of "
            f"{air.aqi} ({air.category}); {air_quality.describe_amount(reading, case.pollutant)}. "
        )
        places.append(
            {
                "side": Expected(side, grounds=(sight.name,)),
                "sight": sight.expected,
                "aqi": air_quality.expected_aqi(air),
                "concentration": air_quality.expected_amount(reading, case.pollutant),
            }
        )
    for sight, sky, of_place in zip(case.sights, weather, places, strict=False):
        warmth = sky.data["current"]["temperature"]
        answer += f"It is {warmth} °F in {sight.city}. "
        of_place["temperature"] = Expected(warmth, tolerance=_WARM)
    cleaner = case.sights[winner].expected
    return f"{answer}The cleaner destination is {case.sights[winner].name}.", {
        "places": Expected(rows=tuple(places)),
        "cleaner": Expected(
            cleaner.value,
            also=cleaner.also,
            grounds=tuple(air_quality.air_of(reading, case.gauge).aqi for reading in readings),
        ),
    }


FAMILY = m3_family(
    number=18,
    name="travel_comparison",
    title="Travel Comparison",
    goal="Choose the pictured sight with the cleaner air, and find venues near it.",
    tasks=(travel_comparison,),
)
