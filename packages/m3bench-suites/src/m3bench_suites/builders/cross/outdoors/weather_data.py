"""Weather Data alone: towns that share a name, and the weather in them."""

from __future__ import annotations

from statistics import mean

from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.outdoors._shared.reading import TENTH, daily, listing, take
from m3bench_suites.builders.cross.outdoors._shared.tools import FORECAST, LIVE, NOW, SEARCH
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    pluck,
    require,
    require_clear,
    solution,
    stated,
)

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


def _towns(search: CallResult, name: str) -> list[str]:
    places = listing(search, "locations")
    require(len(places) >= _FEWEST, f"there are few places named {name}.")
    require(all(place["name"] == name for place in places), "places of other names are found.")
    return [place["city"] for place in places]


def _namesakes(draw: TaskDraw) -> TaskSpec:
    name, days = draw.turn(_NAMES, "name"), draw.whole(3, 6, "days")

    def plan() -> Plan:
        (search,) = yield [call(SEARCH, query=name)]
        towns = _towns(search, name)
        live = yield [call(LIVE, search, city=town) for town in towns]
        warmth = pluck(towns, live, "temperature_c")
        (warmest,), cold = take(warmth, 1, 0.05), take(warmth, 3, 0.05, lowest=True, ranked=False)
        forecasts = yield [call(FORECAST, *live, city=town, days=days) for town in cold]
        lowest = {town: min(degrees) for town, degrees in daily(cold, forecasts, "min_temp_c").items()}
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
                "warmest": stated(warmest),
                "warmest_temperature": stated(warmth[warmest], TENTH),
                "mean": computed(round(mean(warmth.values()), 2), warmth.values(), TENTH),
                "harshest": stated(harshest),
                "lowest": stated(lowest[harshest], TENTH),
                "wind": stated(wind, TENTH),
                "windy": computed(windy, (wind,)),
                "figure": stated(last.data["current"]["humidity_percent"])
                if windy
                else stated(max(day["max_temp_c"] for day in last.data["forecast"]), TENTH),
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

    return TaskSpec(words={"name": name, "days": days, "windy": _WINDY}, plans=(plan,))


def _rivals(draw: TaskDraw) -> TaskSpec:
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
        warmth = [pluck(towns, some, "temperature_c") for towns, some in zip(groups, heard, strict=True)]
        warmest = [take(degrees, 1, 0.05)[0] for degrees in warmth]
        coldest = [take(degrees, 1, 0.05, lowest=True)[0] for degrees in warmth]
        forecasts = yield [
            call(FORECAST, *some, city=town, days=days) for some, town in zip(heard, warmest, strict=True)
        ]
        highs = [[day["max_temp_c"] for day in forecast.data["forecast"]] for forecast in forecasts]
        means = [round(mean(high), 2) for high in highs]
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
                "warmest_first": stated(warmest[0]),
                "mean_first": computed(means[0], highs[0], TENTH),
                "warmest_second": stated(warmest[1]),
                "mean_second": computed(means[1], highs[1], TENTH),
                "winner": computed((first, second)[winner], _flat(highs)),
                "wind": stated(wind, TENTH),
                "last_town": stated(coldest[winner] if fresh else coldest[1 - winner]),
                "figure": stated(min(day["min_temp_c"] for day in last.data["forecast"]), TENTH)
                if fresh
                else stated(last.data["current"]["humidity_percent"]),
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

    return TaskSpec(words={"first": first, "second": second, "days": days, "fresh": _FRESH}, plans=(plan,))


def _flat(highs: list[list[float]]) -> list[float]:
    """Return all values that decide which mean is higher."""
    return [high for town_highs in highs for high in town_highs]


FAMILY = cross_family(
    number=31,
    name="weather_data",
    title="Weather Data",
    servers=("Weather Data",),
    tasks=(_namesakes, _rivals),
)
