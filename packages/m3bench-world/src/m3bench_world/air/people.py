"""Population around any points, as the source of emissions."""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench_world import data

Floats = NDArray[np.float64]

CELL = 0.25
"""Degrees between the nodes of the grid."""
ROWS, AROUND = 721, 1440
REACH_KM = 24.0
KM_PER_DEGREE = 111.2
_DOWNS, _RIGHTS = np.arange(-2, 3)[:, None, None], np.arange(-4, 5)[:, None]
"""Offsets of the grid nodes that the people of a place affect."""


class _Columns(msgspec.Struct):
    lat: list[float]
    lng: list[float]
    population: list[int]


class _Places(msgspec.Struct):
    lat: Floats
    lng: Floats
    people: Floats
    row: NDArray[np.int64]
    column: NDArray[np.int64]


@cache
def _places() -> _Places:
    columns = data.load("places_large", _Columns)
    lat, lng = np.array(columns.lat), np.array(columns.lng)
    row, column = (np.rint(degrees / CELL).astype(np.int64) for degrees in (90 - lat, lng + 180))
    return _Places(lat, lng, np.array(columns.population, np.float64), row, column)


@lru_cache(32)
def _grid(top: int, left: int, height: int, width: int) -> Floats:
    """Return the population around each node of part of the globe, weighted by proximity.

    Like `crowd` of the atlas, but on a grid, so that a picture of a continent takes hardly longer than one
    point.
    """
    places = _places()
    near = (places.row >= top - 2) & (places.row <= top + height + 1)
    near &= (places.column - left + 4) % AROUND <= width + 7
    lat, lng, row, column = (every[near] for every in (places.lat, places.lng, places.row, places.column))
    sharp, narrow = (KM_PER_DEGREE / REACH_KM) ** 2, np.cos(np.radians(lat)) ** 2
    north, east = lat - 90 + (row + _DOWNS) * CELL, lng + 180 - (column + _RIGHTS) * CELL
    weights = places.people[near] * np.exp(-sharp * north**2) * np.exp(-sharp * narrow * east**2)
    down, right = np.broadcast_arrays(row + _DOWNS - top, (column + _RIGHTS - left) % AROUND)
    inside = (down >= 0) & (down < height) & (right < width)
    counted = np.bincount(down[inside] * width + right[inside], weights[inside], height * width)
    grid = counted.reshape(height, width).astype(np.float64)
    grid[:, AROUND:] = grid[:, : max(0, width - AROUND)]
    return grid


def people_around(lat: Floats, lng: Floats) -> Floats:
    """Return the population around points, interpolated between the nodes."""
    row, column = (90 - lat) / CELL, (lng + 180) / CELL
    top, left = np.minimum(np.floor(row).astype(int), ROWS - 2), np.floor(column).astype(int)
    down, right = row - top, column - left
    first, leftmost = int(top.min()), int(left.min())
    grid = _grid(first, leftmost, int(top.max()) - first + 2, int(left.max()) - leftmost + 2)
    top, left = top - first, left - leftmost
    upper = grid[top, left] * (1 - right) + grid[top, left + 1] * right
    lower = grid[top + 1, left] * (1 - right) + grid[top + 1, left + 1] * right
    mixed: Floats = upper * (1 - down) + lower * down
    return mixed
