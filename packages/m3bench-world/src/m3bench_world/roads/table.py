"""The frozen shape of the network: places as nodes, and the edges between them, in plain arrays."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property

import msgspec

from m3bench_world.data import unpacked_table
from m3bench_world.roads.geometry import Point, interpolate, metres_between, narrowing

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


CELLS_AROUND = 360


class Table:
    """The road network as arrays.

    Nodes are ordered by cells of one degree. The neighbours of node n are `others[starts[n]:starts[n + 1]]`,
    reached by the edges at the same positions of `edges`.
    """

    def __init__(self) -> None:
        head, _, self._body = unpacked_table("roads.z").partition(b"\n")
        self._kinds: dict[str, tuple[str, int]] = msgspec.json.decode(head, type=dict[str, tuple[str, int]])
        self.starts = self._numbers("starts")
        self.others = self._numbers("others")
        self.edges = self._numbers("edges")
        self.corridor = self._numbers("corridor")
        self.lat = self._numbers("lat")
        self.lng = self._numbers("lng")
        self.population = self._numbers("population")
        self.id = self._numbers("id")
        self.cell = self._numbers("cell")
        self.part = self._numbers("part")
        self.country_code = self._numbers("country")
        self.kind = self._numbers("kind")
        self.countries = self._text("codes").split("\n")
        self._names = self._text("name")
        self.crossings = dict(_numbered(line) for line in self._text("crossings").split("\n"))
        self._body = b""

    def _place(self, name: str) -> tuple[str, int, int]:
        position = 0
        for other, (code, count) in self._kinds.items():
            size = count * (1 if code == "s" else array(code).itemsize)
            if other == name:
                return code, position, size
            position += size
        raise KeyError(name)

    def _numbers(self, name: str) -> array[int]:
        code, position, size = self._place(name)
        numbers: array[int] = array(code)
        numbers.frombytes(self._body[position : position + size])
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers

    def _text(self, name: str) -> str:
        _, position, size = self._place(name)
        return self._body[position : position + size].decode()

    @cached_property
    def names(self) -> list[str]:
        return self._names.split("\n")

    def __len__(self) -> int:
        return len(self.lat)

    def point(self, node: int) -> Point:
        return self.lat[node] / 1e4, self.lng[node] / 1e4

    def country(self, node: int) -> str:
        return self.countries[self.country_code[node]]

    def inside(self, south: float, west: float, north: float, east: float) -> Iterator[int]:
        """Return the nodes in a box; `east` is less than `west` if it crosses the date line."""
        spans = [(west, east)] if west <= east else [(west, 180.0), (-180.0, east)]
        for row in range(max(0, int(south + 90)), min(179, int(north + 90)) + 1):
            for low, high in spans:
                first = row * CELLS_AROUND + int(max(low, -180.0) + 180)
                last = row * CELLS_AROUND + min(CELLS_AROUND - 1, int(min(high, 180.0) + 180))
                for node in range(bisect_left(self.cell, first), bisect_left(self.cell, last + 1)):
                    lat, lng = self.point(node)
                    if south <= lat <= north and low <= lng <= high:
                        yield node

    def near(self, point: Point, radius: float) -> list[tuple[float, int]]:
        """Return nodes within a radius in metres with their distances, nearest first."""
        high = radius / 111_000
        wide = min(179.9, high / max(0.02, narrowing(min(89.0, abs(point[0]) + high))))
        west, east = point[1] - wide, point[1] + wide
        west, east = west + 360 if west < -180 else west, east - 360 if east > 180 else east
        box = self.inside(point[0] - high, west, point[0] + high, east)
        found = [(metres_between(point, self.point(node)), node) for node in box]
        return sorted(pair for pair in found if pair[0] <= radius)


def _numbered(line: str) -> tuple[int, str]:
    number, _, name = line.partition(" ")
    return int(number), name
