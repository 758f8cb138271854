"""Forecasts of the weather server, in metric units."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from m3bench.checks import Tolerance
from m3bench.suites import CallResult, PlannedCall, call
from m3bench_suites.builders.tasks import require

if TYPE_CHECKING:
    from m3bench_world import World

DEGREE = Tolerance(absolute=0.6)


def forecast(address: str, *uses: CallResult) -> PlannedCall:
    return call("weather/get_weather", *uses, location=address, units="metric")


def day_of(result: CallResult, day: date) -> dict[str, Any]:
    """Return the forecast of a day."""
    days: list[dict[str, Any]] = [row for row in result.data["forecast"] if row["date"] == day.isoformat()]
    require(days, f"there is no forecast for {day.isoformat()}.")
    return days[0]


def high_on(world: World, address: str, day: date) -> float:
    """Return the highest temperature of a day at a place, in °C."""
    place = world.atlas.locate(address)
    require(place, f"{address} is not in the atlas.")
    lat, lng = (place or (0.0, 0.0))[:2]
    return world.sky.daily(lat, lng, day, ZoneInfo(world.atlas.timezone(lat, lng))).high_c


def days_ahead(world: World, count: int) -> date:
    return world.now.date() + timedelta(days=count)
