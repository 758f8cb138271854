"""Fish: identify and measure a fish, and plan a fishing trip in New Jersey."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture
from m3bench_suites.builders.m3._shared.threads import Thread
from m3bench_suites.builders.m3._shared.travel.places import (
    address_waypoint,
    distance_and_minutes,
    minutes_and_duration,
    name_of,
    nearby,
    places_of,
    route,
)
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

_QUERY = "saltwater fish of New Jersey"
_STARTS = ("Newark", "Trenton", "Jersey City", "Princeton", "Camden", "New Brunswick")
_INSHORE = ("Striped bass", "Summer flounder", "Tautog")
_LISTED = ("Black sea bass", "Atlantic bluefin tuna")
_UNCLEAR = ("Weakfish",)
"""Looks like a spotted seatrout in a picture."""
_TURNS = (
    "inshore", "inshore", "listed", "inshore", "inshore", "absent", "inshore", "inshore", "listed", "inshore",
)  # fmt: skip
"""The group of fish, in the order of the task numbers."""
_FAR, _NEAR = 15_000, 5_000
"""Search radius for bait shops and restaurants in metres. The requests name them."""
LIST = "List of saltwater fish of New Jersey"
SPOTS = {
    "Sandy Hook": "Highlands", "Sandy Hook Bay": "Keansburg", "Raritan Bay": "Perth Amboy",
    "Shark River Inlet": "Belmar", "Manasquan Inlet": "Point Pleasant Beach",
    "Barnegat Inlet": "Barnegat Light", "Island Beach State Park": "Seaside Park", "Delaware Bay": "Cape May",
}  # fmt: skip
"""Fishing spots, and the town to stay in."""
OTHER_NAMES = {"Summer flounder": ("fluke",), "Atlantic bluefin tuna": ("bluefin tuna",)}
_LOOSELY = {
    "Striped bass": ("striper", "rockfish"), "Tautog": ("blackfish",),
    "Northern red snapper": ("red snapper",),
    "Atlantic bluefin tuna": ("bluefin", "northern bluefin tuna"), "Black sea bass": ("sea bass",),
}  # fmt: skip
"""Names that an answer may use although articles do not."""
Details = dict[str, Any]


class Case(msgspec.Struct, frozen=True):
    """What one task asks for."""

    photo: str
    species: str
    scientific: str
    length_cm: float
    spots: tuple[str, ...]
    start: str
    calm: bool
    """Whether to choose the calmest spot instead of the nearest."""
    rating: float
    """Minimum rating of the restaurant."""


class Drive(msgspec.Struct, frozen=True):
    """A drive, and its duration as the map returns it."""

    metres: int
    minutes: int
    duration: str | int


class Goal(msgspec.Struct, frozen=True):
    """The chosen spot, the weather in its town, the drive, and places nearby."""

    spot: str
    weather: Details
    drive: Drive
    shop: Details
    table: Details


class Trip(msgspec.Struct, frozen=True):
    """The findings. There is no goal if the fish is not caught there or no spot has it."""

    diet: str
    usual: str
    caught: bool
    fished: list[str]
    goal: Goal | None


def fish(draw: TaskDraw) -> TaskSpec:
    turn = _TURNS[draw.number % len(_TURNS)]
    photo = find_picture(draw, draw.photo_name(), "fish", lambda scene: _turn(scene.facts["species"]) == turn)
    facts = photo.scene.facts
    case = Case(
        photo=photo.name,
        species=facts["species"],
        scientific=facts["scientific"],
        length_cm=facts["length_cm"],
        spots=_spots(draw, facts["species"]),
        start=draw.pick(_STARTS, "start"),
        calm=draw.number % 3 != 1,
        rating=draw.pick((4.0, 4.2, 4.5), "rating"),
    )
    goes = turn == "inshore"
    ways = (False, True) if goes and not case.calm else (False,)
    return TaskSpec(
        words={
            "photo": photo.name,
            "start": case.start,
            **dict.fromkeys(("stays", "bases", "beds"), len(case.spots)),
            "spots": case.spots,
            "towns": [SPOTS[spot] for spot in case.spots],
            **dict.fromkeys(("goal", "aim"), "calm" if case.calm else "quick"),
            "rating": case.rating,
        },
        plans=tuple(partial(_plan, case, matrix=matrix) for matrix in ways),
        pictures=(photo.picture,),
        level="L3" if goes else "L1",
        solvable=goes,
        shown=(case.species, case.scientific, f"{case.length_cm:g}"),
        key_facts=(case.species, case.scientific, *OTHER_NAMES.get(case.species, ())),
    )


def _turn(species: str) -> str:
    if species in _UNCLEAR:
        return "unclear"
    return "inshore" if species in _INSHORE else "listed" if species in _LISTED else "absent"


def _spots(draw: TaskDraw, species: str) -> tuple[str, ...]:
    """Draw spots to choose from. If possible, some of them have the fish and one does not."""
    known = {spot: _mentions(_text(draw, spot), species) for spot in SPOTS}
    good = [spot for spot, yes in known.items() if yes]
    poor = [spot for spot, yes in known.items() if not yes]
    if not good:
        return tuple(draw.sample(poor, 3, "spots"))
    chosen = {*draw.sample(good, draw.whole(2, 3, "good"), "good"), *draw.sample(poor, 1, "poor")}
    return tuple(spot for spot in draw.sample(list(SPOTS), len(SPOTS), "order") if spot in chosen)


def _text(draw: TaskDraw, spot: str) -> str:
    article = draw.world.encyclopedia.article(spot)
    if article is None:
        raise PlanError(f"the encyclopedia has no article on {spot}.")
    return article.summary


def _mentions(text: str, species: str) -> bool:
    return any(name.casefold() in text.casefold() for name in (species, *OTHER_NAMES.get(species, ())))


def _plan(case: Case, *, matrix: bool) -> Plan:
    """Look up the fish, the list and the spots; then plan the trip, if there is one."""
    fish, catches, *articles = yield [
        call("wiki/summary", title=case.species),
        call("wiki/search", query=_QUERY),
        *(call("wiki/summary", title=spot) for spot in case.spots),
    ]
    caught = _mentions(_catches(catches), case.species)
    named = [
        spot
        for spot, article in zip(case.spots, articles, strict=True)
        if _mentions(article.data["summary"], case.species)
    ]
    fished, goal = named if caught else [], None
    if fished:
        sources = (catches, *articles)
        goal = (
            yield from _calmest(case, fished, sources)
            if case.calm
            else _quickest(case, fished, sources, matrix)
        )
    require(
        (goal is not None) == (_turn(case.species) == "inshore"), "the encyclopedia disagrees about the fish."
    )
    trip = Trip(_feeds(fish), _usual(fish), caught, fished, goal)
    return Solution(answer=answer_of(case, trip), fields=fields_of(case, trip))


def _calmest(case: Case, spots: Sequence[str], sources: Sequence[CallResult]) -> Thread[Goal]:
    """Compare the wind at all spots; then get the route to the calmest, and places nearby."""
    reports = yield [_weather(spot, *sources) for spot in spots]
    winds = [float(report.data["current"]["wind_speed"]) for report in reports]
    best = _least(winds)
    route, *results = yield [_route(case, spots[best], *reports), *_nearby_calls(reports[best], *reports)]
    return _goal(case, spots[best], reports[best], _drive(route), results)


def _quickest(case: Case, spots: Sequence[str], sources: Sequence[CallResult], matrix: bool) -> Thread[Goal]:
    """Compare the routes to all spots; then get the weather at the nearest, and places nearby."""
    if matrix:
        towns = [town_of(spot) for spot in spots]
        ways = yield [
            call("google-maps/distance_matrix", *sources, origins=[home_of(case)], destinations=towns)
        ]
        elements = [element for row in ways[0].data["rows"] for element in row["elements"]]
        drives = [
            Drive(
                element["distance"]["value"],
                round(element["duration"]["value"] / 60),
                element["duration"]["value"],
            )
            for element in elements
        ]
    else:
        ways = yield [_route(case, spot, *sources) for spot in spots]
        drives = [_drive(way) for way in ways]
    best = _least([drive.minutes for drive in drives])
    (report,) = yield [_weather(spots[best], *ways)]
    results = yield _nearby_calls(report)
    return _goal(case, spots[best], report, drives[best], results)


def _drive(route: CallResult) -> Drive:
    metres, minutes = distance_and_minutes(route)
    return Drive(metres, minutes, minutes_and_duration(route)[1])


def _weather(spot: str, *uses: CallResult) -> PlannedCall:
    return call("weather/get_weather", *uses, location=town_of(spot))


def _route(case: Case, spot: str, *uses: CallResult) -> PlannedCall:
    return route(address_waypoint(home_of(case)), address_waypoint(town_of(spot)), "DRIVE", *uses)


def _nearby_calls(report: CallResult, *uses: CallResult) -> list[PlannedCall]:
    """Plan searches for bait shops and restaurants around the town of the weather report."""
    place = report.data["location"]
    spot = place["latitude"], place["longitude"]
    return [
        nearby(spot, _FAR, "fishing_store", report, *uses),
        nearby(spot, _NEAR, "restaurant", report, *uses),
    ]


def _least(values: Sequence[float]) -> int:
    """Return the index of the smallest value. Raise `PlanError` on a tie."""
    ranked = sorted(values)
    if len(ranked) > 1 and ranked[0] == ranked[1]:
        raise PlanError("two spots are tied.")
    return values.index(ranked[0])


def _goal(case: Case, spot: str, report: CallResult, drive: Drive, results: Sequence[CallResult]) -> Goal:
    shops, tables = (places_of(result) for result in results)
    good = [table for table in tables if table.get("rating", 0) >= case.rating]
    if not shops or not good:
        raise PlanError(f"there is no bait shop or no good restaurant near {spot}.")
    return Goal(spot, report.data["current"], drive, shops[0], good[0])


def _catches(search: CallResult) -> str:
    """Return the list of fish caught in New Jersey."""
    for result in search.data["results"]:
        if result["title"] == LIST:
            return str(result["snippet"])
    raise PlanError("a search does not find the list of fish.")


def _feeds(fish: CallResult) -> str:
    fed = re.search(r"It feeds on ([^.]+)\.", fish.data["summary"])
    if not fed:
        raise PlanError("the article does not say what the fish feeds on.")
    return fed[1]


def _usual(fish: CallResult) -> str:
    size = next((part["text"] for part in fish.data["sections"] if part["heading"] == "Size"), "")
    usual = re.search(r"Commonly ([\d.–]+ (?:cm|m)) long", size)
    if not usual:
        raise PlanError("the article does not say how long such fish are.")
    return usual[1]


def town_of(spot: str) -> str:
    return f"{SPOTS[spot]}, NJ"


def home_of(case: Case) -> str:
    return f"{case.start}, NJ"


def answer_of(case: Case, trip: Trip) -> str:
    fish = (
        f"The fish is a {case.species.lower()}, about {case.length_cm:g} cm long. Such fish are commonly "
        f"{trip.usual} long and feed on {trip.diet}."
    )
    if not trip.caught:
        return f"{fish} It is not listed as commonly caught in New Jersey, so there is no trip to plan."
    fish = f"{fish} It is among the salt-water fish that are commonly caught in New Jersey."
    if trip.goal is None:
        return f"{fish} But no article on the spots names it, so there is no trip to plan."
    goal, weather = trip.goal, trip.goal.weather
    return (
        f"{fish} These spots count: {join(trip.fished)}. The "
        f"{'calmest' if case.calm else 'quickest to reach'} is {goal.spot} "
        f"({town_of(goal.spot)}). The wind there is {weather['wind_speed']} mph and the temperature "
        f"{weather['temperature']} °F. The drive from {home_of(case)} is {goal.drive.metres / 1000:.1f} km "
        f"and takes {goal.drive.minutes} minutes. The nearest bait and tackle shop is {name_of(goal.shop)}, "
        f"{goal.shop['formattedAddress']}. The nearest restaurant rated {case.rating} or better is "
        f"{name_of(goal.table)}, rated {goal.table['rating']}, {goal.table['formattedAddress']}."
    )


def fields_of(case: Case, trip: Trip) -> dict[str, Expected]:
    names = (case.scientific, *OTHER_NAMES.get(case.species, ()), *_LOOSELY.get(case.species, ()))
    shortest, longest = _usual_cm(trip.usual)
    by_ruler = Tolerance(absolute=1.0, relative=0.04)
    return {
        "species": Expected(case.species, also=names),
        "length": Expected(case.length_cm, tolerance=by_ruler, grounds=(f"{case.length_cm:g}",)),
        "usual_length_from": Expected(shortest, grounds=(trip.usual,)),
        "usual_length_to": Expected(longest, grounds=(trip.usual,)),
        "diet": Expected(items=tuple(_expected_food(food) for food in re.split(r", | and ", trip.diet))),
        "caught_in_new_jersey": Expected(trip.caught, grounds=(case.species if trip.caught else LIST,)),
        "spots": Expected(items=tuple(Expected(spot) for spot in trip.fished)),
        **_expected_goal(trip.goal),
    }


def _expected_food(food: str) -> Expected:
    *_, noun = food.split()
    return Expected(food, also=(noun,) if noun != food else ())


def _expected_goal(goal: Goal | None) -> dict[str, Expected]:
    if goal is None:
        names = ("spot", "wind", "temperature", "distance", "drive_time", "tackle_shop", "restaurant")
        return dict.fromkeys(names, Expected())
    drive, half = goal.drive, Tolerance(0.5)
    near, soon = Tolerance(1.0, 0.01), Tolerance(2.0, 0.03)
    return {
        "spot": Expected(goal.spot),
        "wind": Expected(goal.weather["wind_speed"], tolerance=half),
        "temperature": Expected(goal.weather["temperature"], tolerance=half),
        "distance": Expected(drive.metres / 1000, tolerance=near, grounds=(drive.metres,)),
        "drive_time": Expected(drive.minutes, tolerance=soon, grounds=(drive.duration,)),
        "tackle_shop": Expected(name_of(goal.shop)),
        "restaurant": Expected(name_of(goal.table)),
    }


def _usual_cm(usual: str) -> tuple[float, float]:
    """Return both ends of `50–100 cm` or `2–2.5 m` in centimetres."""
    numbers, unit = usual.split(" ")
    ends = [float(end) * (100 if unit == "m" else 1) for end in numbers.split("–")]
    return ends[0], ends[-1]


FAMILY = m3_family(
    number=5,
    name="fish",
    title="Fish",
    goal="Identify and measure a caught fish, and plan a New Jersey fishing trip for it.",
    servers=("wiki", "weather", "google-maps"),
    tasks=(fish,),
)
