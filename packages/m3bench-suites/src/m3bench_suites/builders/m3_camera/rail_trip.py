"""Rail Trip: follow lines on a map to a destination, and look up its weather and air."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.m3._shared.travel import air_quality
from m3bench_suites.builders.m3._shared.travel.sights import geocode, spot_of
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.forecasts import DEGREE, day_of, days_ahead, forecast
from m3bench_suites.builders.m3_camera._shared.pictures import find_legible
from m3bench_suites.builders.tasks import TaskSpec, require

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


def rail_trip(draw: TaskDraw) -> TaskSpec:
    photo = find_legible(draw, "transit_map", lambda scene: bool(_trips(scene)))
    rides = draw.pick(_trips(photo.scene), "trip")
    case = Case(
        photo=photo.name,
        rides=rides,
        address=_address(rides[1].stop),
        day=days_ahead(draw.world, draw.whole(1, 4, "day")),
        pollutant=draw.pick(("pm25", "pm10", "no2", "o3"), "pollutant"),
    )
    pollutant, unit = air_quality.POLLUTANTS[case.pollutant]
    return TaskSpec(
        words={
            "photo": case.photo,
            "start": rides[0].start,
            "rides": rides,
            "stops": [_ORDER[ride.count - 1] for ride in rides],
            "day": case.day.isoformat(),
            "pollutant": pollutant,
            "pollutant_unit": unit,
        },
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
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


def _plan(case: Case) -> Plan:
    sky, place = yield [forecast(case.address), geocode(case.address)]
    (air,) = yield [air_quality.conditions(spot_of(place), place)]
    high = day_of(sky, case.day)["high"]
    index = air_quality.air_of(air, "uaqi")
    require(index.aqi > 0, "there is no index.")
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


FAMILY = m3_family(
    number=106,
    name="rail_trip",
    title="Rail Trip",
    goal="Follow lines on a map to a destination, and look up its weather and air.",
    servers=("ocr", "weather", "google-maps", "google-air"),
    level="L3",
    tasks=(rail_trip,),
)
