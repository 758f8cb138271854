"""Prices of pools: those of the exchange, with a small deviation that is larger in thin pools."""

from __future__ import annotations

from functools import cached_property, lru_cache

import msgspec

from m3bench_world.candles import Ladder
from m3bench_world.exchange import DOLLAR, Coin, Instrument, Ladders, digits
from m3bench_world.pools.catalogue import Pool
from m3bench_world.world import World

DAY = 1_440
_LARGEST_DEVIATION = 0.03
_DEVIATION_DAYS = 20
"""Length of the waves of a deviation, which changes at midnight."""


class Quote(msgspec.Struct, frozen=True):
    open: float
    high: float
    low: float
    close: float

    def scaled(self, by: float, by_open: float | None = None) -> Quote:
        return Quote(
            self.open * (by if by_open is None else by_open), self.high * by, self.low * by, self.close * by
        )

    def inverse(self) -> Quote:
        return Quote(1 / self.open, 1 / self.low, 1 / self.high, 1 / self.close)


class Prices:
    """Prices over spans of minutes since the first day."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.dollars = lru_cache(maxsize=4_096)(self._dollars)
        """Function (coin, start, end) that returns the dollar price of a coin, as the exchange has it."""
        self._dollar_leg = lru_cache(maxsize=256)(self._make_dollar_leg)
        self._pair_leg = lru_cache(maxsize=64)(self._make_pair_leg)

    @cached_property
    def _ladders(self) -> Ladders:
        return Ladders(self._world)

    def _dollars(self, coin: Coin, start: int, end: int) -> Quote:
        if coin.symbol == DOLLAR:
            return Quote(1.0, 1.0, 1.0, 1.0)
        return _span(*self._dollar_leg(coin), start, end)

    def pair(self, pool: Pool, start: int, end: int) -> Quote:
        """Return the price of the base token in units of the quote token."""
        base, quote = (token.coin for token in pool.tokens)
        if base.symbol == quote.symbol:
            return Quote(1.0, 1.0, 1.0, 1.0).scaled(1 + self._deviation(pool, (end - 1) // DAY))
        leg = self._dollar_leg(base) if quote.symbol == DOLLAR else self._pair_leg(base, quote)
        return self._deviated(pool, _span(*leg, start, end), start, end)

    def base_dollars(self, pool: Pool, start: int, end: int) -> Quote:
        """Return the price of the base token in this pool, in dollars."""
        return self._deviated(pool, self.dollars(pool.tokens[0].coin, start, end), start, end)

    def _deviated(self, pool: Pool, quote: Quote, start: int, end: int) -> Quote:
        first, last = (1 + self._deviation(pool, minute // DAY) for minute in (start, end - 1))
        return quote.scaled(last, first)

    def _deviation(self, pool: Pool, day: int) -> float:
        size = min(_LARGEST_DEVIATION, 0.0005 * float(max(1.0, 1e7 / pool.daily_usd) ** 0.35))
        return size * self._world.chance.wave(day / _DEVIATION_DAYS, "pool deviation", pool.address)

    def _make_dollar_leg(self, coin: Coin) -> tuple[Instrument, Ladder]:
        return self._ladders.of_coin(coin)

    def _make_pair_leg(self, base: Coin, quote: Coin) -> tuple[Instrument, Ladder]:
        made = Instrument(
            name=f"{base.symbol}-{quote.symbol}",
            base=base.symbol,
            quote=quote.symbol,
            listed=max(base.listed, quote.listed),
            price_decimals=digits(base.price / quote.price, 1_000_000),
            volume_decimals=0,
            daily_volume=1.0,
        )
        return made, self._ladders.cross(made, self._dollar_leg(base), self._dollar_leg(quote), divided=True)


def _span(instrument: Instrument, ladder: Ladder, start: int, end: int) -> Quote:
    bar = ladder.span(start, end)
    return Quote(*(instrument.price(ticks) for ticks in (bar.open, bar.high, bar.low, bar.close)))
