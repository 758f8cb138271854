"""Air quality of any place and hour, and pictures of it."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
import numpy as np

from m3bench_world.air.field import POLLUTANTS, Field, Mixture
from m3bench_world.air.indices import (
    ABOUT_POLLUTANTS,
    Category,
    advice,
    rank,
    universal,
    universal_category,
    us_category,
    us_indices,
)
from m3bench_world.air.tile import DEEPEST, Tile, draw_tile, pixels
from m3bench_world.sky import Values, hours_since_2000
from m3bench_world.world import World

__all__ = ["ABOUT_POLLUTANTS", "DEEPEST", "INDEX_TYPES", "POLLUTANTS", "Air", "Category", "Reading", "Tile"]

INDEX_TYPES = ("UNIVERSAL_AQI", "US_AQI", *(pollutant.upper() for pollutant in POLLUTANTS))
"""Values of a heat map; a pollutant is shown by its US index."""


BAND = 64
"""Rows of a tile that are computed together, to fit in the CPU cache."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """Air quality of one hour at one place."""

    time: datetime
    us_aqi: int
    universal_aqi: int
    dominant: str
    """The pollutant with the worst index."""
    concentrations: dict[str, float]
    """µg/m³ of particles, ppb of gases."""
    us_indices: dict[str, int]

    @property
    def us_category(self) -> Category:
        return us_category(self.us_aqi)

    @property
    def universal_category(self) -> Category:
        return universal_category(self.universal_aqi)

    @property
    def advice(self) -> dict[str, str]:
        return advice(int(rank(self.us_aqi)))


class Air:
    """Air quality by full UTC hours."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._field = Field(world.chance, world.sky.motion)

    @property
    def hour(self) -> datetime:
        """Return the full hour of `world.now`."""
        return self._world.now.replace(minute=0, second=0, microsecond=0)

    def current(self, lat: float, lng: float) -> Reading:
        return self.hourly(lat, lng, self.hour, 1)[0]

    def hourly(self, lat: float, lng: float, first: datetime, count: int) -> list[Reading]:
        """Return readings of consecutive hours from `first`."""
        start = first.replace(minute=0, second=0, microsecond=0)
        hours = hours_since_2000(start) + np.arange(count, dtype=float)
        mixture = self._field.mixture(np.array([lat]), np.array([lng]), hours)
        indices = us_indices(mixture)
        return [_reading(start + timedelta(hours=hour), mixture, indices, hour) for hour in range(count)]

    def tile(self, z: int, x: int, y: int, index_type: str = "UNIVERSAL_AQI") -> Tile:
        """Return a Web Mercator tile of the current hour; `index_type` is one of `INDEX_TYPES`."""
        lat, lng = pixels(z, x, y)
        hours = np.array(hours_since_2000(self.hour))
        bands = [
            _index(index_type, us_indices(self._field.mixture(lat[row : row + BAND], lng, hours)))
            for row in range(0, len(lat), BAND)
        ]
        return draw_tile(z, x, y, index_type, np.concatenate(bands))


def _reading(when: datetime, mixture: Mixture, indices: Values, hour: int) -> Reading:
    own = indices[:, hour]
    worst = int(own.max())
    return Reading(
        time=when,
        us_aqi=worst,
        universal_aqi=int(universal(worst)),
        dominant=POLLUTANTS[int(own.argmax())],
        concentrations={name: float(mixture[name][hour]) for name in POLLUTANTS},
        us_indices={name: int(own[row]) for row, name in enumerate(POLLUTANTS)},
    )


def _index(index_type: str, indices: Values) -> Values:
    if index_type == "US_AQI":
        return indices.max(axis=0)
    if index_type == "UNIVERSAL_AQI":
        return universal(indices.max(axis=0))
    return indices[POLLUTANTS.index(index_type.lower())]
