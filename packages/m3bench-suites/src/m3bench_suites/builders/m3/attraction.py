"""Attraction: identify the sight on a postcard and plan a visit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture
from m3bench_suites.builders.m3._shared.threads import Thread, in_parallel, single_step
from m3bench_suites.builders.m3._shared.travel.landmark_names import UNCLEAR, expected_name
from m3bench_suites.builders.m3._shared.travel.opening_times import expected_hours
from m3bench_suites.builders.m3._shared.travel.places import (
    WEEKDAYS,
    best_rated,
    fair_radius,
    hours_on,
    minutes_and_duration,
    name_of,
    nearby,
    places_of,
    point_waypoint,
    route,
)
from m3bench_suites.builders.m3._shared.travel.sights import in_town, spot_of
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.scenes import Scene

_RADII = (150, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000, 3000)
_BESIDES = (("restaurant",), ("restaurant", "cafe"), ("restaurant", "lodging"), ("restaurant", "museum"))
_EXTRAS = (("walk",), ("hours", "walk"), ("air", "hours"), ("air", "hours", "walk"), ())
_CONDITIONS = {2: True, 6: False}
"""Tasks (modulo 8) that ask for places only if it is warm enough, and whether it is."""
KINDS = {"restaurant": "restaurant", "cafe": "café", "museum": "museum", "lodging": "hotel"}
"""Google's place types, and their everyday names."""
_FIELDS = {"restaurant": "restaurant", "cafe": "cafe", "museum": "museum", "lodging": "hotel"}
DAYS = ("now", "tomorrow", "the day after tomorrow")
_ALSO = {
    "Overcast": ("cloudy", "overcast skies"), "Sunny": ("clear", "sunny skies"),
    "Clear": ("clear sky", "clear skies", "sunny"),
    "Mostly sunny": ("mostly clear",), "Partly cloudy": ("partly sunny",), "Fog": ("foggy",),
    "Rain": ("rainy",), "Light rain": ("light rainfall",), "Snow": ("snowy",),
}  # fmt: skip
_TO_THE_DEGREE = Tolerance(0.6)
Details = dict[str, Any]


class Case(msgspec.Struct, frozen=True):
    """A sight, and what one task asks about it."""

    sight: str
    city: str
    country: str
    kinds: tuple[str, ...]
    radii: tuple[int, ...]
    extras: tuple[str, ...]
    """Further questions: `air`, `hours`, `walk`."""
    day: int
    """The day of the weather, counted from today; 0 is now."""
    weekday: str
    photo: str
    warm: float | None = None
    """Places are asked for only if it is at least this warm, in °C."""
    goes: bool = True


class Stop(msgspec.Struct, frozen=True):
    """The best place of a kind near the sight."""

    kind: str
    place: Details
    hours: str = ""
    minutes: int | None = None
    seconds: str = ""
    """Duration of the walk, as the map returns it."""


class Visit(msgspec.Struct, frozen=True):
    """The findings."""

    people: int
    """The population of the city."""
    weather: Details
    aqi: int | None
    stops: list[Stop]
    """Empty if it is too cold to go."""


def attraction(draw: TaskDraw) -> TaskSpec:
    card = find_picture(draw, draw.photo_name(), "postcard", partial(_is_known, draw.world))
    case = _case(draw, card)
    asked = {extra: extra in case.extras for extra in ("air", "hours", "walk")}
    moment = "later" if case.day else "now"
    return TaskSpec(
        words={
            "photo": card.name,
            "day": DAYS[case.day],
            **dict.fromkeys(("weather", "outlook", "when"), moment),
            "now": not case.day,
            "later": bool(case.day),
            "warm": case.warm,
            **dict.fromkeys(("places", "stops"), case.kinds),
            **dict.fromkeys(KINDS),
            **dict(zip(case.kinds, case.radii, strict=True)),
            "weekday": case.weekday,
            **asked,
        },
        plans=(partial(_plan, case), partial(_plan_by_heart, case)),
        servers=("wiki", "weather", "google-maps", *(("google-air",) if asked["air"] else ())),
        pictures=(card.picture,),
        level="L2" if _asks_more(case) else "L1",
        solvable=case.goes,
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
    city = world.atlas.locate(f"{facts['city']}, {facts['country']}")
    if city is None:
        raise PlanError(f"{facts['city']} is not in the atlas.")
    lat, lng, _ = city
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
        require(case.city in story.text, f"no result says that {case.sight} is in {case.city}.")
        town = yield from _city(case, story)
        return _solution(case, town, ([], None))
    story, place = yield [
        call("wiki/summary", title=case.sight),
        call("google-maps/geocode", address=case.sight),
    ]
    sources = [source for source in (story, place) if case.city in source.text]
    require(sources, f"no result says that {case.sight} is in {case.city}.")
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
    searches = yield wanted
    best = [best_rated(places_of(search)) for search in searches[: len(case.kinds)]]
    aqi = _us_aqi(searches[-1]) if "air" in case.extras else None
    if not _asks_more(case):
        return [Stop(kind, place) for kind, place in zip(case.kinds, best, strict=True)], aqi
    pairs = list(zip(best, searches, strict=False))
    visits = [_visit_calls(case, chosen, source, place) for chosen, source in pairs]
    results = list((yield [wanted for visit in visits for wanted in visit]))
    stops = []
    for kind, chosen, visit in zip(case.kinds, best, visits, strict=True):
        stops.append(_stop(case, kind, chosen, results[: len(visit)]))
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


def _us_aqi(result: CallResult) -> int:
    return next(int(index["aqi"]) for index in result.data["indexes"] if index["code"] == "usa_epa")


def _solution(case: Case, town: list[CallResult], around: tuple[list[Stop], int | None]) -> Solution:
    story, weather = town
    stops, aqi = around
    words = story.data["summary"].split("population of about ")
    require(len(words) >= 2, f"the population of {case.city} is not known.")
    people = int(words[1].split(" ")[0].rstrip(".,").replace(",", ""))
    report = weather.data["current"] if case.day == 0 else weather.data["forecast"][case.day]
    if case.warm is not None and (warmth(case, report) >= case.warm) != case.goes:
        raise PlanError("the weather server disagrees with the world.")
    visit = Visit(people, report, aqi, stops)
    return Solution(answer=answer_of(case, visit), fields=fields_of(case, visit))


def _place_fields(case: Case, kind: str) -> list[str]:
    """Return the fields about the place of a kind."""
    extras = [extra for extra in ("hours", "walk") if extra in case.extras]
    return [_FIELDS[kind], *(f"{_FIELDS[kind]}_{name}" for name in ("rating", *extras))]


def warmth(case: Case, report: Details) -> float:
    return float(report["temperature" if case.day == 0 else "high"])


def answer_of(case: Case, visit: Visit) -> str:
    report = visit.weather
    weather = (
        f"Now it is {report['temperature']} °C there, {report['condition'].lower()}."
        if case.day == 0
        else f"The forecast for {DAYS[case.day]} is {report['condition'].lower()}, with a high of "
        f"{report['high']} °C and a low of {report['low']} °C."
    )
    air = f" The US AQI at the sight is {visit.aqi}." if visit.aqi is not None else ""
    stops = "".join(
        _describe(case, stop, radius) for stop, radius in zip(visit.stops, case.radii, strict=False)
    )
    cold = "" if case.goes else f" That is below {case.warm} °C, so I did not look for places."
    return (
        f"The picture shows {case.sight} in {case.city}, {case.country}. {case.city} has a population of "
        f"about {visit.people:,}. {weather}{air}{cold}{stops}"
    )


def _describe(case: Case, stop: Stop, radius: int) -> str:
    hours = f" On a {case.weekday} it is open: {stop.hours}." if stop.hours else ""
    walk = f" It is {stop.minutes} minutes on foot from the sight." if stop.minutes is not None else ""
    return (
        f" The best-rated {KINDS[stop.kind]} within {radius} m is {name_of(stop.place)}, "
        f"{stop.place['formattedAddress']}, rated {stop.place['rating']} by "
        f"{stop.place['userRatingCount']} people.{hours}{walk}"
    )


def fields_of(case: Case, visit: Visit) -> dict[str, Expected]:
    report = visit.weather
    condition = report["condition"]
    fields = {
        "sight": expected_name(case.sight),
        "city": expected_name(case.city),
        "country": expected_name(case.country),
        "population": Expected(visit.people, tolerance=Tolerance(relative=0.02)),
        "conditions": Expected(condition, also=_ALSO.get(condition, ())),
    }
    for name in ("temperature",) if case.day == 0 else ("high", "low"):
        fields[name] = Expected(report[name], tolerance=_TO_THE_DEGREE)
    if "air" in case.extras:
        fields["us_aqi"] = Expected(visit.aqi)
    if case.warm is not None:
        fields["warm_enough"] = Expected(case.goes, grounds=(warmth(case, report),))
    if not case.goes:
        blank = [name for kind in case.kinds for name in _place_fields(case, kind)]
        return {**fields, **dict.fromkeys(blank, Expected())}
    return {**fields, **{key: value for stop in visit.stops for key, value in _expected_stop(stop).items()}}


def _expected_stop(stop: Stop) -> dict[str, Expected]:
    name = _FIELDS[stop.kind]
    fields = {
        name: Expected(name_of(stop.place)),
        f"{name}_rating": Expected(stop.place["rating"], tolerance=Tolerance(0.01)),
    }
    if stop.hours:
        fields[f"{name}_hours"] = expected_hours(stop.hours)
    if stop.minutes is not None:
        minute = Tolerance(1)
        fields[f"{name}_walk"] = Expected(stop.minutes, tolerance=minute, grounds=(stop.seconds,))
    return fields


FAMILY = m3_family(
    number=1,
    name="attraction",
    title="Attraction",
    goal="Identify the sight in a picture and its location, and plan a visit.",
    tasks=(attraction,),
)
