"""Attraction: identify the sight on a postcard and plan a visit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture
from m3bench_suites.builders.m3._shared.threads import Thread, in_parallel, single_step
from m3bench_suites.builders.m3._shared.travel.landmark_names import UNCLEAR
from m3bench_suites.builders.m3._shared.travel.places import (
    WEEKDAYS,
    best_rated,
    fair_radius,
    hours_on,
    minutes_and_duration,
    nearby,
    places_of,
    point_waypoint,
    route,
)
from m3bench_suites.builders.m3._shared.travel.sights import in_town, spot_of
from m3bench_suites.builders.m3._shared.travel.visit import (
    Case,
    Details,
    Stop,
    Visit,
    answer_of,
    fields_of,
    form_of,
    fuzzy_request_of,
    request_of,
    warmth,
)
from m3bench_suites.builders.m3.family import Family, ScenePicture, TaskDraw

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.scenes import Scene

_RADII = (150, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000, 3000)
_BESIDES = (("restaurant",), ("restaurant", "cafe"), ("restaurant", "lodging"), ("restaurant", "museum"))
_EXTRAS = (("walk",), ("hours", "walk"), ("air", "hours"), ("air", "hours", "walk"), ())
_CONDITIONS = {2: True, 6: False}
"""Tasks (modulo 8) that ask for places only if it is warm enough, and whether it is."""


def make(draw: TaskDraw) -> Blueprint:
    card = find_picture(draw, draw.photo_name(), "postcard", partial(_is_known, draw.world))
    case = _case(draw, card)
    air = ("google-air",) if "air" in case.extras else ()
    return Blueprint(
        id=draw.id,
        family=draw.family.title,
        request=request_of(draw, case),
        fuzzy_request=fuzzy_request_of(draw, case),
        servers=("wiki", "weather", "google-maps", *air),
        form=form_of(case),
        plans=(partial(_plan, case), partial(_plan_by_heart, case)),
        pictures=(card.picture,),
        level="L2" if _asks_more(case) else "L1",
        extra={"modalities": ["text", "image"], **({} if case.goes else {"solvable": False})},
        shown=(case.sight,),
        key_facts=(case.sight, case.city),
    )


def _case(draw: TaskDraw, card: ScenePicture) -> Case:
    facts = card.scene.facts
    radii = _fair_radii(draw, (facts["lat"], facts["lng"]))
    kinds, extras = tuple(radii), _EXTRAS[draw.number % len(_EXTRAS)]
    day, goes = draw.whole(0, 2, "day"), _CONDITIONS.get(draw.number % 8)
    return Case(
        sight=facts["landmark"],
        city=facts["city"],
        country=facts["country"],
        kinds=kinds,
        radii=tuple(radii.values()),
        extras=_extras(extras, kinds, goes=goes is not False),
        day=day,
        weekday=draw.pick(WEEKDAYS, "weekday"),
        photo=card.name,
        warm=None if goes is None else _threshold(draw, facts, day, goes=goes),
        goes=goes is not False,
    )


def _extras(extras: Sequence[str], kinds: Sequence[str], *, goes: bool) -> tuple[str, ...]:
    """Drop questions that make no sense: hotels have no hours, and air does not matter without a visit."""
    kept = [extra for extra in extras if goes or extra != "air"]
    return tuple("walk" if extra == "hours" and "lodging" in kinds else extra for extra in kept)


def _threshold(draw: TaskDraw, facts: Details, day: int, *, goes: bool) -> int:
    """Return a temperature well below or above that of the day in the sight's city."""
    world = draw.world
    found = world.atlas.locate(f"{facts['city']}, {facts['country']}")
    if found is None:
        raise PlanError(f"{facts['city']} is not in the atlas.")
    lat, lng, _ = found
    zone = ZoneInfo(world.atlas.timezone(lat, lng))
    if day:
        date = world.now.astimezone(zone).date() + timedelta(days=day)
        degrees = world.sky.daily(lat, lng, date, zone).high_c
    else:
        degrees = world.sky.weather(lat, lng, world.now).temperature_c
    margin = draw.whole(3, 7, "margin")
    return round(degrees - margin if goes else degrees + margin)


def _is_known(world: World, scene: Scene) -> bool:
    """Return whether encyclopedia and map agree on the sight and its city."""
    facts = scene.facts
    sight, city = world.encyclopedia.article(facts["landmark"]), world.encyclopedia.article(facts["city"])
    spots = world.atlas.geocode(facts["landmark"])
    return (
        in_town(facts)
        and facts["landmark"] not in UNCLEAR
        and sight is not None
        and city is not None
        and city.description.startswith("city in")
        and facts["country"] in city.description
        and bool(spots)
        and (spots[0].lat, spots[0].lng) == (facts["lat"], facts["lng"])
        and world.atlas.locate(f"{facts['city']}, {facts['country']}") is not None
    )


def _fair_radii(draw: TaskDraw, spot: tuple[float, float]) -> dict[str, int]:
    """Return the kinds of places to ask for, each with a radius that finds enough of them."""
    turn = draw.number % len(_BESIDES)
    for kinds in (*_BESIDES[turn:], *_BESIDES[:turn]):
        try:
            return {kind: fair_radius(draw.world, spot, kind, _RADII, least=2) for kind in kinds}
        except PlanError:
            continue
    raise PlanError(f"{draw.id}: the sight has too few or too many places around it.")


def _asks_more(case: Case) -> bool:
    """Return whether the task asks more about the places once they are found."""
    return bool({"hours", "walk"} & set(case.extras))


def _plan(case: Case) -> Plan:
    """Look up the sight first. Its article leads to the city, its position to the places around it."""
    if not case.goes:
        (story,) = yield [call("wiki/summary", title=case.sight)]
        if case.city not in story.text:
            raise PlanError(f"no result says that {case.sight} is in {case.city}.")
        town = yield from _city(case, story)
        return _solution(case, town, ([], None))
    story, place = yield [
        call("wiki/summary", title=case.sight),
        call("google-maps/geocode", address=case.sight),
    ]
    sources = [each for each in (story, place) if case.city in each.text]
    if not sources:
        raise PlanError(f"no result says that {case.sight} is in {case.city}.")
    town, stops = yield from in_parallel(_city(case, *sources), _around(case, place))
    return _solution(case, town, stops)


def _plan_by_heart(case: Case) -> Plan:
    """Start with the city, for models that know where the sight is."""
    if not case.goes:
        return _solution(case, (yield from _city(case)), ([], None))
    town, stops = yield from in_parallel(_city(case), _located_around(case))
    return _solution(case, town, stops)


def _city(case: Case, *sources: CallResult) -> Thread[list[CallResult]]:
    """Look up the article on the city, and its weather."""
    return single_step(
        call("wiki/summary", *sources, title=case.city),
        call("weather/get_weather", *sources, location=f"{case.city}, {case.country}", units="metric"),
    )


def _located_around(case: Case) -> Thread[tuple[list[Stop], int | None]]:
    (place,) = yield [call("google-maps/geocode", address=case.sight)]
    result = yield from _around(case, place)
    return result


def _around(case: Case, place: CallResult) -> Thread[tuple[list[Stop], int | None]]:
    """Find the best places near the sight, and the air quality."""
    spot = spot_of(place)
    wanted = [nearby(spot, radius, kind, place) for kind, radius in zip(case.kinds, case.radii, strict=True)]
    if "air" in case.extras:
        wanted.append(call("google-air/current_conditions", place, lat=spot[0], lng=spot[1]))
    found = yield wanted
    best = [best_rated(places_of(each)) for each in found[: len(case.kinds)]]
    aqi = _us_aqi(found[-1]) if "air" in case.extras else None
    if not _asks_more(case):
        return [Stop(kind, each) for kind, each in zip(case.kinds, best, strict=True)], aqi
    pairs = list(zip(best, found, strict=False))
    visits = [_visit_calls(case, each, source, place) for each, source in pairs]
    results = list((yield [wanted for visit in visits for wanted in visit]))
    stops = []
    for kind, each, visit in zip(case.kinds, best, visits, strict=True):
        stops.append(_stop(case, kind, each, results[: len(visit)]))
        results = results[len(visit) :]
    return stops, aqi


def _visit_calls(case: Case, best: Details, source: CallResult, sight: CallResult) -> list[PlannedCall]:
    """Return the calls about the best place of a kind."""
    wanted = []
    if "hours" in case.extras:
        wanted.append(call("google-maps/place_details", source, place_id=best["id"]))
    if "walk" in case.extras:
        wanted.append(route(point_waypoint(spot_of(sight)), {"placeId": best["id"]}, "WALK", source, sight))
    return wanted


def _stop(case: Case, kind: str, place: Details, results: list[CallResult]) -> Stop:
    hours = hours_on(results[0], case.weekday) if "hours" in case.extras else ""
    if "walk" not in case.extras:
        return Stop(kind, place, hours)
    minutes, seconds = minutes_and_duration(results[-1])
    return Stop(kind, place, hours, minutes, seconds)


def _us_aqi(found: CallResult) -> int:
    return next(int(index["aqi"]) for index in found.data["indexes"] if index["code"] == "usa_epa")


def _solution(case: Case, town: list[CallResult], around: tuple[list[Stop], int | None]) -> Solution:
    story, weather = town
    stops, aqi = around
    words = story.data["summary"].split("population of about ")
    if len(words) < 2:
        raise PlanError(f"the population of {case.city} is not known.")
    people = int(words[1].split(" ")[0].rstrip(".,").replace(",", ""))
    report = weather.data["current"] if case.day == 0 else weather.data["forecast"][case.day]
    if case.warm is not None and (warmth(case, report) >= case.warm) != case.goes:
        raise PlanError("the weather server disagrees with the world.")
    visit = Visit(people, report, aqi, stops)
    return Solution(answer=answer_of(case, visit), fields=fields_of(case, visit))


FAMILY = Family(
    number=1,
    name="attraction",
    title="Attraction",
    goal="Identify the sight in a picture and its location, and plan a visit.",
    make=make,
)
