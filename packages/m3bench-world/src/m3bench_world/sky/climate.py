"""Climate: the weather on average, by latitude, season, altitude, hour and distance from the sea."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from m3bench_world.sky.maths import DEGREE, Maths, Rows, Values
from m3bench_world.sky.sun import Season

LAPSE = 6.5
"""Degrees Celsius lost with every kilometre of altitude."""

_CELL = 3.0
"""Degrees. The map has a row for every 3° from north to south, with a digit for every 3° from 180° W."""


@cache
def _upwind_land() -> Rows:
    """Return the share of land upwind of a place, 0 (open sea) to 1 (deep inland): 16° to the west in the
    westerlies, around in the tropics. Land is where the tables have places and airports, with gaps closed
    and Greenland, Antarctica and the Sahara filled in."""
    text = (files(__package__) / "upwind_land.txt").read_text(encoding="ascii")
    return [[int(digit) / 9 for digit in line] for line in text.split()]


@cache
def _land_table(maths: Maths) -> Values:
    return maths.table(_upwind_land())


def inland(lat: Values, lng: Values, maths: Maths) -> Values:
    """Return continentality, 0 to 1, interpolated on the map."""
    table = _land_table(maths)
    row, column = maths.clip((90 - lat) / _CELL - 0.5, 0, 59), (lng + 180) / _CELL - 0.5
    top, left = maths.floor(maths.clip(row, 0, 58)), maths.floor(column)
    down, right = row - top, column - left
    left, beside = left % 120, (left + 1) % 120
    upper = maths.at(table, top, left) * (1 - right) + maths.at(table, top, beside) * right
    lower = maths.at(table, top + 1, left) * (1 - right) + maths.at(table, top + 1, beside) * right
    return upper * (1 - down) + lower * down


def temperature(lat: Values, land: Values, at: Season, maths: Maths) -> Values:
    """Return the mean temperature of a day at sea level, in °C. Seas damp and delay the annual cycle."""
    slope = maths.sin(abs(lat) * DEGREE)
    mean = 27.5 - 45 * slope**3 + 8 * (1 - land) * slope**2
    swing = maths.sin(lat * DEGREE) * (6 + 18 * land**2)
    return mean + swing * maths.sin(at.longitude - (28 + 14 * (1 - land)) * DEGREE)


def daily_swing(lat: Values, land: Values, at: Season, maths: Maths) -> Values:
    """Return half the difference between afternoon and night under a clear sky, in °C."""
    noon = maths.clip(maths.cos(lat * DEGREE - at.declination), 0.0, 1.0)
    return (3.5 + 4.5 * land) * (0.25 + 0.75 * noon)


def belt(lat: Values, land: Values, at: Season, maths: Maths) -> Values:
    """Return the relative wetness: rain follows the sun in the tropics, the subtropics are dry, the
    westerlies wet, and the interior is dry outside the tropics."""
    shifted = lat - 8 * maths.sin(at.longitude - 25 * DEGREE)
    away = abs(shifted)
    tropical = maths.exp(-((shifted / 11) ** 2))
    dry = maths.exp(-(((away - 25) / 9) ** 2)) * (0.4 + 0.6 * land)
    westerly = maths.exp(-(((away - 52) / 14) ** 2))
    return 0.14 * tropical - 0.12 * dry + 0.05 * westerly - 0.05 * land * (1 - tropical)


def prevailing_wind(lat: Values, maths: Maths) -> Values:
    """Return the usual eastward wind in m/s: trade winds blow west, westerlies east."""
    return -3.5 * maths.cos(3 * lat * DEGREE)
