"""Weather Data alone: towns that share a name, and the weather in them."""

from __future__ import annotations

from statistics import mean
from typing import Any

from m3bench.checks import Tolerance
from m3bench.suites.cross.family import CrossFamily, TaskDraw
from m3bench.suites.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    require,
    require_clear,
    require_lead,
    solution,
    task,
)
from m3bench.suites.fields import named, number, yes_no
from m3bench.suites.plans import Blueprint, Plan, call

_SEARCH, _LIVE = "Weather Data/search_locations_tool", "Weather Data/get_live_temp"
_FORECAST, _NOW = "Weather Data/get_weather_forecast_tool", "Weather Data/get_current_weather_tool"
_NAMES = ("Springfield", "Richmond", "Salem", "Georgetown", "Cambridge", "Victoria", "Kingston", "Newcastle")
_FEWEST = 5
_WET = 30
_TENTH = Tolerance(absolute=0.06)
_NAMESAKES = Wording(
    request=(
        "Search the weather service for places named {name}, and take all places that it returns. Get the live "
        "temperature of each. Name the coldest and the warmest (with region and country) and give the mean of "
        "all temperatures and the gap between the extremes, in °C. Then get the forecast of the coldest for "
        "{days} days: if the chance of precipitation is at least {wet} % on any of them, report the humidity "
        "right now in the warmest place, otherwise the wind speed right now in the coldest one."
    ),
    fuzzy=(
        "My family has moved between towns called {name} all over the world, and we are arguing about which of "
        "them is freezing right now. For every {name} you can find, how warm is it at this moment? I want to "
        "know the coldest and the warmest one, with region and country so that we mean the same place, the "
        "average over all of them and how far the extremes are apart, in Celsius. And if the coldest one has a "
        "chance of rain or snow of {wet} % or more on any of the {days} days from today, tell me how humid it "
        "is in the warmest one now; if it stays drier than that, tell me how windy it is in the coldest one."
    ),
)


def _namesakes(draw: TaskDraw) -> Blueprint:
    name, days = draw.turn(_NAMES, "name"), draw.whole(3, 5, "days")

    def plan() -> Plan:
        (search,) = yield [call(_SEARCH, query=name)]
        towns = [place["city"] for place in search.data["locations"]]
        require(len(towns) >= _FEWEST, f"there are few places named {name}.")
        live = yield [call(_LIVE, search, city=town) for town in towns]
        warmth = {town: each.data["temperature_c"] for town, each in zip(towns, live, strict=True)}
        require_lead(warmth.values(), 0.2)
        require_lead(warmth.values(), 0.2, lowest=True)
        coldest, warmest = min(towns, key=warmth.__getitem__), max(towns, key=warmth.__getitem__)
        (forecast,) = yield [call(_FORECAST, *live, city=coldest, days=days)]
        chance = _highest_chance(forecast.data)
        require_clear(chance, _WET, 1)
        wet = chance >= _WET
        (now,) = yield [call(_NOW, forecast, *live, city=warmest if wet else coldest)]
        current = now.data["current"]
        return solution(
            {
                "coldest": found(coldest),
                "coldest_temperature": found(warmth[coldest], _TENTH),
                "warmest": found(warmest),
                "warmest_temperature": found(warmth[warmest], _TENTH),
                "mean": computed(round(mean(warmth.values()), 2), warmth.values(), _TENTH),
                "gap": computed(
                    round(warmth[warmest] - warmth[coldest], 1), (warmth[warmest], warmth[coldest]), _TENTH
                ),
                "wet": computed(wet, (chance,)),
                "humidity": found(current["humidity_percent"]) if wet else NOTHING,
                "wind": NOTHING if wet else found(current["wind_kph"], _TENTH),
            },
            branches=[
                branch(
                    f"the chance of precipitation in the coldest {name} is at least {_WET} % on any day",
                    holds=wet,
                    met={"tools": [_NOW], "values": [warmest]},
                    unmet={"tools": [_NOW], "values": [coldest]},
                )
            ],
        )

    form = (
        named("coldest", "the coldest place, with region and country"),
        number("coldest_temperature", "its temperature now", "°C"),
        named("warmest", "the warmest place, with region and country"),
        number("warmest_temperature", "its temperature now", "°C"),
        number("mean", "the mean temperature of all places", "°C"),
        number("gap", "how much warmer the warmest is than the coldest", "°C"),
        yes_no("wet", f"whether a chance of at least {_WET} % is forecast for the coldest place"),
        number("humidity", "the humidity in the warmest place, if that is asked for", "%"),
        number("wind", "the wind speed in the coldest place, if that is asked for", "km/h"),
    )
    return task(draw, FAMILY, _NAMESAKES, {"name": name, "days": days, "wet": _WET}, form, plan)


def _highest_chance(forecast: dict[str, Any]) -> int:
    return max(day["chance_of_precipitation_percent"] for day in forecast["forecast"])


FAMILY = CrossFamily(
    number=31,
    name="weather_data",
    title="Weather Data",
    servers=("Weather Data",),
    makers=(_namesakes,),
)
