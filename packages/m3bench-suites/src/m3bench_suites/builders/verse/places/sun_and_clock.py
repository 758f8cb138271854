"""Sun and Clock: local times, daylight and skies around the world."""

from __future__ import annotations

from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, holds, use, within
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import (
    CITIES,
    NORTHERN,
    a_city,
    a_spot,
    geocode,
    listed,
    some_cities,
    spot_of,
    weather,
)
from m3bench_suites.builders.verse.places._shared.readings import cloud_cover, day_length, leading
from m3bench_suites.builders.verse.places._shared.values import compared_results, highest, lowest, spread_of


def _local_time(draw: TaskDraw) -> Lookups:
    spot = a_spot(draw)
    return Lookups(
        level="L1",
        words={"lat": spot.lat, "lng": spot.lng},
        calls=(ask("google-maps/timezone", lat=spot.lat, lng=spot.lng),),
        values={
            "date": "[0].localTime",
            "time": "[0].localTime",
            "zone": "[0].timeZoneId",
        },
    )


def _daylight_now(draw: TaskDraw) -> Lookups:
    city = a_city(draw)
    return Lookups(
        level="L1",
        words={"city": city},
        calls=(weather(city),),
        values={
            "daylight": "[0].current.is_day",
            "cloud_cover": Value("[0].current.cloud_cover_percent", within(1)),
            "visibility": Value("[0].current.visibility", within(0.3)),
            "pressure": Value("[0].current.pressure", within(0.6)),
        },
    )


def _shrinking_day(draw: TaskDraw) -> Lookups:
    city = draw.pick(NORTHERN, "north")
    return Lookups(
        level="L1",
        words={"city": city},
        calls=(weather(city),),
        values={
            "sunset_today": "[0].forecast[0].sunset",
            "sunset_later": "[0].forecast[6].sunset",
            "day_length": Value("[0].forecast[6].day_length_hours", within(0.011)),
        },
        guards=(holds("starts_with([0].forecast[6].sunset, '2')"),),
    )


def _longest_day(draw: TaskDraw) -> Lookups:
    cities = leading(draw, CITIES, 3, day_length, by=0.05)
    lengths = compared_results(cities, "forecast[1].day_length_hours")
    suns = ", ".join(
        f"{{sunset: [{number}].forecast[1].sunset, value: [{number}].forecast[1].day_length_hours}}"
        for number in range(3)
    )
    return Lookups(
        level="L2",
        words=listed(cities),
        calls=(
            *map(weather, cities),
            spread_of(lengths),
        ),
        values={
            "longest": highest(lengths),
            "day_length": Value(f"max({lengths}[].value)", within(0.011)),
            "sunset": f"max_by([{suns}], &value).sunset",
            "difference": Value("[3]", within(0.021)),
        },
        guards=(apart(f"{lengths}[].value", 0.05),),
    )


def _two_clocks(draw: TaskDraw) -> Lookups:
    cities = some_cities(draw, 2)
    zones = []
    for number in (0, 1):
        lat, lng = spot_of(number)
        zones.append(ask("google-maps/timezone", lat=lat, lng=lng))
    return Lookups(
        level="L2",
        words=listed(cities),
        calls=(*map(geocode, cities), *zones),
        values={
            "first_date": "[2].localTime",
            "first_time": "[2].localTime",
            "second_date": "[3].localTime",
            "second_time": "[3].localTime",
            "second_zone": "[3].timeZoneId",
        },
    )


def _clearest_sky(draw: TaskDraw) -> Lookups:
    cities = leading(draw, CITIES, 3, cloud_cover, by=2, lowest=True)
    clouds = compared_results(cities, "current.cloud_cover_percent")
    clearest = f"min_by({clouds}, &value).name"
    lat, lng = spot_of(3)
    return Lookups(
        level="L3",
        words=listed(cities),
        calls=(
            *map(weather, cities),
            geocode(use(clearest)),
            ask("google-maps/timezone", lat=lat, lng=lng),
            ask("google-maps/elevation_by_locations", locations=[use(clearest)]),
            ask("google-air/current_conditions", lat=lat, lng=lng),
        ),
        values={
            "clearest": lowest(clouds),
            "cloud_cover": Value(f"min({clouds}[].value)", within(1)),
            "date": "[4].localTime",
            "elevation": Value("[5].results[0].elevation", within(5)),
            "us_aqi": Value("[6].indexes[?code=='usa_epa'].aqi | [0]", within(1)),
        },
        guards=(apart(f"{clouds}[].value", 2, lowest=True),),
    )


FAMILY = Family(
    number=2,
    name="sun_and_clock",
    title="Sun and Clock",
    goal="Tell local times, daylight and skies of places around the world.",
    tasks=(_local_time, _daylight_now, _shrinking_day, _longest_day, _two_clocks, _clearest_sky),
    kind="retrieval",
)
