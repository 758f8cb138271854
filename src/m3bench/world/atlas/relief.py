"""Elevation of any point, and how crowded it is around there."""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np

from m3bench.world.atlas.airfields import Airfields
from m3bench.world.atlas.globe import Globe
from m3bench.world.atlas.table import Table
from m3bench.world.chance import Chance

NEIGHBOURS = 8
SHORE = 60_000
"""Metres from the nearest airport beyond which low points sink into the sea."""
CROWD_RADIUS = 60_000
CROWD_FADING = 12_000


class Relief:
    """Elevations between those of airports, weighted by inverse square distance, with small seeded hills."""

    def __init__(self, chance: Chance, airfields: Airfields) -> None:
        self._chance = chance
        self._airfields = airfields
        self.elevation = lru_cache(maxsize=8192)(self._elevation)

    def _elevation(self, lat: float, lng: float) -> float:
        rows, away = self._airfields.globe.nearest(lat, lng, NEIGHBOURS)
        heights = self._airfields.elevations[rows]
        weights = 1.0 / np.maximum(away, 200.0) ** 2
        base = float((heights * weights).sum() / weights.sum())
        spread = float(np.sqrt((weights * (heights - base) ** 2).sum() / weights.sum()))
        if float(away[0]) > SHORE and base < 150:
            base *= max(0.0, 1 - (float(away[0]) - SHORE) / SHORE)
            spread *= 0.2
        return round(base + self._hills(lat, lng) * (1.0 + 0.35 * spread), 1)

    def _hills(self, lat: float, lng: float) -> float:
        """Smooth noise over some kilometres, in [-1, 1]."""
        coarse = self._noise(lat * 25, lng * 25, "hills")
        fine = self._noise(lat * 110, lng * 110, "slopes")
        return 0.75 * coarse + 0.25 * fine

    def _noise(self, row: float, column: float, name: str) -> float:
        top = int(row // 1)
        eased = (row - top) ** 2 * (3 - 2 * (row - top))
        above, below = (self._chance.wave(column, "relief", name, top + step) for step in (0, 1))
        return above + (below - above) * eased


class Crowds:
    """People around a point, those nearby counting most."""

    def __init__(self, table: Table, globe: Globe) -> None:
        self._table = table
        self._globe = globe
        self.crowd = lru_cache(maxsize=8192)(self._crowd)

    @cached_property
    def _people(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.frombuffer(self._table.population, dtype=np.int64)

    def _crowd(self, lat: float, lng: float) -> float:
        rows, away = self._globe.within(lat, lng, CROWD_RADIUS)
        people = self._people[rows] * np.exp(-((away / (2 * CROWD_FADING)) ** 2))
        return round(float(people.sum()), 0)
