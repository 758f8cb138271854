"""Weather Reports: the weather of cities now and in the week ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, holds, use, within
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import CITIES, a_city, listed, weather
from m3bench_suites.builders.verse.places._shared.readings import (
    first_that,
    forecast,
    leading,
    leads,
    rain,
    temperature,
)
from m3bench_suites.builders.verse.places._shared.values import (
    ZERO,
    compared,
    compared_results,
    highest,
    spread_of,
)

if TYPE_CHECKING:
    from m3bench_world import World


def _now(draw: TaskDraw) -> Lookups:
    city = a_city(draw)
    return Lookups(
        level="L1",
        words={"city": city},
        calls=(weather(city),),
        values={
            "temperature": Value("[0].current.temperature", within(0.5)),
            "humidity": Value("[0].current.humidity_percent", within(1)),
            "wind_direction": "[0].current.wind_direction",
        },
    )


def _tomorrow(draw: TaskDraw) -> Lookups:
    city = a_city(draw)
    return Lookups(
        level="L1",
        words={"city": city},
        calls=(weather(city, "us"),),
        values={
            "high": Value("[0].forecast[1].high", within(0.6)),
            "low": Value("[0].forecast[1].low", within(0.6)),
            "chance": Value("[0].forecast[1].precipitation_chance_percent", ZERO),
            "wind": Value("[0].forecast[1].wind_max", within(0.3)),
        },
    )


def _wettest(draw: TaskDraw) -> Lookups:
    city = first_that(draw, CITIES, _has_wettest_day)
    return Lookups(
        level="L1",
        words={"city": city},
        calls=(weather(city),),
        values={
            "wettest_day": "max_by([0].forecast, &precipitation_total).date",
            "amount": Value("max([0].forecast[].precipitation_total)", ZERO),
            "total": Value(
                "sum([0].forecast[].precipitation_total)",
                within(0.11),
                grounds="[0].forecast[].precipitation_total",
            ),
        },
        guards=(apart("[0].forecast[].precipitation_total", 0.1),),
    )


def _has_wettest_day(world: World, city: str) -> bool:
    return leads([day.precipitation_mm for day in forecast(world, city)], 0.1)


def _sun(draw: TaskDraw) -> Lookups:
    city = a_city(draw)
    return Lookups(
        level="L1",
        words={"city": city},
        calls=(weather(city),),
        values={
            "sunrise": "[0].forecast[1].sunrise",
            "sunset": "[0].forecast[1].sunset",
            "uv_index": Value("[0].forecast[1].uv_index_max", within(0.05)),
        },
    )


def _warmest(draw: TaskDraw) -> Lookups:
    cities = leading(draw, CITIES, 3, temperature, by=1.0)
    spread = compared_results(cities, "current.temperature")
    return Lookups(
        level="L2",
        words=listed(cities),
        calls=(
            *map(weather, cities),
            spread_of(spread),
        ),
        values={
            "warmest": highest(spread),
            "temperature": Value(f"max({spread}[].value)", within(0.5)),
            "difference": Value("[3]", within(0.6)),
        },
        guards=(apart(f"{spread}[].value", 1.0),),
    )


def _rain_of_two(draw: TaskDraw) -> Lookups:
    cities = leading(draw, CITIES, 2, rain, by=0.3, moves=0.3)
    sums = compared(dict(zip(cities, ("[2]", "[3]"), strict=True)))
    return Lookups(
        level="L2",
        words=listed(cities),
        calls=(
            *map(weather, cities),
            *(
                ask("math/sum", numbers=use(f"[{number}].forecast[1:4].precipitation_total"))
                for number in (0, 1)
            ),
            ask("math/subtract", minuend=use("max([[2], [3]])"), subtrahend=use("min([[2], [3]])")),
        ),
        values={
            "first_total": Value("[2]", within(0.06)),
            "second_total": Value("[3]", within(0.06)),
            "wetter": highest(sums),
            "difference": Value("[4]", within(0.06)),
        },
        guards=(holds("[4] >= `0.3`"),),
    )


def _week(draw: TaskDraw) -> Lookups:
    city = a_city(draw)
    return Lookups(
        level="L2",
        words={"city": city},
        calls=(
            weather(city),
            ask("math/mean", numbers=use("[0].forecast[].high")),
            ask("math/mean", numbers=use("[0].forecast[].low")),
            ask("math/subtract", minuend=use("[1]"), subtrahend=use("[2]")),
        ),
        values={
            "mean_high": Value("[1]", within(0.06)),
            "mean_low": Value("[2]", within(0.06)),
            "difference": Value("[3]", within(0.11)),
            "warmest_day": "max_by([0].forecast, &high).date",
        },
        guards=(apart("[0].forecast[].high", 0.05),),
    )


FAMILY = Family(
    number=0,
    name="weather_reports",
    title="Weather Reports",
    goal="Tell the weather of cities now and in the week ahead, and compare it.",
    tasks=(_now, _tomorrow, _wettest, _sun, _warmest, _rain_of_two, _week),
    kind="retrieval",
)
