"""All invented points of interest of one town, as columns: type, position, rating."""

from __future__ import annotations

import math

import numpy as np

from m3bench_world.atlas.globe import Floats, Rows
from m3bench_world.atlas.points.kinds import PlaceKind, kinds
from m3bench_world.atlas.sphere import METRES_PER_DEGREE, narrowing
from m3bench_world.atlas.streets import PLOT, SPACING, Town
from m3bench_world.chance import Chance

GROWTH = 0.65
"""A town with ten times the population has about 4.5 times the shops."""


class Quarter:
    """Built at once for a town; names and details are made only for results."""

    def __init__(self, chance: Chance, town: Town) -> None:
        self.town = town
        seed = chance.bits("quarter", town.place.id)
        counts = [_count(chance, town, kind) for kind in kinds()]
        self.kind = np.repeat(np.arange(len(counts)), counts)
        self._place_houses(seed)
        draw = _draws(seed ^ 0x51ED, len(self.kind))
        self.rating: Floats = np.round(3.2 + 1.8 * draw**0.65, 1)
        busy = math.log(20 + town.place.population) / 6
        self.reviews: Rows = (4 + np.floor(np.exp(7.5 * _draws(seed ^ 0xB0B, len(self.kind))) * busy)).astype(
            np.int64
        )

    def __len__(self) -> int:
        return len(self.kind)

    def _place_houses(self, seed: int) -> None:
        """Place points at random, denser towards the centre, then move each to the nearest house."""
        count, town = len(self.kind), self.town
        away = 0.95 * town.radius * _draws(seed ^ 0xA11, count) ** 0.75
        bearing = 2 * math.pi * _draws(seed ^ 0xC0C0, count)
        x, y = away * np.cos(bearing), away * np.sin(bearing)
        upright = np.abs(x - SPACING * np.round(x / SPACING)) < np.abs(y - SPACING * np.round(y / SPACING))
        along, across = np.where(upright, y, x), np.where(upright, x, y)
        line = np.round(across / SPACING).astype(np.int64)
        plot = np.minimum(np.abs(along) // PLOT, max(1, town.radius // PLOT) - 1).astype(np.int64)
        self.number: Rows = 2 * plot + np.where(across >= line * SPACING, 2, 1)
        rank = 2 * np.abs(line) - (line > 0)
        self.street: Rows = (2 * rank + upright) * 2 + (along < 0)
        self._set_positions(x, y)

    def _set_positions(self, x: Floats, y: Floats) -> None:
        place, turn = self.town.place, self.town.turn
        east, north = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
        self.lat: Floats = place.lat + north / METRES_PER_DEGREE
        self.lng: Floats = place.lng + east / (METRES_PER_DEGREE * narrowing(place.lat))

    def distances(self, lat: float, lng: float) -> Floats:
        """Return metres to each, accurate to about ten metres."""
        turned = (self.lng - lng + 180) % 360 - 180
        found: Floats = np.hypot(self.lat - lat, turned * narrowing(lat)) * METRES_PER_DEGREE
        return found


def _count(chance: Chance, town: Town, kind: PlaceKind) -> int:
    people = town.place.population
    if people < kind.least:
        return 0
    wanted = kind.share * max(0.3, people / 1000) ** GROWTH
    return int(wanted + chance.share("quarter", town.place.id, kind.name))


def _draws(seed: int, count: int) -> Floats:
    """Return uniform numbers in [0, 1) from bit mixing, identical on every machine and numpy version."""
    steps = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    bits = steps + np.uint64(seed)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    shares: Floats = (bits ^ (bits >> np.uint64(31))) / 2.0**64
    return np.minimum(shares, 1 - 2.0**-53)
