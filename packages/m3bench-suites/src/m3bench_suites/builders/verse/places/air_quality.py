"""Air Quality: the air at places now, in the hours ahead and in the past."""

from __future__ import annotations

from datetime import timedelta

from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, use, within
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import (
    CITIES,
    a_city,
    a_spot,
    air,
    amount,
    geocode,
    index,
    joined,
    listed,
    spot_of,
    weather,
)
from m3bench_suites.builders.verse.places._shared.readings import leading, universal_aqi, us_aqi
from m3bench_suites.builders.verse.places._shared.values import ZERO, compared, highest, lowest, spread_of

_POLLUTANTS = ("pm25", "pm10", "o3", "no2", "so2", "co")
_HISTORY_HOURS = 11
_UNIT = "µg/m³"


def _now(draw: TaskDraw) -> Lookups:
    spot = a_spot(draw)
    return Lookups(
        level="L1",
        words={"lat": spot.lat, "lng": spot.lng},
        calls=(ask("google-air/current_conditions", lat=spot.lat, lng=spot.lng),),
        values={
            "universal_aqi": Value(index(0), ZERO),
            "pollutant": index(0, part="dominantPollutant"),
            "pm25": Value(amount(0, "pm25"), within(0.06)),
        },
    )


def _past(draw: TaskDraw) -> Lookups:
    spot = a_spot(draw)
    when = (draw.world.now - timedelta(days=draw.whole(3, 9, "days"))).replace(hour=6, minute=0)
    last = when + timedelta(hours=_HISTORY_HOURS)
    return Lookups(
        level="L1",
        words={"lat": spot.lat, "lng": spot.lng, "date": f"{when:%-d %B %Y}"},
        calls=(
            ask(
                "google-air/history",
                lat=spot.lat,
                lng=spot.lng,
                startTime=f"{when:%Y-%m-%dT%H:%M:%SZ}",
                endTime=f"{last:%Y-%m-%dT%H:%M:%SZ}",
            ),
        ),
        values={
            "mean_us_aqi": Value("[0].summary.meanUsAqi", within(0.06)),
            "peak_hour": "max_by([0].hours, &concentrations.o3).dateTime",
            "ozone": Value("max([0].hours[].concentrations.o3)", within(0.06)),
        },
        live=None,
        guards=(apart("[0].hours[].concentrations.o3", 0.06),),
    )


def _cleanest_hour(draw: TaskDraw) -> Lookups:
    lat, lng = spot_of(0)
    city = a_city(draw)
    return Lookups(
        level="L2",
        words={"city": city},
        calls=(
            geocode(city),
            ask("google-air/forecast", lat=lat, lng=lng, hours=24),
            ask("math/mean", numbers=use("[1].hours[].concentrations.pm25")),
        ),
        values={
            "date": "min_by([1].hours, &concentrations.pm25).dateTime",
            "time": "min_by([1].hours, &concentrations.pm25).dateTime",
            "lowest": Value("min([1].hours[].concentrations.pm25)", within(0.06)),
            "mean": Value("[2]", within(0.06)),
        },
        guards=(apart("[1].hours[].concentrations.pm25", 0.01, lowest=True),),
    )


def _two_cities(draw: TaskDraw) -> Lookups:
    cities = leading(draw, CITIES, 2, us_aqi, by=3)
    indexes = compared({cities[0]: f"({index(2, 'usa_epa')})", cities[1]: f"({index(3, 'usa_epa')})"})
    return Lookups(
        level="L2",
        words=listed(cities),
        calls=(
            *map(geocode, cities),
            air(0),
            air(1),
            spread_of(indexes),
        ),
        values={
            "first_aqi": Value(index(2, "usa_epa"), within(1)),
            "second_aqi": Value(index(3, "usa_epa"), within(1)),
            "better": lowest(indexes),
            "difference": Value("[4]", within(1)),
        },
        guards=(apart(f"{indexes}[].value", 3),),
    )


def _peak(draw: TaskDraw) -> Lookups:
    lat, lng = spot_of(0)
    peak = "max_by([2].hours, &concentrations.no2)"
    city = a_city(draw)
    return Lookups(
        level="L2",
        words={"city": city},
        calls=(
            geocode(city),
            air(0),
            ask("google-air/forecast", lat=lat, lng=lng, hours=48),
            ask(
                "math/subtract",
                minuend=use("max([2].hours[].concentrations.no2)"),
                subtrahend=use(amount(1, "no2")),
            ),
        ),
        values={
            "now": Value(amount(1, "no2"), within(0.06)),
            "peak": Value(f"{peak}.concentrations.no2", within(0.06)),
            "peak_date": f"{peak}.dateTime",
            "peak_time": f"{peak}.dateTime",
            "rise": Value("[3]", within(0.11)),
        },
        guards=(apart("[2].hours[].concentrations.no2", 0.01),),
    )


def _here(draw: TaskDraw) -> Lookups:
    return Lookups(
        level="L2",
        calls=(
            ask("google-maps/geolocate_home"),
            ask("google-air/current_conditions", lat=use("[0].location.lat"), lng=use("[0].location.lng")),
            weather(joined("[0].location.lat", "[0].location.lng")),
        ),
        values={
            "place": "[0].place",
            "universal_aqi": Value(index(1), within(1)),
            "pm10": Value(amount(1, "pm10"), within(0.5)),
            "temperature": Value("[2].current.temperature", within(0.6)),
        },
        key_facts=(draw.world.atlas.home().name,),
    )


def _best_of_three(draw: TaskDraw) -> Lookups:
    cities = leading(draw, CITIES, 3, universal_aqi, by=2)
    indexes = compared({city: f"({index(3 + number)})" for number, city in enumerate(cities)})
    best = f"max_by({indexes}, &value).name"
    return Lookups(
        level="L3",
        words=listed(cities),
        calls=(
            *map(geocode, cities),
            *map(air, range(3)),
            weather(use(best)),
            ask("math/mean", numbers=use(f"{indexes}[].value")),
            ask("math/subtract", minuend=use(f"max({indexes}[].value)"), subtrahend=use("[7]")),
        ),
        values={
            "best": highest(indexes),
            "universal_aqi": Value(f"max({indexes}[].value)", within(1)),
            "lead": Value("[8]", within(0.7)),
            "temperature": Value("[6].current.temperature", within(0.6)),
            "chance": Value("[6].forecast[1].precipitation_chance_percent", ZERO),
        },
        guards=(apart(f"{indexes}[].value", 2),),
    )


FAMILY = Family(
    number=1,
    name="air_quality",
    title="Air Quality",
    goal="Tell the air quality of places now, ahead and in the past, and compare it.",
    tasks=(_now, _past, _cleanest_hour, _two_cities, _peak, _here, _best_of_three),
    kind="retrieval",
)
