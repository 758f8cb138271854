"""Consistent bars of any length: a day is split into shorter bars, and those again, on demand.

Prices are whole ticks and volumes whole lots, so sums and extremes are exact. Time is in minutes of
trading since a first day; a rung of the ladder is a length of bar that divides the one above it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random

import msgspec

from m3bench_world.chance import Chance

BLOCK = 32
"""Days between two fixed points of a path; within a block it is a bridge from one to the next."""

CALM = 0.7
"""Moves inside a bar, against those of a free walk: bars then seldom touch the edges of the one above."""


class Bar(msgspec.Struct, frozen=True, gc=False):
    open: int
    high: int
    low: int
    close: int
    volume: int


def combine(bars: Sequence[Bar]) -> Bar:
    """Combine consecutive bars into one."""
    if len(bars) == 1:
        return bars[0]
    return Bar(
        bars[0].open,
        max(bar.high for bar in bars),
        min(bar.low for bar in bars),
        bars[-1].close,
        sum(bar.volume for bar in bars),
    )


def noise(draws: Random) -> float:
    """Return normal noise, mean 0, deviation 1, computed without logarithms, which differ between
    machines."""
    return 2 * (draws.random() + draws.random() + draws.random()) - 3


def shares(total: int, parts: int, draws: Random) -> list[int]:
    """Split a total into uneven whole parts."""
    weights = [0.3 + draws.random() ** 2 for _ in range(parts)]
    scale = total / math.fsum(weights)
    given = [int(weight * scale) for weight in weights]
    rest = total - sum(given)
    for index in range(abs(rest)):
        given[index % parts] += 1 if rest > 0 else -1
    return given


def _reflect_inside(bar: Bar, price: int) -> int:
    """Reflect a price that leaves the bar back from its edge."""
    if price > bar.high:
        return max(bar.low, 2 * bar.high - price)
    return min(bar.high, 2 * bar.low - price) if price < bar.low else price


def split(bar: Bar, parts: int, swing: float, draws: Random) -> tuple[Bar, ...]:
    """Split a bar into shorter ones that combine to it exactly, each opening where the last closed.

    `swing` is the usual move of a part, in ticks. The part that comes nearest to an extreme reaches it."""
    walk = [0.0]
    for _ in range(parts):
        walk.append(walk[-1] + swing * noise(draws))
    slope = (bar.close - bar.open - walk[-1]) / parts
    points = [_reflect_inside(bar, round(bar.open + step + slope * index)) for index, step in enumerate(walk)]
    points[0], points[-1] = bar.open, bar.close
    highs, lows = [], []
    for first, last in pairwise(points):
        highs.append(min(bar.high, max(first, last) + int(swing * draws.random())))
        lows.append(max(bar.low, min(first, last) - int(swing * draws.random())))
    highs[highs.index(max(highs))] = bar.high
    lows[lows.index(min(lows))] = bar.low
    volumes = shares(bar.volume, parts, draws)
    return tuple(map(Bar, points, highs, lows, points[1:], volumes))


class Ladder(ABC):
    """The bars of one instrument at every length. `lengths` are minutes, longest first, ending with 1."""

    def __init__(self, lengths: tuple[int, ...]) -> None:
        self.lengths = lengths
        self._split = lru_cache(maxsize=256)(self._parts)

    @abstractmethod
    def top(self, index: int) -> Bar:
        """Return a bar of the longest length."""

    @abstractmethod
    def _parts(self, rung: int, index: int) -> tuple[Bar, ...]:
        """Return the bars of the next shorter length inside this one."""

    def bar(self, rung: int, index: int) -> Bar:
        """Return bar number `index` of a length."""
        if rung == 0:
            return self.top(index)
        parts = self.lengths[rung - 1] // self.lengths[rung]
        return self._split(rung - 1, index // parts)[index % parts]

    def span(self, start: int, end: int) -> Bar:
        """Return one bar over the minutes from `start` up to `end`, which must be later."""
        bars = []
        while start < end:
            rung, length = self._longest(start, end)
            bars.append(self.bar(rung, start // length))
            start += length
        return combine(bars)

    def _longest(self, start: int, end: int) -> tuple[int, int]:
        fitting = (
            pair for pair in enumerate(self.lengths) if start % pair[1] == 0 and start + pair[1] <= end
        )
        return next(fitting)


class SeededLadder(Ladder):
    """Bars split at random from daily ones."""

    def __init__(
        self,
        chance: Chance,
        name: str,
        lengths: tuple[int, ...],
        days: Callable[[int], Bar],
        volatility: float,
    ) -> None:
        super().__init__(lengths)
        self._chance = chance
        self._name = name
        self._days = days
        self._volatility = volatility

    def top(self, index: int) -> Bar:
        return self._days(index)

    def _parts(self, rung: int, index: int) -> tuple[Bar, ...]:
        bar = self.bar(rung, index)
        length = self.lengths[rung + 1]
        swing = bar.open * self._volatility * CALM * math.sqrt(length / self.lengths[0])
        draws = self._chance.stream("bars", self._name, length, index)
        return split(bar, self.lengths[rung] // length, swing, draws)


class Factors:
    """Daily noise shared by instruments, such as that of the market, by block of days."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.noise = lru_cache(maxsize=1_024)(self._noise)

    def _noise(self, name: str, block: int) -> tuple[float, ...]:
        draws = self._chance.stream("daily noise", name, block)
        return tuple(noise(draws) for _ in range(BLOCK))

    def swell(self, position: float, sizes: Iterable[tuple[float, float]], *name: object) -> float:
        """Return slow ups and downs: the sum of waves of (length in blocks, height)."""
        return math.fsum(
            height * self._chance.wave(position / length, "swell", *name, length) for length, height in sizes
        )


class DayPath:
    """Prices at day boundaries.

    `levels` returns the log price at the start of a block, and the factors (name, daily deviation) determine
    the moves in between.
    """

    def __init__(
        self, factors: Factors, levels: Callable[[int], float], moves: tuple[tuple[str, float], ...]
    ) -> None:
        self._factors = factors
        self._levels = levels
        self._moves = moves
        self._block = lru_cache(maxsize=96)(self._prices)

    def price(self, day: int) -> float:
        """Return the price at the beginning of a day, which is the end of the previous day."""
        return self._block(day // BLOCK)[day % BLOCK]

    def _prices(self, block: int) -> tuple[float, ...]:
        walk = [0.0]
        moves = [(size, self._factors.noise(name, block)) for name, size in self._moves]
        for day in range(BLOCK):
            walk.append(walk[-1] + math.fsum(size * steps[day] for size, steps in moves))
        first, last = self._levels(block), self._levels(block + 1)
        slope = (last - first - walk[-1]) / BLOCK
        return tuple(math.exp(first + step + slope * day) for day, step in enumerate(walk[:BLOCK]))
