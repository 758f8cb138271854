"""Google Maps and Weather Data: elevations of weather stations, and the weather along a road."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.checks import Expected
from m3bench.suites import Blueprint, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.outdoors._shared.outings import CLOSING, outing, outing_fields
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
from m3bench_suites.builders.cross.tasks import (
    Wording,
    branch,
    computed,
    found,
    require,
    require_clear,
    rows,
    solution,
    task,
    validation,
)
from m3bench_suites.builders.fields import choice, named, number, records, text

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
_STATIONS = Wording(
    request=(
        "Get the present weather in {cities}. Compare the elevation on record for each weather station with "
        "that of the terrain at the coordinates that the weather service gives. Report the cities where they "
        "differ by more than {apart} m, with both figures, and leave them out. For the {tops} highest of the "
        "others by terrain, get the forecast for {days} days, today included, and choose the city with the "
        "largest gap between its highest maximum and its lowest minimum. If its chance of precipitation is "
        "at least {wet} % on any day, search for museums within {museum} m of that city's centre, otherwise "
        "for tourist attractions within {tourist} m. Of all places found, how many close before {closing} on "
        "{weekday}s? Of the others, report name, phone number and length of the walk from the centre for the "
        "most rated."
    ),
    fuzzy=(
        "I want to trust the weather stations in {cities}, but some seem to have a wrong elevation on "
        "record. Checked against the terrain at the coordinates the weather people themselves use, which are "
        "off by more than {apart} m, and what are both values? Of the rest, look at the {tops} highest by "
        "terrain: where do the hottest and the coldest reading of the {days} days from today lie furthest "
        "apart? That is where I go. If any of those days there has a {wet} % chance of rain or snow or more, "
        "I'd visit a museum within {museum} m of the centre, otherwise a tourist attraction within {tourist} "
        "m. How many such places close before {closing} on {weekday}s, and which of the others has the most "
        "ratings, with phone number and metres on foot from the centre?"
    ),
)
_ROAD = Wording(
    request=(
        "Get driving directions from {start} to {end}. For the end of every step, get the live temperature "
        "and the elevation. Name the address at the coldest and at the highest of these points, with "
        "temperature and elevation. Get the forecast at the coldest point for {days} days, today included: "
        "if the chance of precipitation is at least {wet} % on any of them, search for bakeries within "
        "{bakery} m of {end}, otherwise for museums within {museum} m. Of all places found, how many close "
        "before {closing} on {weekday}s? For the place with the most ratings among the others, report name, "
        "phone number and the length of the walk from the centre that the search used."
    ),
    fuzzy=(
        "I am about to drive from {start} to {end} and wonder about the weather on the road. Looking at the "
        "points where each instruction of the route ends, where is it coldest at this moment and how cold, "
        "and where is the road highest and how high? Give me the addresses the map has for both. If the "
        "coldest point has a {wet} % chance of rain or snow or more on any of the {days} days from today, I "
        "will want something warm to eat when I arrive, so look at bakeries within {bakery} m of the middle "
        "of {end}; if not, at museums within {museum} m. How many of those close before {closing} on "
        "{weekday}s? And which of the others has the most ratings, what is its phone number, and how many "
        "metres is it on foot from the centre?"
    ),
)


def _joined(names: list[str]) -> str:
    return f"{'; '.join(names[:-1])}; and {names[-1]}"


def _city(city: str, grounds: Sequence[float]) -> Expected:
    """Return a city that values decide. Its name without the region is right too."""
    return msgspec.structs.replace(computed(city, grounds), also=(city.partition(",")[0],))


def _stations(draw: TaskDraw) -> Blueprint:
    cities = draw.sample(_CITIES, _COUNT, "cities")
    days, weekday = draw.whole(3, 6, "days"), draw.pick(_DAYS, "weekday")

    def plan() -> Plan:
        now = yield [call(NOW, city=city) for city in cities]
        spots = [each.data["location"] for each in now]
        (terrain,) = yield [call(ELEVATION, *now, locations=[point(each) for each in spots])]
        measured = dict(zip(cities, elevations(terrain), strict=True))
        require(min(measured.values()) >= _LOWEST, "a city is too low.")
        stated = {city: each.data["station"]["elevation_m"] for city, each in zip(cities, now, strict=True)}
        wrong = contradicted(stated, measured, _APART)
        tops = take({city: measured[city] for city in cities if city not in wrong}, _TOPS, 3, ranked=False)
        forecasts = yield [call(FORECAST, *now, terrain, city=city, days=days) for city in tops]
        highs = [max(day["max_temp_c"] for day in each.data["forecast"]) for each in forecasts]
        lows = [min(day["min_temp_c"] for day in each.data["forecast"]) for each in forecasts]
        gaps = {city: round(high - low, 1) for city, high, low in zip(tops, highs, lows, strict=True)}
        (chosen,) = take(gaps, 1, 0.15)
        place = tops.index(chosen)
        chance = highest_chance(forecasts[place])
        require_clear(chance, _WET, 0.5)
        wet = chance >= _WET
        kind = "museum" if wet else "tourist attraction"
        fields = yield from outing(*forecasts, center=chosen, kind=kind, radius=_WITHIN[kind], day=weekday)
        return solution(
            {
                "contradictions": rows(
                    {
                        "city": _city(city, (stated[city], measured[city])),
                        "station": found(stated[city]),
                        "terrain": found(measured[city], MINUTE),
                    }
                    for city in wrong
                ),
                "chosen": _city(chosen, (*highs, *lows)),
                "gap": computed(gaps[chosen], (highs[place], lows[place]), TENTH),
                "chance": found(chance),
                "kind": computed(kind, (chance,)),
                **fields,
            },
            branches=[
                branch(
                    f"the chance of precipitation in the city chosen is at least {_WET} % on any day",
                    holds=wet,
                    met={"tools": [NEARBY], "values": ["museum"]},
                    unmet={"tools": [NEARBY], "values": ["tourist attraction"]},
                )
            ],
            validations=[validation("the elevation of a city", (NOW, ELEVATION), cities, wrong)],
        )

    form = (
        records(
            "contradictions",
            "the cities whose station has a wrong elevation on record",
            named("city", "the city, as the request names it"),
            number("station", "the elevation on record", "m"),
            number("terrain", "the elevation of the terrain", "m"),
        ),
        named("chosen", "the city with the largest gap, as the request names it"),
        number("gap", "the gap between its highest maximum and its lowest minimum", "°C"),
        number("chance", "the highest chance of precipitation there on any of the days", "%"),
        choice("kind", "what is searched for", ("museum", "tourist attraction")),
        *outing_fields(weekday),
    )
    words = {
        "cities": _joined(cities),
        "days": days,
        "weekday": weekday,
        "apart": _APART,
        "tops": _TOPS,
        "wet": _WET,
        **{kind.split()[0]: metres for kind, metres in _WITHIN.items()},
        "closing": CLOSING,
    }
    return task(draw, FAMILY, _STATIONS, words, form, plan)


def _road(draw: TaskDraw) -> Blueprint:
    start, end = draw.turn(_ROADS, "road")
    days, weekday = draw.whole(2, 4, "days"), draw.pick(_DAYS, "weekday")

    def solved(thermometer: str) -> Plan:
        (way,) = yield [call(DIRECTIONS, origin=start, destination=end)]
        ends = {spot(step["end_location"]): step["end_location"] for step in route(way)["steps"]}
        require(5 <= len(ends) <= 25, f"{len(ends)} points are too few or too many.")
        *live, terrain = yield [
            *(call(thermometer, way, city=each) for each in ends),
            call(ELEVATION, way, locations=[point(each) for each in ends.values()]),
        ]
        warmth = {each: temperature(heard) for each, heard in zip(ends, live, strict=True)}
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
                "coldest": found(cold_address.data["formatted_address"]),
                "temperature": found(warmth[coldest], TENTH),
                "highest": found(high_address.data["formatted_address"]),
                "elevation": found(heights[highest], MINUTE),
                "chance": found(chance),
                "kind": computed(kind, (chance,)),
                **fields,
            },
            branches=[
                branch(
                    f"the chance of precipitation at the coldest point is at least {_WET} % on any day",
                    holds=wet,
                    met={"tools": [NEARBY], "values": ["bakery"]},
                    unmet={"tools": [NEARBY], "values": ["museum"]},
                )
            ],
        )

    form = (
        text("coldest", "the full address at the coldest point"),
        number("temperature", "the temperature there now", "°C"),
        text("highest", "the full address at the highest point"),
        number("elevation", "the elevation there", "m"),
        number("chance", "the highest chance of precipitation at the coldest point on any of the days", "%"),
        choice("kind", "what is searched for", ("bakery", "museum")),
        *outing_fields(weekday),
    )
    words = {
        "start": start,
        "end": end,
        "days": days,
        "weekday": weekday,
        "wet": _WET,
        **{kind.split()[0]: metres for kind, metres in _WITHIN.items()},
        "closing": CLOSING,
    }
    return task(draw, FAMILY, _ROAD, words, form, lambda: solved(LIVE), lambda: solved(NOW))


FAMILY = CrossFamily(
    number=36,
    name="maps_weather",
    title="Google Maps, Weather Data",
    servers=("Google Maps", "Weather Data"),
    makers=(_stations, _road),
)
