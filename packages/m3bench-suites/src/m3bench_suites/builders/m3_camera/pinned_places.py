"""Pinned Places: measure distances on a map by its scale bar, and look up the nearest places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, Solution, call
from m3bench_suites.builders.m3._shared.results import require
from m3bench_suites.builders.m3._shared.travel.opening_times import day_hours_field, expected_hours
from m3bench_suites.builders.m3._shared.travel.places import (
    WEEKDAYS,
    best_rated,
    hours_on,
    name_of,
    places_of,
)
from m3bench_suites.builders.m3.family import Family, TaskDraw
from m3bench_suites.builders.m3_camera._shared.seeing import find_legible

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_NEAREST, _FEWEST = 3, 5
_APART = 1.15
"""Minimum ratio between the distances of the last place that counts and of the next one."""
_SLACK = 0.1


class Pin(msgspec.Struct, frozen=True):
    letter: str
    name: str
    id: str
    metres: float

    @property
    def expected(self) -> Expected:
        return Expected(self.name, also=(self.letter, f"{self.letter} {self.name}"))


class Case(msgspec.Struct, frozen=True):
    photo: str
    town: str
    pins: tuple[Pin, ...]
    """From the nearest to the farthest."""
    weekday: str


def make(draw: TaskDraw) -> Blueprint:
    photo = find_legible(draw, "street_map", partial(_suits, draw))
    case = Case(photo.name, photo.scene.facts["town"], _pins(photo.scene), draw.pick(WEEKDAYS, "weekday"))
    words = {"photo": case.photo, "weekday": case.weekday, "slack": round(100 * _SLACK)}
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(*_REQUESTS, **words),
        fuzzy_request=draw.phrased(*_FUZZY, **words),
        servers=("ocr", "google-maps"),
        form=_form(case),
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        level="L2",
        extra={"modalities": ["text", "image"]},
        shown=tuple(f"{pin.name} {pin.metres:g} metres" for pin in case.pins),
        key_facts=(case.town, *(pin.name for pin in case.pins)),
    )


def _pins(scene: Scene) -> tuple[Pin, ...]:
    pins = [
        Pin(each["letter"], each["name"], each["id"], round(each["metres"])) for each in scene.facts["pins"]
    ]
    return tuple(sorted(pins, key=lambda pin: pin.metres))


def _suits(draw: TaskDraw, scene: Scene) -> bool:
    """Return whether there are enough pins, a clear third nearest, and a best rated among the three."""
    pins = _pins(scene)
    if len(pins) < _FEWEST or pins[_NEAREST].metres < _APART * pins[_NEAREST - 1].metres:
        return False
    found = [draw.world.atlas.landmark(pin.id) for pin in pins[:_NEAREST]]
    marks = sorted(((one.rating, one.reviews) for one in found if one), reverse=True)
    return len(marks) == _NEAREST and marks[0] != marks[1]


_REQUESTS = (
    (
        "Which lettered place on the map in {photo} is nearest to our flat in a straight line, which is the "
        "farthest, and how many metres are they away by the scale bar ({slack} percent more or less is near "
        "enough)? Of the three nearest, which has the best rating on Google Maps (more reviews decide a "
        "tie)? Give me its rating, its number of reviews and when it is open on {weekday}."
    ),
    (
        "Measure on the map in {photo}: how far is it from our flat, as the crow flies and by the scale bar, "
        "to the nearest and to the farthest of the lettered places, to within {slack} percent? Then look up "
        "the three nearest places on Google Maps. Which one is rated best (if level, the one with more "
        "reviews), with what rating, how many reviews, and what hours on {weekday}?"
    ),
)
_FUZZY = (
    (
        "We're in the flat on the map in {photo}. What's closest, what's farthest, and how far roughly "
        "(straight line, scale bar, {slack} percent off is fine)? And out of the closest three, which do "
        "people on Google Maps like best (tie: more reviews)? Rating, number of reviews, hours on {weekday}, "
        "please."
    ),
    (
        "Use a ruler on {photo}, so to speak: metres from the flat to the closest and the farthest lettered "
        "spot, straight line, give or take {slack} percent. Which of the three closest is the best one by "
        "Google's ratings (more reviews if equal)? How is it rated, by how many, and when is it open on "
        "{weekday}?"
    ),
)


def _form(case: Case) -> AnswerForm:
    return AnswerForm((
        AnswerField("nearest", FieldType.NAME, "the name of the nearest place"),
        AnswerField("nearest_distance", FieldType.NUMBER, "its distance from the flat", unit="metres"),
        AnswerField("farthest", FieldType.NAME, "the name of the farthest place"),
        AnswerField("farthest_distance", FieldType.NUMBER, "its distance from the flat", unit="metres"),
        AnswerField("three_nearest", FieldType.NAME, "the names of the three nearest places", many=True),
        AnswerField("best", FieldType.NAME, "the best rated of the three"),
        AnswerField("rating", FieldType.NUMBER, "its rating"),
        AnswerField("reviews", FieldType.NUMBER, "how many reviews it has"),
        day_hours_field("hours", "it", case.weekday),
    ))  # fmt: skip


def _plan(case: Case) -> Plan:
    near = case.pins[:_NEAREST]
    found = yield [call("google-maps/places_text_search", query=f"{pin.name}, {case.town}") for pin in near]
    best = best_rated([_place(pin, each) for pin, each in zip(near, found, strict=True)])
    (details,) = yield [call("google-maps/place_details", *found, place_id=best["id"])]
    return _solution(case, best, hours_on(details, case.weekday))


def _place(pin: Pin, found: CallResult) -> dict[str, Any]:
    """Return the place of a pin. Raise `PlanError` if the search does not identify it."""
    places = [place for place in places_of(found) if name_of(place) == pin.name]
    if [place["id"] for place in places] != [pin.id]:
        raise PlanError(f"a search does not identify {pin.name}.")
    return places[0]


def _solution(case: Case, best: dict[str, Any], hours: str) -> Solution:
    nearest, farthest, near = case.pins[0], case.pins[-1], case.pins[:_NEAREST]
    chosen = next(pin for pin in near if pin.id == best["id"])
    require("rating" in best, "the place has no rating")
    answer = (
        f"The nearest is {nearest.name} ({nearest.metres:.0f} m), the farthest {farthest.name} "
        f"({farthest.metres:.0f} m). The three nearest are {join([pin.name for pin in near])}. Best rated is "
        f"{chosen.name} with {best['rating']} from {best['userRatingCount']} reviews; on {case.weekday} its "
        f"hours are {hours}."
    )
    return Solution(answer=answer, fields=_expected((nearest, farthest), near, chosen, best, hours))


def _expected(
    ends: tuple[Pin, Pin], near: Sequence[Pin], chosen: Pin, best: dict[str, Any], hours: str
) -> dict[str, Expected]:
    slack = Tolerance(relative=_SLACK)
    return {
        "nearest": ends[0].expected,
        "nearest_distance": Expected(ends[0].metres, tolerance=slack),
        "farthest": ends[1].expected,
        "farthest_distance": Expected(ends[1].metres, tolerance=slack),
        "three_nearest": Expected(items=tuple(pin.expected for pin in near)),
        "best": Expected(chosen.name, also=(chosen.letter,), grounds=(best["rating"],)),
        "rating": Expected(best["rating"], tolerance=Tolerance(absolute=0.01)),
        "reviews": Expected(best["userRatingCount"]),
        "hours": expected_hours(hours),
    }


FAMILY = Family(
    number=107,
    name="pinned_places",
    title="Pinned Places",
    goal="Measure distances on a map by its scale bar, and look up the best rated of the nearest places.",
    make=make,
)
