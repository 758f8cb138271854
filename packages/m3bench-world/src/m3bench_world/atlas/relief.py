"""Elevation of any point, in plain Python to avoid importing numpy for one point."""

from __future__ import annotations

import math
from bisect import bisect_left
from functools import cached_property, lru_cache
from heapq import nsmallest

import msgspec

from m3bench_world import data
from m3bench_world.atlas.sphere import EARTH_RADIUS, distance
from m3bench_world.chance import Chance

NEIGHBOURS = 8
SHORE = 60_000
"""Metres from the nearest airport beyond which low points are sea."""
_FIRST_BAND = 0.5
_DEGREE = math.radians(1) * EARTH_RADIUS


class _Columns(msgspec.Struct):
    lat: list[float]
    lng: list[float]
    elevation: list[float]


class Relief:
    """Elevations interpolated between airports by inverse square distance, with small seeded hills."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.elevation = lru_cache(maxsize=8192)(self._elevation)

    @cached_property
    def _airports(self) -> list[tuple[float, float, float]]:
        """Latitude, longitude and elevation, from south to north."""
        columns = data.load("airports", _Columns)
        return sorted(zip(columns.lat, columns.lng, columns.elevation, strict=True))

    def _nearest(self, lat: float, lng: float) -> list[tuple[float, float]]:
        """Return distance and elevation of the nearest airports.

        Points outside a band of latitudes are farther away than its width, so the band grows until it
        contains enough.
        """
        band = _FIRST_BAND
        while True:
            south = bisect_left(self._airports, (lat - band,))
            north = bisect_left(self._airports, (lat + band,))
            inside = self._airports[south:north]
            found = nsmallest(NEIGHBOURS, ((distance(lat, lng, row[0], row[1]), row[2]) for row in inside))
            if band >= 180 or (len(found) == NEIGHBOURS and found[-1][0] <= band * _DEGREE):
                return found
            band *= 2

    def _elevation(self, lat: float, lng: float) -> float:
        found = self._nearest(lat, lng)
        away = found[0][0]
        weights = [1.0 / max(metres, 200.0) ** 2 for metres, _ in found]
        total = math.fsum(weights)
        base = math.fsum(weight * height for weight, (_, height) in zip(weights, found, strict=True)) / total
        squares = (weight * (height - base) ** 2 for weight, (_, height) in zip(weights, found, strict=True))
        spread = math.sqrt(math.fsum(squares) / total)
        if away > SHORE and base < 150:
            base *= max(0.0, 1 - (away - SHORE) / SHORE)
            spread *= 0.2
        return round(base + self._hills(lat, lng) * (1.0 + 0.35 * spread), 1)

    def _hills(self, lat: float, lng: float) -> float:
        """Return smooth noise over some kilometres, in [-1, 1]."""
        coarse = self._noise(lat * 25, lng * 25, "hills")
        fine = self._noise(lat * 110, lng * 110, "slopes")
        return 0.75 * coarse + 0.25 * fine

    def _noise(self, row: float, column: float, name: str) -> float:
        top = int(row // 1)
        eased = (row - top) ** 2 * (3 - 2 * (row - top))
        above, below = (self._chance.wave(column, "relief", name, top + step) for step in (0, 1))
        return above + (below - above) * eased
