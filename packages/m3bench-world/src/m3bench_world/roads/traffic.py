"""Traffic delays by hour."""

from __future__ import annotations

import math
from datetime import datetime
from zoneinfo import ZoneInfo

from m3bench_world.roads.kinds import RoadKind

_CITY = 300_000
_SHARES = {
    RoadKind.MOTORWAY: 0.75,
    RoadKind.TRUNK: 0.65,
    RoadKind.PRIMARY: 0.5,
    RoadKind.SECONDARY: 0.35,
    RoadKind.BRIDGE: 0.7,
    RoadKind.STREET: 0.6,
}


def _bump(hour: float, peak: float, width: float) -> float:
    away = abs(hour - peak)
    return math.exp(-((min(away, 24 - away) / width) ** 2))


def busyness(hour: float, weekend: bool) -> float:
    """Return the traffic level: 0 at night, 1 at the worst hour of a working day."""
    day = 0.3 * _bump(hour, 13, 5)
    if weekend:
        return 1.3 * day
    return min(1.0, day + 0.75 * _bump(hour, 8.1, 1.3) + 0.8 * _bump(hour, 17.4, 1.7))


def delay(kind: RoadKind, people: int) -> float:
    """Return the relative delay at the worst hour near a town with this population."""
    size = min(1.0, max(0.08, math.log10(max(people, 1_000) / 5_000) / math.log10(_CITY * 10 / 5_000)))
    return _SHARES.get(kind, 0.0) * size


class Clock:
    """Local time along a route."""

    def __init__(self, departure: datetime, zone: str) -> None:
        local = departure.astimezone(ZoneInfo(zone))
        self._start = local.hour + local.minute / 60
        self._weekday = local.weekday()

    def slowdown(self, kind: RoadKind, people: int, elapsed: float) -> float:
        """Return the time factor of a stretch that is reached after `elapsed` seconds."""
        hours = self._start + elapsed / 3600
        weekday = (self._weekday + int(hours // 24)) % 7
        return 1 + delay(kind, people) * busyness(hours % 24, weekday >= 5)
