"""Days Out: plans that need weather, air, maps and parks together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.places._shared.cities import (
    air,
    amount,
    compared,
    geocode,
    index,
    listed,
    quoted,
    spot_of,
    weather,
)
from m3bench_suites.builders.verse.places._shared.fields import clock, day, highest, lowest, number, text
from m3bench_suites.builders.verse.places._shared.guards import require, require_lead
from m3bench_suites.builders.verse.places._shared.parks import (
    a_park,
    camp_sizes,
    contents,
    find_park,
    found_park,
    park_code,
    park_spot,
    titles,
)
from m3bench_suites.builders.verse.places._shared.questions import Question, ask, make_task, spread_of, use
from m3bench_suites.builders.verse.places._shared.readings import fine_dust, leading, temperature
from m3bench_suites.builders.verse.places._shared.venues import (
    SIGHTS,
    at_place,
    metres,
    nearest,
    search,
    walk,
)

if TYPE_CHECKING:
    from m3bench_world import World

_COUNTRIES = {
    "Portugal": "Lisbon",
    "Austria": "Vienna",
    "Hungary": "Budapest",
    "Norway": "Oslo",
    "Finland": "Helsinki",
    "Ireland": "Dublin",
    "Greece": "Athens",
    "Bulgaria": "Sofia",
    "Latvia": "Riga",
    "Estonia": "Tallinn",
    "Kenya": "Nairobi",
    "Tunisia": "Tunis",
    "Peru": "Lima",
    "Uruguay": "Montevideo",
    "Nepal": "Kathmandu",
    "Croatia": "Zagreb",
}
"""Countries, and their capitals."""


def make(draw: TaskDraw) -> Blueprint:
    return make_task(draw, FAMILY, _QUESTIONS)


def _better_air(draw: TaskDraw) -> Question:
    sights = leading(draw, SIGHTS, 2, fine_dust, by=0.2, lowest=True)
    rows = ", ".join(
        f"{{name: {quoted(sight)}, lat: [{place}].results[0].geometry.location.lat, "
        f"lng: [{place}].results[0].geometry.location.lng, value: ({amount(place + 2, 'pm25')})}}"
        for place, sight in enumerate(sights)
    )
    cleaner = f"min_by([{rows}], &value)"
    hotel = "[5].places[0]"
    return Question(
        level="L3",
        words=listed(sights),
        calls=(
            *map(geocode, sights),
            air(0),
            air(1),
            weather(use(f"join(',', [to_string({cleaner}.lat), to_string({cleaner}.lng)])")),
            ask(
                "google-maps/places_nearby_search",
                location={"latitude": use(f"{cleaner}.lat"), "longitude": use(f"{cleaner}.lng")},
                radiusMeters=5000,
                includedTypes=["hotel"],
            ),
            walk(at_place(hotel), use(f"{cleaner}.name")),
        ),
        wanted=(
            lowest("cleaner", "the sight with less PM2.5", f"[{rows}]", sights),
            number("pm25", "the PM2.5 concentration there", f"{cleaner}.value", unit="µg/m³", within=0.06),
            number(
                "temperature", "the temperature there now", "[4].current.temperature", unit="°C", within=0.6
            ),
            text("hotel", "the hotel nearest to it", f"{hotel}.displayName.text"),
            number("metres", "the walk from the hotel to the sight", metres(6), unit="m", within=15),
        ),
        guard=lambda found: require_lead(map(_fine_dust, found[2:4]), 0.2, lowest=True),
    )


def _fine_dust(result: Any) -> float:
    return next(
        float(each["concentration"]["value"]) for each in result["pollutants"] if each["code"] == "pm25"
    )


def _hike(draw: TaskDraw) -> Question:
    park = a_park(draw, lambda world, one: bool(titles(world, one)) and len(camp_sizes(world, one)) >= 2)
    lat, lng = (use(found_park(0, park, axis)) for axis in ("latitude", "longitude"))
    return Question(
        level="L3",
        words={"park": park.full_name},
        calls=(
            find_park(park),
            contents("getAlerts", park_code(0, park)),
            contents("getCampgrounds", park_code(0, park)),
            weather(park_spot(0, park), "us"),
            ask("google-air/current_conditions", lat=lat, lng=lng),
            ask("google-maps/timezone", lat=lat, lng=lng),
        ),
        wanted=(
            number("alerts", "how many alerts are in force", "[1].total"),
            number("campgrounds", "how many campgrounds the park has", "[2].total"),
            clock("sunrise", "when the sun rises tomorrow, local time", "[3].forecast[1].sunrise"),
            number("low", "the lowest temperature tomorrow", "[3].forecast[1].low", unit="°F", within=1.0),
            number("us_aqi", "the US AQI in this hour", index(4, "usa_epa"), within=1),
            day("date", "the local date today", "[5].localTime"),
        ),
    )


def _two_capitals(draw: TaskDraw) -> Question:
    countries = leading(draw, tuple(_COUNTRIES), 2, _warmth, by=0.8)
    capitals = [
        f"join(', ', [[{place}].links[0], {quoted(country)}])" for place, country in enumerate(countries)
    ]
    rows = ", ".join(
        f"{{name: {capital}, value: [{place + 2}].current.temperature}}"
        for place, capital in enumerate(capitals)
    )
    warmer = f"max_by([{rows}], &value).name"
    warmths = compared(
        {country: f"[{place + 2}].current.temperature" for place, country in enumerate(countries)}
    )
    return Question(
        level="L3",
        words=dict(zip("ab", countries, strict=True)),
        calls=(
            *(ask("wiki/summary", title=country) for country in countries),
            *(weather(use(capital)) for capital in capitals),
            spread_of(warmths),
            geocode(use(warmer)),
            air(5),
        ),
        wanted=(
            text("first_capital", f"the capital of {countries[0]}", "[0].links[0]", fixed=True),
            text("second_capital", f"the capital of {countries[1]}", "[1].links[0]", fixed=True),
            number(
                "first_population",
                f"the population of {countries[0]}",
                "[0].summary",
                fixed=True,
                convert=population,
            ),
            highest(
                "warmer",
                "the country with the warmer capital",
                warmths,
                countries,
            ),
            number("difference", "how much warmer it is, in degrees Celsius", "[4]", within=0.6),
            number("universal_aqi", "the Universal AQI of the warmer capital", index(6), within=1),
        ),
        guard=lambda found: _require_capitals(found, [_COUNTRIES[country] for country in countries]),
        key_facts=tuple(_COUNTRIES[country] for country in countries),
    )


def _warmth(world: World, country: str) -> float:
    return temperature(world, f"{_COUNTRIES[country]}, {country}")


def population(summary: str) -> int:
    """Return the population that an article states."""
    stated = re.search(r"population of about ([\d,]+)", summary)
    require(stated, "the article states no population.")
    assert stated is not None
    return int(stated[1].replace(",", ""))


def _require_capitals(found: Sequence[Any], capitals: list[str]) -> None:
    named = [each["links"][0] for each in found[:2]]
    require(named == capitals, "an article names another capital.")
    require_lead((each["current"]["temperature"] for each in found[2:4]), 0.8)


def _evening_walk(draw: TaskDraw) -> Question:
    city = nearest(draw, ("park",)).city
    lat, lng = spot_of(0)
    park = "[2].places[0]"
    return Question(
        level="L3",
        words={"city": city},
        calls=(
            geocode(city),
            weather(city),
            search(0, "park", 9000),
            ask("google-air/forecast", lat=lat, lng=lng, hours=12),
            walk(city, at_place(park)),
            ask("google-maps/elevation_by_locations", locations=[at_place(park)]),
        ),
        wanted=(
            text("park", "the nearest park", f"{park}.displayName.text", fixed=True),
            number("metres", "the length of the walk", metres(4), unit="m", within=15, fixed=True),
            number(
                "elevation",
                "the elevation of the park",
                "[5].results[0].elevation",
                unit="m",
                within=2,
                fixed=True,
            ),
            clock("sunset", "when the sun sets today, local time", "[1].forecast[0].sunset"),
            number(
                "mean_aqi", "the mean Universal AQI of the next 12 hours", "[3].summary.meanUaqi", within=0.6
            ),
            number("wind", "the wind speed now", "[1].current.wind_speed", unit="km/h", within=0.6),
        ),
    )


_QUESTIONS = (_better_air, _hike, _two_capitals, _evening_walk)

FAMILY = VerseFamily(
    number=9,
    name="days_out",
    title="Days Out",
    goal="Plan days out with weather, air, maps, parks and an encyclopedia together.",
    make=make,
)
