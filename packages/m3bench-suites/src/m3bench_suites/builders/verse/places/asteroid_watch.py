"""Asteroid Watch: asteroids that pass Earth, and their orbits."""

from __future__ import annotations

from datetime import date, timedelta

from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import Family, Guard, Lookups, Value, apart, ask, holds, use, within
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import CITIES, a_city, listed, weather
from m3bench_suites.builders.verse.places._shared.readings import chance_of_rain, leading
from m3bench_suites.builders.verse.places._shared.values import (
    ZERO,
    compared,
    compared_results,
    highest,
    lowest,
    spread_of,
)

_FEED = "nasa-mcp/get_asteroids_feed"
_LOOKUP = "nasa-mcp/get_asteroid_lookup"
_PICTURE = "nasa-mcp/get_astronomy_picture_of_day"
_MISS = "close_approach_data[0].miss_distance"
_SPEED = "close_approach_data[0].relative_velocity_km_s"
_SIZE = "estimated_diameter_m.max"
_CLASSES = ("ATE", "APO", "AMO")


def _passing(number: int) -> str:
    """Return the path of all asteroids of a feed."""
    return f"values([{number}].near_earth_objects)[]"


def _guards(number: int) -> tuple[Guard, ...]:
    """Guard that several asteroids pass and one is the closest, in the result of the feed."""
    passing = _passing(number)
    closest = apart(f"{passing}.{_MISS}.kilometers", 1000, lowest=True)
    return holds(f"length({passing}) >= `3`"), closest


def _of_three_days(draw: TaskDraw) -> Lookups:
    first = date(draw.whole(2026, 2034, "year"), draw.whole(1, 12, "month"), draw.whole(1, 25, "day"))
    last = first + timedelta(days=2)
    closest = f"min_by({_passing(0)}, &{_MISS}.kilometers)"
    return Lookups(
        level="L1",
        words={"first": f"{first:%-d %B %Y}", "last": f"{last:%-d %B %Y}"},
        calls=(ask(_FEED, start_date=str(first), end_date=str(last)),),
        values={
            "count": Value("[0].element_count", ZERO),
            "closest": f"{closest}.name",
            "distance": Value(f"{closest}.{_MISS}.kilometers", within(1000)),
            "speed": Value(f"{closest}.{_SPEED}", within(0.06)),
        },
        live=None,
        guards=(*_guards(0),),
    )


def _orbit(draw: TaskDraw) -> Lookups:
    asteroid = _an_asteroid(draw, "one")
    return Lookups(
        level="L1",
        words={"id": asteroid},
        calls=(ask(_LOOKUP, asteroid_id=asteroid),),
        values={
            "designation": "[0].name",
            "period": Value("[0].orbital_data.orbital_period_days", within(0.6)),
            "orbit_class": "[0].orbital_data.orbit_class",
            "first_seen": "[0].orbital_data.first_observation_date",
        },
        live=None,
    )


def _an_asteroid(draw: TaskDraw, *name: object) -> str:
    """Return the id of an asteroid that passes Earth in a year that is drawn."""
    start = date(draw.whole(2027, 2040, "year", *name), draw.whole(1, 12, "month", *name), 3)
    passing = draw.world.space.asteroids.approaching(start, 7)
    if not passing:
        raise PlanError("no asteroid passes in that week.")
    return draw.pick(passing, "asteroid", *name)[0].id


def _today(_: TaskDraw) -> Lookups:
    closest = f"min_by({_passing(1)}, &{_MISS}.kilometers)"
    return Lookups(
        level="L2",
        calls=(
            ask(_PICTURE),
            ask(_FEED, start_date=use("[0].date"), end_date=use("[0].date")),
            ask(_LOOKUP, asteroid_id=use(f"{closest}.id")),
        ),
        values={
            "picture": "[0].title",
            "closest": "[2].name",
            "distance": Value(f"{closest}.{_MISS}.lunar", within(0.06)),
            "period": Value("[2].orbital_data.orbital_period_days", within(0.6)),
        },
        guards=(*_guards(1),),
    )


def _tomorrow(draw: TaskDraw) -> Lookups:
    fastest = f"max_by({_passing(1)}, &{_SPEED})"
    city = a_city(draw)
    return Lookups(
        level="L2",
        words={"city": city},
        calls=(
            weather(city),
            ask(_FEED, start_date=use("[0].forecast[1].date"), end_date=use("[0].forecast[1].date")),
            ask(_LOOKUP, asteroid_id=use(f"{fastest}.id")),
        ),
        values={
            "condition": "[0].forecast[1].condition",
            "count": Value("[1].element_count", ZERO),
            "fastest": "[2].name",
            "speed": Value(f"{fastest}.{_SPEED}", within(0.06)),
            "inclination": Value("[2].orbital_data.inclination_deg", within(0.06)),
        },
        guards=(apart(f"{_passing(1)}.{_SPEED}", 0.1),),
    )


def _two_orbits(draw: TaskDraw) -> Lookups:
    first, second = _an_asteroid(draw, "first"), _an_asteroid(draw, "second")
    periods = compared(
        {first: "[0].orbital_data.orbital_period_days", second: "[1].orbital_data.orbital_period_days"}
    )
    return Lookups(
        level="L2",
        words={"a": first, "b": second},
        calls=(
            ask(_LOOKUP, asteroid_id=first),
            ask(_LOOKUP, asteroid_id=second),
            spread_of(periods),
            ask("math/mean", numbers=[use(f"[0].{_SIZE}"), use(f"[1].{_SIZE}")]),
        ),
        values={
            "longer": highest(periods),
            "difference": Value("[2]", within(0.6)),
            "mean_diameter": Value("[3]", within(0.6)),
        },
        live=None,
        guards=(apart(f"{periods}[].value", 5),),
    )


def _observing_trip(draw: TaskDraw) -> Lookups:
    cities = leading(draw, CITIES, 3, chance_of_rain, by=2, lowest=True)
    chances = compared_results(cities, "forecast[1].precipitation_chance_percent")
    closest = f"min_by({_passing(3)}, &{_MISS}.kilometers)"
    largest = f"max_by({_passing(3)}, &{_SIZE})"
    return Lookups(
        level="L3",
        words=listed(cities),
        calls=(
            *map(weather, cities),
            ask(_FEED, start_date=use("[0].forecast[1].date"), end_date=use("[0].forecast[1].date")),
            ask(_LOOKUP, asteroid_id=use(f"{closest}.id")),
            ask(_LOOKUP, asteroid_id=use(f"{largest}.id")),
        ),
        values={
            "driest": lowest(chances),
            "chance": Value(f"min({chances}[].value)", ZERO),
            "closest": "[4].name",
            "approach": f"{closest}.close_approach_data[0].close_approach_date_full",
            "largest": "[5].name",
            "closest_eccentricity": Value("[4].orbital_data.eccentricity", within(0.0011)),
            "largest_eccentricity": Value("[5].orbital_data.eccentricity", within(0.0011)),
        },
        guards=(
            apart(f"{chances}[].value", 2, lowest=True),
            *_guards(3),
            apart(f"{_passing(3)}.{_SIZE}", 1),
        ),
    )


FAMILY = Family(
    number=6,
    name="asteroid_watch",
    title="Asteroid Watch",
    goal="Find asteroids that pass Earth on a day, compare them, and look up their orbits.",
    tasks=(_of_three_days, _orbit, _today, _tomorrow, _two_orbits, _observing_trip),
    kind="retrieval",
)
