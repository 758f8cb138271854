"""Days Out: plans that need weather, air, maps and parks together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, holds, require, use, within
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import (
    air,
    amount,
    geocode,
    index,
    listed,
    spot_of,
    weather,
)
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
from m3bench_suites.builders.verse.places._shared.readings import fine_dust, leading, temperature
from m3bench_suites.builders.verse.places._shared.values import (
    ZERO,
    compared_results,
    highest,
    lowest,
    quoted,
    spread_of,
)
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


def _better_air(draw: TaskDraw) -> Lookups:
    sights = leading(draw, SIGHTS, 2, fine_dust, by=0.2, lowest=True)
    rows = ", ".join(
        f"{{name: {quoted(sight)}, lat: [{number}].results[0].geometry.location.lat, "
        f"lng: [{number}].results[0].geometry.location.lng, value: ({amount(number + 2, 'pm25')})}}"
        for number, sight in enumerate(sights)
    )
    cleaner = f"min_by([{rows}], &value)"
    hotel = "[5].places[0]"
    return Lookups(
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
        values={
            "cleaner": lowest(f"[{rows}]"),
            "pm25": Value(f"{cleaner}.value", within(0.06)),
            "temperature": Value("[4].current.temperature", within(0.6)),
            "hotel": f"{hotel}.displayName.text",
            "metres": Value(metres(6), within(15)),
        },
        guards=(apart(f"[{rows}][].value", 0.2, lowest=True),),
    )


def _hike(draw: TaskDraw) -> Lookups:
    park = a_park(draw, lambda world, park: bool(titles(world, park)) and len(camp_sizes(world, park)) >= 2)
    lat, lng = (use(found_park(0, park, axis)) for axis in ("latitude", "longitude"))
    return Lookups(
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
        values={
            "alerts": Value("[1].total", ZERO),
            "campgrounds": Value("[2].total", ZERO),
            "sunrise": "[3].forecast[1].sunrise",
            "low": Value("[3].forecast[1].low", within(1.0)),
            "us_aqi": Value(index(4, "usa_epa"), within(1)),
            "date": "[5].localTime",
        },
    )


def _two_capitals(draw: TaskDraw) -> Lookups:
    countries = leading(draw, tuple(_COUNTRIES), 2, _warmth, by=0.8)
    capitals = [
        f"join(', ', [[{number}].links[0], {quoted(country)}])" for number, country in enumerate(countries)
    ]
    rows = ", ".join(
        f"{{name: {capital}, value: [{number + 2}].current.temperature}}"
        for number, capital in enumerate(capitals)
    )
    warmer = f"max_by([{rows}], &value).name"
    warmths = compared_results(countries, "current.temperature", first=2)
    return Lookups(
        level="L3",
        words=dict(zip("ab", countries, strict=True)),
        calls=(
            *(ask("wiki/summary", title=country) for country in countries),
            *(weather(use(capital)) for capital in capitals),
            spread_of(warmths),
            geocode(use(warmer)),
            air(5),
        ),
        values={
            "first_capital": Value("[0].links[0]", fixed=True),
            "second_capital": Value("[1].links[0]", fixed=True),
            "first_population": Value("[0].summary", ZERO, fixed=True, convert=population),
            "warmer": highest(warmths),
            "difference": Value("[4]", within(0.6)),
            "universal_aqi": Value(index(6), within(1)),
        },
        guards=(
            *(
                holds(f"[{number}].links[0] == {quoted(_COUNTRIES[country])}")
                for number, country in enumerate(countries)
            ),
            apart(f"{warmths}[].value", 0.8),
        ),
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


def _evening_walk(draw: TaskDraw) -> Lookups:
    city = nearest(draw, ("park",)).city
    lat, lng = spot_of(0)
    park = "[2].places[0]"
    return Lookups(
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
        values={
            "park": Value(f"{park}.displayName.text", fixed=True),
            "metres": Value(metres(4), within(15), fixed=True),
            "elevation": Value("[5].results[0].elevation", within(2), fixed=True),
            "sunset": "[1].forecast[0].sunset",
            "mean_aqi": Value("[3].summary.meanUaqi", within(0.6)),
            "wind": Value("[1].current.wind_speed", within(0.6)),
        },
    )


FAMILY = Family(
    number=9,
    name="days_out",
    title="Days Out",
    goal="Plan days out with weather, air, maps, parks and an encyclopedia together.",
    tasks=(_better_air, _hike, _two_capitals, _evening_walk),
    kind="retrieval",
)
