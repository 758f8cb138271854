"""Weather and air of the world while a task is drawn, so that comparisons have a clear result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar
from zoneinfo import ZoneInfo

from m3bench.suites import PlanError
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_world import World

if TYPE_CHECKING:
    from m3bench_world.sky import Daily, Weather

_Item = TypeVar("_Item")
_TRIES = 40
_WEEK = 7


def leading(
    draw: TaskDraw,
    candidates: Sequence[_Item],
    count: int,
    score: Callable[[World, _Item], float],
    *,
    by: float,
    lowest: bool = False,
    moves: float = 0.0,
) -> list[_Item]:
    """Draw items of which one has the highest score (or the lowest), now and a day later.

    Args:
        draw: The source of the choice.
        candidates: Items to choose from.
        count: How many to choose.
        score: What is compared.
        by: The lead must be larger than this.
        lowest: Whether the lowest score leads.
        moves: One of the scores must change by more than this within a day, unless it is 0.

    Raises:
        PlanError: No choice has a leader.
    """
    worlds = (draw.world, next_day(draw.world))
    for attempt in range(_TRIES):
        chosen = draw.sample(candidates, count, "leading", attempt)
        now, later = ([score(world, item) for item in chosen] for world in worlds)
        moved = not moves or max(abs(a - b) for a, b in zip(now, later, strict=True)) > moves
        if moved and _leads(now, by, lowest) and _leads(later, by, lowest):
            return chosen
    raise PlanError("no choice has a leader.")


def next_day(world: World) -> World:
    """Return the world a day later."""
    return World(world.seed, world.now + timedelta(days=1))


def _leads(scores: Sequence[float], by: float, lowest: bool) -> bool:
    first, second = sorted(scores, reverse=not lowest)[:2]
    return abs(first - second) > by


def first_that(
    draw: TaskDraw, candidates: Sequence[_Item], fits: Callable[[World, _Item], bool], *name: object
) -> _Item:
    """Draw an item that fits now and a day later. Raise `PlanError` if none does."""
    worlds = (draw.world, next_day(draw.world))
    for item in draw.sample(candidates, len(candidates), "first that", *name):
        if all(fits(world, item) for world in worlds):
            return item
    raise PlanError("nothing fits.")


def _spot(world: World, place: str) -> tuple[float, float]:
    spot = world.atlas.locate(place)
    if spot is None:
        raise PlanError(f"there is no place {place}.")
    return spot[0], spot[1]


def weather_now(world: World, place: str) -> Weather:
    return world.sky.weather(*_spot(world, place), world.now)


def forecast(world: World, place: str, days: int = _WEEK) -> list[Daily]:
    """Return the forecast from today on, by local dates."""
    lat, lng = _spot(world, place)
    zone = ZoneInfo(world.atlas.timezone(lat, lng))
    today = world.now.astimezone(zone).date()
    return [world.sky.daily(lat, lng, today + timedelta(days=ahead), zone) for ahead in range(days)]


def temperature(world: World, place: str) -> float:
    return weather_now(world, place).temperature_c


def cloud_cover(world: World, place: str) -> float:
    return weather_now(world, place).cloud_cover


def day_length(world: World, place: str) -> float:
    """Return the hours of daylight tomorrow."""
    return forecast(world, place, 2)[1].sun.day_length_hours


def high(world: World, place: str) -> float:
    """Return the highest temperature tomorrow."""
    return forecast(world, place, 2)[1].high_c


def chance_of_rain(world: World, place: str) -> float:
    """Return the chance of precipitation tomorrow."""
    return forecast(world, place, 2)[1].precipitation_chance


def rain(world: World, place: str) -> float:
    """Return the precipitation of the three days from tomorrow on."""
    return sum(day.precipitation_mm for day in forecast(world, place, 4)[1:])


def universal_aqi(world: World, place: str) -> float:
    return world.air.current(*_spot(world, place)).universal_aqi


def us_aqi(world: World, place: str) -> float:
    return world.air.current(*_spot(world, place)).us_aqi


def fine_dust(world: World, place: str) -> float:
    return world.air.current(*_spot(world, place)).concentrations["pm25"]


def leads(values: Sequence[float], by: float) -> bool:
    """Return whether the highest value leads by more than `by`."""
    return _leads(values, by, False)
