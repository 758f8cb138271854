"""Families about places, weather, air, parks, travel and the sky, on bundled servers."""

from __future__ import annotations

FAMILIES: dict[str, int] = {
    "weather_reports": 7,
    "air_quality": 7,
    "sun_and_clock": 6,
    "park_visits": 8,
    "local_places": 7,
    "road_trips": 7,
    "asteroid_watch": 6,
    "space_weather": 5,
    "space_missions": 5,
    "days_out": 4,
}
"""Names of the families, which are those of their modules, in order, and their number of tasks."""

THIRD_PARTY: tuple[str, ...] = ()
"""Servers of the catalog that they need."""
