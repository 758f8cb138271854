"""Outdoors: maps, parks, weather and time zones."""

from __future__ import annotations

FAMILIES: dict[str, int] = {
    "weather_data": 2,
}
"""The families in order, with their number of tasks in the released suite."""
