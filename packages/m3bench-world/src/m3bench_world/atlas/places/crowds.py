"""Population around a point."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from m3bench_world.atlas.places.table import Table

if TYPE_CHECKING:
    import numpy as np

    from m3bench_world.atlas.globe import Globe

CROWD_RADIUS = 60_000
CROWD_FADING = 12_000


class Crowds:
    """Population around a point, weighted by proximity."""

    def __init__(self, table: Table, globe: Globe) -> None:
        self._table = table
        self._globe = globe
        self.crowd = lru_cache(maxsize=8192)(self._crowd)

    @cached_property
    def _people(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        import numpy as np  # noqa: PLC0415 - an address is found without it

        return np.frombuffer(self._table.population, dtype=np.int64)

    def _crowd(self, lat: float, lng: float) -> float:
        import numpy as np  # noqa: PLC0415

        rows, away = self._globe.within(lat, lng, CROWD_RADIUS)
        people = self._people[rows] * np.exp(-((away / (2 * CROWD_FADING)) ** 2))
        return round(float(people.sum()), 0)
