"""Near-Earth asteroids: close approaches and orbits."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Any

import msgspec

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_text, parse_date
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nasa.server import OptionalText, server
from m3bench_world.space import FIRST_DAY, LAST_DAY, Approach, Asteroid

MOST_DAYS = 7
PAGE = 20
_AU_KM = 149_597_870.7
_LUNAR_AU = 389.1724
_FAMILIES = {
    "ATE": "Aten: crosses Earth's orbit, semi-major axis below 1 au",
    "APO": "Apollo: crosses Earth's orbit, semi-major axis above 1 au",
    "AMO": "Amor: comes near Earth's orbit from outside, perihelion above 1.017 au",
}


@server.tool
def get_asteroids_feed(
    context: ToolContext,
    start_date: Annotated[str, about("First day, YYYY-MM-DD, from 2000-01-01 to 2050-12-31.")],
    end_date: Annotated[
        OptionalText,
        about("Last day, YYYY-MM-DD, at most 6 days later; 6 days after start_date if left out."),
    ] = msgspec.UNSET,
) -> Answer:
    """Asteroids that pass Earth within a range of up to 7 days, grouped by day: id, name, diameter range,
    hazard flag, and the time, speed and distance of the approach. Pass an id to get_asteroid_lookup for the
    orbit."""
    first = parse_date(start_date, "start_date")
    if not FIRST_DAY <= first <= LAST_DAY:
        raise BadArgument(
            "start_date", f"{first} is out of range; pass a date from {FIRST_DAY} to {LAST_DAY}"
        )
    default = min(first + timedelta(days=MOST_DAYS - 1), LAST_DAY)
    last = default if end_date is msgspec.UNSET else parse_date(end_date, "end_date")
    if not first <= last <= default:
        raise BadArgument("end_date", f"{last} must be from {first} to {default}: {MOST_DAYS} days at most")
    days = (last - first).days + 1
    feed: dict[str, list[dict[str, Any]]] = {str(first + timedelta(days=step)): [] for step in range(days)}
    for asteroid, approach in context.world.space.asteroids.approaching(first, days):
        feed[str(approach.at.date())].append(_passing(asteroid, approach))
    return Answer({"element_count": sum(map(len, feed.values())), "near_earth_objects": feed})


@server.tool
def get_asteroid_lookup(
    context: ToolContext,
    asteroid_id: Annotated[str, about("Id as in the feed, such as '3402117', or a designation: '2019 QX3'.")],
) -> Answer:
    """One asteroid: size, hazard flag, orbital elements, observations, and all its approaches from 2000 to
    2050."""
    asteroids = context.world.space.asteroids
    asteroid = asteroids.named(check_text(asteroid_id, "asteroid_id"))
    if asteroid is None:
        raise NotFound(f"no asteroid '{asteroid_id[:60]}'", asteroids.near_ids(asteroid_id))
    return Answer(
        _summary(asteroid)
        | {
            "orbital_data": _orbit(asteroid),
            "close_approach_data": [_approach(approach) for approach in asteroids.approaches(asteroid)],
        }
    )


@server.tool
def browse_asteroids(context: ToolContext) -> Answer:
    """The first page (20 objects) of the asteroid catalogue, which is in order of discovery, with the size of
    the catalogue. Each has its id, size, hazard flag and main orbital elements."""
    asteroids = context.world.space.asteroids
    page = [asteroids.at(index) for index in range(min(PAGE, asteroids.count))]
    return Answer(
        {
            "page": {
                "size": PAGE,
                "number": 0,
                "total_elements": asteroids.count,
                "total_pages": -(-asteroids.count // PAGE),
            },
            "near_earth_objects": [
                _summary(asteroid) | {"orbital_data": _main_elements(asteroid)} for asteroid in page
            ],
        }
    )


def _summary(asteroid: Asteroid) -> dict[str, Any]:
    smallest, largest = asteroid.diameters_km
    return {
        "id": asteroid.id,
        "name": f"({asteroid.designation})",
        "absolute_magnitude_h": asteroid.magnitude,
        "estimated_diameter_m": {"min": round(smallest * 1_000, 1), "max": round(largest * 1_000, 1)},
        "is_potentially_hazardous_asteroid": asteroid.is_hazardous,
    }


def _passing(asteroid: Asteroid, approach: Approach) -> dict[str, Any]:
    return _summary(asteroid) | {"close_approach_data": [_approach(approach)]}


def _approach(approach: Approach) -> dict[str, Any]:
    return {
        "close_approach_date": str(approach.at.date()),
        "close_approach_date_full": f"{approach.at:%Y-%m-%d %H:%M}",
        "relative_velocity_km_s": approach.speed,
        "miss_distance": {
            "astronomical": approach.distance,
            "lunar": round(approach.distance * _LUNAR_AU, 3),
            "kilometers": round(approach.distance * _AU_KM),
        },
    }


def _main_elements(asteroid: Asteroid) -> dict[str, Any]:
    orbit = asteroid.orbit
    return {
        "orbit_class": orbit.family,
        "semi_major_axis_au": orbit.semi_major_axis,
        "eccentricity": orbit.eccentricity,
        "inclination_deg": orbit.inclination,
        "perihelion_distance_au": round(orbit.perihelion, 6),
        "aphelion_distance_au": round(orbit.aphelion, 6),
        "orbital_period_days": round(orbit.period, 3),
        "minimum_orbit_intersection_au": orbit.moid,
    }


def _orbit(asteroid: Asteroid) -> dict[str, Any]:
    orbit = asteroid.orbit
    return _main_elements(asteroid) | {
        "orbit_class_description": _FAMILIES[orbit.family],
        "epoch": "2025-01-01",
        "ascending_node_longitude_deg": orbit.node,
        "perihelion_argument_deg": orbit.perihelion_argument,
        "mean_anomaly_deg": orbit.mean_anomaly,
        "mean_motion_deg_per_day": round(360 / orbit.period, 6),
        "jupiter_tisserand_invariant": round(orbit.tisserand(5.2038), 3),
        "first_observation_date": str(asteroid.first_seen),
        "last_observation_date": str(asteroid.last_seen),
        "data_arc_in_days": (asteroid.last_seen - asteroid.first_seen).days,
        "observations_used": asteroid.observations,
        "orbit_uncertainty": asteroid.uncertainty,
    }
