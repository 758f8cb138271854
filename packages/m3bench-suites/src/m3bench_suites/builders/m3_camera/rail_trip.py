"""Rail Trip: follow lines on a map to a destination, and look up its weather and air."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Blueprint, Plan, Solution
from m3bench_suites.builders.m3._shared.results import require
from m3bench_suites.builders.m3._shared.travel import air_quality
from m3bench_suites.builders.m3._shared.travel.sights import geocode, spot_of
from m3bench_suites.builders.m3.family import Family, TaskDraw
from m3bench_suites.builders.m3_camera._shared.forecasts import DEGREE, day_of, days_ahead, forecast
from m3bench_suites.builders.m3_camera._shared.seeing import find_legible

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_ORDER = ("next", "second", "third", "fourth", "fifth")
_FEWEST = 4
"""Minimum number of stops of the whole trip."""


class Ride(msgspec.Struct, frozen=True):
    """A ride on one line: the stop where it begins, those passed, and the end of the line ahead."""

    colour: str
    start: str
    stop: str
    terminus: str
    count: int

    @property
    def words(self) -> str:
        return f"the {self.colour} line towards {self.terminus} to the {_ORDER[self.count - 1]} stop"


class Case(msgspec.Struct, frozen=True):
    photo: str
    rides: tuple[Ride, Ride]
    address: str
    day: date
    pollutant: str

    @property
    def change(self) -> str:
        return self.rides[0].stop

    @property
    def goal(self) -> str:
        return self.rides[1].stop


def make(draw: TaskDraw) -> Blueprint:
    photo = find_legible(draw, "transit_map", lambda scene: bool(_trips(scene)))
    rides = draw.pick(_trips(photo.scene), "trip")
    case = Case(
        photo=photo.name,
        rides=rides,
        address=_address(rides[1].stop),
        day=days_ahead(draw.world, draw.whole(1, 4, "day")),
        pollutant=draw.pick(("pm25", "pm10", "no2", "o3"), "pollutant"),
    )
    words = {
        "photo": case.photo,
        "start": rides[0].start,
        "first": rides[0].words,
        "second": rides[1].words,
        "day": case.day.isoformat(),
        "pollutant": air_quality.pollutant_name(case.pollutant),
    }
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(*_REQUESTS, **words),
        fuzzy_request=draw.phrased(*_FUZZY, **words),
        servers=("ocr", "weather", "google-maps", "google-air"),
        form=_form(case),
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        level="L3",
        extra={"modalities": ["text", "image"]},
        key_facts=(case.change, case.goal),
    )


def _address(town: str) -> str:
    from m3bench_world.scenes.prints import TOWNS  # noqa: PLC0415 - loads the drawing libraries

    return next(each.address for each in TOWNS if each.name == town)


def _rides(line: dict[str, Any], start: str) -> list[Ride]:
    """Return the rides from a stop in both directions, not to the end of the line."""
    found: list[Ride] = []
    for stops in (line["stops"], line["stops"][::-1]):
        after = stops[stops.index(start) + 1 :]
        rides = [Ride(line["colour"], start, stop, stops[-1], count + 1) for count, stop in enumerate(after)]
        found += [ride for ride in rides if ride.stop != ride.terminus]
    return found


def _trips(scene: Scene) -> list[tuple[Ride, Ride]]:
    """Return trips with one change that pass several stops. Neither end of a line gives a stop away."""
    lines, changes = scene.facts["lines"], set(scene.facts["changes"])
    trips = []
    for line in lines:
        for start in line["stops"]:
            for first in (ride for ride in _rides(line, start) if ride.stop in changes):
                others = [each for each in lines if each is not line and first.stop in each["stops"]]
                for second in (ride for other in others for ride in _rides(other, first.stop)):
                    named = {first.start, first.terminus, second.terminus}
                    if first.count + second.count >= _FEWEST and not named & {first.stop, second.stop}:
                        trips.append((first, second))
    return trips


_REQUESTS = (
    (
        "Use the map in {photo}. I get on in {start} and take {first}, change there, and take {second}, "
        "where I stay. Where do I change and where do I end up? Tell me the highest temperature in °C that "
        "is forecast there for {day}, and the Universal AQI and the {pollutant} concentration there now."
    ),
    (
        "My trip on the network in {photo} begins in {start}: {first}, then {second}. Name the stop where I "
        "change trains and the one where I arrive. For the place of arrival I need the forecast high (°C) "
        "of {day} and the current Universal AQI and {pollutant} concentration."
    ),
)
_FUZZY = (
    (
        "Where am I going? By the map in {photo} it is {first} from {start}, and after changing {second}. "
        "Name both stops, please, and for the last one how warm it gets on {day} (°C) and how the air is "
        "right now: Universal AQI, {pollutant}."
    ),
    (
        "A riddle with a railway map, {photo}: from {start} with {first}, there onto {second}. Which stop do "
        "I change at, which one do I reach? And what's the high there on {day} in °C, the Universal AQI now, "
        "the {pollutant} now?"
    ),
)


def _form(case: Case) -> AnswerForm:
    return AnswerForm((
        AnswerField("change", FieldType.NAME, "the stop where I change"),
        AnswerField("destination", FieldType.NAME, "the stop where I arrive"),
        AnswerField("high", FieldType.NUMBER, "the highest temperature forecast there", unit="°C"),
        air_quality.index_field("aqi", "uaqi", "there"),
        air_quality.amount_field("concentration", case.pollutant, "there"),
    ))  # fmt: skip


def _plan(case: Case) -> Plan:
    sky, place = yield [forecast(case.address), geocode(case.address)]
    (air,) = yield [air_quality.conditions(spot_of(place), place)]
    high = day_of(sky, case.day)["high"]
    index = air_quality.air_of(air, "uaqi")
    require(index.aqi > 0, "there is no index")
    answer = (
        f"You change in {case.change} and arrive in {case.goal}. The high on {case.day.isoformat()} is "
        f"{high} °C. The Universal AQI is {index.aqi}; {air_quality.describe_amount(air, case.pollutant)}."
    )
    return Solution(
        answer=answer,
        fields={
            "change": Expected(case.change),
            "destination": Expected(case.goal, also=(case.address,)),
            "high": Expected(high, tolerance=DEGREE),
            "aqi": air_quality.expected_aqi(index),
            "concentration": air_quality.expected_amount(air, case.pollutant),
        },
    )


FAMILY = Family(
    number=106,
    name="rail_trip",
    title="Rail Trip",
    goal="Follow lines on a map to a destination, and look up its weather and air.",
    make=make,
)
