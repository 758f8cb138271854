"""Derived values: dew point, apparent temperature, visibility, UV index, condition."""

from __future__ import annotations

import math


def dew_point(celsius: float, humidity: float) -> float:
    """Return the dew point by Magnus's formula; `humidity` in percent."""
    inner = math.log(humidity / 100) + 17.62 * celsius / (243.12 + celsius)
    return min(243.12 * inner / (17.62 - inner), celsius)


def feels_like(celsius: float, humidity: float, wind_kmh: float) -> float:
    """Return the wind chill in the cold (North American formula), the heat index in the heat (Rothfusz),
    else the temperature."""
    if celsius <= 10 and wind_kmh > 4.8:
        power = math.pow(wind_kmh, 0.16)
        return min(13.12 + 0.6215 * celsius - 11.37 * power + 0.3965 * celsius * power, celsius)
    if celsius >= 27 and humidity >= 40:
        return max(_heat_index(celsius, humidity), celsius)
    return celsius


def _heat_index(celsius: float, humidity: float) -> float:
    t, h = celsius * 1.8 + 32, humidity
    fahrenheit = (
        -42.379
        + 2.04901523 * t
        + 10.14333127 * h
        - 0.22475541 * t * h
        - 0.00683783 * t * t
        - 0.05481717 * h * h
        + 0.00122874 * t * t * h
        + 0.00085282 * t * h * h
        - 0.00000199 * t * t * h * h
    )
    return (fahrenheit - 32) / 1.8


def visibility_km(humidity: float, wind: float, rain: float, *, snow: bool) -> float:
    """Return the visibility, reduced by fog in damp still air, rain and snow."""
    fog = 1.5 * max(0.0, humidity - 88) * max(0.0, 3 - wind)
    return max(0.2, 25 / (1 + fog + rain * (4 if snow else 0.9)))


def uv_index(sun: float, cloud: float, elevation: float) -> float:
    """Return the UV index from the sine of the sun's elevation, clouds and altitude."""
    if sun <= 0:
        return 0.0
    return 12.5 * math.pow(sun, 1.4) * (1 - 0.7 * cloud**2) * (1 + 0.08 * max(elevation, 0) / 1000)


def condition(cloud: float, rain: float, visibility: float, celsius: float, *, day: bool) -> str:
    if rain >= 0.1:
        return _falling(rain, celsius)
    if visibility < 1:
        return "Fog"
    if cloud < 0.15:
        return "Sunny" if day else "Clear"
    if cloud < 0.4:
        return "Mostly sunny" if day else "Mostly clear"
    if cloud < 0.7:
        return "Partly cloudy"
    return "Mostly cloudy" if cloud < 0.9 else "Overcast"


def _falling(rain: float, celsius: float) -> str:
    if celsius < 1:
        return "Light snow" if rain < 0.5 else "Snow" if rain < 2 else "Heavy snow"
    if rain >= 2.5 and celsius > 20:
        return "Thunderstorm"
    if rain < 0.3:
        return "Drizzle"
    return "Light rain" if rain < 1 else "Rain" if rain < 4 else "Heavy rain"


COMPASS = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")


def compass(degrees: float) -> str:
    """Return the name of a direction."""
    return COMPASS[round(degrees / 22.5) % 16]
