"""Land and sea: a map of the Earth in cells of a twentieth of a degree."""

from __future__ import annotations

from functools import cached_property

from m3bench_world.data import unpacked_table
from m3bench_world.roads.geometry import Point, interpolate, metres_between

PER_DEGREE = 20
COLUMNS = 360 * PER_DEGREE
ROWS = 180 * PER_DEGREE
STEP = 2_500.0


class Land:
    """Land mask. Rows run from north to south, columns from west to east; a set bit is land."""

    @cached_property
    def bits(self) -> bytes:
        return unpacked_table("land.bits.z")

    def is_land(self, point: Point) -> bool:
        row = min(ROWS - 1, max(0, int((90 - point[0]) * PER_DEGREE)))
        column = int((point[1] + 180) * PER_DEGREE) % COLUMNS
        index = row * COLUMNS + column
        return bool(self.bits[index >> 3] >> (7 - (index & 7)) & 1)

    def longest_water(self, a: Point, b: Point) -> float:
        """Return the longest stretch over water on the straight line, in metres."""
        length = metres_between(a, b)
        steps = max(2, int(length / STEP))
        longest = run = 0
        for step in range(steps + 1):
            run = 0 if self.is_land(interpolate(a, b, step / steps)) else run + 1
            longest = max(longest, run)
        return longest * length / steps
