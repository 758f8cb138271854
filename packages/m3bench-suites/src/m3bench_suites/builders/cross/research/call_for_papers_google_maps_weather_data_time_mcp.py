"""Call for Papers, Google Maps, Weather Data and Time MCP: conferences, how to get there, and the weather."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Tolerance
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.research._shared.names import EVENTS, HALF
from m3bench_suites.builders.cross.research._shared.reading import event_days, events_of
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_clear,
    require_lead,
    solution,
    stated,
)

_GEOCODE, _NEARBY = "Google Maps/maps_geocode", "Google Maps/search_nearby"
_DETAILS, _ELEVATION = "Google Maps/get_place_details", "Google Maps/maps_elevation"
_MATRIX, _DIRECTIONS = "Google Maps/maps_distance_matrix", "Google Maps/maps_directions"
_FORECAST, _WEATHER = "Weather Data/get_weather_forecast_tool", "Weather Data/get_current_weather_tool"
_CONVERT, _TIME = "Time MCP/convert_time", "Time MCP/get_current_time"
_FIELDS = ("Cybersecurity", "Digital Health", "Transportation", "Education", "Materials Science")
_HOMES = {"Zürich, Switzerland": "Europe/Zurich", "Vienna, Austria": "Europe/Vienna"}
_METRE = Tolerance(absolute=0.6)
_KM = Tolerance(absolute=0.6)


def _shortlist(draw: TaskDraw) -> TaskSpec:
    field, count = draw.turn(_FIELDS, "field"), draw.whole(9, 10, "count")
    home = draw.turn(tuple(_HOMES), "home")
    zone, days, wet, metres = _HOMES[home], draw.whole(3, 5, "days"), 50, 4000

    def plan() -> Plan:
        (search,) = yield [call(EVENTS, keywords=field, limit=count)]
        places = list(dict.fromkeys(one["event_location"] for one in events_of(search)))
        require(len(places) >= 7, "there are few cities.")
        looked = yield [
            *(call(_GEOCODE, search, address=place) for place in places),
            *(call(_FORECAST, search, city=place, days=days) for place in places),
        ]
        points, forecasts = looked[: len(places)], looked[len(places) :]
        zones = [one.data["location"]["timezone"] for one in forecasts]
        *times, heights = yield [
            *(
                call(_CONVERT, one, source_timezone=there, time="10:00", target_timezone=zone)
                for one, there in zip(forecasts, zones, strict=True)
            ),
            call(_ELEVATION, *points, locations=[_point(one) for one in points]),
        ]
        clocks = [one.data["target"]["datetime"][11:16] for one in times]
        office = [place for place, clock in zip(places, clocks, strict=True) if "08:00" <= clock <= "18:00"]
        require(office, "no city fits.")
        warmth = dict(zip(places, (_mean_warmth(one.data) for one in forecasts), strict=True))
        require_lead(warmth.values(), 0.2)
        warmest = max(warmth, key=warmth.__getitem__)
        forecast = forecasts[places.index(warmest)]
        chance = forecast.data["forecast"][1]["chance_of_precipitation_percent"]
        require_clear(chance, wet, 1)
        rainy = chance >= wet
        spot = points[places.index(warmest)]
        (nearby,) = yield [
            call(
                _NEARBY,
                *forecasts,
                spot,
                center={"value": _written(spot), "isCoordinates": True},
                keyword="museum" if rainy else "park",
                radius=metres,
            )
        ]
        require(isinstance(nearby.data, dict), "there is nothing nearby.")
        sights = nearby.data["places"]
        require_lead([one["distance_m"] for one in sights], 10, lowest=True)
        best = sights[0]
        goal = "{lat},{lng}".format(**best["location"])
        details, walk = yield [
            call(_DETAILS, nearby, placeId=best["place_id"]),
            call(_DIRECTIONS, spot, nearby, origin=_written(spot), destination=goal, mode="walking"),
        ]
        require("phone" in details.data, "the place has no phone.")
        metres_on_foot = walk.data["routes"][0]["distance"]["value"]
        elevations = _elevations(heights)
        require_lead(elevations, 2)
        height = max(elevations)
        return solution(
            {
                "cities": computed(len(places), places),
                "office": computed(len(office), [one.data["target"]["datetime"] for one in times]),
                "highest": stated(places[elevations.index(height)]),
                "elevation": stated(height, _METRE),
                "warmest": stated(warmest),
                "warmth": computed(warmth[warmest], _warmths(forecast.data), HALF),
                "rainy": computed(rainy, [chance]),
                "museum": stated(best["name"]) if rainy else NOTHING,
                "park": NOTHING if rainy else stated(best["name"]),
                "phone": stated(details.data["phone"]),
                "walk": stated(metres_on_foot, Tolerance(absolute=30, relative=0.05)),
            },
            branches=[
                branch(
                    f"the chance of precipitation in the warmest city is at least {wet} % tomorrow",
                    holds=rainy,
                    met={"tools": [_NEARBY], "values": ["museum"]},
                    unmet={"tools": [_NEARBY], "values": ["park"]},
                )
            ],
        )

    return TaskSpec(
        words={
            "field": field,
            "count": count,
            "home": home,
            "days": days,
            "wet": wet,
            "metres": metres,
            "ten": "10:00",
            "early": "08:00",
            "late": "18:00",
        },
        plans=(plan,),
    )


def _route(draw: TaskDraw) -> TaskSpec:
    field = draw.turn(("Machine Learning", "Data Privacy", "Artificial Intelligence"), "field")
    home, zone = draw.turn(tuple(_HOMES.items()), "home")
    count, far, floor = draw.whole(9, 10, "count"), 1500, 10
    radius = 5000

    def plan() -> Plan:
        (search,) = yield [call(EVENTS, keywords=f"{field} Europe", limit=count)]
        events = events_of(search)
        require(len(events) == count, "there are few conferences.")
        places = list(dict.fromkeys(one["event_location"] for one in events))
        (matrix,) = yield [call(_MATRIX, search, origins=[home], destinations=places, mode="driving")]
        cells = dict(zip(places, matrix.data["rows"][0], strict=True))
        reach = [
            place for place in places if cells[place]["distance"] and cells[place]["distance"]["value"] > 0
        ]
        metres = {place: cells[place]["distance"]["value"] for place in reach}
        require(len(reach) >= 4, "few cities can be reached by car.")
        for value in metres.values():
            require_clear(value, far * 1000, 1500)
        near = [place for place in reach if metres[place] <= far * 1000]
        require(len(near) >= 2, "few cities are near.")
        now = yield [call(_WEATHER, matrix, city=place) for place in near]
        zones = dict.fromkeys([zone, *(one.data["location"]["timezone"] for one in now)])
        warmth = {place: one.data["current"]["temperature_c"] for place, one in zip(near, now, strict=True)}
        require_lead(warmth.values(), 0.2)
        warmest = max(warmth, key=warmth.__getitem__)
        require_clear(warmth[warmest], floor, 0.2)
        mild = warmth[warmest] >= floor
        nearest, farthest = min(reach, key=metres.__getitem__), max(near, key=metres.__getitem__)
        require(warmest != nearest, "the nearest city is the warmest one.")
        goal = warmest if mild else nearest
        drive, forecast, spot, *times = yield [
            call(_DIRECTIONS, matrix, *now, origin=home, destination=goal, mode="driving"),
            call(_FORECAST, matrix, *now, city=goal, days=3),
            call(_GEOCODE, matrix, *now, address=goal),
            *(call(_TIME, *([] if each == zone else now), timezone=each) for each in zones),
        ]
        clocks = {each: one.data["datetime"] for each, one in zip(zones, times, strict=True)}
        differ = sum(clocks[one.data["location"]["timezone"]] != clocks[zone] for one in now)
        route = drive.data["routes"][0]
        event = min(
            (one for one in events if one["event_location"] == goal), key=lambda one: event_days(one)[0]
        )
        height, nearby = yield [
            call(_ELEVATION, spot, locations=[_point(spot)]),
            call(
                _NEARBY,
                spot,
                center={"value": _written(spot), "isCoordinates": True},
                keyword="hotel",
                radius=radius,
            ),
        ]
        require(isinstance(nearby.data, dict), "there is no hotel.")
        require_lead([one["distance_m"] for one in nearby.data["places"]], 10, lowest=True)
        hotel = nearby.data["places"][0]
        (details,) = yield [call(_DETAILS, nearby, placeId=hotel["place_id"])]
        require("phone" in details.data, "the hotel has no phone.")
        return solution(
            {
                "near": computed(len(near), near),
                "farthest": stated(farthest),
                "differ": computed(differ, clocks.values()),
                "warmest": stated(warmest),
                "mild": computed(mild, [warmth[warmest]]),
                "to_warmest": computed(_km(route), [route["distance"]["value"]], _KM) if mild else NOTHING,
                "to_nearest": NOTHING if mild else computed(_km(route), [route["distance"]["value"]], _KM),
                "minutes": computed(
                    round(route["duration"]["value"] / 60, 1),
                    [route["duration"]["value"]],
                    Tolerance(absolute=1),
                ),
                "conference": stated(event["event_name"]),
                "low": stated(min(one["min_temp_c"] for one in forecast.data["forecast"]), HALF),
                "elevation": stated(_elevations(height)[0], _METRE),
                "phone": stated(details.data["phone"]),
            },
            branches=[
                branch(
                    f"it is at least {floor} °C now in the warmest of the near cities",
                    holds=mild,
                    met={"tools": [_DIRECTIONS], "values": [warmest]},
                    unmet={"tools": [_DIRECTIONS], "values": [nearest]},
                )
            ],
        )

    return TaskSpec(
        words={
            "field": field,
            "count": count,
            "home": home,
            "far": far,
            "floor": floor,
            "three": 3,
            "radius": radius,
        },
        plans=(plan,),
    )


def _point(result: CallResult) -> dict[str, float]:
    location = result.data["location"]
    return {"latitude": location["lat"], "longitude": location["lng"]}


def _written(result: CallResult) -> str:
    """Return the location of a result as `latitude,longitude`."""
    return "{lat},{lng}".format(**result.data["location"])


def _elevations(result: CallResult) -> list[float]:
    results = result.data["results"] if isinstance(result.data, dict) else result.data
    return [one["elevation"] for one in results]


def _warmths(forecast: dict[str, Any]) -> list[float]:
    return [one["avg_temp_c"] for one in forecast["forecast"]]


def _mean_warmth(forecast: dict[str, Any]) -> float:
    values = _warmths(forecast)
    return round(sum(values) / len(values), 2)


def _km(route: dict[str, Any]) -> float:
    return round(float(route["distance"]["value"]) / 1000, 1)


FAMILY = cross_family(
    number=79,
    name="call_for_papers_google_maps_weather_data_time_mcp",
    title="Call for Papers, Google Maps, Weather Data and Time MCP",
    servers=("Call for Papers", "Google Maps", "Weather Data", "Time MCP"),
    tasks=(_shortlist, _route),
)
