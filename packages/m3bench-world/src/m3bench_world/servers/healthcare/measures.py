"""Body mass index, and the years of a search."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from m3bench.servers.kit import BadArgument

SMALLEST_HEIGHT, LARGEST_HEIGHT = 0.4, 2.8
SMALLEST_WEIGHT, LARGEST_WEIGHT = 2.0, 650.0
_CLASSES: tuple[tuple[float, str], ...] = (
    (16.0, "Severe thinness"),
    (17.0, "Moderate thinness"),
    (18.5, "Underweight"),
    (25.0, "Normal weight"),
)
_CLASSES += ((30.0, "Overweight"), (35.0, "Obesity class I"), (40.0, "Obesity class II"))
_HEALTHY = (18.5, 24.9)
_YEARS_BACK = re.compile(r"(\d{1,2})\s*(?:y|yr|yrs|year|years)?")
_YEAR = re.compile(r"(\d{4})")
_SPAN = re.compile(r"(\d{4})(?:[-/]\d{2}){0,2}\s*(?:-|:|to|–|\.\.)\s*(\d{4})(?:[-/]\d{2}){0,2}")


def body_mass_index(height: float, weight: float) -> dict[str, Any]:
    """Return the BMI, its class for adults, and the range of normal weights."""
    if not SMALLEST_HEIGHT <= height <= LARGEST_HEIGHT:
        hint = " (it looks like centimetres: divide by 100)" if 40 <= height <= 280 else ""
        problem = f"{height:g} m is not between {SMALLEST_HEIGHT} and {LARGEST_HEIGHT} m{hint}"
        raise BadArgument("height_meters", problem)
    if not SMALLEST_WEIGHT <= weight <= LARGEST_WEIGHT:
        raise BadArgument(
            "weight_kg", f"{weight:g} kg is not between {SMALLEST_WEIGHT} and {LARGEST_WEIGHT} kg"
        )
    value = round(weight / (height * height), 2)
    name = next((name for bound, name in _CLASSES if value < bound), "Obesity class III")
    low, high = (round(bound * height * height, 1) for bound in _HEALTHY)
    return {
        "bmi": value,
        "category": name,
        "height_meters": height,
        "weight_kg": weight,
        "healthy_weight_range_kg": {"min": low, "max": high},
        "note": "Classes are for adults from 20 years; BMI does not tell muscle from fat.",
    }


def parse_period(text: str, today: date) -> tuple[date | None, date | None]:
    """Parse a date range ("5" years back, "2021" or "2018-2023") into its first and last day."""
    cleaned = text.strip().lower()
    if not cleaned:
        return None, None
    if match := _YEARS_BACK.fullmatch(cleaned):
        years = int(match[1])
        if years:
            return date(today.year - years, today.month, min(today.day, 28)), today
    if match := _YEAR.fullmatch(cleaned):
        return _years(int(match[1]), int(match[1]))
    if match := _SPAN.fullmatch(cleaned):
        return _years(*sorted((int(match[1]), int(match[2]))))
    raise BadArgument(
        "date_range", f"'{text[:40]}' is not a date range; write '5' for 5 years, '2021' or '2018-2023'"
    )


def _years(first: int, last: int) -> tuple[date, date]:
    if not 1800 <= first <= last <= 2200:
        raise BadArgument("date_range", "the years must lie between 1800 and 2200")
    return date(first, 1, 1), date(last, 12, 31)
