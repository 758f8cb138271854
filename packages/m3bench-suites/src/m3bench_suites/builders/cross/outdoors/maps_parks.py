"""Google Maps and National Parks: years of protection that contradict each other, and campgrounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from m3bench.suites import Blueprint, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
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
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    require,
    rows,
    solution,
    task,
    validation,
)
from m3bench_suites.builders.fields import named, number, records, text, yes_no

_NEAR, _SITES = 3, 20
_YEARS = Wording(
    request=(
        "Find all units in {states}, and take those whose designation begins with 'National Park'. For each, "
        "compare the year since which it is protected in the park service's details with the year that its "
        "listing on the map states (geocode the park by its name, and get the details of that place). Report "
        "the parks with different years, with both, and leave them out. Of the others, find the park with "
        "the shortest driving time from {city} to the position that the park service gives. Get its visitor "
        "centers and the elevation of each, and name the highest. Report distance and duration of the drive "
        "from {city} to that visitor center, and how many steps its directions have."
    ),
    fuzzy=(
        "I am checking facts for a guidebook on {states}. For every proper park there, so not the monuments "
        "and recreation areas, compare the year of protection in the park service's own records with what "
        "the park's listing on the map says. Where do they disagree, and what does either say? I will drop "
        "those. Among the ones that agree, which is the quickest to drive to from {city}, as far as the "
        "position on record, and how many minutes is that? Of its visitor centers, tell me which lies "
        "highest above the sea and how high, and for the drive from {city} to the door of that one the "
        "kilometres, the minutes and the number of instructions I would get."
    ),
)
_CAMP = Wording(
    request=(
        "Find the units in {states} that offer camping, and take those whose designation begins with "
        "'National Park'. Take the {near} with the shortest driving time from {city} to the position that "
        "the park service gives. Get their campgrounds, and keep those that are open now, allow RVs and have "
        "at least {sites} sites in total. Get the elevation of each, and name the highest and the lowest. "
        "Get the alerts of the park with the highest. If any of the category Caution is in force there, get "
        "directions from {city} to the lowest campground and report how long the drive takes; otherwise get "
        "directions to the highest and report how far it is. Give the address at the campground that you "
        "drive to."
    ),
    fuzzy=(
        "We set out from {city} with our motor home and want to camp in {states}, in proper parks only, no "
        "monuments or other kinds. Consider the {near} with camping that we can drive to fastest, taking the "
        "position on record for each. Which campgrounds in them that are open now, take RVs and have {sites} "
        "sites or more lie highest and lowest above the sea, and how high? We'd love the highest. But if the "
        "park it belongs to has a notice of the kind Caution in force, we take the lowest instead and need "
        "the driving time in minutes from {city}; if it has none, tell me the kilometres to the highest. "
        "What address does the map give for the campground that we end up at?"
    ),
)


def _years(draw: TaskDraw) -> Blueprint:
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
        stated = {
            name: each.data["listing"]["protected_since"] for name, each in zip(parks, places, strict=True)
        }
        wrong = contradicted(stated, right)
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
                        "official": found(right[name]),
                        "listed": found(stated[name]),
                    }
                    for name in wrong
                ),
                "nearest": park_name(nearest),
                "nearest_minutes": computed(round(times[nearest] / 60, 1), (times[nearest],), MINUTE),
                "center": found(highest),
                "center_elevation": found(heights[highest], MINUTE),
                "kilometres": computed(round(length / 1000, 1), (length,), MINUTE),
                "minutes": computed(round(duration / 60, 1), (duration,), MINUTE),
                "steps": computed(len(steps), (steps[0], steps[-1])),
            },
            validations=[validation("the year of a park's protection", (PARK, PLACE), parks, wrong)],
        )

    form = (
        records(
            "contradictions",
            f"the parks ({MEANT}) with different years",
            named("park", "the park"),
            number("official", "the year of the park service"),
            number("listed", "the year of the listing on the map"),
        ),
        named("nearest", "the park with the shortest drive among the others"),
        number("nearest_minutes", "the driving time to its position", "min"),
        named("center", "its highest visitor center"),
        number("center_elevation", "the elevation of that visitor center", "m"),
        number("kilometres", "the length of the drive to it", "km"),
        number("minutes", "the duration of the drive to it", "min"),
        number("steps", "the number of steps of the directions to it"),
    )
    words = {"states": region.states, "city": region.city}
    return task(draw, FAMILY, _YEARS, words, form, plan)


def suits(camp: Mapping[str, Any]) -> bool:
    """Return whether a campground is open, takes RVs and is large enough."""
    return bool(
        camp["openNow"] and camp["accessibility"]["rvAllowed"] and camp["campsites"]["totalSites"] >= _SITES
    )


def _camp(draw: TaskDraw) -> Blueprint:
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
                "highest": found(highest),
                "highest_elevation": found(heights[highest], MINUTE),
                "highest_park": park_name(camps[highest]["parkName"]),
                "lowest": found(lowest),
                "lowest_elevation": found(heights[lowest], MINUTE),
                "caution": computed(caution, titles or [highest]),
                "minutes": computed(round(duration / 60, 1), (duration,), MINUTE) if caution else NOTHING,
                "kilometres": NOTHING if caution else computed(round(length / 1000, 1), (length,), TENTH),
                "address": found(address.data["formatted_address"]),
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

    form = (
        named(
            "highest",
            f"the highest campground that suits in the parks ({MEANT})",
        ),
        number("highest_elevation", "its elevation", "m"),
        named("highest_park", "its park"),
        named("lowest", "the lowest campground"),
        number("lowest_elevation", "its elevation", "m"),
        yes_no("caution", "whether the park of the highest campground has an alert of the category Caution"),
        number("minutes", "the driving time to the lowest campground, if asked for", "min"),
        number("kilometres", "the length of the drive to the highest campground, if asked for", "km"),
        text("address", "the full address at the campground chosen"),
    )
    words = {"states": region.states, "city": region.city, "near": _NEAR, "sites": _SITES}
    return task(draw, FAMILY, _CAMP, words, form, plan)


FAMILY = CrossFamily(
    number=35,
    name="maps_parks",
    title="Google Maps, National Parks",
    servers=("Google Maps", "National Parks"),
    makers=(_years, _camp),
)
