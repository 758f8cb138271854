"""Counters and days of change: they follow the clock and never jump."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time, timedelta

from m3bench_world.chance import Chance
from m3bench_world.model_hub.types import Entry

_RAMP = 90
"""Days until an entry is fully known."""
_MOST_CHANGES = 40


def age_in_days(entry: Entry, today: date) -> int:
    return max(0, (today - entry.created).days)


def downloads(chance: Chance, entry: Entry, today: date) -> int:
    """Return the downloads (or visits) of the last thirty days."""
    known = 1 - math.exp(-age_in_days(entry, today) / _RAMP)
    swing = 0.22 * chance.wave(today.toordinal() / 24, "hub downloads", entry.id)
    return int(10**entry.popularity * known * (1 + swing))


def likes(chance: Chance, entry: Entry, today: date) -> int:
    """Return the likes so far. They only grow."""
    most = 10 ** (entry.popularity * 0.52) * chance.between(0.5, 2.2, "hub likes", entry.id)
    return int(most * (1 - math.exp(-age_in_days(entry, today) / 420)))


def last_change(chance: Chance, entry: Entry, now: datetime) -> datetime:
    """Return the moment of the latest change until now."""
    day = entry.created
    for number in range(_MOST_CHANGES):
        following = day + timedelta(days=chance.whole(14, 260, "hub change", entry.id, number))
        if following >= now.date():
            break
        day = following
    seconds = chance.whole(0, 86_399, "hub hour", entry.id, day)
    return datetime.combine(day, time(), tzinfo=UTC) + timedelta(seconds=seconds)


def created_at(chance: Chance, entry: Entry) -> datetime:
    seconds = chance.whole(0, 86_399, "hub hour", entry.id, entry.created)
    return datetime.combine(entry.created, time(), tzinfo=UTC) + timedelta(seconds=seconds)
