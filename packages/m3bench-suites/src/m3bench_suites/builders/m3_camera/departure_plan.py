"""Departure Plan: choose a flight from a departure board by the weather at its destination."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlanError, Solution, call
from m3bench_suites.builders.m3._shared.pictures import require_words
from m3bench_suites.builders.m3._shared.travel.places import (
    best_rated,
    fair_radius,
    name_of,
    nearby,
    places_of,
)
from m3bench_suites.builders.m3._shared.travel.sights import geocode, spot_of
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.forecasts import DEGREE, day_of, days_ahead, forecast, high_on
from m3bench_suites.builders.m3_camera._shared.pictures import find_legible, plans_by_level
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_RADII = (600, 1000, 1500, 2500, 4000)
_FEW, _MANY = 3, 6
_CLEAR = 1.2
"""Minimum lead of the warmest town in °C."""


class Flight(msgspec.Struct, frozen=True):
    town: str
    country: str
    code: str
    gate: str
    due: str
    leaves: str | None

    @property
    def address(self) -> str:
        return f"{self.town}, {self.country}"


class Case(msgspec.Struct, frozen=True):
    photo: str
    flights: tuple[Flight, ...]
    """Those that can be taken."""
    day: date
    radius: int


def departure_plan(draw: TaskDraw) -> TaskSpec:
    walk, hours = draw.pick((25, 30, 35, 40), "walk"), draw.whole(3, 4, "hours")
    day = days_ahead(draw.world, draw.whole(1, 3, "day"))
    photo = find_legible(draw, "departure_board", partial(_suits, draw, walk, hours, day))
    flights = _possible(photo.scene, walk, hours)
    case = Case(photo.name, flights, day, _radius(draw, flights, day))
    return TaskSpec(
        words={
            "photo": case.photo,
            "walk": walk,
            "hours": hours,
            "day": day.isoformat(),
            "radius": case.radius,
        },
        plans=plans_by_level(draw, partial(_plan, case, reads=True), partial(_plan, case, reads=False)),
        pictures=(photo.picture,),
        key_facts=tuple(text for flight in flights for text in (flight.town, flight.code, flight.gate)),
    )


def _minutes(clock: str) -> int:
    hour, minute = clock.split(":")
    return 60 * int(hour) + int(minute)


def _possible(scene: Scene, walk: int, hours: int) -> tuple[Flight, ...]:
    """Return the flights that leave late enough to reach the gate, and within the hours."""
    now = _minutes(scene.facts["now"])
    flights = [Flight(**flight) for flight in scene.facts["flights"]]
    return tuple(
        flight
        for flight in flights
        if flight.leaves and walk <= (_minutes(flight.leaves) - now) % 1440 <= 60 * hours
    )


def _suits(draw: TaskDraw, walk: int, hours: int, day: date, scene: Scene) -> bool:
    """Return whether some but not all flights can be taken, one to the clearly warmest town."""
    flights = _possible(scene, walk, hours)
    if not _FEW <= len(flights) <= min(_MANY, len(scene.facts["flights"]) - 2):
        return False
    try:
        _radius(draw, flights, day)
    except PlanError:
        return False
    return True


def _radius(draw: TaskDraw, flights: Sequence[Flight], day: date) -> int:
    """Return a radius for hotels around the warmest town. Raise `PlanError` if none is clearly warmest."""
    highs = {flight.address: high_on(draw.world, flight.address, day) for flight in flights}
    first, second = sorted(highs, key=lambda address: -highs[address])[:2]
    require(highs[first] >= highs[second] + _CLEAR, "two towns are about as warm.")
    place = draw.world.atlas.locate(first)
    require(place, f"{first} is not in the atlas.")
    return fair_radius(draw.world, (place or (0.0, 0.0))[:2], "hotel", _RADII)


def _plan(case: Case, *, reads: bool) -> Plan:
    read: Sequence[CallResult] = ()
    if reads:
        read = yield [call("ocr/perform_ocr", input_data=case.photo)]
        require_words(read[0].text, [f"{flight.town} {flight.code} {flight.gate}" for flight in case.flights])
    results = yield [forecast(flight.address, *read) for flight in case.flights]
    highs = [float(day_of(result, case.day)["high"]) for result in results]
    place = highs.index(max(highs))
    flight = case.flights[place]
    (town,) = yield [geocode(flight.address, *results)]
    (hotels,) = yield [nearby(spot_of(town), case.radius, "hotel", town)]
    return _solution(case, flight, highs, best_rated(places_of(hotels)))


def _solution(case: Case, flight: Flight, highs: Sequence[float], hotel: dict[str, Any]) -> Solution:
    towns = [flight.town for flight in case.flights]
    answer = (
        f"You can fly to {join(towns)}. The warmest is {flight.town} with {max(highs)} °C: flight "
        f"{flight.code} from gate {flight.gate} at {flight.leaves}. The best-rated hotel there is "
        f"{name_of(hotel)} ({hotel['rating']})."
    )
    return Solution(
        answer=answer,
        fields={
            "towns": Expected(items=tuple(Expected(town) for town in towns)),
            "town": Expected(flight.town, also=(flight.address,), grounds=tuple(highs)),
            "flight": Expected(flight.code),
            "gate": Expected(flight.gate),
            "leaves": Expected(flight.leaves),
            "high": Expected(max(highs), tolerance=DEGREE),
            "hotel": Expected(name_of(hotel)),
            "hotel_rating": Expected(hotel["rating"], tolerance=Tolerance(absolute=0.01)),
        },
    )


FAMILY = m3_family(
    number=103,
    name="departure_plan",
    title="Departure Plan",
    goal="Choose a flight from a departure board by the weather at its destination, and find a hotel there.",
    servers=("ocr", "weather", "google-maps"),
    level="L3",
    tasks=(departure_plan,),
)
