"""Weather Data alone: towns that share a name, and the weather in them."""

from __future__ import annotations

from statistics import mean

from m3bench.suites import Blueprint, CallResult, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.outdoors._shared.reading import TENTH, listing, take
from m3bench_suites.builders.cross.outdoors._shared.tools import FORECAST, LIVE, NOW, SEARCH
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    require,
    require_clear,
    solution,
    task,
)
from m3bench_suites.builders.fields import choice, named, number, yes_no

_NAMES = (
    "Springfield",
    "Richmond",
    "Victoria",
    "San Fernando",
    "Santa Cruz",
    "San Juan",
    "Burlington",
    "San Antonio",
    "Santa Rosa",
    "La Paz",
    "Aurora",
)
_FEWEST = 5
_WINDY = 10
_FRESH = 12
_NAMESAKES = Wording(
    request=(
        "Search the weather service for places named {name}, and take all places that it returns. Get the "
        "live temperature of each; name the warmest (with region and country) and give the mean of all "
        "temperatures in °C. Get the forecast of the 3 coldest for {days} days, today included: the harshest "
        "is the one with the lowest minimum temperature on any of these days. Look up how windy it is there "
        "now. If the wind speed is at least {windy} km/h, report the humidity right now in the warmest "
        "place, otherwise the highest maximum temperature that the warmest place is forecast for the same "
        "{days} days."
    ),
    fuzzy=(
        "My family has moved between towns called {name} all over the map, and we are arguing about them "
        "again. For every {name} you can find, how warm is it at this moment? I want the warmest, with "
        "region and country so that we mean the same place, and the average over all of them in Celsius. Of "
        "the three that are coldest now, which one goes lowest on any day of the {days}-day outlook that "
        "starts today, how low does it get, and how windy is it there as we speak? If it blows at {windy} "
        "km/h or more in that town, tell me how humid the warmest one is now; if the wind is weaker, tell me "
        "how hot the warmest one gets at most within those {days} days."
    ),
)
_RIVALS = Wording(
    request=(
        "Search the weather service for all places named {first} and all named {second}, and get the live "
        "temperature of every place that it returns. Take the warmest place of each name, and the mean of "
        "its daily maximum temperatures in the forecast for {days} days, today included. The name whose "
        "warmest place has the higher mean wins. Look at the wind in the winning place now. If its speed is "
        "at least {fresh} km/h, report the lowest minimum temperature in the {days}-day forecast of the "
        "coldest place of the winning name; otherwise report the humidity right now in the coldest place of "
        "the losing name. Coldest and warmest refer to the live temperatures. All temperatures in °C."
    ),
    fuzzy=(
        "Two colleagues of mine come from towns called {first} and {second}, and both names exist many times "
        "over. Settle it for us: going by how warm it is at this moment, which is the warmest {first} and "
        "which is the warmest {second}, with region and country, and whose average daytime high over the "
        "{days} days from today is better? That name wins. Then I want to gloat: if the wind in the winning "
        "town blows at {fresh} km/h or more at present, how low will it go within those {days} days in "
        "whichever town of the winning name is coldest now? With less wind than that, how humid is it now in "
        "the coldest town of the losing name?"
    ),
)


def _towns(search: CallResult, name: str) -> list[str]:
    places = listing(search, "locations")
    require(len(places) >= _FEWEST, f"there are few places named {name}.")
    require(all(place["name"] == name for place in places), "places of other names are found.")
    return [place["city"] for place in places]


def _namesakes(draw: TaskDraw) -> Blueprint:
    name, days = draw.turn(_NAMES, "name"), draw.whole(3, 6, "days")

    def plan() -> Plan:
        (search,) = yield [call(SEARCH, query=name)]
        towns = _towns(search, name)
        live = yield [call(LIVE, search, city=town) for town in towns]
        warmth = {town: each.data["temperature_c"] for town, each in zip(towns, live, strict=True)}
        (warmest,), cold = take(warmth, 1, 0.05), take(warmth, 3, 0.05, lowest=True, ranked=False)
        forecasts = yield [call(FORECAST, *live, city=town, days=days) for town in cold]
        lowest = {
            town: min(day["min_temp_c"] for day in each.data["forecast"])
            for town, each in zip(cold, forecasts, strict=True)
        }
        (harshest,) = take(lowest, 1, 0.05, lowest=True)
        (now,) = yield [call(NOW, *forecasts, city=harshest)]
        wind = now.data["current"]["wind_kph"]
        require_clear(wind, _WINDY, 0.2)
        windy = wind >= _WINDY
        wanted = NOW if windy else FORECAST
        span = {} if windy else {"days": days}
        (last,) = yield [call(wanted, now, *live, city=warmest, **span)]
        return solution(
            {
                "warmest": found(warmest),
                "warmest_temperature": found(warmth[warmest], TENTH),
                "mean": computed(round(mean(warmth.values()), 2), warmth.values(), TENTH),
                "harshest": found(harshest),
                "lowest": found(lowest[harshest], TENTH),
                "wind": found(wind, TENTH),
                "windy": computed(windy, (wind,)),
                "humidity": found(last.data["current"]["humidity_percent"]) if windy else NOTHING,
                "highest": NOTHING
                if windy
                else found(max(day["max_temp_c"] for day in last.data["forecast"]), TENTH),
            },
            branches=[
                branch(
                    f"the wind in the harshest {name} is at least {_WINDY} km/h",
                    holds=windy,
                    met={"tools": [NOW], "values": [warmest]},
                    unmet={"tools": [FORECAST], "values": [warmest]},
                )
            ],
        )

    form = (
        named("warmest", "the place that is warmest now, with region and country"),
        number("warmest_temperature", "its temperature now", "°C"),
        number("mean", "the mean temperature of all places now", "°C"),
        named("harshest", "the place with the lowest forecast minimum, with region and country"),
        number("lowest", "that minimum", "°C"),
        number("wind", "the wind speed in the harshest place now", "km/h"),
        yes_no("windy", f"whether that is at least {_WINDY} km/h"),
        number("humidity", "the humidity in the warmest place now, if that is asked for", "%"),
        number("highest", "the highest maximum of the warmest place, if that is asked for", "°C"),
    )
    return task(draw, FAMILY, _NAMESAKES, {"name": name, "days": days, "windy": _WINDY}, form, plan)


def _rivals(draw: TaskDraw) -> Blueprint:
    first, second = draw.sample(_NAMES, 2, "names")
    days = draw.whole(4, 8, "days")

    def plan() -> Plan:
        searches = yield [call(SEARCH, query=first), call(SEARCH, query=second)]
        groups = [_towns(search, name) for search, name in zip(searches, (first, second), strict=True)]
        live = yield [
            call(LIVE, search, city=town)
            for search, towns in zip(searches, groups, strict=True)
            for town in towns
        ]
        cut = len(groups[0])
        heard = (live[:cut], live[cut:])
        warmth = [
            {town: each.data["temperature_c"] for town, each in zip(towns, some, strict=True)}
            for towns, some in zip(groups, heard, strict=True)
        ]
        warmest = [take(each, 1, 0.05)[0] for each in warmth]
        coldest = [take(each, 1, 0.05, lowest=True)[0] for each in warmth]
        forecasts = yield [
            call(FORECAST, *some, city=town, days=days) for some, town in zip(heard, warmest, strict=True)
        ]
        highs = [[day["max_temp_c"] for day in each.data["forecast"]] for each in forecasts]
        means = [round(mean(each), 2) for each in highs]
        require(abs(means[0] - means[1]) > 0.1, "both means are close.")
        winner = 0 if means[0] > means[1] else 1
        (now,) = yield [call(NOW, *forecasts, city=warmest[winner])]
        wind = now.data["current"]["wind_kph"]
        require_clear(wind, _FRESH, 0.2)
        fresh = wind >= _FRESH
        (last,) = yield [
            call(FORECAST, now, *forecasts, *heard[winner], city=coldest[winner], days=days)
            if fresh
            else call(NOW, now, *forecasts, *heard[1 - winner], city=coldest[1 - winner])
        ]
        return solution(
            {
                "warmest_first": found(warmest[0]),
                "mean_first": computed(means[0], highs[0], TENTH),
                "warmest_second": found(warmest[1]),
                "mean_second": computed(means[1], highs[1], TENTH),
                "winner": computed((first, second)[winner], _flat(highs)),
                "wind": found(wind, TENTH),
                "last_town": found(coldest[winner] if fresh else coldest[1 - winner]),
                "lowest": found(min(day["min_temp_c"] for day in last.data["forecast"]), TENTH)
                if fresh
                else NOTHING,
                "humidity": NOTHING if fresh else found(last.data["current"]["humidity_percent"]),
            },
            branches=[
                branch(
                    f"the wind in the winning town is at least {_FRESH} km/h",
                    holds=fresh,
                    met={"tools": [FORECAST], "values": [coldest[winner]]},
                    unmet={"tools": [NOW], "values": [coldest[1 - winner]]},
                )
            ],
        )

    form = (
        named("warmest_first", f"the warmest {first} now, with region and country"),
        number("mean_first", "the mean of its forecast maxima", "°C"),
        named("warmest_second", f"the warmest {second} now, with region and country"),
        number("mean_second", "the mean of its forecast maxima", "°C"),
        choice("winner", "the name that wins", (first, second)),
        number("wind", "the wind speed in the winning town now", "km/h"),
        named("last_town", "the town that the final figure is about, with region and country"),
        number("lowest", "the lowest forecast minimum there, if that is asked for", "°C"),
        number("humidity", "the humidity there now, if that is asked for", "%"),
    )
    words = {"first": first, "second": second, "days": days, "fresh": _FRESH}
    return task(draw, FAMILY, _RIVALS, words, form, plan)


def _flat(highs: list[list[float]]) -> list[float]:
    """Return all values that decide which mean is higher."""
    return [high for each in highs for high in each]


FAMILY = CrossFamily(
    number=31,
    name="weather_data",
    title="Weather Data",
    servers=("Weather Data",),
    makers=(_namesakes, _rivals),
)
