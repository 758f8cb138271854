"""Call for Papers, Google Maps, Weather Data and Time MCP: conferences, how to get there, and the weather."""

from __future__ import annotations

from functools import partial
from typing import Any

from m3bench.checks import Tolerance
from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.research._shared.names import EVENTS, HALF
from m3bench_suites.builders.cross.research._shared.reading import event_days, events_of
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    fork,
    leader,
    pluck,
    require,
    require_clear,
    require_lead,
    solution,
    stated,
    together,
)

_GEOCODE, _NEARBY = "Google Maps/maps_geocode", "Google Maps/search_nearby"
_DETAILS, _ELEVATION = "Google Maps/get_place_details", "Google Maps/maps_elevation"
_MATRIX, _DIRECTIONS = "Google Maps/maps_distance_matrix", "Google Maps/maps_directions"
_FORECAST, _WEATHER = "Weather Data/get_weather_forecast_tool", "Weather Data/get_current_weather_tool"
_CONVERT, _TIME = "Time MCP/convert_time", "Time MCP/get_current_time"
_FIELDS = ("Cybersecurity", "Digital Health", "Transportation", "Education", "Materials Science")
_HOMES = {"Zürich, Switzerland": "Europe/Zurich", "Vienna, Austria": "Europe/Vienna"}
_METRE = Tolerance(absolute=0.6)
_ON_FOOT = Tolerance(absolute=30, relative=0.05)
_WET, _METRES = 50, 4000
_FAR, _FLOOR, _RADIUS = 1500, 10, 5000
_KM = Tolerance(absolute=0.6)


def _shortlist(draw: TaskDraw) -> TaskSpec:
    field, count = draw.turn(_FIELDS, "field"), draw.whole(9, 10, "count")
    home = draw.turn(tuple(_HOMES), "home")
    zone, days = _HOMES[home], draw.whole(3, 5, "days")
    return TaskSpec(
        words={
            "field": field,
            "count": count,
            "home": home,
            "days": days,
            "wet": _WET,
            "metres": _METRES,
            "ten": "10:00",
            "early": "08:00",
            "late": "18:00",
        },
        plans=(partial(_shortlist_plan, field, count, zone, days),),
    )


def _shortlist_plan(field: str, count: int, zone: str, days: int) -> Plan:
    (search,) = yield [call(EVENTS, keywords=field, limit=count)]
    places = list(dict.fromkeys(event["event_location"] for event in events_of(search)))
    require(len(places) >= 7, "there are few cities.")
    points, forecasts = yield from together(
        (call(_GEOCODE, search, address=place) for place in places),
        (call(_FORECAST, search, city=place, days=days) for place in places),
    )
    zones = [result.data["location"]["timezone"] for result in forecasts]
    *times, heights = yield [
        *(
            call(_CONVERT, item, source_timezone=there, time="10:00", target_timezone=zone)
            for item, there in zip(forecasts, zones, strict=True)
        ),
        call(_ELEVATION, *points, locations=[_point(point) for point in points]),
    ]
    clocks = [time.data["target"]["datetime"][11:16] for time in times]
    office = [place for place, clock in zip(places, clocks, strict=True) if "08:00" <= clock <= "18:00"]
    require(office, "no city fits.")
    warmth = dict(zip(places, (_mean_warmth(result.data) for result in forecasts), strict=True))
    warmest = leader(warmth, 0.2)
    forecast = forecasts[places.index(warmest)]
    chance = forecast.data["forecast"][1]["chance_of_precipitation_percent"]
    require_clear(chance, _WET, 1)
    rainy = chance >= _WET
    spot = points[places.index(warmest)]
    (nearby,) = yield [_around(spot, "museum" if rainy else "park", _METRES, *forecasts, spot)]
    require(isinstance(nearby.data, dict), "there is nothing nearby.")
    best = _nearest(nearby)
    goal = "{lat},{lng}".format(**best["location"])
    details, walk = yield [
        call(_DETAILS, nearby, placeId=best["place_id"]),
        call(_DIRECTIONS, spot, nearby, origin=_written(spot), destination=goal, mode="walking"),
    ]
    require("phone" in details.data, "the place has no phone.")
    elevation = dict(zip(places, _elevations(heights), strict=True))
    highest = leader(elevation, 2)
    return solution(
        {
            "cities": computed(len(places), places),
            "office": computed(len(office), [time.data["target"]["datetime"] for time in times]),
            "highest": stated(highest),
            "elevation": stated(elevation[highest], _METRE),
            "warmest": stated(warmest),
            "warmth": computed(warmth[warmest], _warmths(forecast.data), HALF),
            "rainy": computed(rainy, [chance]),
            "place": stated(best["name"]),
            "phone": stated(details.data["phone"]),
            "walk": stated(walk.data["routes"][0]["distance"]["value"], _ON_FOOT),
        },
        branches=[
            fork(
                f"the chance of precipitation in the warmest city is at least {_WET} % tomorrow",
                rainy,
                _NEARBY,
                met="museum",
                unmet="park",
            )
        ],
    )


def _route(draw: TaskDraw) -> TaskSpec:
    field = draw.turn(("Machine Learning", "Data Privacy", "Artificial Intelligence"), "field")
    home, zone = draw.turn(tuple(_HOMES.items()), "home")
    count = draw.whole(9, 10, "count")
    return TaskSpec(
        words={
            "field": field,
            "count": count,
            "home": home,
            "far": _FAR,
            "floor": _FLOOR,
            "three": 3,
            "radius": _RADIUS,
        },
        plans=(partial(_route_plan, field, home, zone, count),),
    )


def _route_plan(field: str, home: str, zone: str, count: int) -> Plan:
    (search,) = yield [call(EVENTS, keywords=f"{field} Europe", limit=count)]
    events = events_of(search)
    require(len(events) == count, "there are few conferences.")
    places = list(dict.fromkeys(event["event_location"] for event in events))
    (matrix,) = yield [call(_MATRIX, search, origins=[home], destinations=places, mode="driving")]
    metres = _by_road(places, matrix)
    near = [place for place, length in metres.items() if length <= _FAR * 1000]
    require(len(near) >= 2, "few cities are near.")
    now = yield [call(_WEATHER, matrix, city=place) for place in near]
    zones = dict.fromkeys([zone, *(weather.data["location"]["timezone"] for weather in now)])
    warmth = pluck(near, now, "current", "temperature_c")
    warmest = leader(warmth, 0.2)
    require_clear(warmth[warmest], _FLOOR, 0.2)
    mild = warmth[warmest] >= _FLOOR
    nearest, farthest = min(metres, key=metres.__getitem__), max(near, key=metres.__getitem__)
    require(warmest != nearest, "the nearest city is the warmest one.")
    goal = warmest if mild else nearest
    drive, forecast, spot, *times = yield [
        call(_DIRECTIONS, matrix, *now, origin=home, destination=goal, mode="driving"),
        call(_FORECAST, matrix, *now, city=goal, days=3),
        call(_GEOCODE, matrix, *now, address=goal),
        *(call(_TIME, *([] if zone_name == zone else now), timezone=zone_name) for zone_name in zones),
    ]
    clocks = pluck(zones, times, "datetime")
    differ = sum(clocks[weather.data["location"]["timezone"]] != clocks[zone] for weather in now)
    length, duration = (drive.data["routes"][0][fact]["value"] for fact in ("distance", "duration"))
    there = [event for event in events if event["event_location"] == goal]
    event = min(there, key=lambda event: event_days(event)[0])
    elevation = call(_ELEVATION, spot, locations=[_point(spot)])
    height, nearby = yield [elevation, _around(spot, "hotel", _RADIUS, spot)]
    require(isinstance(nearby.data, dict), "there is no hotel.")
    hotel = _nearest(nearby)
    (details,) = yield [call(_DETAILS, nearby, placeId=hotel["place_id"])]
    require("phone" in details.data, "the hotel has no phone.")
    return solution(
        {
            "near": computed(len(near), near),
            "farthest": stated(farthest),
            "differ": computed(differ, clocks.values()),
            "warmest": stated(warmest),
            "mild": computed(mild, [warmth[warmest]]),
            "distance": computed(round(length / 1000, 1), [length], _KM),
            "minutes": computed(round(duration / 60, 1), [duration], Tolerance(absolute=1)),
            "conference": stated(event["event_name"]),
            "low": stated(min(day["min_temp_c"] for day in forecast.data["forecast"]), HALF),
            "elevation": stated(_elevations(height)[0], _METRE),
            "phone": stated(details.data["phone"]),
        },
        branches=[
            fork(
                f"it is at least {_FLOOR} °C now in the warmest of the near cities",
                mild,
                _DIRECTIONS,
                met=warmest,
                unmet=nearest,
            )
        ],
    )


def _by_road(places: list[str], matrix: CallResult) -> dict[str, int]:
    """Return the metres to the places that can be reached by car."""
    cells = dict(zip(places, matrix.data["rows"][0], strict=True))
    metres = {place: cell["distance"]["value"] for place, cell in cells.items() if cell["distance"]}
    metres = {place: length for place, length in metres.items() if length > 0}
    require(len(metres) >= 4, "few cities can be reached by car.")
    for length in metres.values():
        require_clear(length, _FAR * 1000, 1500)
    return metres


def _around(spot: CallResult, keyword: str, radius: int, *uses: CallResult) -> PlannedCall:
    """Return the search for places around a point."""
    center = {"value": _written(spot), "isCoordinates": True}
    return call(_NEARBY, *uses, center=center, keyword=keyword, radius=radius)


def _nearest(nearby: CallResult) -> dict[str, Any]:
    """Return the nearest of the places that a search found, which lists it first."""
    places: list[dict[str, Any]] = nearby.data["places"]
    require_lead([place["distance_m"] for place in places], 10, lowest=True)
    return places[0]


def _point(result: CallResult) -> dict[str, float]:
    location = result.data["location"]
    return {"latitude": location["lat"], "longitude": location["lng"]}


def _written(result: CallResult) -> str:
    """Return the location of a result as `latitude,longitude`."""
    return "{lat},{lng}".format(**result.data["location"])


def _elevations(result: CallResult) -> list[float]:
    results = result.data["results"] if isinstance(result.data, dict) else result.data
    return [place["elevation"] for place in results]


def _warmths(forecast: dict[str, Any]) -> list[float]:
    return [day["avg_temp_c"] for day in forecast["forecast"]]


def _mean_warmth(forecast: dict[str, Any]) -> float:
    values = _warmths(forecast)
    return round(sum(values) / len(values), 2)


FAMILY = cross_family(
    number=79,
    name="call_for_papers_google_maps_weather_data_time_mcp",
    title="Call for Papers, Google Maps, Weather Data and Time MCP",
    servers=("Call for Papers", "Google Maps", "Weather Data", "Time MCP"),
    tasks=(_shortlist, _route),
)
