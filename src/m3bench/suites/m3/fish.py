"""Fish: which fish was caught, how long it is, and where in New Jersey to go for the next one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from m3bench.checks import (
    AnswerNames,
    AnswerRefuses,
    ArgumentFromPicture,
    Called,
    CalledBefore,
    Check,
    Claim,
    Claims,
    NotCalled,
)
from m3bench.suites.m3._shared.facts import named, told
from m3bench.suites.m3._shared.outings import address, name_of, nearby, places_of, travel, way
from m3bench.suites.m3._shared.scenery import fitting, listed
from m3bench.suites.m3._shared.threads import Thread
from m3bench.suites.m3.family import Family, Lot
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, Wanted, want

_PHOTO = "photo.png"
_LIST = "List of saltwater fish of New Jersey"
_QUERY = "saltwater fish of New Jersey"
SPOTS = {
    "Sandy Hook": "Highlands", "Sandy Hook Bay": "Keansburg", "Raritan Bay": "Perth Amboy",
    "Shark River Inlet": "Belmar", "Manasquan Inlet": "Point Pleasant Beach",
    "Barnegat Inlet": "Barnegat Light", "Island Beach State Park": "Seaside Park", "Delaware Bay": "Cape May",
}  # fmt: skip
"""Where people fish, and the town to stay in."""
_STARTS = ("Newark", "Trenton", "Jersey City", "Princeton", "Camden", "New Brunswick")
_INSHORE = ("Striped bass", "Summer flounder", "Weakfish", "Tautog")
_LISTED = ("Black sea bass", "Atlantic bluefin tuna")
_OTHER_NAMES = {"Summer flounder": ("fluke",), "Atlantic bluefin tuna": ("bluefin tuna",)}
_TURNS = (
    "inshore", "inshore", "listed", "inshore", "inshore", "absent", "inshore", "inshore", "listed", "inshore",
)  # fmt: skip
"""Which sort of fish the tasks are about, one after the other."""
_FAR, _NEAR = 15_000, 5_000
"""How far one goes for bait, and for dinner, in metres."""

_CM = ("cm", "centimetres", "centimeters")
_KM = ("km", "kilometres", "kilometers")
_FAHRENHEIT = ("°F", "F", "degrees", "Fahrenheit")

Details = dict[str, Any]


class Case(msgspec.Struct, frozen=True):
    """What one task asks."""

    species: str
    length_cm: float
    spots: tuple[str, ...]
    start: str
    calm: bool
    """Whether the calmest spot is wanted, rather than the nearest."""
    rating: float
    """What a restaurant must have."""


class Goal(msgspec.Struct, frozen=True):
    """The chosen spot, the weather in its town, the way there, and what is near."""

    spot: str
    weather: Details
    metres: int
    minutes: int
    shop: Details
    table: Details


class Trip(msgspec.Struct, frozen=True):
    """What was found out. Without a goal, the fish is none to go for."""

    diet: str
    usual: str
    fished: list[str]
    goal: Goal | None


def make(lot: Lot) -> Blueprint:
    turn = _TURNS[lot.number % len(_TURNS)]
    photo = fitting(lot, _PHOTO, "fish", lambda scene: _turn(scene.facts["species"]) == turn)
    species = photo.scene.facts["species"]
    case = Case(
        species=species,
        length_cm=photo.scene.facts["length_cm"],
        spots=_spots(lot, species),
        start=lot.pick(_STARTS, "start"),
        calm=lot.number % 3 != 1,
        rating=lot.pick((4.0, 4.2, 4.5), "rating"),
    )
    return Blueprint(
        id=lot.id,
        family=lot.family.title,
        request=_request(lot, case),
        fuzzy_request=_fuzzy(lot, case),
        servers=("wiki", "weather", "google-maps"),
        plans=tuple(
            partial(_plan, case, matrix=matrix) for matrix in ((False,) if case.calm else (False, True))
        ),
        pictures=(photo.picture,),
        level="L1" if turn == "absent" else "L3",
        extra={"modalities": ["text", "image"]},
        key_facts=(species, photo.scene.facts["scientific"], *_OTHER_NAMES.get(species, ())),
    )


def _turn(species: str) -> str:
    return "inshore" if species in _INSHORE else "listed" if species in _LISTED else "absent"


def _spots(lot: Lot, species: str) -> tuple[str, ...]:
    """Spots to choose from: of a fish that is caught inshore, some where it is, and some where it is not."""
    known = {spot: _mentions(_text(lot, spot), species) for spot in SPOTS}
    good = [spot for spot, yes in known.items() if yes]
    poor = [spot for spot, yes in known.items() if not yes]
    if not good:
        return tuple(lot.sample(poor, 3, "spots"))
    chosen = {*lot.sample(good, lot.whole(2, 3, "good"), "good"), *lot.sample(poor, 1, "poor")}
    return tuple(spot for spot in lot.sample(list(SPOTS), len(SPOTS), "order") if spot in chosen)


def _text(lot: Lot, spot: str) -> str:
    article = lot.world.encyclopedia.article(spot)
    if article is None:
        raise PlanError(f"the encyclopedia has no article on {spot}.")
    return article.summary


def _mentions(text: str, species: str) -> bool:
    return any(name.casefold() in text.casefold() for name in (species, *_OTHER_NAMES.get(species, ())))


def _request(lot: Lot, case: Case) -> str:
    opening = lot.pick(
        (
            f"Which fish lies in {_PHOTO}, and how long is it in centimetres by the ruler?",
            f"Identify the fish in {_PHOTO} and read its length in centimetres off the ruler.",
            f"{_PHOTO} shows my catch beside a ruler. What species is it, and how many centimetres long?",
        ),
        "opening",
    )
    spots = listed((f"{spot} (staying in {SPOTS[spot]}, NJ)" for spot in case.spots), "or")
    goal = "with the least wind at the moment" if case.calm else "that is quickest to reach by car"
    return (
        f"{opening} From Wikipedia, tell me how long such fish commonly are and what they feed on, and "
        "whether "
        "it is among the salt-water fish that are commonly caught in New Jersey. If it is not, stop "
        "there. If "
        f"it is, plan a trip from {case.start}, NJ, to {spots}: only spots count whose article names the "
        "fish, "
        f"or all of them if none does. Of those take the one {goal}, judging by the town. Give the wind "
        "speed "
        "(mph) and temperature (°F) in that town now, the distance (km) and driving time (minutes), the bait "
        f"and tackle shop that is nearest to the town (at most {_FAR // 1000} km away), and the nearest "
        f"restaurant with a rating of {case.rating} or better (at most {_NEAR // 1000} km)."
    )


def _fuzzy(lot: Lot, case: Case) -> str:
    opening = lot.pick(
        (
            f"Look what my uncle pulled out of the water: {_PHOTO}! What is it, and how many cm is that?",
            f"I have no idea what I caught here, {_PHOTO}. Can you tell, and say how long it is in cm?",
            f"What a beauty, see {_PHOTO}. Name it for me and tell me its length in cm.",
        ),
        "murmur",
    )
    spots = listed((f"{spot} (I would sleep in {SPOTS[spot]}, NJ)" for spot in case.spots), "or")
    goal = "where it is calmest right now" if case.calm else "that I get to fastest by car"
    return (
        f"{opening} What does Wikipedia say about how big they usually get and what they eat? And does one "
        f"commonly catch them in New Jersey's salt water? If so, I want to drive from {case.start}, NJ, for "
        f"more of them, to {spots}. Drop spots whose article has nothing on this fish (unless that leaves "
        f"none), and pick the one {goal}, going by the town. How windy (mph) and warm (°F) is it in that "
        "town, "
        f"how many km and minutes is the drive, where do I get bait with the shortest way ({_FAR // 1000} "
        "km from "
        f"town at most), and which is the closest restaurant that people rate {case.rating} or more "
        f"({_NEAR // 1000} km at most)? If they are not caught there, forget the trip."
    )


def _plan(case: Case, *, matrix: bool) -> Plan:
    """The fish, the list and the spots; then the trip, if there is one."""
    fish, catches, *articles = yield [
        want("wiki/summary", title=case.species),
        want("wiki/search", query=_QUERY),
        *(want("wiki/summary", title=spot) for spot in case.spots),
    ]
    pairs = list(zip(case.spots, articles, strict=True))
    fished = [
        (spot, found) for spot, found in pairs if _mentions(found.data["summary"], case.species)
    ] or pairs
    goal = None
    if _mentions(_catches(catches), case.species):
        spots, told_by = [spot for spot, _ in fished], (catches, *articles)
        goal = (
            yield from _calmest(case, spots, told_by)
            if case.calm
            else _quickest(case, spots, told_by, matrix)
        )
    trip = Trip(_feeds(fish), _usual(fish), [spot for spot, _ in fished], goal)
    return Solution(answer=_answer(case, trip), checks=_checks(case, trip))


def _calmest(case: Case, spots: Sequence[str], told_by: Sequence[Found]) -> Thread[Goal]:
    """Wind at all spots; then the way to the one, and what is near."""
    reports = yield [_weather(spot, *told_by) for spot in spots]
    winds = [float(report.data["current"]["wind_speed"]) for report in reports]
    best = _least(winds)
    route, *found = yield [_route(case, spots[best], *reports), *_near(reports[best], *reports)]
    return _reached(case, spots[best], reports[best], travel(route), found)


def _quickest(case: Case, spots: Sequence[str], told_by: Sequence[Found], matrix: bool) -> Thread[Goal]:
    """The way to all spots; the weather at the one; what is near."""
    if matrix:
        towns = [_town(spot) for spot in spots]
        ways = yield [
            want("google-maps/distance_matrix", *told_by, origins=[_home(case)], destinations=towns)
        ]
        elements = [element for row in ways[0].data["rows"] for element in row["elements"]]
        drives = [(each["distance"]["value"], round(each["duration"]["value"] / 60)) for each in elements]
    else:
        ways = yield [_route(case, spot, *told_by) for spot in spots]
        drives = [travel(each) for each in ways]
    best = _least([minutes for _, minutes in drives])
    (report,) = yield [_weather(spots[best], *ways)]
    found = yield _near(report)
    return _reached(case, spots[best], report, drives[best], found)


def _town(spot: str) -> str:
    return f"{SPOTS[spot]}, NJ"


def _home(case: Case) -> str:
    return f"{case.start}, NJ"


def _weather(spot: str, *uses: Found) -> Wanted:
    return want("weather/get_weather", *uses, location=_town(spot))


def _route(case: Case, spot: str, *uses: Found) -> Wanted:
    return way(address(_home(case)), address(_town(spot)), "DRIVE", *uses)


def _near(report: Found, *uses: Found) -> list[Wanted]:
    """Bait and restaurants around the town that the weather is of."""
    place = report.data["location"]
    spot = place["latitude"], place["longitude"]
    return [
        nearby(spot, _FAR, "fishing_store", report, *uses),
        nearby(spot, _NEAR, "restaurant", report, *uses),
    ]


def _least(values: Sequence[float]) -> int:
    """Where the smallest is, if one is."""
    ranked = sorted(values)
    if len(ranked) > 1 and ranked[0] == ranked[1]:
        raise PlanError("two spots are equally good.")
    return values.index(ranked[0])


def _reached(case: Case, spot: str, report: Found, drive: tuple[int, int], found: Sequence[Found]) -> Goal:
    shops, tables = (places_of(each) for each in found)
    good = [table for table in tables if table.get("rating", 0) >= case.rating]
    if not shops or not good:
        raise PlanError(f"there is no bait or no good restaurant near {spot}.")
    return Goal(spot, report.data["current"], *drive, shops[0], good[0])


def _catches(found: Found) -> str:
    """What the encyclopedia lists as caught in New Jersey."""
    for result in found.data["results"]:
        if result["title"] == _LIST:
            return str(result["snippet"])
    raise PlanError("a search does not find the list of fish.")


def _feeds(fish: Found) -> str:
    fed = re.search(r"It feeds on ([^.]+)\.", fish.data["summary"])
    if not fed:
        raise PlanError("nothing is said of what the fish feeds on.")
    return fed[1]


def _usual(fish: Found) -> str:
    size = next((part["text"] for part in fish.data["sections"] if part["heading"] == "Size"), "")
    usual = re.search(r"Commonly ([\d.–]+ (?:cm|m)) long", size)
    if not usual:
        raise PlanError("nothing is said of how long such fish are.")
    return usual[1]


def _answer(case: Case, trip: Trip) -> str:
    fish = (
        f"The fish is a {case.species.lower()}, about {case.length_cm:g} cm long. Such fish are commonly "
        f"{trip.usual} long and feed on {trip.diet}."
    )
    if trip.goal is None:
        return (
            f"{fish} It is not listed among the salt-water fish that are commonly caught in New Jersey, "
            "so there "
            "is no trip to plan."
        )
    goal, weather = trip.goal, trip.goal.weather
    return (
        f"{fish} It is among the salt-water fish that are commonly caught in New Jersey. Of the spots, "
        "these count: "
        f"{listed(trip.fished)}. The {'calmest' if case.calm else 'quickest to reach'} is {goal.spot} "
        f"({_town(goal.spot)}). The wind there is {weather['wind_speed']} mph and the temperature "
        f"{weather['temperature']} °F. The drive from {_home(case)} is {goal.metres / 1000:.1f} km and takes "
        f"{goal.minutes} minutes. The nearest bait and tackle shop is {name_of(goal.shop)}, "
        f"{goal.shop['formattedAddress']}. The nearest restaurant rated {case.rating} or better is "
        f"{name_of(goal.table)}, rated {goal.table['rating']}, {goal.table['formattedAddress']}."
    )


def _checks(case: Case, trip: Trip) -> tuple[Check, ...]:
    fish = [
        named(f"the fish is a {case.species}", "|".join((case.species, *_OTHER_NAMES.get(case.species, ())))),
        *_usual_claims(trip.usual),
        told("its length", case.length_cm, absolute=max(1.0, 0.04 * case.length_cm), unit=_CM),
        named(f"such fish eat {trip.diet}", *re.split(r", | and ", trip.diet)),
    ]
    from_picture = ArgumentFromPicture("wiki/*", "title", (case.species, *_OTHER_NAMES.get(case.species, ())))
    read = Called("wiki/*", at_least=2)
    if trip.goal is None:
        return (
            Claims(tuple(fish)),
            AnswerRefuses(("New Jersey",)),
            from_picture,
            read,
            NotCalled("google-maps/compute_route|google-maps/distance_matrix|google-maps/directions_legacy"),
        )
    goal = trip.goal
    plan = [
        named(f"the spot is {goal.spot}", goal.spot),
        told("the wind", goal.weather["wind_speed"], absolute=0.5, unit=("mph", "miles per hour", "mi/h")),
        told("the temperature", goal.weather["temperature"], absolute=0.5, unit=_FAHRENHEIT),
        told("the distance", goal.metres / 1000, absolute=1.0, unit=_KM),
        named(f"the bait shop is {name_of(goal.shop)}", name_of(goal.shop)),
        named(f"the restaurant is {name_of(goal.table)}", name_of(goal.table)),
    ]
    town = SPOTS[goal.spot]
    return (
        Claims((*fish, *plan)),
        AnswerNames(all_of=(goal.spot, name_of(goal.shop), name_of(goal.table))),
        from_picture,
        Called("weather/get_weather", {"location": {"$contains": town}}),
        CalledBefore("wiki/*", "weather/get_weather|google-maps/*"),
    )


def _usual_claims(usual: str) -> list[Claim]:
    """Both ends of the usual length; metres might be told as centimetres, and are not asked for."""
    numbers, unit = usual.split(" ")
    return (
        [told(f"the usual length: {each}", float(each)) for each in numbers.split("–")]
        if unit == "cm"
        else []
    )


FAMILY = Family(
    number=5,
    name="fish",
    title="Fish",
    goal="Identify and measure a caught fish, and plan a New Jersey fishing trip for it.",
    make=make,
)
