"""Fish: identify and measure a fish, and plan a fishing trip in New Jersey."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from m3bench.core.text import join
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.animals.fishing import (
    FORM,
    LIST,
    OTHER_NAMES,
    SPOTS,
    Case,
    Drive,
    Goal,
    Trip,
    answer_of,
    fields_of,
    home_of,
    town_of,
)
from m3bench_suites.builders.m3._shared.pictures import find_picture
from m3bench_suites.builders.m3._shared.results import require
from m3bench_suites.builders.m3._shared.threads import Thread
from m3bench_suites.builders.m3._shared.travel.places import (
    address_waypoint,
    distance_and_minutes,
    minutes_and_duration,
    nearby,
    places_of,
    route,
)
from m3bench_suites.builders.m3.family import Family, TaskDraw

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
"""Search radius for bait shops and restaurants in metres."""


def make(draw: TaskDraw) -> Blueprint:
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
    return Blueprint(
        id=draw.id,
        family=draw.family.title,
        request=_request(draw, case),
        fuzzy_request=_fuzzy(draw, case),
        servers=("wiki", "weather", "google-maps"),
        form=FORM,
        plans=tuple(partial(_plan, case, matrix=matrix) for matrix in ways),
        pictures=(photo.picture,),
        level="L3" if goes else "L1",
        extra={"modalities": ["text", "image"], **({} if goes else {"solvable": False})},
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


def _request(draw: TaskDraw, case: Case) -> str:
    opening = draw.pick(
        (
            f"Which fish lies in {case.photo}, and how long is it in centimetres by the ruler?",
            f"Identify the fish in {case.photo} and read its length in centimetres off the ruler.",
            f"{case.photo} shows my catch beside a ruler. What species is it, and how many centimetres long?",
        ),
        "opening",
    )
    spots = join((f"{spot} (staying in {SPOTS[spot]}, NJ)" for spot in case.spots), "or")
    goal = "with the least wind at the moment" if case.calm else "that is quickest to reach by car"
    return (
        f"{opening} From Wikipedia, tell me how long such fish commonly are and what they feed on, and "
        "whether it is among the salt-water fish that are commonly caught in New Jersey. If it is, I want to "
        f"go for it from {case.start}, NJ, to {spots}: only spots count whose article names the fish, and I "
        f"take the one {goal}, judging by the town. I need the wind speed (mph) and temperature (°F) in that "
        "town now, the distance (km) and driving time (minutes), the bait and tackle shop that is nearest to "
        f"the town (at most {_FAR // 1000} km away), and the nearest restaurant with a rating of "
        f"{case.rating} or better (at most {_NEAR // 1000} km). If it is not caught there, or no "
        "spot counts, there is no trip to plan."
    )


def _fuzzy(draw: TaskDraw, case: Case) -> str:
    opening = draw.pick(
        (
            f"Look what my uncle pulled out of the water: {case.photo}! What is it, and how many cm is that?",
            f"I have no idea what I caught here, {case.photo}. Can you tell, and say how long it is in cm?",
            f"What a beauty, see {case.photo}. Name it for me and tell me its length in cm.",
        ),
        "murmur",
    )
    spots = join((f"{spot} (I would sleep in {SPOTS[spot]}, NJ)" for spot in case.spots), "or")
    goal = "where it is calmest right now" if case.calm else "that I get to fastest by car"
    return (
        f"{opening} What does Wikipedia say about how big they usually get and what they eat? And does one "
        f"commonly catch them in New Jersey's salt water? If so, I want to drive from {case.start}, NJ, for "
        f"more of them, to {spots}. Drop spots whose article has nothing on this fish, and pick the one "
        f"{goal}, going by the town. How windy (mph) and warm (°F) is it in that town, how many km and "
        f"minutes is the drive, where do I get bait with the shortest way ({_FAR // 1000} km from town at "
        f"most), and which is the closest restaurant that people rate {case.rating} or more "
        f"({_NEAR // 1000} km at most)? If they are not caught there, or no spot is left, forget the trip."
    )


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
        for spot, found in zip(case.spots, articles, strict=True)
        if _mentions(found.data["summary"], case.species)
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
        (goal is not None) == (_turn(case.species) == "inshore"), "the encyclopedia disagrees about the fish"
    )
    trip = Trip(_feeds(fish), _usual(fish), caught, fished, goal)
    return Solution(answer=answer_of(case, trip), fields=fields_of(case, trip))


def _calmest(case: Case, spots: Sequence[str], sources: Sequence[CallResult]) -> Thread[Goal]:
    """Compare the wind at all spots; then get the route to the calmest, and places nearby."""
    reports = yield [_weather(spot, *sources) for spot in spots]
    winds = [float(report.data["current"]["wind_speed"]) for report in reports]
    best = _least(winds)
    route, *found = yield [_route(case, spots[best], *reports), *_nearby_calls(reports[best], *reports)]
    return _goal(case, spots[best], reports[best], _drive(route), found)


def _quickest(case: Case, spots: Sequence[str], sources: Sequence[CallResult], matrix: bool) -> Thread[Goal]:
    """Compare the routes to all spots; then get the weather at the nearest, and places nearby."""
    if matrix:
        towns = [town_of(spot) for spot in spots]
        ways = yield [
            call("google-maps/distance_matrix", *sources, origins=[home_of(case)], destinations=towns)
        ]
        elements = [element for row in ways[0].data["rows"] for element in row["elements"]]
        drives = [
            Drive(each["distance"]["value"], round(each["duration"]["value"] / 60), each["duration"]["value"])
            for each in elements
        ]
    else:
        ways = yield [_route(case, spot, *sources) for spot in spots]
        drives = [_drive(each) for each in ways]
    best = _least([drive.minutes for drive in drives])
    (report,) = yield [_weather(spots[best], *ways)]
    found = yield _nearby_calls(report)
    return _goal(case, spots[best], report, drives[best], found)


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


def _goal(case: Case, spot: str, report: CallResult, drive: Drive, found: Sequence[CallResult]) -> Goal:
    shops, tables = (places_of(each) for each in found)
    good = [table for table in tables if table.get("rating", 0) >= case.rating]
    if not shops or not good:
        raise PlanError(f"there is no bait shop or no good restaurant near {spot}.")
    return Goal(spot, report.data["current"], drive, shops[0], good[0])


def _catches(found: CallResult) -> str:
    """Return the list of fish caught in New Jersey."""
    for result in found.data["results"]:
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


FAMILY = Family(
    number=5,
    name="fish",
    title="Fish",
    goal="Identify and measure a caught fish, and plan a New Jersey fishing trip for it.",
    make=make,
)
