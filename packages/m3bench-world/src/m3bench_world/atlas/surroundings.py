"""Towns around a point."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from m3bench_world.atlas.globe import Floats, Globe
from m3bench_world.atlas.places import Gazetteer, Table
from m3bench_world.atlas.streets import extent
from m3bench_world.atlas.types import Place

WIDEST = 26_000.0
"""In metres. No town is larger."""
MOST_TOWNS = 60


class Surroundings:
    """Towns around points. Small places are loaded only for points outside all large ones."""

    def __init__(self, gazetteer: Gazetteer) -> None:
        self._gazetteer = gazetteer

    @cached_property
    def large(self) -> Globe:
        return Globe(self._gazetteer.large.lat, self._gazetteer.large.lng)

    @cached_property
    def small(self) -> Globe:
        return Globe(self._gazetteer.small.lat, self._gazetteer.small.lng)

    def nearest(self, lat: float, lng: float, count: int) -> list[Place]:
        """Return the nearest large places, without numbered city districts."""
        rows, _ = self.large.nearest(lat, lng, 2 * count + 30)
        return self._places(self._gazetteer.large, [int(row) for row in rows])[:count]

    def within(self, lat: float, lng: float, radius: float, limit: int) -> list[Place]:
        rows, _ = self.large.within(lat, lng, radius)
        return self._places(self._gazetteer.large, [int(row) for row in rows[: 2 * limit + 30]])[:limit]

    def _places(self, table: Table, rows: list[int]) -> list[Place]:
        return [self._gazetteer.place(table, row) for row in rows if not _is_district(table.name(row))]

    def home(self, lat: float, lng: float) -> Place | None:
        """Return the town of a point; of several, the one whose centre is nearest relative to its size."""
        return next(iter(self._reaching(self._gazetteer.large, self.large, lat, lng, 0)), None) or next(
            iter(self._reaching(self._gazetteer.small, self.small, lat, lng, 0)), None
        )

    def around(self, lat: float, lng: float, radius: float) -> list[Place]:
        """Return towns that extend into a circle."""
        large = self._reaching(self._gazetteer.large, self.large, lat, lng, radius)
        if self._reaching(self._gazetteer.large, self.large, lat, lng, 0):
            return large
        return large + self._reaching(self._gazetteer.small, self.small, lat, lng, radius)

    def _reaching(self, table: Table, globe: Globe, lat: float, lng: float, radius: float) -> list[Place]:
        rows, away = globe.within(lat, lng, radius + WIDEST)
        reach = _extents(np.frombuffer(table.population, dtype=np.int64)[rows])
        keep = away <= radius + reach
        order = np.argsort(np.round(away[keep] / reach[keep], 6), kind="stable")
        return self._places(table, [int(row) for row in rows[keep][order]])[:MOST_TOWNS]


def _extents(population: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Floats:
    return np.array([extent(int(people)) for people in population], dtype=np.float64)


def _is_district(name: str) -> bool:
    """Return whether a name is a city district, such as `Paris 05 Panthéon`."""
    return any(sign.isdigit() for sign in name)
