"""Smooth noise over the globe and over time."""

from __future__ import annotations

from functools import cache

import msgspec

from m3bench_world.sky.maths import DEGREE, Maths, Values

EARTH_KM = 6371.0
_MASK = 0xFFF
_HALF = 2048.0


def _scramble(n: int) -> int:
    n = ((n ^ (n >> 16)) * 0x45D9F3B + 0x9E3779B9) & 0xFFFFFFFF
    n = ((n ^ (n >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    return n ^ (n >> 16)


_ORDER = sorted(range(_MASK + 1), key=_scramble)
"""A permutation of 0 to 4095 that hashes lattice coordinates."""


@cache
def _shuffled(maths: Maths) -> Values:
    return maths.line(_ORDER)


@cache
def _heights(maths: Maths) -> Values:
    """Return the permutation as values in [-1, 1]."""
    return maths.line([number / _HALF - 1 for number in _ORDER])


class Position(msgspec.Struct, frozen=True):
    """A point on the unit sphere, where noise has no seam at poles or the date line."""

    x: Values
    y: Values
    z: Values


def position(lat: Values, lng: Values, maths: Maths) -> Position:
    ring = maths.cos(lat * DEGREE)
    return Position(
        x=ring * maths.cos(lng * DEGREE), y=ring * maths.sin(lng * DEGREE), z=maths.sin(lat * DEGREE)
    )


class Noise(msgspec.Struct, frozen=True):
    """Noise in [-1, 1] that changes over about `km` and `hours`: random values on a lattice of cubes that
    drifts through the globe. `key` (36 bits) selects the noise."""

    key: int
    km: float
    hours: float

    def __call__(self, where: Position, hours: Values, maths: Maths) -> Values:
        scale, drift = EARTH_KM / self.km, hours / self.hours
        x, y, z = (axis * scale + 0.577 * drift for axis in (where.x, where.y, where.z))
        (left, across), (front, along), (low, up) = maths.split(x), maths.split(y), maths.split(z)
        across, along, up = _ease(across), _ease(along), _ease(up)
        shuffled = _shuffled(maths)
        planes = []
        for side in (left, left + 1):
            plane = (shuffled[side & _MASK] ^ (self.key & _MASK)) + front
            near, far = (shuffled[row & _MASK] ^ (self.key >> 12 & _MASK) for row in (plane, plane + 1))
            planes.append(
                _mix(self._column(near + low, up, maths), self._column(far + low, up, maths), along)
            )
        return _mix(planes[0], planes[1], across)

    def _column(self, foot: Values, up: Values, maths: Maths) -> Values:
        heights, turn = _heights(maths), self.key >> 24 & _MASK
        return _mix(heights[(foot & _MASK) ^ turn], heights[((foot + 1) & _MASK) ^ turn], up)


def _ease(share: Values) -> Values:
    return share * share * (3 - 2 * share)


def _mix(before: Values, after: Values, share: Values) -> Values:
    return before + (after - before) * share
