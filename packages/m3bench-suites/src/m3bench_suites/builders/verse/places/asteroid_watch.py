"""Asteroid Watch: asteroids that pass Earth, and their orbits."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from m3bench.suites import Blueprint, PlanError
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.places._shared.cities import CITIES, a_city, compared, listed, weather
from m3bench_suites.builders.verse.places._shared.fields import (
    choice,
    clock,
    day,
    highest,
    lowest,
    number,
    text,
)
from m3bench_suites.builders.verse.places._shared.guards import require, require_lead
from m3bench_suites.builders.verse.places._shared.questions import Question, ask, make_task, spread_of, use
from m3bench_suites.builders.verse.places._shared.readings import chance_of_rain, leading

_FEED = "nasa-mcp/get_asteroids_feed"
_LOOKUP = "nasa-mcp/get_asteroid_lookup"
_PICTURE = "nasa-mcp/get_astronomy_picture_of_day"
_MISS = "close_approach_data[0].miss_distance"
_SPEED = "close_approach_data[0].relative_velocity_km_s"
_SIZE = "estimated_diameter_m.max"
_CLASSES = ("ATE", "APO", "AMO")


def make(draw: TaskDraw) -> Blueprint:
    return make_task(draw, FAMILY, _QUESTIONS)


def _passing(place: int) -> str:
    """Return the path of all asteroids of a feed."""
    return f"values([{place}].near_earth_objects)[]"


def _feed_of(result: Any) -> list[dict[str, Any]]:
    return [each for listed in result["near_earth_objects"].values() for each in listed]


def _distance(asteroid: dict[str, Any]) -> float:
    return float(asteroid["close_approach_data"][0]["miss_distance"]["kilometers"])


def _require_closest(asteroids: Sequence[dict[str, Any]]) -> None:
    require(len(asteroids) >= 3, "too few asteroids pass.")
    require_lead(map(_distance, asteroids), 1000, lowest=True)


def _of_three_days(draw: TaskDraw) -> Question:
    first = date(draw.whole(2026, 2034, "year"), draw.whole(1, 12, "month"), draw.whole(1, 25, "day"))
    last = first + timedelta(days=2)
    closest = f"min_by({_passing(0)}, &{_MISS}.kilometers)"
    return Question(
        level="L1",
        words={"first": f"{first:%-d %B %Y}", "last": f"{last:%-d %B %Y}"},
        calls=(ask(_FEED, start_date=str(first), end_date=str(last)),),
        wanted=(
            number("count", "how many asteroids pass", "[0].element_count"),
            text("closest", "the designation of the closest", f"{closest}.name"),
            number("distance", "its distance", f"{closest}.{_MISS}.kilometers", unit="km", within=1000),
            number("speed", "its speed in km/s", f"{closest}.{_SPEED}", within=0.06),
        ),
        changes=False,
        guard=lambda found: _require_closest(_feed_of(found[0])),
    )


def _orbit(draw: TaskDraw) -> Question:
    asteroid = _an_asteroid(draw, "one")
    return Question(
        level="L1",
        words={"id": asteroid},
        calls=(ask(_LOOKUP, asteroid_id=asteroid),),
        wanted=(
            text("designation", "its designation", "[0].name"),
            number(
                "period",
                "its orbital period",
                "[0].orbital_data.orbital_period_days",
                unit="days",
                within=0.6,
            ),
            choice("orbit_class", "the class of its orbit", "[0].orbital_data.orbit_class", _CLASSES),
            day("first_seen", "when it was first observed", "[0].orbital_data.first_observation_date"),
        ),
        changes=False,
    )


def _an_asteroid(draw: TaskDraw, *name: object) -> str:
    """Return the id of an asteroid that passes Earth in a year that is drawn."""
    start = date(draw.whole(2027, 2040, "year", *name), draw.whole(1, 12, "month", *name), 3)
    passing = draw.world.space.asteroids.approaching(start, 7)
    if not passing:
        raise PlanError("no asteroid passes in that week.")
    return draw.pick(passing, "asteroid", *name)[0].id


def _today(draw: TaskDraw) -> Question:
    del draw
    closest = f"min_by({_passing(1)}, &{_MISS}.kilometers)"
    return Question(
        level="L2",
        calls=(
            ask(_PICTURE),
            ask(_FEED, start_date=use("[0].date"), end_date=use("[0].date")),
            ask(_LOOKUP, asteroid_id=use(f"{closest}.id")),
        ),
        wanted=(
            text("picture", "the title of today's astronomy picture", "[0].title"),
            text("closest", "the designation of the closest asteroid", "[2].name"),
            number("distance", "its distance in lunar distances", f"{closest}.{_MISS}.lunar", within=0.06),
            number(
                "period",
                "its orbital period",
                "[2].orbital_data.orbital_period_days",
                unit="days",
                within=0.6,
            ),
        ),
        guard=lambda found: _require_closest(_feed_of(found[1])),
    )


def _tomorrow(draw: TaskDraw) -> Question:
    fastest = f"max_by({_passing(1)}, &{_SPEED})"
    city = a_city(draw)
    return Question(
        level="L2",
        words={"city": city},
        calls=(
            weather(city),
            ask(_FEED, start_date=use("[0].forecast[1].date"), end_date=use("[0].forecast[1].date")),
            ask(_LOOKUP, asteroid_id=use(f"{fastest}.id")),
        ),
        wanted=(
            text("condition", "the condition that the forecast names", "[0].forecast[1].condition"),
            number("count", "how many asteroids pass", "[1].element_count"),
            text("fastest", "the designation of the fastest", "[2].name"),
            number("speed", "its speed in km/s", f"{fastest}.{_SPEED}", within=0.06),
            number(
                "inclination",
                "the inclination of its orbit",
                "[2].orbital_data.inclination_deg",
                unit="degrees",
                within=0.06,
            ),
        ),
        guard=lambda found: require_lead(
            (each["close_approach_data"][0]["relative_velocity_km_s"] for each in _feed_of(found[1])), 0.1
        ),
    )


def _two_orbits(draw: TaskDraw) -> Question:
    first, second = _an_asteroid(draw, "first"), _an_asteroid(draw, "second")
    periods = compared(
        {first: "[0].orbital_data.orbital_period_days", second: "[1].orbital_data.orbital_period_days"}
    )
    return Question(
        level="L2",
        words={"a": first, "b": second},
        calls=(
            ask(_LOOKUP, asteroid_id=first),
            ask(_LOOKUP, asteroid_id=second),
            spread_of(periods),
            ask("math/mean", numbers=[use(f"[0].{_SIZE}"), use(f"[1].{_SIZE}")]),
        ),
        wanted=(
            highest(
                "longer",
                "the id of the one with the longer period",
                periods,
                (first, second),
            ),
            number("difference", "the difference of the periods", "[2]", unit="days", within=0.6),
            number(
                "mean_diameter", "the mean of the largest estimated diameters", "[3]", unit="m", within=0.6
            ),
        ),
        changes=False,
        guard=lambda found: require_lead(
            (each["orbital_data"]["orbital_period_days"] for each in found[:2]), 5
        ),
    )


def _observing_trip(draw: TaskDraw) -> Question:
    cities = leading(draw, CITIES, 3, chance_of_rain, by=2, lowest=True)
    chances = compared(
        {city: f"[{place}].forecast[1].precipitation_chance_percent" for place, city in enumerate(cities)}
    )
    closest = f"min_by({_passing(3)}, &{_MISS}.kilometers)"
    largest = f"max_by({_passing(3)}, &{_SIZE})"
    return Question(
        level="L3",
        words=listed(cities),
        calls=(
            *map(weather, cities),
            ask(_FEED, start_date=use("[0].forecast[1].date"), end_date=use("[0].forecast[1].date")),
            ask(_LOOKUP, asteroid_id=use(f"{closest}.id")),
            ask(_LOOKUP, asteroid_id=use(f"{largest}.id")),
        ),
        wanted=(
            lowest("driest", "the place with the lowest chance", chances, cities),
            number("chance", "the chance of precipitation there", f"min({chances}[].value)", unit="%"),
            text("closest", "the designation of the closest asteroid", "[4].name"),
            clock(
                "approach",
                "when it is closest, in UTC",
                f"{closest}.close_approach_data[0].close_approach_date_full",
            ),
            text("largest", "the designation of the largest asteroid", "[5].name"),
            number(
                "closest_eccentricity",
                "the eccentricity of the closest",
                "[4].orbital_data.eccentricity",
                within=0.0011,
            ),
            number(
                "largest_eccentricity",
                "the eccentricity of the largest",
                "[5].orbital_data.eccentricity",
                within=0.0011,
            ),
        ),
        guard=_require_trip,
    )


def _require_trip(found: Sequence[Any]) -> None:
    require_lead((each["forecast"][1]["precipitation_chance_percent"] for each in found[:3]), 2, lowest=True)
    passing = _feed_of(found[3])
    _require_closest(passing)
    require_lead((each["estimated_diameter_m"]["max"] for each in passing), 1)


_QUESTIONS = (_of_three_days, _orbit, _today, _tomorrow, _two_orbits, _observing_trip)

FAMILY = VerseFamily(
    number=6,
    name="asteroid_watch",
    title="Asteroid Watch",
    goal="Find asteroids that pass Earth on a day, compare them, and look up their orbits.",
    make=make,
)
