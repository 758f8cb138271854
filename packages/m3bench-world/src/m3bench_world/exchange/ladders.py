"""Sources of each instrument's bars: its own path, exchange rates, or two other instruments."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache

from m3bench_world.candles import BLOCK, Bar, DayPath, Factors, Ladder, SeededLadder, combine, shares
from m3bench_world.chance import Chance
from m3bench_world.exchange.instruments import (
    DOLLAR,
    FIRST_DAY,
    Coin,
    Instrument,
    coins,
    instrument,
    instruments,
)
from m3bench_world.world import World

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


RUNGS = (1_440, 240, 60, 15, 1)
MARKET_SWELL = ((24, 0.30), (8, 0.20), (2, 0.10))
COIN_SWELL = ((20, 0.22), (7, 0.15), (2, 0.10))
PRICED_BLOCK = 2_500 / BLOCK
"""Block at which coins have about their listed price: late 2025."""
FIAT_VOLATILITY = 0.003

Boundary = Callable[[int], float]
"""Function that returns the price in ticks at the beginning of a day."""


class Ladders:
    def __init__(self, world: World) -> None:
        self._world = world
        self._factors = Factors(world.chance)
        self.of = lru_cache(maxsize=48)(self._make)
        """Function that returns the ladder of an instrument."""

    def _make(self, instrument: Instrument) -> Ladder:
        if instrument.quote == DOLLAR:
            return self._coin(instrument, coins()[instrument.base])
        if instrument.base == DOLLAR:
            return self._fiat(instrument)
        if f"{DOLLAR}-{instrument.quote}" in instruments():
            return self._cross(instrument, f"{DOLLAR}-{instrument.quote}", divided=False)
        return self._cross(instrument, f"{instrument.quote}-{DOLLAR}", divided=True)

    def of_coin(self, coin: Coin) -> tuple[Instrument, Ladder]:
        """Return the dollar instrument of a coin that the exchange need not list, and its ladder."""
        listed = instruments().get(f"{coin.symbol}-{DOLLAR}")
        if listed:
            return listed, self.of(listed)
        made = instrument(coin, DOLLAR, 1, coin.turnover, coin.listed)
        return made, self._coin(made, coin)

    def _coin(self, instrument: Instrument, coin: Coin) -> Ladder:
        wildness = coin.wildness
        growth = coin.growth * BLOCK / 365.25
        middle = math.log(coin.price * 10**instrument.price_decimals)

        def level(block: int) -> float:
            market = self._factors.swell(block, MARKET_SWELL, "crypto")
            own = self._factors.swell(block, COIN_SWELL, "coin", coin.symbol)
            return middle + growth * min(0, block - PRICED_BLOCK) + wildness * (market + own)

        moves = (("crypto market", 0.016 * wildness), (f"coin {coin.symbol}", 0.014 * wildness))
        path = DayPath(self._factors, level, moves)
        return self._seeded(instrument, path.price, 0.02 * wildness)

    def _fiat(self, instrument: Instrument) -> Ladder:
        """Return bars from the reference rate of the previous day and a small premium."""
        scale: int = 10**instrument.price_decimals

        def boundary(day: int) -> float:
            rate = self._world.money.rate("USD", instrument.quote, FIRST_DAY + timedelta(days=day - 1))
            premium = 0.0015 * self._world.chance.wave(day / 5, "premium", instrument.quote)
            return float(rate * scale * (1 + premium))

        return self._seeded(instrument, boundary, FIAT_VOLATILITY)

    def _seeded(self, instrument: Instrument, boundary: Boundary, volatility: float) -> Ladder:
        @lru_cache(maxsize=512)
        def day_bar(day: int) -> Bar:
            return self._day(instrument, boundary, volatility, day)

        return SeededLadder(self._world.chance, f"exchange {instrument.name}", RUNGS, day_bar, volatility)

    def _day(self, instrument: Instrument, boundary: Boundary, volatility: float, day: int) -> Bar:
        first, last = round(boundary(day)), round(boundary(day + 1))
        draws = self._world.chance.stream("exchange day", instrument.name, day)
        reach = first * volatility
        busy = (0.5 + draws.random()) * (1 + min(2.0, abs(last - first) / reach) / 2)
        return Bar(
            first,
            max(first, last) + int(reach * (0.1 + 0.9 * draws.random())),
            max(2, min(first, last) - int(reach * (0.1 + 0.9 * draws.random()))),
            last,
            int(instrument.daily_volume * 10**instrument.volume_decimals * 0.7 * busy),
        )

    def _cross(self, instrument: Instrument, second_name: str, *, divided: bool) -> Ladder:
        first = instruments()[f"{instrument.base}-{DOLLAR}"]
        second = instruments()[second_name]
        return self.cross(instrument, (first, self.of(first)), (second, self.of(second)), divided=divided)

    def cross(
        self,
        instrument: Instrument,
        first_leg: tuple[Instrument, Ladder],
        second_leg: tuple[Instrument, Ladder],
        *,
        divided: bool,
    ) -> Ladder:
        """Return the ladder of an instrument whose price is the product or the quotient of two others."""
        (first, first_ladder), (second, second_ladder) = first_leg, second_leg
        sign = -1 if divided else 1
        shift = instrument.price_decimals - first.price_decimals - sign * second.price_decimals
        up: int = 10 ** max(shift, 0)
        down: int = 10 ** max(-shift, 0)

        def price(one: int, other: int) -> int:
            """Rounded in whole numbers, so that larger legs never give a smaller price."""
            above, below = (one * up, other * down) if divided else (one * other * up, down)
            return (2 * above + below) // (2 * below)

        return CrossLadder(
            self._world.chance,
            f"exchange {instrument.name}",
            (first_ladder, second_ladder),
            price,
            int(instrument.daily_volume * 10**instrument.volume_decimals),
            divided=divided,
        )
