"""Pairs whose price follows from two other pairs."""

from __future__ import annotations

from collections.abc import Callable

from m3bench_world.candles import Bar, Ladder, combine, shares
from m3bench_world.chance import Chance

Price = Callable[[int, int], int]
"""Function from the ticks of the two legs to those of the cross."""


class CrossLadder(Ladder):
    """Bars of a pair computed from its legs.

    Opens and closes follow from the legs. The extremes of the second rung are the widest that the legs
    allow, and are passed to the part closest to them, so that bars of all lengths add up without computing
    the minutes.
    """

    def __init__(
        self,
        chance: Chance,
        name: str,
        legs: tuple[Ladder, Ladder],
        price: Price,
        daily_volume: int,
        *,
        divided: bool,
    ) -> None:
        super().__init__(legs[0].lengths)
        self._chance = chance
        self._name = name
        self._legs = legs
        self._price = price
        self._daily_volume = daily_volume
        self._divided = divided

    def top(self, index: int) -> Bar:
        parts = self.lengths[0] // self.lengths[1]
        return combine([self.bar(1, index * parts + part) for part in range(parts)])

    def bar(self, rung: int, index: int) -> Bar:
        if rung != 1:
            return super().bar(rung, index)
        usual = self._daily_volume * self.lengths[1] // self.lengths[0]
        volume = int(usual * self._chance.between(0.4, 1.6, "cross volume", self._name, index))
        return self._widest(rung, index, volume)

    def _widest(self, rung: int, index: int, volume: int) -> Bar:
        """Return a bar with the extremes that the legs allow."""
        first, second = (leg.bar(rung, index) for leg in self._legs)
        top, bottom = (second.low, second.high) if self._divided else (second.high, second.low)
        return Bar(
            self._price(first.open, second.open),
            self._price(first.high, top),
            self._price(first.low, bottom),
            self._price(first.close, second.close),
            volume,
        )

    def _parts(self, rung: int, index: int) -> tuple[Bar, ...]:
        whole = self.bar(rung, index)
        parts = self.lengths[rung] // self.lengths[rung + 1]
        draws = self._chance.stream("cross", self._name, rung, index)
        volumes = shares(whole.volume, parts, draws)
        bars = [self._widest(rung + 1, index * parts + part, volumes[part]) for part in range(parts)]
        highs = [min(bar.high, whole.high) for bar in bars]
        lows = [max(bar.low, whole.low) for bar in bars]
        highs[highs.index(max(highs))] = whole.high
        lows[lows.index(min(lows))] = whole.low
        return tuple(
            Bar(bar.open, high, low, bar.close, bar.volume)
            for bar, high, low in zip(bars, highs, lows, strict=True)
        )
