"""Pinned Places: measure distances on a map by its scale bar, and look up the nearest places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.m3._shared.travel.opening_times import expected_hours
from m3bench_suites.builders.m3._shared.travel.places import (
    WEEKDAYS,
    best_rated,
    hours_on,
    name_of,
    places_of,
)
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.pictures import find_legible
from m3bench_suites.builders.tasks import TaskSpec, require

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


def pinned_places(draw: TaskDraw) -> TaskSpec:
    photo = find_legible(draw, "street_map", partial(_suits, draw))
    case = Case(photo.name, photo.scene.facts["town"], _pins(photo.scene), draw.pick(WEEKDAYS, "weekday"))
    return TaskSpec(
        words={"photo": case.photo, "weekday": case.weekday, "slack": round(100 * _SLACK)},
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        shown=tuple(f"{pin.name} {pin.metres:g} metres" for pin in case.pins),
        key_facts=(case.town, *(pin.name for pin in case.pins)),
    )


def _pins(scene: Scene) -> tuple[Pin, ...]:
    pins = [Pin(pin["letter"], pin["name"], pin["id"], round(pin["metres"])) for pin in scene.facts["pins"]]
    return tuple(sorted(pins, key=lambda pin: pin.metres))


def _suits(draw: TaskDraw, scene: Scene) -> bool:
    """Return whether there are enough pins, a clear third nearest, and a best rated among the three."""
    pins = _pins(scene)
    if len(pins) < _FEWEST or pins[_NEAREST].metres < _APART * pins[_NEAREST - 1].metres:
        return False
    places = [draw.world.atlas.landmark(pin.id) for pin in pins[:_NEAREST]]
    marks = sorted(((place.rating, place.reviews) for place in places if place), reverse=True)
    return len(marks) == _NEAREST and marks[0] != marks[1]


def _plan(case: Case) -> Plan:
    near = case.pins[:_NEAREST]
    results = yield [call("google-maps/places_text_search", query=f"{pin.name}, {case.town}") for pin in near]
    best = best_rated([_place(pin, result) for pin, result in zip(near, results, strict=True)])
    (details,) = yield [call("google-maps/place_details", *results, place_id=best["id"])]
    return _solution(case, best, hours_on(details, case.weekday))


def _place(pin: Pin, result: CallResult) -> dict[str, Any]:
    """Return the place of a pin. Raise `PlanError` if the search does not identify it."""
    places = [place for place in places_of(result) if name_of(place) == pin.name]
    require([place["id"] for place in places] == [pin.id], f"a search does not identify {pin.name}.")
    return places[0]


def _solution(case: Case, best: dict[str, Any], hours: str) -> Solution:
    nearest, farthest, near = case.pins[0], case.pins[-1], case.pins[:_NEAREST]
    chosen = next(pin for pin in near if pin.id == best["id"])
    require("rating" in best, "the place has no rating.")
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


FAMILY = m3_family(
    number=107,
    name="pinned_places",
    title="Pinned Places",
    goal="Measure distances on a map by its scale bar, and look up the best rated of the nearest places.",
    servers=("ocr", "google-maps"),
    level="L2",
    tasks=(pinned_places,),
)
