"""Outdoors: maps, parks, weather and time zones."""

from __future__ import annotations

FAMILIES: dict[str, int] = {
    "weather_data": 2,
    "google_maps": 2,
    "national_parks": 2,
    "time_mcp": 2,
    "maps_parks": 2,
    "maps_weather": 3,
    "parks_weather": 2,
    "maps_weather_parks": 3,
}
"""The families in order, with their number of tasks in the released suite."""
