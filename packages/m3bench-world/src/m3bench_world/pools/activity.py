"""Events of a pool in time, countable without listing them."""

from __future__ import annotations

import math
from functools import lru_cache

from m3bench_world.chance import Chance

_WAVES = ((720, 0.2), (7_200, 0.1))
"""Length in minutes, and height as a share of it: rates stay between 0.1 and 1.9 of the mean."""
_REACH = sum(length * height for length, height in _WAVES)
_SMALL, _MEDIUM, _LARGE = 0.35, 0.35, 0.3
"""Shares of the volume: of all events, of one in 8, of one in 64."""


class Clock:
    """Time as a pool feels it: faster when it is busy. All its streams share it."""

    def __init__(self, chance: Chance, name: str) -> None:
        @lru_cache(maxsize=4_096)
        def knot(length: int, index: int) -> float:
            return 2 * chance.share("pool clock", name, length, index) - 1

        self._knot = knot

    def felt(self, minute: float) -> float:
        """Return felt minutes, which grow with time."""
        return minute + math.fsum(
            length * height * self._wave(minute / length, length) for length, height in _WAVES
        )

    def minute(self, felt: float) -> float:
        """Return the time at which so many felt minutes have passed."""
        early, late = felt - _REACH, felt + _REACH
        while late - early > 1 / 240:
            halfway = (early + late) / 2
            early, late = (halfway, late) if self.felt(halfway) < felt else (early, halfway)
        return late

    def _wave(self, position: float, length: int) -> float:
        left = math.floor(position)
        fraction = position - left
        eased = fraction * fraction * (3 - 2 * fraction)
        before, after = self._knot(length, left), self._knot(length, left + 1)
        return before + (after - before) * eased


class Stream:
    """A sequence of events, such as the buys of a pool.

    The number of events up to a time and the sum of their sizes up to an event are closed formulas, so that
    counts and volumes of any window are exact sums over its events.
    """

    def __init__(self, chance: Chance, name: tuple[object, ...], rate: float, size: float) -> None:
        self._rate = rate
        self._size = size
        self._chance = chance
        self._name = name
        self._phase = self._share("phase", 0)

    def count(self, felt: float) -> int:
        """Return how many events have happened after so many felt minutes."""
        return max(0, math.floor(self._rate * felt + self._phase))

    def felt(self, index: int) -> float:
        """Return the felt time of an event."""
        return (index + 1 - self._phase) / self._rate

    def volume(self, first: int, last: int) -> float:
        """Return the sum of sizes of the events from `first` up to `last`."""
        return self._size * (self._total(last) - self._total(first))

    def _total(self, index: int) -> float:
        small = index + 0.9 * self._share("size", index)
        return _SMALL * small + _MEDIUM * self._stairs(index, 8) + _LARGE * self._stairs(index, 64)

    def _stairs(self, index: int, width: int) -> int:
        """Return a sum that grows once in `width` events, by `width`."""
        block, place = divmod(index, width)
        return width * (block + (place > int(self._share(f"stair {width}", block) * width)))

    def _share(self, kind: str, index: int) -> float:
        return self._chance.share("pool events", *self._name, kind, index)
