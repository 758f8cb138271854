"""The last mile: streets between any point and the network, or across a town."""

from __future__ import annotations

import math
from itertools import pairwise

import msgspec

from m3bench_world.atlas import SPACING, Place, Town
from m3bench_world.chance import Chance
from m3bench_world.roads import kinds
from m3bench_world.roads.geometry import Point
from m3bench_world.roads.kinds import Mode
from m3bench_world.roads.table import Table

IN_TOWN = 30 / 3.6
OUTSIDE = 42 / 3.6
TOWN_METRES = 3_000.0
BUS_WAIT = 420.0
BUS = 18 / 3.6
UNNAMED = "Unnamed road"


class Stretch(msgspec.Struct, frozen=True):
    """A straight piece of street."""

    street: str
    metres: float
    start: Point
    end: Point


class Streets:
    """Street grids of towns, by node."""

    def __init__(self, table: Table, chance: Chance) -> None:
        self._table = table
        self._chance = chance
        self._towns: dict[int, Town] = {}

    def town(self, node: int) -> Town:
        known = self._towns.get(node)
        if known is None:
            table = self._table
            lat, lng = table.point(node)
            place = Place(
                table.id[node],
                table.names[node],
                lat,
                lng,
                table.country(node),
                "",
                table.population[node],
                "",
                "",
            )
            known = self._towns[node] = Town(self._chance, place)
        return known

    def length(self, node: int, a: Point, b: Point) -> float:
        """Return metres along the grid of a town."""
        town = self.town(node)
        (ax, ay), (bx, by) = town.to_frame(*a), town.to_frame(*b)
        return abs(bx - ax) + abs(by - ay)

    def way(self, node: int, a: Point, b: Point) -> list[Stretch]:
        """Return straight pieces from a to b that turn at grid crossings."""
        town = self.town(node)
        (ax, ay), (bx, by) = town.to_frame(*a), town.to_frame(*b)
        corners = _apart(_corners(ax, ay, bx, by))
        points = [a, *(town.to_globe(x, y) for x, y in corners[1:-1]), b]
        stretches = []
        for index, ((x, y), (other_x, other_y)) in enumerate(pairwise(corners)):
            metres = abs(other_x - x) + abs(other_y - y)
            name = self._name(town, (x + other_x) / 2 + 1, (y + other_y) / 2 + 1)
            stretches.append(Stretch(name, metres, points[index], points[index + 1]))
        return stretches

    def _name(self, town: Town, x: float, y: float) -> str:
        if math.hypot(x, y) > 1.5 * town.radius + 500:
            return UNNAMED
        return town.street_name(town.house_at(*town.to_globe(x, y)).street)


def _corners(ax: float, ay: float, bx: float, by: float) -> list[tuple[float, float]]:
    """Return a staircase between two points, the same in both directions, as long as a single corner."""
    if (ax, ay) > (bx, by):
        return _corners(bx, by, ax, ay)[::-1]
    stairs = max(1, min(8, int((abs(bx - ax) + abs(by - ay)) / 1_500) + 1))
    corners = [(ax, ay)]
    for step in range(1, stairs + 1):
        last = step == stairs
        x = bx if last else _to_grid(ax + (bx - ax) * step / stairs, ax, bx)
        y = by if last else _to_grid(ay + (by - ay) * step / stairs, ay, by)
        corners += [(x, corners[-1][1]), (x, y)]
    return corners


def _apart(corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Drop corners less than a metre from the previous one or from the end."""
    kept, last = [corners[0]], corners[-1]
    for corner in corners[1:-1]:
        if all(abs(corner[0] - other[0]) + abs(corner[1] - other[1]) >= 1 for other in (kept[-1], last)):
            kept.append(corner)
    return [*kept, last]


def _to_grid(value: float, first: float, last: float) -> float:
    low, high = min(first, last), max(first, last)
    return min(high, max(low, SPACING * round(value / SPACING)))


def street_seconds(metres: float, mode: Mode, country: str) -> float:
    """Return the travel time. It grows less than proportionally, so that no detour is quicker."""
    if mode is Mode.WALK:
        return metres / kinds.WALKING
    if mode is Mode.BICYCLE:
        return metres / kinds.CYCLING
    if mode is Mode.TRANSIT:
        return min(metres / kinds.WALKING, BUS_WAIT + metres / BUS)
    town = min(metres, TOWN_METRES)
    habit = 0.75 if country in kinds.SLOW else 1.0
    return (town / IN_TOWN + (metres - town) / OUTSIDE) / habit
