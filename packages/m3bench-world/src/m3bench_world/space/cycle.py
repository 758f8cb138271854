"""The activity cycle of the Sun and its active regions."""

from __future__ import annotations

import math
from datetime import date, datetime

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.space.events import midnight

MAXIMUM = date(2025, 1, 1)
CYCLE_DAYS = 4018
ROTATION_DEGREES_PER_DAY = 13.2
"""Rotation as seen from Earth."""

_BIRTHS_MEAN, _BIRTHS_SWING = 0.48, 0.42
_NUMBER_AT_MAXIMUM = 13_930
_OLDEST = 14


class Region(msgspec.Struct, frozen=True):
    """A group of spots. It keeps its number while it crosses the disc from east to west."""

    number: int
    born: date
    latitude: int
    first_longitude: float
    life: int
    vigour: float

    def longitude(self, moment: datetime) -> int:
        age = (moment - midnight(self.born)).total_seconds() / 86_400
        return round(self.first_longitude + ROTATION_DEGREES_PER_DAY * age)


def activity(day: date) -> float:
    """Return 0 at the minimum of the cycle, 1 at its maximum."""
    return 0.5 + 0.5 * math.cos(_phase(day))


def _phase(day: date) -> float:
    return 2 * math.pi * (day - MAXIMUM).days / CYCLE_DAYS


def _regions_before(day: date) -> int:
    """Return the number of regions before a day: the integral of the birth rate."""
    days = (day - MAXIMUM).days
    swing = _BIRTHS_SWING * CYCLE_DAYS / (2 * math.pi) * math.sin(_phase(day))
    return _NUMBER_AT_MAXIMUM + math.floor(_BIRTHS_MEAN * days + swing)


def regions_on(chance: Chance, day: date) -> list[Region]:
    """Return the regions on the side of the Sun that faces Earth."""
    noon = midnight(day).replace(hour=12)
    ordinal = day.toordinal()
    found = []
    for born in range(ordinal - _OLDEST, ordinal + 1):
        birthday = date.fromordinal(born)
        for number in range(_regions_before(birthday), _regions_before(date.fromordinal(born + 1))):
            region = _region(chance, number, birthday)
            if ordinal - born <= region.life and abs(region.longitude(noon)) <= 88:
                found.append(region)
    return found


def _region(chance: Chance, number: int, born: date) -> Region:
    # Spots appear nearer to the equator as a cycle ages.
    since_minimum = ((born - MAXIMUM).days + CYCLE_DAYS / 2) % CYCLE_DAYS / CYCLE_DAYS
    distance = 30 - 20 * since_minimum + chance.between(-7, 7, "region latitude", number)
    side = 1 if chance.happens(0.5, "region side", number) else -1
    return Region(
        number=number,
        born=born,
        latitude=side * max(2, round(distance)),
        first_longitude=round(chance.between(-88, 40, "region longitude", number), 1),
        life=chance.whole(4, _OLDEST, "region life", number),
        vigour=min(0.25 * (1 - chance.share("region vigour", number)) ** -0.6, 5.0),
    )
