"""Google Maps and National Parks: years of protection that contradict each other, and campgrounds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.outdoors._shared.paging import all_pages
from m3bench_suites.builders.cross.outdoors._shared.reading import (
    MINUTE,
    TENTH,
    contradicted,
    drive_times,
    has_category,
    in_kilometres,
    in_minutes,
    listing,
    national_parks,
    park_name,
    park_rows,
    route,
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
    FIND_PARKS,
    GEOCODE,
    MATRIX,
    PARK,
    PLACE,
    REVERSE,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    fork,
    pluck,
    require,
    solution,
    stated,
    together,
    validation,
)

_NEAR, _SITES = 3, 20


def _years(draw: TaskDraw) -> TaskSpec:
    region = draw.turn(REGIONS, "region")
    return TaskSpec(
        words={"states": region.states, "city": region.city, "meant": MEANT},
        plans=(partial(_years_plan, region),),
    )


def _years_plan(region: Region) -> Plan:
    (search,) = yield from all_pages(FIND_PARKS, asked=[{"stateCode": region.codes}])
    parks = national_parks(search.items, 5, 12)
    official, spots = yield from together(
        (call(PARK, search.source[name], parkCode=park["parkCode"]) for name, park in parks.items()),
        (call(GEOCODE, search.source[name], address=name) for name in parks),
    )
    places = yield [call(PLACE, result, placeId=result.data["place_id"]) for result in spots]
    right = pluck(parks, official, "protectedSince")
    claims = pluck(parks, places, "listing", "protected_since")
    wrong = contradicted(claims, right)
    agreed = [name for name in parks if name not in wrong]
    require(len(agreed) >= 3, "few years agree.")
    goals = [spot(parks[name]) for name in agreed]
    (matrix,) = yield [
        call(MATRIX, *search.results, *official, *places, origins=[region.city], destinations=goals)
    ]
    times = drive_times(matrix, agreed)
    (nearest,) = take(times, 1, 60, lowest=True)
    (centers,) = yield [call(CENTERS, *search.results, matrix, parkCode=parks[nearest]["parkCode"])]
    houses = {center["name"]: center for center in listing(centers, "visitorCenters")}
    terrain, heights = yield from terrain_under(houses, centers)
    (highest,) = take(heights, 1, 2)
    (way,) = yield [call(DIRECTIONS, centers, terrain, origin=region.city, destination=spot(houses[highest]))]
    steps = [step["instruction"] for step in route(way)["steps"]]
    return solution(
        {
            "contradictions": park_rows(wrong, official=right, listed=claims),
            "nearest": park_name(nearest),
            "nearest_minutes": computed(round(times[nearest] / 60, 1), (times[nearest],), MINUTE),
            "center": stated(highest),
            "center_elevation": stated(heights[highest], MINUTE),
            "kilometres": in_kilometres(way),
            "minutes": in_minutes(way),
            "steps": computed(len(steps), (steps[0], steps[-1])),
        },
        validations=[validation("the year of a park's protection", (PARK, PLACE), parks, wrong)],
    )


def suits(camp: Mapping[str, Any]) -> bool:
    """Return whether a campground is open, takes RVs and is large enough."""
    return bool(
        camp["openNow"] and camp["accessibility"]["rvAllowed"] and camp["campsites"]["totalSites"] >= _SITES
    )


def _camp(draw: TaskDraw) -> TaskSpec:
    region = draw.turn(REGIONS, "camping")

    def plan() -> Plan:
        asked = {"stateCode": region.codes, "activities": "Camping"}
        (search,) = yield from all_pages(FIND_PARKS, asked=[asked])
        parks = national_parks(search.items, 4, 12)
        goals = [spot(park) for park in parks.values()]
        (matrix,) = yield [call(MATRIX, *search.results, origins=[region.city], destinations=goals)]
        near = take(drive_times(matrix, list(parks)), _NEAR, 60, lowest=True, ranked=False)
        lists = yield from all_pages(
            CAMPS, *search.results, matrix, asked=[{"parkCode": parks[name]["parkCode"]} for name in near]
        )
        heard = [page for campgrounds in lists for page in campgrounds.results]
        camps = {name: camp for page in lists for name, camp in page.items.items() if suits(camp)}
        require(len(camps) >= 3, "few campgrounds suit.")
        terrain, heights = yield from terrain_under(camps, *heard)
        (highest,), (lowest,) = take(heights, 1, 2), take(heights, 1, 2, lowest=True)
        (alerts,) = yield [call(ALERTS, *heard, terrain, parkCode=camps[highest]["parkCode"])]
        caution = has_category(alerts, ["Caution"])
        goal = camps[lowest if caution else highest]
        lat, lng = goal["latitude"], goal["longitude"]
        way, address = yield [
            call(DIRECTIONS, *heard, terrain, alerts, origin=region.city, destination=spot(goal)),
            call(REVERSE, *heard, terrain, alerts, latitude=lat, longitude=lng),
        ]
        titles = [alert["title"] for alert in alerts.data["alerts"]]
        return solution(
            {
                "highest": stated(highest),
                "highest_elevation": stated(heights[highest], MINUTE),
                "highest_park": park_name(camps[highest]["parkName"]),
                "lowest": stated(lowest),
                "lowest_elevation": stated(heights[lowest], MINUTE),
                "caution": computed(caution, titles or [highest]),
                "drive": in_minutes(way) if caution else in_kilometres(way, tolerance=TENTH),
                "address": stated(address.data["formatted_address"]),
            },
            branches=[
                fork(
                    "an alert of the category Caution is in force in the park with the highest campground",
                    caution,
                    DIRECTIONS,
                    met=spot(camps[lowest]),
                    unmet=spot(camps[highest]),
                )
            ],
        )

    return TaskSpec(
        words={"states": region.states, "city": region.city, "near": _NEAR, "sites": _SITES, "meant": MEANT},
        plans=(plan,),
    )


FAMILY = cross_family(
    number=35,
    name="maps_parks",
    title="Google Maps, National Parks",
    servers=("Google Maps", "National Parks"),
    tasks=(_years, _camp),
)
