"""Hourly and daily weather reports."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime

import msgspec

from m3bench_world.sky.comfort import condition, dew_point, feels_like, uv_index, visibility_km
from m3bench_world.sky.maths import DEGREE
from m3bench_world.sky.state import State
from m3bench_world.sky.sun import Sun

SNOW_BELOW = 1.0
"""Temperature in °C below which precipitation is snow."""


class Weather(msgspec.Struct, frozen=True, kw_only=True):
    """Weather at one place and time."""

    time: datetime
    temperature_c: float
    feels_like_c: float
    dew_point_c: float
    humidity: int
    """Relative, in percent."""
    pressure_hpa: float
    """Reduced to sea level."""
    cloud_cover: int
    """Percent of the sky."""
    precipitation_mm: float
    """Water per hour."""
    precipitation_kind: str
    """`none`, `rain` or `snow`."""
    precipitation_chance: int
    """Probability in percent."""
    wind_kmh: float
    wind_degrees: int
    """Direction that the wind comes from."""
    gust_kmh: float
    visibility_km: float
    uv_index: float
    is_day: bool
    condition: str


class Daily(msgspec.Struct, frozen=True, kw_only=True):
    """Weather of a calendar day at a place, in its time zone."""

    date: date
    high_c: float
    low_c: float
    mean_c: float
    humidity: int
    cloud_cover: int
    precipitation_mm: float
    precipitation_hours: int
    precipitation_kind: str
    precipitation_chance: int
    wind_max_kmh: float
    gust_max_kmh: float
    uv_max: float
    condition: str
    sun: Sun


def weather_report(state: State, when: datetime, celsius: float, anomaly: float, elevation: float) -> Weather:
    """Return measured values. `anomaly` is the difference from the mean temperature of the day."""
    rain = 0.0 if state.rain < 0.05 else state.rain
    humidity = _humidity(state.wetness, anomaly, rain)
    snow = celsius < SNOW_BELOW
    visibility = visibility_km(humidity, state.wind, rain, snow=snow)
    wind = state.wind * 3.6
    return Weather(
        time=when,
        temperature_c=round(celsius, 1),
        feels_like_c=round(feels_like(celsius, humidity, wind), 1),
        dew_point_c=round(dew_point(celsius, humidity), 1),
        humidity=round(humidity),
        pressure_hpa=round(state.pressure, 1),
        cloud_cover=round(state.cloud * 100),
        precipitation_mm=round(rain, 1),
        precipitation_kind="none" if round(rain, 1) == 0 else "snow" if snow else "rain",
        precipitation_chance=_chance(state.wetness),
        wind_kmh=round(wind, 1),
        wind_degrees=round(math.atan2(-state.east, -state.north) / DEGREE) % 360,
        gust_kmh=round(wind * (1.35 + 0.35 * state.cloud), 1),
        visibility_km=round(visibility, 1),
        uv_index=round(uv_index(state.sun, state.cloud, elevation), 1),
        is_day=bool(state.sun > 0),
        condition=condition(state.cloud, rain, visibility, celsius, day=state.sun > 0),
    )


def _humidity(wetness: float, anomaly: float, rain: float) -> float:
    relative = 39 + 70 * wetness - 2.2 * anomaly + (6 if rain else 0)
    return min(max(relative, 8.0), 100.0)


def _chance(wetness: float) -> int:
    """Return the probability of precipitation."""
    return round(100 * min(max((wetness - 0.52) / 0.22, 0.0), 1.0))


def daily_summary(day: date, hours: Sequence[Weather], sun: Sun) -> Daily:
    """Summarize the hours of a day."""
    temperatures = [hour.temperature_c for hour in hours]
    falling = [hour for hour in hours if hour.precipitation_mm > 0]
    kinds = Counter(hour.precipitation_kind for hour in falling)
    return Daily(
        date=day,
        high_c=max(temperatures),
        low_c=min(temperatures),
        mean_c=round(sum(temperatures) / len(temperatures), 1),
        humidity=round(sum(hour.humidity for hour in hours) / len(hours)),
        cloud_cover=round(sum(hour.cloud_cover for hour in hours) / len(hours)),
        precipitation_mm=round(sum(hour.precipitation_mm for hour in hours), 1),
        precipitation_hours=len(falling),
        precipitation_kind="none" if not kinds else "mixed" if len(kinds) > 1 else next(iter(kinds)),
        precipitation_chance=max(hour.precipitation_chance for hour in hours),
        wind_max_kmh=max(hour.wind_kmh for hour in hours),
        gust_max_kmh=max(hour.gust_kmh for hour in hours),
        uv_max=max(hour.uv_index for hour in hours),
        condition=_daily_condition(hours),
        sun=sun,
    )


def _daily_condition(hours: Sequence[Weather]) -> str:
    """Return the condition of a day: precipitation of three hours or more, else the most usual in
    daylight."""
    falling = Counter(hour.condition for hour in hours if hour.precipitation_mm > 0)
    if falling.total() >= 3:
        return falling.most_common(1)[0][0]
    dry = [hour for hour in hours if hour.precipitation_mm == 0]
    seen = Counter(hour.condition for hour in dry if hour.is_day) or Counter(hour.condition for hour in dry)
    return seen.most_common(1)[0][0]
