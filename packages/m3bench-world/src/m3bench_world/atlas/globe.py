"""Nearest-neighbour search among points on the globe."""

from __future__ import annotations

import math
from array import array

import numpy as np
from numpy.typing import NDArray

from m3bench_world.atlas.sphere import EARTH_RADIUS

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


class Globe:
    """Points on the globe, searched by brute force: 34,000 points take a third of a millisecond, while a
    tree would need an import of scipy (0.3 s)."""

    def __init__(self, lat: array[float], lng: array[float]) -> None:
        self.lat: Floats = np.frombuffer(lat, dtype=np.float64)
        self.lng: Floats = np.frombuffer(lng, dtype=np.float64)
        phi, lam = np.radians(self.lat), np.radians(self.lng)
        across = np.cos(phi)
        self._points = np.stack((across * np.cos(lam), across * np.sin(lam), np.sin(phi)))

    def distances(self, lat: float, lng: float) -> Floats:
        """Return metres to every point."""
        phi, lam = math.radians(lat), math.radians(lng)
        here = (math.cos(phi) * math.cos(lam), math.cos(phi) * math.sin(lam), math.sin(phi))
        square = sum((axis - own) ** 2 for axis, own in zip(self._points, here, strict=True))
        found: Floats = 2 * EARTH_RADIUS * np.arcsin(np.minimum(1.0, np.sqrt(square) / 2))
        return found

    def nearest(self, lat: float, lng: float, count: int) -> tuple[Rows, Floats]:
        """Return rows of the nearest points, nearest first, and their distances."""
        away = self.distances(lat, lng)
        every = count >= len(away)
        rows = np.arange(len(away)) if every else np.argpartition(away, count)[:count]
        rows = rows[np.lexsort((rows, np.round(away[rows], 1)))]
        return rows, away[rows]

    def within(self, lat: float, lng: float, radius: float) -> tuple[Rows, Floats]:
        """Return rows of the points within a radius in metres, nearest first, and their distances."""
        away = self.distances(lat, lng)
        rows = np.flatnonzero(away <= radius)
        rows = rows[np.lexsort((rows, np.round(away[rows], 1)))]
        return rows, away[rows]
