"""Google Maps and National Parks: years of protection that contradict each other, and campgrounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.outdoors._shared.paging import all_pages
from m3bench_suites.builders.cross.outdoors._shared.reading import (
    MINUTE,
    TENTH,
    contradicted,
    drive_times,
    elevations,
    has_category,
    listing,
    national_parks,
    park_name,
    point,
    route,
    spot,
    take,
)
from m3bench_suites.builders.cross.outdoors._shared.regions import MEANT, REGIONS
from m3bench_suites.builders.cross.outdoors._shared.tools import (
    ALERTS,
    CAMPS,
    CENTERS,
    DIRECTIONS,
    ELEVATION,
    FIND_PARKS,
    GEOCODE,
    MATRIX,
    PARK,
    PLACE,
    REVERSE,
)
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    rows,
    solution,
    stated,
    validation,
)

_NEAR, _SITES = 3, 20


def _years(draw: TaskDraw) -> TaskSpec:
    region = draw.turn(REGIONS, "region")

    def plan() -> Plan:
        (search,) = yield from all_pages(FIND_PARKS, asked=[{"stateCode": region.codes}])
        parks = national_parks(search.items, 5, 12)
        heard = yield [
            *(call(PARK, search.source[name], parkCode=park["parkCode"]) for name, park in parks.items()),
            *(call(GEOCODE, search.source[name], address=name) for name in parks),
        ]
        official, spots = heard[: len(parks)], heard[len(parks) :]
        places = yield [call(PLACE, each, placeId=each.data["place_id"]) for each in spots]
        right = {name: each.data["protectedSince"] for name, each in zip(parks, official, strict=True)}
        claims = {
            name: each.data["listing"]["protected_since"] for name, each in zip(parks, places, strict=True)
        }
        wrong = contradicted(claims, right)
        agreed = [name for name in parks if name not in wrong]
        require(len(agreed) >= 3, "few years agree.")
        (matrix,) = yield [
            call(
                MATRIX,
                *search.results,
                *official,
                *places,
                origins=[region.city],
                destinations=[spot(parks[name]) for name in agreed],
            )
        ]
        times = drive_times(matrix, agreed)
        (nearest,) = take(times, 1, 60, lowest=True)
        (centers,) = yield [call(CENTERS, *search.results, matrix, parkCode=parks[nearest]["parkCode"])]
        houses = {each["name"]: each for each in listing(centers, "visitorCenters")}
        (terrain,) = yield [call(ELEVATION, centers, locations=[point(each) for each in houses.values()])]
        heights = dict(zip(houses, elevations(terrain), strict=True))
        (highest,) = take(heights, 1, 2)
        (way,) = yield [
            call(DIRECTIONS, centers, terrain, origin=region.city, destination=spot(houses[highest]))
        ]
        taken = route(way)
        length, duration = taken["distance"]["value"], taken["duration"]["value"]
        steps = [step["instruction"] for step in taken["steps"]]
        return solution(
            {
                "contradictions": rows(
                    {
                        "park": park_name(name),
                        "official": stated(right[name]),
                        "listed": stated(claims[name]),
                    }
                    for name in wrong
                ),
                "nearest": park_name(nearest),
                "nearest_minutes": computed(round(times[nearest] / 60, 1), (times[nearest],), MINUTE),
                "center": stated(highest),
                "center_elevation": stated(heights[highest], MINUTE),
                "kilometres": computed(round(length / 1000, 1), (length,), MINUTE),
                "minutes": computed(round(duration / 60, 1), (duration,), MINUTE),
                "steps": computed(len(steps), (steps[0], steps[-1])),
            },
            validations=[validation("the year of a park's protection", (PARK, PLACE), parks, wrong)],
        )

    return TaskSpec(words={"states": region.states, "city": region.city, "meant": MEANT}, plans=(plan,))


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
        heard = [page for each in lists for page in each.results]
        camps = {name: camp for each in lists for name, camp in each.items.items() if suits(camp)}
        require(len(camps) >= 3, "few campgrounds suit.")
        (terrain,) = yield [call(ELEVATION, *heard, locations=[point(camp) for camp in camps.values()])]
        heights = dict(zip(camps, elevations(terrain), strict=True))
        (highest,), (lowest,) = take(heights, 1, 2), take(heights, 1, 2, lowest=True)
        (alerts,) = yield [call(ALERTS, *heard, terrain, parkCode=camps[highest]["parkCode"])]
        caution = has_category(alerts, ["Caution"])
        goal = camps[lowest if caution else highest]
        lat, lng = goal["latitude"], goal["longitude"]
        way, address = yield [
            call(DIRECTIONS, *heard, terrain, alerts, origin=region.city, destination=spot(goal)),
            call(REVERSE, *heard, terrain, alerts, latitude=lat, longitude=lng),
        ]
        taken = route(way)
        length, duration = taken["distance"]["value"], taken["duration"]["value"]
        titles = [each["title"] for each in alerts.data["alerts"]]
        return solution(
            {
                "highest": stated(highest),
                "highest_elevation": stated(heights[highest], MINUTE),
                "highest_park": park_name(camps[highest]["parkName"]),
                "lowest": stated(lowest),
                "lowest_elevation": stated(heights[lowest], MINUTE),
                "caution": computed(caution, titles or [highest]),
                "minutes": computed(round(duration / 60, 1), (duration,), MINUTE) if caution else NOTHING,
                "kilometres": NOTHING if caution else computed(round(length / 1000, 1), (length,), TENTH),
                "address": stated(address.data["formatted_address"]),
            },
            branches=[
                branch(
                    "an alert of the category Caution is in force in the park with the highest campground",
                    holds=caution,
                    met={"tools": [DIRECTIONS], "values": [spot(camps[lowest])]},
                    unmet={"tools": [DIRECTIONS], "values": [spot(camps[highest])]},
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
