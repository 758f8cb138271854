"""Departure Plan: choose a flight from a departure board by the weather at its destination."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, Solution, call
from m3bench_suites.builders.m3._shared.pictures import require_words
from m3bench_suites.builders.m3._shared.results import require
from m3bench_suites.builders.m3._shared.travel.places import (
    best_rated,
    fair_radius,
    name_of,
    nearby,
    places_of,
)
from m3bench_suites.builders.m3._shared.travel.sights import geocode, spot_of
from m3bench_suites.builders.m3.family import Family, TaskDraw
from m3bench_suites.builders.m3_camera._shared.forecasts import DEGREE, day_of, days_ahead, forecast, high_on
from m3bench_suites.builders.m3_camera._shared.seeing import find_legible, plans_by_level

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
    walk: int
    hours: int
    radius: int


def make(draw: TaskDraw) -> Blueprint:
    walk, hours = draw.pick((25, 30, 35, 40), "walk"), draw.whole(3, 4, "hours")
    day = days_ahead(draw.world, draw.whole(1, 3, "day"))
    photo = find_legible(draw, "departure_board", partial(_suits, draw, walk, hours, day))
    flights = _possible(photo.scene, walk, hours)
    case = Case(photo.name, flights, day, walk, hours, _radius(draw, flights, day))
    words = {"photo": case.photo, "walk": walk, "hours": hours, "day": day.isoformat(), "radius": case.radius}
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(*_REQUESTS, **words),
        fuzzy_request=draw.phrased(*_FUZZY, **words),
        servers=("ocr", "weather", "google-maps"),
        form=_FORM,
        plans=plans_by_level(draw, partial(_plan, case, reads=True), partial(_plan, case, reads=False)),
        pictures=(photo.picture,),
        level="L3",
        extra={"modalities": ["text", "image"]},
        key_facts=tuple(text for flight in flights for text in (flight.town, flight.code, flight.gate)),
    )


def _minutes(clock: str) -> int:
    hour, minute = clock.split(":")
    return 60 * int(hour) + int(minute)


def _possible(scene: Scene, walk: int, hours: int) -> tuple[Flight, ...]:
    """Return the flights that leave late enough to reach the gate, and within the hours."""
    now = _minutes(scene.facts["now"])
    flights = [Flight(**each) for each in scene.facts["flights"]]
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
    require(highs[first] >= highs[second] + _CLEAR, "two towns are about as warm")
    found = draw.world.atlas.locate(first)
    require(found, f"{first} is not in the atlas")
    return fair_radius(draw.world, (found or (0.0, 0.0))[:2], "hotel", _RADII)


_REQUESTS = (
    (
        "I am standing in front of the board in {photo}, at the time on its clock. It takes me {walk} "
        "minutes to any gate, and I want to be gone within {hours} hours. Mind the remarks: to which towns "
        "can I still fly? I take the one with the highest temperature forecast for {day}. Give me that "
        "flight, its gate, when it leaves, the forecast high in °C, and the best-rated hotel within "
        "{radius} m of the town's centre (more reviews decide a tie) with its rating."
    ),
    (
        "{photo} is the departure board right now. I can be at a gate {walk} minutes after the time that it "
        "shows, and no flight may leave later than {hours} hours after that time, delays included. List the "
        "towns that are left. Where will it be warmest on {day} (forecast high, °C)? I need that flight's "
        "number, gate and time, and the best-rated hotel no farther than {radius} m from the centre there, "
        "the one with more reviews if two are level, with its rating."
    ),
)
_FUZZY = (
    (
        "I just want some warmth and have the board here, {photo}. {walk} minutes to the gate from what its "
        "clock says, gone in {hours} hours at most. Which towns work, delays and all? Take the warmest "
        "one on {day} by the forecast (°C): flight, gate, time, and the favourite hotel up to {radius} m "
        "from the centre with its rating (more reviews if it's a tie)."
    ),
    (
        "Spontaneous trip: {photo} is what the board says. Anything I can reach in {walk} minutes and that "
        "leaves within {hours} hours of the clock there counts, cancelled ones obviously not. Name them, "
        "then go for the highest forecast (°C) on {day}. Flight number, gate, departure and a hotel, best "
        "rated within {radius} m of the middle of town (tie: more reviews), please."
    ),
)
_FORM = AnswerForm((
    AnswerField("towns", FieldType.NAME, "the towns that I can still fly to", many=True),
    AnswerField("town", FieldType.NAME, "the town to fly to"),
    AnswerField("flight", FieldType.CODE, "the number of the flight"),
    AnswerField("gate", FieldType.CODE, "its gate"),
    AnswerField("leaves", FieldType.TIME, "when it leaves"),
    AnswerField("high", FieldType.NUMBER, "the highest temperature forecast there", unit="°C"),
    AnswerField("hotel", FieldType.NAME, "the hotel"),
    AnswerField("hotel_rating", FieldType.NUMBER, "its rating"),
))  # fmt: skip


def _plan(case: Case, *, reads: bool) -> Plan:
    read: Sequence[CallResult] = ()
    if reads:
        read = yield [call("ocr/perform_ocr", input_data=case.photo)]
        require_words(read[0].text, [f"{each.town} {each.code} {each.gate}" for each in case.flights])
    found = yield [forecast(flight.address, *read) for flight in case.flights]
    highs = [float(day_of(each, case.day)["high"]) for each in found]
    place = highs.index(max(highs))
    flight = case.flights[place]
    (town,) = yield [geocode(flight.address, *found)]
    (hotels,) = yield [nearby(spot_of(town), case.radius, "hotel", town)]
    return _solution(case, flight, highs, best_rated(places_of(hotels)))


def _solution(case: Case, flight: Flight, highs: Sequence[float], hotel: dict[str, Any]) -> Solution:
    towns = [each.town for each in case.flights]
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


FAMILY = Family(
    number=103,
    name="departure_plan",
    title="Departure Plan",
    goal="Choose a flight from a departure board by the weather at its destination, and find a hotel there.",
    make=make,
)
