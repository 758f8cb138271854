"""Air quality readings as answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from m3bench_world.air import ABOUT_POLLUTANTS, POLLUTANTS, Category, Reading

UNITS = {
    name: "MICROGRAMS_PER_CUBIC_METER" if name.startswith("pm") else "PARTS_PER_BILLION"
    for name in POLLUTANTS
}


def stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def colour(category: Category) -> dict[str, Any]:
    red, green, blue = category.colour
    return {"red": red, "green": green, "blue": blue, "hex": category.hexadecimal}


def _index(code: str, name: str, value: int, category: Category, dominant: str) -> dict[str, Any]:
    return {
        "code": code,
        "displayName": name,
        "aqi": value,
        "category": category.name,
        "color": colour(category),
        "dominantPollutant": dominant,
    }


def indexes(reading: Reading) -> list[dict[str, Any]]:
    return [
        _index("uaqi", "Universal AQI", reading.universal_aqi, reading.universal_category, reading.dominant),
        _index("usa_epa", "AQI (US)", reading.us_aqi, reading.us_category, reading.dominant),
    ]


def full(reading: Reading) -> dict[str, Any]:
    """Return all fields of one hour."""
    return {
        "dateTime": stamp(reading.time),
        "indexes": indexes(reading),
        "pollutants": [_pollutant(name, reading) for name in POLLUTANTS],
        "healthRecommendations": reading.advice,
    }


def _pollutant(name: str, reading: Reading) -> dict[str, Any]:
    short, long, origin, effects = ABOUT_POLLUTANTS[name]
    return {
        "code": name,
        "displayName": short,
        "fullName": long,
        "concentration": {"value": reading.concentrations[name], "units": UNITS[name]},
        "usAqi": reading.us_indices[name],
        "additionalInfo": {"sources": origin, "effects": effects},
    }


def row(reading: Reading) -> dict[str, Any]:
    """Return a short row for one hour of many."""
    return {
        "dateTime": stamp(reading.time),
        "uaqi": reading.universal_aqi,
        "category": reading.universal_category.name,
        "usAqi": reading.us_aqi,
        "usCategory": reading.us_category.name,
        "dominantPollutant": reading.dominant,
        "concentrations": reading.concentrations,
    }


def summary(readings: list[Reading]) -> dict[str, Any]:
    """The span of the readings, with its best and worst hour by the universal index."""
    best = max(readings, key=lambda reading: reading.universal_aqi)
    worst = min(readings, key=lambda reading: reading.universal_aqi)
    return {
        "hours": len(readings),
        "from": stamp(readings[0].time),
        "to": stamp(readings[-1].time),
        "meanUaqi": round(sum(reading.universal_aqi for reading in readings) / len(readings), 1),
        "meanUsAqi": round(sum(reading.us_aqi for reading in readings) / len(readings), 1),
        "best": {"dateTime": stamp(best.time), "uaqi": best.universal_aqi},
        "worst": {"dateTime": stamp(worst.time), "uaqi": worst.universal_aqi},
    }
