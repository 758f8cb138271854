"""Pollutants at any points and times, from people, cold, sun, wind and rain."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench_world import data
from m3bench_world.chance import Chance
from m3bench_world.sky import ARRAYS, Motion, Noise, State, Values, height, temperature

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


Mixture: TypeAlias = "dict[str, Values]"
"""Pollutant → concentration: µg/m³ of particles, ppb of gases, rounded to two decimals as it is reported."""

POLLUTANTS = ("pm25", "pm10", "o3", "no2", "so2", "co")
_CENTURY = 1e6


class Field:
    """The air of one world."""

    def __init__(self, chance: Chance, motion: Motion) -> None:
        self._motion = motion
        self._habits = Noise(chance.bits("air", "habits"), 900, _CENTURY)
        self._haze = Noise(chance.bits("air", "haze"), 350, 40)

    def mixture(self, lat: Values, lng: Values, hours: Values) -> Mixture:
        """Return the pollutants at points and times that numpy can broadcast (hours as in `sky`)."""
        state = self._motion.state(lat, lng, hours, ARRAYS)
        crowd = np.log1p(people_around(lat, lng) / 10_000) / 8
        celsius = temperature(lat, state.land, state.at, ARRAYS)
        cold = np.clip((12 - celsius) / 25, 0, 1)
        haze = np.exp(1.1 * self._haze(state.where, hours, ARRAYS) - 0.35 * state.rain)
        rush = _rush(lng, hours, state)
        retained = crowd**2 * _retained(state) * haze * np.exp(0.9 * self._habits(state.where, hours, ARRAYS))
        living = state.land * np.clip((celsius + 12) / 20, 0, 1)
        fine = 4.5 * haze * (0.5 + 0.9 * living) + 15 * retained * (0.55 + 0.7 * cold + 0.35 * rush)
        late = height(lat, lng, hours - 2, state.at, ARRAYS)
        nitrogen = 1.5 + 26 * retained * rush
        found = {
            "pm25": fine,
            "pm10": 1.6 * fine + 4 + _dust(state),
            "o3": _ozone(late, celsius, crowd, state) - 0.45 * nitrogen,
            "no2": nitrogen,
            "so2": 0.4 + 5 * retained * (0.5 + cold),
            "co": 110 + 480 * retained * (rush + 0.5 * cold),
        }
        return {name: np.round(np.clip(found[name], _LEAST[name], None), 2) for name in POLLUTANTS}


_LEAST = {"pm25": 0.5, "pm10": 1.0, "o3": 2.0, "no2": 0.2, "so2": 0.1, "co": 60.0}


def _rush(lng: Values, hours: Values, state: State) -> Values:
    """Return traffic by solar hour: two peaks, lower at weekends (2000 began on a Saturday)."""
    day = np.floor((hours + 12 + lng / 15) / 24) % 7
    peaks = np.exp(-(((state.hour - 8) / 2) ** 2)) + np.exp(-(((state.hour - 18) / 2.4) ** 2))
    return 0.45 + 0.75 * peaks * np.where(day < 2, 0.5, 1.0)


def _retained(state: State) -> Values:
    """Return the share of emissions that stays: wind and sun disperse it."""
    return 1 / ((0.45 + state.wind / 4.5) * (0.75 + 0.7 * np.clip(state.sun, 0, 1)))


def _dust(state: State) -> Values:
    """Return dust from dry ground and wind."""
    return 22 * state.land * np.clip(0.42 - state.wetness, 0, 1) * state.wind


def _ozone(late: Values, celsius: Values, crowd: Values, state: State) -> Values:
    """Return ozone, which sunlight makes from emissions; `late` is the sun's height two hours earlier."""
    light = np.clip(late, 0, 1) * (1 - 0.5 * state.cloud)
    warm = np.clip((celsius - 2) / 25, 0, 1)
    return 27 + 40 * light * (0.3 + 0.7 * warm) * (0.6 + crowd)
