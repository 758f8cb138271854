"""Attraction: which sight a postcard shows, where it is, and what a visit there would be like."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import AnswerNames, Called, Check, Claim, Claims
from m3bench.suites.m3._shared.facts import named, opening, spelled, told
from m3bench.suites.m3._shared.outings import (
    WEEKDAYS,
    best_rated,
    fair_radius,
    hours_on,
    located,
    name_of,
    nearby,
    places_of,
    point,
    travel,
    way,
)
from m3bench.suites.m3._shared.scenery import fitting
from m3bench.suites.m3._shared.threads import Thread, alongside, asked
from m3bench.suites.m3.family import Family, Lot
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, Wanted, want

if TYPE_CHECKING:
    from m3bench.world import World
    from m3bench.world.scenes import Scene

_CARD = "picture.png"
_RADII = (150, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000, 3000)
_KINDS = {"restaurant": "restaurant", "cafe": "café", "museum": "museum", "lodging": "hotel"}
"""Google's types, and what people call them."""
_BESIDES = (("restaurant",), ("restaurant", "cafe"), ("restaurant", "lodging"), ("restaurant", "museum"))
_EXTRAS = (("walk",), ("hours", "walk"), ("air", "hours"), ("air", "hours", "walk"), ())
_DAYS = ("now", "tomorrow", "the day after tomorrow")

_CELSIUS = ("°C", "C", "degrees", "Celsius")
_MINUTES = ("minutes", "min", "mins", "-minute")

Details = dict[str, Any]


class Case(msgspec.Struct, frozen=True):
    """A sight and what is asked about it."""

    sight: str
    city: str
    country: str
    kinds: tuple[str, ...]
    radii: tuple[int, ...]
    extras: tuple[str, ...]
    """What is asked besides: `air`, `hours`, `walk`."""
    day: int
    """Days from today that the weather is asked for; 0 is now."""
    weekday: str


class Stop(msgspec.Struct, frozen=True):
    """The best place of a kind near the sight."""

    kind: str
    place: Details
    hours: str = ""
    minutes: int | None = None
    metres: int = 0


class Visit(msgspec.Struct, frozen=True):
    """All that was found out."""

    people: str
    """The population of the city, as written."""
    weather: Details
    aqi: int | None
    stops: list[Stop]


def make(lot: Lot) -> Blueprint:
    card = fitting(lot, _CARD, "postcard", partial(_is_known, lot.world))
    facts = card.scene.facts
    spot = facts["lat"], facts["lng"]
    radii = _fair(lot, spot)
    kinds, extras = tuple(radii), _EXTRAS[lot.number % len(_EXTRAS)]
    case = Case(
        sight=facts["landmark"],
        city=facts["city"],
        country=facts["country"],
        kinds=kinds,
        radii=tuple(radii.values()),
        extras=tuple("walk" if extra == "hours" and "lodging" in kinds else extra for extra in extras),
        day=lot.whole(0, 2, "day"),
        weekday=lot.pick(WEEKDAYS, "weekday"),
    )
    air = ("google-air",) if "air" in case.extras else ()
    return Blueprint(
        id=lot.id,
        family=lot.family.title,
        request=_request(lot, case),
        fuzzy_request=_fuzzy(lot, case),
        servers=("wiki", "weather", "google-maps", *air),
        plans=(partial(_plan, case), partial(_plan_by_heart, case)),
        pictures=(card.picture,),
        level="L2" if _follows(case) else "L1",
        extra={"modalities": ["text", "image"]},
        key_facts=(case.sight, case.city),
    )


def _is_known(world: World, scene: Scene) -> bool:
    """The encyclopedia and the map know the sight and its city, and mean the same."""
    facts = scene.facts
    sight, city = world.encyclopedia.article(facts["landmark"]), world.encyclopedia.article(facts["city"])
    spots = world.atlas.geocode(facts["landmark"])
    return (
        sight is not None
        and city is not None
        and city.description.startswith("city in")
        and facts["country"] in city.description
        and bool(spots)
        and (spots[0].lat, spots[0].lng) == (facts["lat"], facts["lng"])
        and world.atlas.locate(f"{facts['city']}, {facts['country']}") is not None
    )


def _fair(lot: Lot, spot: tuple[float, float]) -> dict[str, int]:
    """The kinds of places to ask for, whose turn it is or that there are enough of, with the radius of "
    "each."""
    turn = lot.number % len(_BESIDES)
    for kinds in (*_BESIDES[turn:], *_BESIDES[:turn]):
        try:
            return {kind: fair_radius(lot.world, spot, kind, _RADII, least=2) for kind in kinds}
        except PlanError:
            continue
    raise PlanError(f"{lot.id}: there is too little, or too much, around the sight.")


def _follows(case: Case) -> bool:
    """Whether there is more to ask about the places once they are found."""
    return bool({"hours", "walk"} & set(case.extras))


def _request(lot: Lot, case: Case) -> str:
    opening = lot.pick(
        (
            f"Which sight does {_CARD} show, and in which city and country is it?",
            f"Name the attraction in {_CARD} and the city and country where it stands.",
            f"{_CARD} is a picture of a famous sight. Tell me what it is, and its city and country.",
        ),
        "opening",
    )
    weather = (
        "the temperature in °C and the conditions there at the moment"
        if case.day == 0
        else f"the forecast for {_DAYS[case.day]}: conditions, high and low in °C"
    )
    air = " Add the air quality at the sight as the US AQI." if "air" in case.extras else ""
    stops = " ".join(
        f"Find the best-rated {_KINDS[kind]} within {radius} m of the sight."
        for kind, radius in zip(case.kinds, case.radii, strict=True)
    )
    goal = "there" if len(case.kinds) == 1 else "to each of them"
    hours = f" Give the opening hours on a {case.weekday} too." if "hours" in case.extras else ""
    walk = f" Say how many minutes it takes to walk {goal} from the sight." if "walk" in case.extras else ""
    return (
        f"{opening} I need the population of the city, and {weather}.{air} {stops} If two are rated the "
        "same, "
        f"the one with more reviews counts.{hours}{walk}"
    )


def _fuzzy(lot: Lot, case: Case) -> str:
    opening = lot.pick(
        (
            f"My aunt sent me {_CARD} and wrote nothing on it. Where is she, in which town and country?",
            f"I dream of going here one day: {_CARD}. What is it, and where on earth (town and country)?",
            f"Guess where I am off to: {_CARD}! Tell me what that is, with its town and country.",
        ),
        "murmur",
    )
    weather = (
        "What is the weather like there right now"
        if case.day == 0
        else f"What will the weather be {_DAYS[case.day]}"
    )
    degrees = "how warm is it" if case.day == 0 else "between which temperatures"
    air = " Is the air any good just there, on the American index?" if "air" in case.extras else ""
    places = " and ".join(
        f"a {_KINDS[kind]} at most {radius} m from it"
        for kind, radius in zip(case.kinds, case.radii, strict=True)
    )
    hours = f" When could one go there on a {case.weekday}?" if "hours" in case.extras else ""
    walk = " How long is it on foot from the sight?" if "walk" in case.extras else ""
    return (
        f"{opening} How many people live in that town? {weather}, and {degrees} (Celsius, please)?{air} "
        f"Suggest {places}: the one with the best rating, and with more reviews where that is a "
        f"draw.{hours}{walk}"
    )


def _plan(case: Case) -> Plan:
    """The sight first: what is read of it leads to the city, where it lies to what is around it."""
    story, place = yield [
        want("wiki/summary", title=case.sight),
        want("google-maps/geocode", address=case.sight),
    ]
    told_by = [each for each in (story, place) if case.city in each.text]
    if not told_by:
        raise PlanError(f"nothing says that {case.sight} is in {case.city}.")
    town, stops = yield from alongside(_city(case, *told_by), _around(case, place))
    return _solution(case, town, stops)


def _plan_by_heart(case: Case) -> Plan:
    """Whoever knows the sight knows its city."""
    town, stops = yield from alongside(_city(case), _located_around(case))
    return _solution(case, town, stops)


def _city(case: Case, *told_by: Found) -> Thread[list[Found]]:
    """What the encyclopedia says of the city, and its weather."""
    return asked(
        want("wiki/summary", *told_by, title=case.city),
        want("weather/get_weather", *told_by, location=f"{case.city}, {case.country}", units="metric"),
    )


def _located_around(case: Case) -> Thread[tuple[list[Stop], int | None]]:
    (place,) = yield [want("google-maps/geocode", address=case.sight)]
    result = yield from _around(case, place)
    return result


def _around(case: Case, place: Found) -> Thread[tuple[list[Stop], int | None]]:
    """The best places near the sight, and the air there."""
    spot = located(place)
    wanted = [nearby(spot, radius, kind, place) for kind, radius in zip(case.kinds, case.radii, strict=True)]
    if "air" in case.extras:
        wanted.append(want("google-air/current_conditions", place, lat=spot[0], lng=spot[1]))
    found = yield wanted
    best = [best_rated(places_of(each)) for each in found[: len(case.kinds)]]
    aqi = _us_aqi(found[-1]) if "air" in case.extras else None
    if not _follows(case):
        return [Stop(kind, each) for kind, each in zip(case.kinds, best, strict=True)], aqi
    pairs = list(zip(best, found, strict=False))
    visits = [_visited(case, each, source, place) for each, source in pairs]
    brought = list((yield [wanted for visit in visits for wanted in visit]))
    stops = []
    for kind, each, visit in zip(case.kinds, best, visits, strict=True):
        stops.append(_stop(case, kind, each, brought[: len(visit)]))
        brought = brought[len(visit) :]
    return stops, aqi


def _visited(case: Case, best: Details, source: Found, sight: Found) -> list[Wanted]:
    """What is asked about the best place of a kind."""
    wanted = []
    if "hours" in case.extras:
        wanted.append(want("google-maps/place_details", source, place_id=best["id"]))
    if "walk" in case.extras:
        wanted.append(way(point(located(sight)), {"placeId": best["id"]}, "WALK", source, sight))
    return wanted


def _stop(case: Case, kind: str, place: Details, brought: list[Found]) -> Stop:
    hours = hours_on(brought[0], case.weekday) if "hours" in case.extras else ""
    metres, minutes = travel(brought[-1]) if "walk" in case.extras else (0, None)
    return Stop(kind, place, hours, minutes, metres)


def _us_aqi(found: Found) -> int:
    return next(int(index["aqi"]) for index in found.data["indexes"] if index["code"] == "usa_epa")


def _solution(case: Case, town: list[Found], around: tuple[list[Stop], int | None]) -> Solution:
    story, weather = town
    stops, aqi = around
    words = story.data["summary"].split("population of about ")
    if len(words) < 2:
        raise PlanError(f"the population of {case.city} is not known.")
    people = words[1].split(" ")[0].rstrip(".,")
    report = weather.data["current"] if case.day == 0 else weather.data["forecast"][case.day]
    visit = Visit(people, report, aqi, stops)
    return Solution(answer=_answer(case, visit), checks=_checks(case, visit))


def _answer(case: Case, visit: Visit) -> str:
    report = visit.weather
    weather = (
        f"Now it is {report['temperature']} °C there, {report['condition'].lower()}."
        if case.day == 0
        else f"The forecast for {_DAYS[case.day]} is {report['condition'].lower()}, with a high of "
        f"{report['high']} °C and a low of {report['low']} °C."
    )
    air = f" The US AQI at the sight is {visit.aqi}." if visit.aqi is not None else ""
    stops = "".join(_told(case, stop, radius) for stop, radius in zip(visit.stops, case.radii, strict=True))
    return (
        f"The picture shows {case.sight} in {case.city}, {case.country}. {case.city} has a population of "
        "about "
        f"{visit.people}. {weather}{air}{stops}"
    )


def _told(case: Case, stop: Stop, radius: int) -> str:
    hours = f" On a {case.weekday} it is open: {stop.hours}." if stop.hours else ""
    walk = f" It is {stop.minutes} minutes on foot from the sight." if stop.minutes is not None else ""
    return (
        f" The best-rated {_KINDS[stop.kind]} within {radius} m is {name_of(stop.place)}, "
        f"{stop.place['formattedAddress']}, rated {stop.place['rating']} by "
        f"{stop.place['userRatingCount']} people.{hours}{walk}"
    )


def _checks(case: Case, visit: Visit) -> tuple[Check, ...]:
    names = [name_of(stop.place) for stop in visit.stops]
    claims = [
        named(f"the sight is {case.sight}", spelled(case.sight)),
        named(f"it is in {case.city}, {case.country}", spelled(case.city), spelled(case.country)),
        told("the population", float(visit.people.replace(",", "")), relative=0.02),
        *_weather_claims(case, visit.weather),
        *(claim for stop in visit.stops for claim in _stop_claims(stop)),
    ]
    if visit.aqi is not None:
        claims.append(told("the US AQI", visit.aqi, "AQI|index|air", absolute=1))
    return (
        Claims(tuple(claims)),
        AnswerNames(all_of=(spelled(case.sight), spelled(case.city), *names)),
        Called("weather/get_weather", {"location": {"$contains": spelled(case.city)}}),
        Called("wiki/*"),
        Called("google-maps/places_*", at_least=len(case.kinds)),
    )


def _weather_claims(case: Case, report: Details) -> list[Claim]:
    told_of = {"temperature": "now"} if case.day == 0 else {"high": "high", "low": "low"}
    numbers = [
        told(f"the temperature ({word})", report[key], absolute=0.6, unit=_CELSIUS)
        for key, word in told_of.items()
    ]
    return [named(f"the weather is {report['condition']}", report["condition"]), *numbers]


def _stop_claims(stop: Stop) -> list[Claim]:
    name = name_of(stop.place)
    claims = [named(f"the {_KINDS[stop.kind]} is {name}", name)]
    if stop.hours:
        claims.append(opening(f"{name} is open {stop.hours}", stop.hours))
    if stop.minutes is not None:
        claims.append(told(f"the walk to {name}", stop.minutes, absolute=1, unit=_MINUTES))
    return claims


FAMILY = Family(
    number=1,
    name="attraction",
    title="Attraction",
    goal="Tell which sight a picture shows and where, and plan a visit around it.",
    make=make,
)
