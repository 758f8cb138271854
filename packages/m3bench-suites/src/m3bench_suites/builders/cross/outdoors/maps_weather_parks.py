"""Google Maps, Weather Data and National Parks: trips to a campground."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from statistics import mean

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.outdoors._shared.paging import all_pages
from m3bench_suites.builders.cross.outdoors._shared.reading import (
    MINUTE,
    TENTH,
    contradicted,
    daily,
    drive_times,
    elevations,
    in_kilometres,
    in_minutes,
    listing,
    national_parks,
    park_name,
    park_rows,
    point,
    position,
    spot,
    take,
    terrain_under,
)
from m3bench_suites.builders.cross.outdoors._shared.regions import MEANT, REGIONS, Region
from m3bench_suites.builders.cross.outdoors._shared.tools import (
    ALERTS,
    CAMPS,
    CENTERS,
    DIRECTIONS,
    ELEVATION,
    FIND_PARKS,
    FORECAST,
    GEOCODE,
    LIVE,
    MATRIX,
    NOW,
    PARK,
    PLACE,
    REVERSE,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    fork,
    pluck,
    require,
    require_clear,
    solution,
    stated,
    together,
    validation,
)

_CAMPS, _HOURS, _WINDY, _NEAR, _MILD = 2, 20, 15, 4, 8


def _tour(draw: TaskDraw) -> TaskSpec:
    region, days = draw.turn(REGIONS, "region"), draw.whole(3, 6, "days")
    return TaskSpec(
        words={
            "states": region.states,
            "city": region.city,
            "days": days,
            "camps": _CAMPS,
            "hours": _HOURS,
            "windy": _WINDY,
            "meant": MEANT,
        },
        plans=(partial(_tour_plan, region, days),),
    )


def _tour_plan(region: Region, days: int) -> Plan:
    (search,) = yield from all_pages(FIND_PARKS, asked=[{"stateCode": region.codes}])
    parks = national_parks(search.items, 5, 12)
    official, forecasts, spots = yield from together(
        (call(PARK, search.source[name], parkCode=park["parkCode"]) for name, park in parks.items()),
        (call(FORECAST, search.source[name], city=name, days=days) for name in parks),
        (call(GEOCODE, search.source[name], address=name) for name in parks),
    )
    places = yield [call(PLACE, result, placeId=result.data["place_id"]) for result in spots]
    right = pluck(parks, official, "protectedSince")
    claims = pluck(parks, places, "listing", "protected_since")
    wrong = contradicted(claims, right)
    agreed = [name for name in parks if name not in wrong and parks[name]["campgrounds"] >= _CAMPS]
    require(len(agreed) >= 2, "few parks are kept.")
    goals = [spot(parks[name]) for name in agreed]
    (matrix,) = yield [
        call(MATRIX, *search.results, *official, *places, origins=[region.city], destinations=goals)
    ]
    reached = _reached(drive_times(matrix, agreed))
    highs = daily(parks, forecasts, "max_temp_c")
    require(len(reached) >= 2, "few parks can be reached.")
    (chosen,) = take({name: mean(highs[name]) for name in reached}, 1, 0.05)
    code = parks[chosen]["parkCode"]
    uses = (*search.results, *forecasts, matrix)
    (camping,) = yield from all_pages(CAMPS, *uses, asked=[{"parkCode": code}])
    camps = camping.items
    terrain, heights = yield from terrain_under(camps, *camping.results)
    (highest,), (lowest,) = take(heights, 1, 2), take(heights, 1, 2, lowest=True)
    (now,) = yield [call(NOW, *camping.results, terrain, city=spot(camps[highest]))]
    wind = now.data["current"]["wind_kph"]
    require_clear(wind, _WINDY, 0.2)
    windy = wind >= _WINDY
    goal = camps[lowest if windy else highest]
    (way,) = yield [
        call(DIRECTIONS, *camping.results, terrain, now, origin=region.city, destination=spot(goal))
    ]
    return solution(
        {
            "contradictions": park_rows(wrong, official=right, listed=claims),
            "chosen": park_name(chosen),
            "mean_high": computed(round(mean(highs[chosen]), 2), highs[chosen], TENTH),
            "highest": stated(highest),
            "elevation": stated(heights[highest], MINUTE),
            "wind": stated(wind, TENTH),
            "windy": computed(windy, (wind,)),
            "drive": in_minutes(way) if windy else in_kilometres(way),
        },
        branches=[
            fork(
                f"the wind at the highest campground is at least {_WINDY} km/h",
                windy,
                DIRECTIONS,
                met=spot(camps[lowest]),
                unmet=spot(camps[highest]),
            )
        ],
        validations=[validation("the year of a park's protection", (PARK, PLACE), parks, wrong)],
    )


def _reached(times: Mapping[str, int]) -> list[str]:
    """Return the parks within reach by car."""
    for seconds in times.values():
        require_clear(seconds / 3600, _HOURS, 0.05)
    return [name for name, seconds in times.items() if seconds <= _HOURS * 3600]


def _campsite(draw: TaskDraw) -> TaskSpec:
    region, days = draw.turn(REGIONS, "campsite"), draw.whole(3, 5, "days")
    return TaskSpec(
        words={
            "states": region.states,
            "city": region.city,
            "days": days,
            "near": _NEAR,
            "mild": _MILD,
            "meant": MEANT,
        },
        plans=(partial(_campsite_plan, region, days),),
    )


def _campsite_plan(region: Region, days: int) -> Plan:
    asked = {"stateCode": region.codes, "activities": "Camping"}
    (search,) = yield from all_pages(FIND_PARKS, asked=[asked])
    parks = national_parks(search.items, 5, 12)
    goals = [spot(park) for park in parks.values()]
    (matrix,) = yield [call(MATRIX, *search.results, origins=[region.city], destinations=goals)]
    near = take(drive_times(matrix, list(parks)), _NEAR, 60, lowest=True, ranked=False)
    forecasts = yield [call(FORECAST, matrix, search.source[name], city=name, days=days) for name in near]
    gusts = {name: max(winds) for name, winds in daily(near, forecasts, "max_wind_kph").items()}
    (chosen,) = take(gusts, 1, 0.05, lowest=True)
    code = parks[chosen]["parkCode"]
    uses = (search.source[chosen], *forecasts)
    (camping,) = yield from all_pages(CAMPS, *uses, asked=[{"parkCode": code}])
    camps = camping.items
    require(len(camps) >= 2, "there are few campgrounds.")
    *live, terrain, alerts = yield [
        *(call(LIVE, camping.source[name], city=spot(camp)) for name, camp in camps.items()),
        call(ELEVATION, *camping.results, locations=[point(camp) for camp in camps.values()]),
        call(ALERTS, *uses, parkCode=code),
    ]
    warmth = pluck(camps, live, "temperature_c")
    (warmest,) = take(warmth, 1, 0.05)
    height = elevations(terrain)[list(camps).index(warmest)]
    require_clear(warmth[warmest], _MILD, 0.2)
    mild = warmth[warmest] >= _MILD
    goal, grounds = camps[warmest], [*camping.results, *live]
    if not mild:
        (centers,) = yield [call(CENTERS, *uses, *live, parkCode=code)]
        goal, grounds = listing(centers, "visitorCenters")[0], [centers]
        require(goal["name"].partition(" Visitor Center")[0] in chosen, "no center has the park's name.")
    lat, lng = position(goal)
    way, address = yield [
        call(DIRECTIONS, *grounds, origin=region.city, destination=spot(goal)),
        call(REVERSE, *grounds, latitude=lat, longitude=lng),
    ]
    titles = [alert["title"] for alert in alerts.data["alerts"]]
    return solution(
        {
            "chosen": park_name(chosen),
            "strongest_wind": stated(gusts[chosen], TENTH),
            "alerts": computed(len(titles), titles or [code]),
            "warmest": stated(warmest),
            "temperature": stated(warmth[warmest], TENTH),
            "elevation": stated(height, MINUTE),
            "mild": computed(mild, (warmth[warmest],)),
            "drive": in_kilometres(way) if mild else in_minutes(way),
            "address": stated(address.data["formatted_address"]),
        },
        branches=[
            branch(
                f"the warmest campground has at least {_MILD} °C now",
                holds=mild,
                met={"tools": [DIRECTIONS], "values": [spot(camps[warmest])]},
                unmet={"tools": [CENTERS]},
            )
        ],
    )


FAMILY = cross_family(
    number=38,
    name="maps_weather_parks",
    title="Google Maps, Weather Data, National Parks",
    servers=("Google Maps", "Weather Data", "National Parks"),
    tasks=(_tour, _campsite),
)
