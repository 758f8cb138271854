"""Share prices: random walks with market, sector and company components."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date
from functools import lru_cache

import msgspec

from m3bench_world.candles import BLOCK, Bar, DayPath, Factors, Ladder, SeededLadder
from m3bench_world.stock_market.actions import Actions
from m3bench_world.stock_market.calendar import SESSION, is_trading_day, number_of, trading_minute
from m3bench_world.stock_market.companies import Company
from m3bench_world.world import World

RUNGS = (SESSION, 30, 1)
MARKET_SWELL = ((24, 0.10), (8, 0.06), (2, 0.03))
SECTOR_SWELL = ((22, 0.08), (7, 0.05), (2, 0.02))
OWN_SWELL = ((20, 0.16), (7, 0.10), (2, 0.05))
PRICED_BLOCK = 2_728 / BLOCK
"""Late 2025, in trading days."""
BLOCKS_A_YEAR = 252 / BLOCK


class Quote(msgspec.Struct, frozen=True):
    """A bar in dollars, adjusted for splits up to the world's day."""

    open: float
    high: float
    low: float
    close: float
    volume: int


class Listing(msgspec.Struct, frozen=True):
    """A share class of a company; its price is relative to the first class."""

    ticker: str
    company: Company
    part: float = 1.0


class Prices:
    def __init__(self, world: World, actions: Actions) -> None:
        self._chance = world.chance
        self._actions = actions
        self._today = world.now.date()
        self._factors = Factors(world.chance)
        self.now = trading_minute(world.now)
        """Minutes of trading up to the world's time."""
        self._ladder = lru_cache(maxsize=64)(self._make)

    def volatility(self, company: Company) -> float:
        """Return the daily volatility of the company component."""
        return self._chance.between(0.008, 0.018, "volatility", company.ticker)

    def beta(self, company: Company) -> float:
        own = self._chance.between(0.7, 1.3, "beta", company.ticker)
        return round(company.profile.beta * own, 2)

    def total_volatility(self, company: Company) -> float:
        """Return the daily volatility from all components."""
        own = self.volatility(company)
        return math.sqrt((0.008 * self.beta(company)) ** 2 + 0.005**2 + own**2)

    def quote(self, listing: Listing, start: int, end: int) -> Quote:
        """Return one bar over minutes of trading, none after now."""
        bar = self._ladder(listing.company).span(start, end)
        company = listing.company
        factor = self._actions.later_splits(company, self._today) * listing.part
        scale: int = 10**company.tick_decimals

        def dollars(ticks: int) -> float:
            return round(ticks * factor / scale, company.tick_decimals)

        volume = bar.volume * max(1, round(1 / listing.part))
        return Quote(dollars(bar.open), dollars(bar.high), dollars(bar.low), dollars(bar.close), volume)

    def close(self, listing: Listing, day: date) -> float:
        """Return the last price on or before a day, up to now."""
        number = number_of(day) if is_trading_day(day) else number_of(day) - 1
        end = max(1, min(self.now, (number + 1) * SESSION))
        return self.quote(listing, (end - 1) // SESSION * SESSION, end).close

    def last(self, listing: Listing) -> float:
        return self.quote(listing, self.now - 1, self.now).close

    def _make(self, company: Company) -> Ladder:
        path = DayPath(self._factors, self._levels(company), self._moves(company))
        intraday = 0.8 * self.total_volatility(company)

        @lru_cache(maxsize=512)
        def day_bar(number: int) -> Bar:
            return self._day(company, path, intraday, number)

        return SeededLadder(self._chance, f"share {company.ticker}", RUNGS, day_bar, intraday)

    def _moves(self, company: Company) -> tuple[tuple[str, float], ...]:
        return (
            ("share market", 0.008 * self.beta(company)),
            (f"sector {company.sector}", 0.005),
            (f"share {company.ticker}", self.volatility(company)),
        )

    def _levels(self, company: Company) -> Callable[[int], float]:
        middle = math.log(company.price * 10**company.tick_decimals)
        growth = self._actions.growth(company) / BLOCKS_A_YEAR
        swell = self._factors.swell

        def level(block: int) -> float:
            market = self.beta(company) * swell(block, MARKET_SWELL, "shares")
            sector = swell(block, SECTOR_SWELL, "sector", company.sector)
            own = swell(block, OWN_SWELL, "share", company.ticker)
            return middle + growth * min(0, block - PRICED_BLOCK) + market + sector + own

        return level

    def _day(self, company: Company, path: DayPath, volatility: float, number: int) -> Bar:
        before, last = path.price(number), round(path.price(number + 1))
        draws = self._chance.stream("share day", company.ticker, number)
        reach = before * volatility
        first = max(2, round(before + reach * 0.5 * (draws.random() + draws.random() - 1)))
        busy = (0.6 + 0.8 * draws.random()) * (1 + min(3.0, abs(last - before) / reach) / 2)
        turnover = self._chance.between(0.003, 0.012, "turnover", company.ticker)
        return Bar(
            first,
            max(first, last) + int(reach * 0.8 * draws.random()),
            max(2, min(first, last) - int(reach * 0.8 * draws.random())),
            last,
            int(company.share_count * turnover * 0.6 * busy),
        )
