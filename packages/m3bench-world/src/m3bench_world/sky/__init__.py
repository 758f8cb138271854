"""Sun and weather of any place at any time: climate plus smooth seeded noise."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING

from m3bench_world.sky import climate
from m3bench_world.sky.climate import temperature
from m3bench_world.sky.comfort import compass
from m3bench_world.sky.maths import DEGREE, NUMBERS, Values
from m3bench_world.sky.noise import Noise
from m3bench_world.sky.state import Motion, State
from m3bench_world.sky.sun import Sun, elevation, height, hours_since_2000, mean_anomaly, season
from m3bench_world.sky.sun import sun as sun_of
from m3bench_world.sky.weather import Daily, Weather, daily_summary, weather_report
from m3bench_world.world import World

if TYPE_CHECKING:
    from m3bench_world.sky.arrays import ARRAYS

__all__ = [
    "ARRAYS",
    "NUMBERS",
    "Daily",
    "Motion",
    "Noise",
    "Sky",
    "State",
    "Sun",
    "Values",
    "Weather",
    "compass",
    "elevation",
    "height",
    "hours_since_2000",
    "mean_anomaly",
    "season",
    "temperature",
]


def __getattr__(name: str) -> object:
    """Load `ARRAYS` lazily, since it imports numpy."""
    if name != "ARRAYS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from m3bench_world.sky.arrays import ARRAYS  # noqa: PLC0415

    return ARRAYS


class Sky:
    """Sun and weather. They depend only on place and time, so forecasts are exact."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.motion = Motion(world.chance)
        self._elevation = lru_cache(1_000)(self._measured)

    def weather(self, lat: float, lng: float, when: datetime, *, elevation: float | None = None) -> Weather:
        """Return the weather at an aware time. The default elevation, in metres, is that of the atlas."""
        metres = self._elevation(lat, lng) if elevation is None else elevation
        return self._weather(lat, lng, when.astimezone(UTC), metres)

    def daily(
        self, lat: float, lng: float, day: date, zone: tzinfo = UTC, *, elevation: float | None = None
    ) -> Daily:
        """Return the summary of a calendar day in a time zone, over its 24 hours."""
        metres = self._elevation(lat, lng) if elevation is None else elevation
        first = datetime.combine(day, time(), zone).astimezone(UTC)
        hours = [self._weather(lat, lng, first + timedelta(hours=hour), metres) for hour in range(24)]
        return daily_summary(day, hours, self.sun(lat, lng, day, zone))

    def sun(self, lat: float, lng: float, day: date, zone: tzinfo | None = None) -> Sun:
        """Return sunrise and sunset on a calendar day of the zone, or of local solar time by default."""
        if zone is None:
            return sun_of(lat, lng, day)
        noon = datetime.combine(day, time(12), zone).astimezone(UTC)
        return sun_of(lat, lng, (noon + timedelta(hours=lng / 15)).date())

    def normal(
        self, lat: float, lng: float, month: int, *, elevation: float | None = None
    ) -> tuple[float, float]:
        """Return the climatological low and high of a month, in °C."""
        metres = self._elevation(lat, lng) if elevation is None else elevation
        at = season(hours_since_2000(datetime(2025, month, 15, 12, tzinfo=UTC)), NUMBERS)
        land = climate.inland(lat, lng, NUMBERS)
        mean = climate.temperature(lat, land, at, NUMBERS) - climate.LAPSE * metres / 1000
        swing = 0.7 * climate.daily_swing(lat, land, at, NUMBERS)
        return round(mean - swing, 1), round(mean + swing, 1)

    def _measured(self, lat: float, lng: float) -> float:
        return float(self._world.atlas.elevation(lat, lng))

    def _weather(self, lat: float, lng: float, when: datetime, metres: float) -> Weather:
        hours = hours_since_2000(when)
        state = self.motion.state(lat, lng, hours, NUMBERS)
        anomaly = self._anomaly(lat, state)
        mean = climate.temperature(lat, state.land, state.at, NUMBERS) - climate.LAPSE * metres / 1000
        return weather_report(state, when, mean + self._spell(lat, hours, state) + anomaly, anomaly, metres)

    def _anomaly(self, lat: float, state: State) -> float:
        """Return the daily temperature anomaly, which clouds reduce."""
        swing = climate.daily_swing(lat, state.land, state.at, NUMBERS)
        return float(swing * (1 - 0.6 * state.cloud) * NUMBERS.cos((state.hour - 15) * 15 * DEGREE))

    def _spell(self, lat: float, hours: float, state: State) -> float:
        """Return warm and cold spells, strongest inland and far from the equator."""
        size = 7 * (0.25 + abs(NUMBERS.sin(lat * DEGREE))) * (0.5 + 0.5 * state.land)
        return float(size * self.motion.warmth(state.where, hours, NUMBERS))
