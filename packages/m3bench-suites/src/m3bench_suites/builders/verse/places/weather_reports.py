"""Weather Reports: the weather of cities now and in the week ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.places._shared.cities import (
    CITIES,
    a_city,
    compared,
    listed,
    short,
    weather,
)
from m3bench_suites.builders.verse.places._shared.fields import clock, code, day, highest, number
from m3bench_suites.builders.verse.places._shared.guards import require, require_lead, temperatures
from m3bench_suites.builders.verse.places._shared.questions import Question, ask, make_task, spread_of, use
from m3bench_suites.builders.verse.places._shared.readings import (
    first_that,
    forecast,
    leading,
    leads,
    rain,
    temperature,
)

if TYPE_CHECKING:
    from m3bench_world import World


def make(draw: TaskDraw) -> Blueprint:
    return make_task(draw, FAMILY, _QUESTIONS)


def _now(draw: TaskDraw) -> Question:
    city = a_city(draw)
    return Question(
        level="L1",
        words={"city": city},
        calls=(weather(city),),
        wanted=(
            number("temperature", "the temperature now", "[0].current.temperature", unit="°C", within=0.5),
            number(
                "humidity", "the relative humidity now", "[0].current.humidity_percent", unit="%", within=1
            ),
            code("wind_direction", "where the wind comes from, such as NNE", "[0].current.wind_direction"),
        ),
    )


def _tomorrow(draw: TaskDraw) -> Question:
    city = a_city(draw)
    return Question(
        level="L1",
        words={"city": city},
        calls=(weather(city, "us"),),
        wanted=(
            number("high", "the highest temperature tomorrow", "[0].forecast[1].high", unit="°F", within=0.6),
            number("low", "the lowest temperature tomorrow", "[0].forecast[1].low", unit="°F", within=0.6),
            number(
                "chance",
                "the chance of precipitation tomorrow",
                "[0].forecast[1].precipitation_chance_percent",
                unit="%",
            ),
            number("wind", "the strongest wind tomorrow", "[0].forecast[1].wind_max", unit="mph", within=0.3),
        ),
    )


def _wettest(draw: TaskDraw) -> Question:
    city = first_that(draw, CITIES, _has_wettest_day)
    return Question(
        level="L1",
        words={"city": city},
        calls=(weather(city),),
        wanted=(
            day(
                "wettest_day",
                "the day with the most precipitation",
                "max_by([0].forecast, &precipitation_total).date",
            ),
            number(
                "amount",
                "the precipitation of that day",
                "max([0].forecast[].precipitation_total)",
                unit="mm",
            ),
            number(
                "total",
                "the precipitation of all seven days",
                "sum([0].forecast[].precipitation_total)",
                unit="mm",
                within=0.11,
                grounds="[0].forecast[].precipitation_total",
            ),
        ),
        guard=lambda found: require_lead((day["precipitation_total"] for day in found[0]["forecast"]), 0.1),
    )


def _has_wettest_day(world: World, city: str) -> bool:
    return leads([day.precipitation_mm for day in forecast(world, city)], 0.1)


def _sun(draw: TaskDraw) -> Question:
    city = a_city(draw)
    return Question(
        level="L1",
        words={"city": city},
        calls=(weather(city),),
        wanted=(
            clock("sunrise", "when the sun rises tomorrow, local time", "[0].forecast[1].sunrise"),
            clock("sunset", "when the sun sets tomorrow, local time", "[0].forecast[1].sunset"),
            number("uv_index", "the highest UV index tomorrow", "[0].forecast[1].uv_index_max", within=0.05),
        ),
    )


def _warmest(draw: TaskDraw) -> Question:
    cities = leading(draw, CITIES, 3, temperature, by=1.0)
    spread = compared({city: f"[{place}].current.temperature" for place, city in enumerate(cities)})
    return Question(
        level="L2",
        words=listed(cities),
        calls=(
            *map(weather, cities),
            spread_of(spread),
        ),
        wanted=(
            highest("warmest", "the warmest of the cities", spread, cities),
            number("temperature", "the temperature there", f"max({spread}[].value)", unit="°C", within=0.5),
            number("difference", "how much colder the coldest is, in degrees Celsius", "[3]", within=0.6),
        ),
        guard=lambda found: require_lead(temperatures(found[:3]), 1.0),
    )


def _rain_of_two(draw: TaskDraw) -> Question:
    cities = leading(draw, CITIES, 2, rain, by=0.3, moves=0.3)
    sums = compared(dict(zip(cities, ("[2]", "[3]"), strict=True)))
    return Question(
        level="L2",
        words=listed(cities),
        calls=(
            *map(weather, cities),
            *(
                ask("math/sum", numbers=use(f"[{place}].forecast[1:4].precipitation_total"))
                for place in (0, 1)
            ),
            ask("math/subtract", minuend=use("max([[2], [3]])"), subtrahend=use("min([[2], [3]])")),
        ),
        wanted=(
            number("first_total", f"what {short(cities[0])} gets", "[2]", unit="mm", within=0.06),
            number("second_total", f"what {short(cities[1])} gets", "[3]", unit="mm", within=0.06),
            highest("wetter", "the place that gets more", sums, cities),
            number("difference", "how much more", "[4]", unit="mm", within=0.06),
        ),
        guard=lambda found: require(found[4] >= 0.3, "both places get about the same."),
    )


def _week(draw: TaskDraw) -> Question:
    city = a_city(draw)
    return Question(
        level="L2",
        words={"city": city},
        calls=(
            weather(city),
            ask("math/mean", numbers=use("[0].forecast[].high")),
            ask("math/mean", numbers=use("[0].forecast[].low")),
            ask("math/subtract", minuend=use("[1]"), subtrahend=use("[2]")),
        ),
        wanted=(
            number("mean_high", "the mean of the daily highs", "[1]", unit="°C", within=0.06),
            number("mean_low", "the mean of the daily lows", "[2]", unit="°C", within=0.06),
            number("difference", "the mean high less the mean low, in degrees Celsius", "[3]", within=0.11),
            day("warmest_day", "the day with the highest high", "max_by([0].forecast, &high).date"),
        ),
        guard=lambda found: require_lead((day["high"] for day in found[0]["forecast"]), 0.05),
    )


_QUESTIONS = (_now, _tomorrow, _wettest, _sun, _warmest, _rain_of_two, _week)

FAMILY = VerseFamily(
    number=0,
    name="weather_reports",
    title="Weather Reports",
    goal="Tell the weather of cities now and in the week ahead, and compare it.",
    make=make,
)
