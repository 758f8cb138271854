"""Google Maps and Weather Data: elevations of weather stations, and the weather along a road."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from m3bench.checks import Expected
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.outdoors._shared.outings import CLOSING, outing
from m3bench_suites.builders.cross.outdoors._shared.reading import (
    MINUTE,
    TENTH,
    contradicted,
    elevations,
    highest_chance,
    point,
    route,
    spot,
    take,
    temperature,
)
from m3bench_suites.builders.cross.outdoors._shared.tools import (
    DIRECTIONS,
    ELEVATION,
    FORECAST,
    LIVE,
    NEARBY,
    NOW,
    REVERSE,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    fork,
    pluck,
    require,
    require_clear,
    rows,
    solution,
    stated,
    validation,
)

_CITIES = (
    "Denver, Colorado",
    "Salt Lake City, Utah",
    "Albuquerque, New Mexico",
    "Calgary, Canada",
    "Madrid, Spain",
    "Munich, Germany",
    "Bern, Switzerland",
    "Sofia, Bulgaria",
    "Ankara, Turkey",
    "Johannesburg, South Africa",
    "Bogotá, Colombia",
    "Quito, Ecuador",
    "Mexico City, Mexico",
    "Nairobi, Kenya",
    "Tehran, Iran",
    "Kathmandu, Nepal",
)
_ROADS = (
    ("Zurich, Switzerland", "Milan, Italy"),
    ("Denver, Colorado", "Salt Lake City, Utah"),
    ("Lyon, France", "Turin, Italy"),
    ("Munich, Germany", "Verona, Italy"),
    ("Seattle, Washington", "Boise, Idaho"),
    ("Madrid, Spain", "Bilbao, Spain"),
)
_COUNT, _TOPS, _APART, _LOWEST, _WET = 8, 3, 10, 250, 60
_WITHIN = {"museum": 6000, "tourist attraction": 3000, "bakery": 3000}
"""How far to search for places of a kind, in metres, so that there are neither few nor many."""
_DAYS = ("Tuesday", "Wednesday", "Thursday")


def _joined(names: list[str]) -> str:
    return f"{'; '.join(names[:-1])}; and {names[-1]}"


def _city(city: str, grounds: Sequence[float]) -> Expected:
    """Return a city that values decide. Its name without the region is right too."""
    return msgspec.structs.replace(computed(city, grounds), also=(city.partition(",")[0],))


def _stations(draw: TaskDraw) -> TaskSpec:
    cities = draw.sample(_CITIES, _COUNT, "cities")
    days, weekday = draw.whole(3, 6, "days"), draw.pick(_DAYS, "weekday")
    return TaskSpec(
        words={
            "cities": _joined(cities),
            "days": days,
            "weekday": weekday,
            "apart": _APART,
            "tops": _TOPS,
            "wet": _WET,
            **{kind.split()[0]: metres for kind, metres in _WITHIN.items()},
            "closing": CLOSING,
        },
        plans=(partial(_stations_plan, cities, days, weekday),),
    )


def _stations_plan(cities: list[str], days: int, weekday: str) -> Plan:
    now = yield [call(NOW, city=city) for city in cities]
    spots = [weather.data["location"] for weather in now]
    (terrain,) = yield [call(ELEVATION, *now, locations=[point(place) for place in spots])]
    measured = dict(zip(cities, elevations(terrain), strict=True))
    require(min(measured.values()) >= _LOWEST, "a city is too low.")
    claims = pluck(cities, now, "station", "elevation_m")
    wrong = contradicted(claims, measured, _APART)
    tops = take({city: measured[city] for city in cities if city not in wrong}, _TOPS, 3, ranked=False)
    forecasts = yield [call(FORECAST, *now, terrain, city=city, days=days) for city in tops]
    highs = [max(day["max_temp_c"] for day in forecast.data["forecast"]) for forecast in forecasts]
    lows = [min(day["min_temp_c"] for day in forecast.data["forecast"]) for forecast in forecasts]
    gaps = {city: round(high - low, 1) for city, high, low in zip(tops, highs, lows, strict=True)}
    (chosen,) = take(gaps, 1, 0.15)
    index = tops.index(chosen)
    chance = highest_chance(forecasts[index])
    require_clear(chance, _WET, 0.5)
    wet = chance >= _WET
    kind = "museum" if wet else "tourist attraction"
    fields = yield from outing(*forecasts, center=chosen, kind=kind, radius=_WITHIN[kind], day=weekday)
    return solution(
        {
            "contradictions": rows(
                {
                    "city": _city(city, (claims[city], measured[city])),
                    "station": stated(claims[city]),
                    "terrain": stated(measured[city], MINUTE),
                }
                for city in wrong
            ),
            "chosen": _city(chosen, (*highs, *lows)),
            "gap": computed(gaps[chosen], (highs[index], lows[index]), TENTH),
            "chance": stated(chance),
            "kind": computed(kind, (chance,)),
            **fields,
        },
        branches=[
            fork(
                f"the chance of precipitation in the city chosen is at least {_WET} % on any day",
                wet,
                NEARBY,
                met="museum",
                unmet="tourist attraction",
            )
        ],
        validations=[validation("the elevation of a city", (NOW, ELEVATION), cities, wrong)],
    )


def _road(draw: TaskDraw) -> TaskSpec:
    start, end = draw.turn(_ROADS, "road")
    days, weekday = draw.whole(2, 4, "days"), draw.pick(_DAYS, "weekday")

    def solved(thermometer: str) -> Plan:
        (way,) = yield [call(DIRECTIONS, origin=start, destination=end)]
        ends = {spot(step["end_location"]): step["end_location"] for step in route(way)["steps"]}
        require(5 <= len(ends) <= 25, f"{len(ends)} points are too few or too many.")
        *live, terrain = yield [
            *(call(thermometer, way, city=place) for place in ends),
            call(ELEVATION, way, locations=[point(place) for place in ends.values()]),
        ]
        warmth = {item: temperature(heard) for item, heard in zip(ends, live, strict=True)}
        heights = dict(zip(ends, elevations(terrain), strict=True))
        (coldest,), (highest,) = take(warmth, 1, 0.05, lowest=True), take(heights, 1, 0.5)
        cold, high = ends[coldest], ends[highest]
        cold_address, high_address, forecast = yield [
            call(REVERSE, way, *live, latitude=cold["lat"], longitude=cold["lng"]),
            call(REVERSE, way, terrain, latitude=high["lat"], longitude=high["lng"]),
            call(FORECAST, way, *live, city=coldest, days=days),
        ]
        chance = highest_chance(forecast)
        require_clear(chance, _WET, 0.5)
        wet = chance >= _WET
        kind = "bakery" if wet else "museum"
        fields = yield from outing(forecast, center=end, kind=kind, radius=_WITHIN[kind], day=weekday)
        return solution(
            {
                "coldest": stated(cold_address.data["formatted_address"]),
                "temperature": stated(warmth[coldest], TENTH),
                "highest": stated(high_address.data["formatted_address"]),
                "elevation": stated(heights[highest], MINUTE),
                "chance": stated(chance),
                "kind": computed(kind, (chance,)),
                **fields,
            },
            branches=[
                fork(
                    f"the chance of precipitation at the coldest point is at least {_WET} % on any day",
                    wet,
                    NEARBY,
                    met="bakery",
                    unmet="museum",
                )
            ],
        )

    return TaskSpec(
        words={
            "start": start,
            "end": end,
            "days": days,
            "weekday": weekday,
            "wet": _WET,
            **{kind.split()[0]: metres for kind, metres in _WITHIN.items()},
            "closing": CLOSING,
        },
        plans=(lambda: solved(LIVE), lambda: solved(NOW)),
    )


FAMILY = cross_family(
    number=36,
    name="maps_weather",
    title="Google Maps, Weather Data",
    servers=("Google Maps", "Weather Data"),
    tasks=(_stations, _road),
)
