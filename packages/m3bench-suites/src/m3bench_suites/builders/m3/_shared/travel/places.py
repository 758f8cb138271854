"""Places and routes of the map server."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from m3bench.suites import CallResult, PlanError, PlannedCall, call

if TYPE_CHECKING:
    from m3bench_world import World

MOST_FOUND = 19
"""One less than the limit of a search, so that a result of this size is complete."""
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WAY = "routes.distanceMeters,routes.duration"


def fair_radius(
    world: World, spot: tuple[float, float], kind: str, radii: Sequence[int], least: int = 3
) -> int:
    """Return the largest radius within which a search finds at least `least` places and all of them."""
    for radius in sorted(radii, reverse=True):
        if least <= len(world.atlas.landmarks_near(*spot, radius, [kind], MOST_FOUND + 1)) <= MOST_FOUND:
            return radius
    raise PlanError(f"no radius has a suitable number of places of kind {kind} around {spot}.")


def nearby(spot: tuple[float, float], radius: int, kind: str, *uses: CallResult) -> PlannedCall:
    """Plan a search for places of a kind around a point."""
    where = {"latitude": spot[0], "longitude": spot[1]}
    return call(
        "google-maps/places_nearby_search", *uses, location=where, radiusMeters=radius, includedTypes=[kind]
    )


def route(origin: dict[str, Any], goal: dict[str, Any], mode: str, *uses: CallResult) -> PlannedCall:
    """Plan a route request for distance and duration."""
    return call(
        "google-maps/compute_route", *uses, origin=origin, destination=goal, travelMode=mode, fields=WAY
    )


def address_waypoint(text: str) -> dict[str, Any]:
    return {"address": text}


def point_waypoint(spot: tuple[float, float]) -> dict[str, Any]:
    return {"location": {"latLng": {"latitude": spot[0], "longitude": spot[1]}}}


def places_of(result: CallResult) -> list[dict[str, Any]]:
    """Return the places of a search, empty if nothing was found."""
    return list(result.data.get("places", ())) if isinstance(result.data, dict) else []


def best_rated(places: Sequence[dict[str, Any]], reviews: int = 0) -> dict[str, Any]:
    """Return the place with the highest rating and enough reviews. More reviews break a tie."""
    known = [place for place in places if place.get("userRatingCount", 0) >= reviews and "rating" in place]
    ranked = sorted(known, key=_rating_key, reverse=True)
    if not ranked or (len(ranked) > 1 and _rating_key(ranked[0]) == _rating_key(ranked[1])):
        raise PlanError("no place has the best rating.")
    return ranked[0]


def _rating_key(place: dict[str, Any]) -> tuple[float, int]:
    return place["rating"], place["userRatingCount"]


def name_of(place: dict[str, Any]) -> str:
    return str(place["displayName"]["text"])


def hours_on(details: CallResult, weekday: str) -> str:
    """Return the hours of a weekday without its name: `12:30 – 00:00`, or `Closed`."""
    lines = details.data["regularOpeningHours"]["weekdayDescriptions"]
    return next(str(line).split(": ", 1)[1] for line in lines if line.startswith(weekday))


def distance_and_minutes(result: CallResult) -> tuple[int, int]:
    """Return metres and whole minutes of the fastest route."""
    routes = result.data.get("routes") if isinstance(result.data, dict) else None
    if not routes:
        raise PlanError("there is no route between two places.")
    seconds = int(re.sub(r"\D", "", routes[0]["duration"]))
    return routes[0]["distanceMeters"], round(seconds / 60)


def minutes_and_duration(result: CallResult) -> tuple[int, str]:
    """Return whole minutes of the fastest route, and its duration as the map returns it: `754s`."""
    return distance_and_minutes(result)[1], str(result.data["routes"][0]["duration"])
