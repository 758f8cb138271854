"""Readers of results: points, forecasts, routes, parks, and values that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, PlanError, call
from m3bench_suites.builders.cross.outdoors._shared.tools import ELEVATION
from m3bench_suites.builders.tasks import Steps, computed, pluck, require, rows, stated

TENTH = Tolerance(absolute=0.06)
MINUTE = Tolerance(absolute=0.6)
MOST_PLACES = 20
"""A search for places returns no more: with as many, some may be missing."""
_CLOCK = re.compile(r"\d\d:\d\d")
_JULY = re.compile(r"and (-?\d+) to (-?\d+) °F in July")


def position(place: Mapping[str, Any]) -> tuple[float, float]:
    """Return latitude and longitude of a place as any of the servers writes it."""
    if "location" in place and isinstance(place["location"], dict):
        place = place["location"]
    return (place["lat"], place["lng"]) if "lat" in place else (place["latitude"], place["longitude"])


def spot(place: Mapping[str, Any]) -> str:
    """Return the position of a place as `latitude,longitude`."""
    lat, lng = position(place)
    return f"{lat},{lng}"


def point(place: Mapping[str, Any]) -> dict[str, float]:
    """Return the position of a place as the tool for elevations takes it."""
    lat, lng = position(place)
    return {"latitude": lat, "longitude": lng}


def around(place: Mapping[str, Any] | str) -> dict[str, Any]:
    """Return the centre of a search: a place by its name, or by its position."""
    if isinstance(place, str):
        return {"value": place}
    return {"value": spot(place), "isCoordinates": True}


def listing(result: CallResult, name: str) -> list[dict[str, Any]]:
    """Return a list of a result. Raise `PlanError` if nothing was found."""
    data = result.data
    if not isinstance(data, dict) or not data.get(name):
        raise PlanError(f"{result.tool} found no {name}.")
    items: list[dict[str, Any]] = data[name]
    return items


def terrain_under(
    places: Mapping[str, Mapping[str, Any]], *uses: CallResult
) -> Steps[tuple[CallResult, dict[str, float]]]:
    """Ask for the elevations of places. Return the result, and the elevations by name."""
    (terrain,) = yield [call(ELEVATION, *uses, locations=[point(place) for place in places.values()])]
    return terrain, dict(zip(places, elevations(terrain), strict=True))


def elevations(result: CallResult) -> list[float]:
    return [place["elevation"] for place in result.data["results"]]


def highest_chance(forecast: CallResult) -> int:
    """Return the highest chance of precipitation of a forecast, in percent."""
    return max(int(day["chance_of_precipitation_percent"]) for day in forecast.data["forecast"])


def daily(names: Iterable[str], forecasts: Iterable[CallResult], value: str) -> dict[str, list[float]]:
    """Return a value of each day of forecasts, such as `max_temp_c`."""
    days = pluck(names, forecasts, "forecast")
    return {name: [day[value] for day in forecast] for name, forecast in days.items()}


def temperature(result: CallResult) -> float:
    """Return the temperature now in °C, from either tool that tells it."""
    data = result.data
    degrees: float = data["current"]["temperature_c"] if "current" in data else data["temperature_c"]
    return degrees


def drive_times(matrix: CallResult, names: Sequence[str]) -> dict[str, int]:
    """Return the seconds from the only origin to each destination. Raise `PlanError` if there is no way."""
    (row,) = matrix.data["rows"]
    require(all(cell["status"] == "OK" for cell in row), "there is no way to some destination.")
    return {name: cell["duration"]["value"] for name, cell in zip(names, row, strict=True)}


def route(result: CallResult) -> dict[str, Any]:
    first: dict[str, Any] = listing(result, "routes")[0]
    return first


def in_kilometres(way: CallResult, digits: int = 1, tolerance: Tolerance = MINUTE) -> Expected:
    """Return the expected length of a route."""
    metres = route(way)["distance"]["value"]
    return computed(round(metres / 1000, digits), (metres,), tolerance)


def in_minutes(way: CallResult) -> Expected:
    """Return the expected duration of a route."""
    seconds = route(way)["duration"]["value"]
    return computed(round(seconds / 60, 1), (seconds,), MINUTE)


def route_points(way: Mapping[str, Any]) -> list[dict[str, float]]:
    """Return the start of a route and the end of each step."""
    steps = way["steps"]
    return [steps[0]["start_location"], *(step["end_location"] for step in steps)]


def national_parks(units: Mapping[str, dict[str, Any]], least: int, most: int) -> dict[str, dict[str, Any]]:
    """Return the units whose designation begins with National Park, by name."""
    kept = {name: unit for name, unit in units.items() if unit["designation"].startswith("National Park")}
    require(least <= len(kept) <= most, f"{len(kept)} parks are too few or too many.")
    return kept


def park_name(name: str) -> Expected:
    """Return the expected name of a park, with or without its designation."""
    short = name.partition(" National Park")[0]
    return stated(name, also=() if short == name else (short,))


def park_rows(names: Iterable[str], **columns: Mapping[str, Any]) -> Expected:
    """Return records of what sources state about parks."""
    return rows(
        {"park": park_name(name), **{column: stated(values[name]) for column, values in columns.items()}}
        for name in names
    )


def july_high(info: str) -> int:
    """Return the usual high of July in °F from the text of a park."""
    match = _JULY.search(info)
    if match is None:
        raise PlanError(f"no temperatures of July in {info!r}.")
    return int(match[2])


def contradicted(claims: Mapping[str, float], right: Mapping[str, float], by: float = 0) -> list[str]:
    """Return the things whose two values differ by more than that."""
    return [name for name in claims if abs(claims[name] - right[name]) > by]


def take(
    values: Mapping[str, float], count: int, by: float, *, lowest: bool = False, ranked: bool = True
) -> list[str]:
    """Return the names of the highest values (or the lowest) in order. Raise `PlanError` on near ties.

    Args:
        values: The values by name.
        count: How many to return.
        by: How far apart values must be.
        lowest: Return those with the lowest values.
        ranked: Their order matters. Otherwise only the last and the following value must be apart.
    """
    order = sorted(values, key=values.__getitem__, reverse=not lowest)
    require(len(order) >= count, "there are too few to choose from.")
    shown = [values[name] for name in order[: count + 1]][0 if ranked else count - 1 :]
    close = any(abs(item - record) < by for item, record in pairwise(shown))
    require(not close, "some of the leading values are too close.")
    return order[:count]


def has_category(alerts: CallResult, categories: Iterable[str]) -> bool:
    """Return whether an alert of one of these categories is in force."""
    wanted = set(categories)
    return any(alert["category"] in wanted for alert in alerts.data["alerts"])


def closes_before(hours: Sequence[str], day: str, time: str) -> bool:
    """Return whether a place closes before a time on a weekday. Raise `PlanError` if it does not open.

    Args:
        hours: A line for each weekday, such as `Monday: 09:30 – 17:30`.
        day: The weekday.
        time: The time as HH:MM.
    """
    line = next(line for line in hours if line.startswith(f"{day}:"))
    times: list[str] = _CLOCK.findall(line)
    require(times, f"a place has no hours on {day}.")
    return times[-1] < time
