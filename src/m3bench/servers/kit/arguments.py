"""Argument checks that a schema cannot express.

Each raises `BadArgument` with a message that says what to change.
"""

from __future__ import annotations

import math
from datetime import UTC, date, datetime

from m3bench.servers.kit.failures import BadArgument

LONGEST_TEXT = 2_000


def check_text(text: str, name: str) -> str:
    """Return the stripped text. It must not be empty or longer than `LONGEST_TEXT`."""
    if not text.strip():
        raise BadArgument(name, "it is empty; pass a value")
    if len(text) > LONGEST_TEXT:
        raise BadArgument(name, f"it has {len(text):,} characters; the maximum is {LONGEST_TEXT:,}")
    return text.strip()


def check_limit(number: float, name: str, most: int) -> int:
    """Return a whole number from 1, capped at `most` to keep answers bounded."""
    if not number >= 1 or (math.isfinite(number) and number != math.floor(number)):
        raise BadArgument(name, f"{number} is not a whole number from 1 to {most}")
    return int(min(number, most))


def check_offset(number: float, name: str) -> int:
    """Return a whole number from 0."""
    if not 0 <= number <= 1e9 or number != math.floor(number):
        raise BadArgument(name, f"{number} is not a whole number from 0")
    return int(number)


def check_range(number: float, name: str, low: float, high: float) -> float:
    if not low <= number <= high:
        raise BadArgument(name, f"{number} is not between {low:g} and {high:g}")
    return number


def check_point(lat: float, lng: float, names: tuple[str, str] = ("lat", "lng")) -> tuple[float, float]:
    """Return latitude and longitude, checked to be on Earth."""
    return check_range(lat, names[0], -90, 90), check_range(lng, names[1], -180, 180)


def check_choice(value: str, name: str, choices: tuple[str, ...]) -> str:
    """Return the choice that equals `value`, ignoring case."""
    for choice in choices:
        if choice.casefold() == value.strip().casefold():
            return choice
    raise BadArgument(name, f"'{value[:60]}' is not one of: {', '.join(choices)}")


def parse_date(text: str, name: str) -> date:
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        raise BadArgument(name, f"'{text[:40]}' is not a date; write it as YYYY-MM-DD") from None


def parse_time(text: str, name: str) -> datetime:
    """Parse an ISO 8601 time and convert it to UTC. A time without an offset is taken as UTC."""
    try:
        read = datetime.fromisoformat(text.strip())
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadArgument(name, f"'{text[:40]}' is not a time; write it as 2025-11-05T15:00:00Z") from None
