"""The stock market: listed companies, their prices, books, owners and news."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import groupby
from math import fsum
from typing import Any

import msgspec

from m3bench.core import near_misses, normalize
from m3bench_world.stock_market import figures
from m3bench_world.stock_market.accounts import Accounts, Period
from m3bench_world.stock_market.actions import Action, Actions
from m3bench_world.stock_market.calendar import SESSION, day_of, number_of
from m3bench_world.stock_market.companies import SHARE_CLASSES, Company, companies
from m3bench_world.stock_market.holders import Holders
from m3bench_world.stock_market.news import News, Newsroom, Ratings
from m3bench_world.stock_market.options import Option, Terms, chain, expirations
from m3bench_world.stock_market.prices import Listing, Prices, Quote
from m3bench_world.stock_market.statements import Lines, lines_of
from m3bench_world.world import World

INTRADAY = {"1m": 1, "2m": 2, "5m": 5, "15m": 15, "30m": 30, "60m": 60, "90m": 90, "1h": 60}
DAYS_BACK = {"1m": 8, "2m": 60, "5m": 60, "15m": 60, "30m": 60, "60m": 730, "90m": 60, "1h": 730}
"""Maximum days back of the short intervals."""
INTERVALS = (*INTRADAY, "1d", "5d", "1wk", "1mo", "3mo")

Span = tuple[int, int]
"""First minute of trading, and the one after the last."""


def spans(interval: str, first: date, end: date, now: int) -> Iterator[Span]:
    """Return the bars of an interval from `first` up to `end` (exclusive), none after now."""
    start, stop = number_of(first), min(number_of(end), -(-now // SESSION))
    for begin, finish in _groups(interval, start, stop):
        if begin < min(finish, now):
            yield begin, min(finish, now)


def _groups(interval: str, start: int, stop: int) -> Iterator[Span]:
    if interval in INTRADAY:
        length = INTRADAY[interval]
        for number in range(start, stop):
            for minute in range(0, SESSION, length):
                opening = number * SESSION
                yield opening + minute, opening + min(minute + length, SESSION)
        return
    for _, days in groupby(range(start, stop), key=lambda number: _period(interval, number, start)):
        numbers = list(days)
        yield numbers[0] * SESSION, (numbers[-1] + 1) * SESSION


def _period(interval: str, number: int, start: int) -> object:
    """Return the key shared by the days of one bar."""
    if interval == "1d":
        return number
    if interval == "5d":
        return (number - start) // 5
    day = day_of(number)
    if interval == "1wk":
        return day - timedelta(days=day.weekday())
    return (day.year, day.month if interval == "1mo" else (day.month - 1) // 3)


class UnknownTicker(LookupError):
    """Nothing is traded under this ticker."""

    def __init__(self, ticker: str, near: list[str]) -> None:
        super().__init__(f"no share with the ticker '{ticker[:20]}'")
        self.near = near


class Row(msgspec.Struct, frozen=True):
    """A bar of a price history, with its dividends and splits."""

    start: int
    """First minute of trading; see `calendar.clock`."""
    quote: Quote
    dividend: float
    split: int


class StockMarket:
    def __init__(self, world: World) -> None:
        self._world = world
        self.today = world.now.date()
        self.year_ago = self.today - timedelta(days=365)
        self.actions = Actions(world.chance)
        self.prices = Prices(world, self.actions)
        self.accounts = Accounts(world.chance, self.actions, self.today)
        self.holders = Holders(world, self.prices, self.actions)
        self.ratings = Ratings(world, self.prices)
        self._newsroom = Newsroom(world, self)

    @property
    def has_traded(self) -> bool:
        """Return whether anything has been traded by the world's time."""
        return self.prices.now > 0

    def tickers(self) -> tuple[str, ...]:
        return (*companies(), *SHARE_CLASSES)

    def find(self, ticker: str) -> Listing:
        """Return a listing by ticker, in any case, with a dot or a dash before the share class."""
        wanted = ticker.strip().upper().replace(".", "-")[:40]
        if wanted in companies():
            return Listing(wanted, companies()[wanted])
        if wanted in SHARE_CLASSES:
            first, part = SHARE_CLASSES[wanted]
            return Listing(wanted, companies()[first], part)
        raise UnknownTicker(ticker, self._alike(ticker))

    def _alike(self, text: str) -> list[str]:
        """Return similar tickers and names, as 'TICKER (name)'."""
        wanted = normalize(text)[:60]
        named = {company.name: ticker for ticker, company in companies().items()}
        named |= {company.short_name: ticker for ticker, company in companies().items()}
        holding = [ticker for name, ticker in named.items() if len(wanted) > 2 and wanted in normalize(name)]
        by_name = [named[name] for name in near_misses(wanted, named)]
        by_ticker = near_misses(wanted, companies())
        found = dict.fromkeys((*holding, *by_name, *by_ticker))
        return [f"{ticker} ({companies()[ticker].name})" for ticker in found][:5]

    def shares(self, listing: Listing) -> int:
        """Return the shares outstanding, converted to this class."""
        return round(self.holders.shares(listing.company) / listing.part)

    def expected_growth(self, company: Company) -> float:
        """Return the expected growth of earnings in the next year."""
        luck = self._world.chance.between(-0.02, 0.06, "expected growth", company.ticker, self.today.year)
        return self.actions.growth(company) + luck

    def actions_of(self, listing: Listing, first: date) -> list[Action]:
        """Return splits and dividends from a day up to today, oldest first, adjusted for splits."""
        company = listing.company
        factor = self.actions.later_splits(company, self.today) * listing.part
        found = self.actions.between(company, first, self.today + timedelta(days=1))
        return [
            msgspec.structs.replace(action, dividend=round(action.dividend * factor, 6)) for action in found
        ]

    def history(
        self, listing: Listing, interval: str, first: date, end: date, most: int
    ) -> tuple[list[Row], int]:
        """Return at most `most` bars from `first` up to `end` (exclusive), and the total number."""
        tomorrow = self.today + timedelta(days=1)
        found = list(spans(interval, first, min(end, tomorrow), self.prices.now))
        actions = self.actions_of(listing, first)
        return [self._row(listing, span, actions) for span in found[:most]], len(found)

    def _row(self, listing: Listing, span: tuple[int, int], actions: list[Action]) -> Row:
        start, end = span
        within = [action for action in actions if self._opens(action, start, end)]
        return Row(
            start=start,
            quote=self.prices.quote(listing, start, end),
            dividend=round(fsum(action.dividend for action in within), 6),
            split=max((action.split for action in within), default=0),
        )

    @staticmethod
    def _opens(action: Action, start: int, end: int) -> bool:
        """Return whether an action takes effect in a bar: at the first minute of its day."""
        return start <= SESSION * number_of(action.day) < end

    def figures(self, listing: Listing) -> dict[str, Any]:
        """Return prices, value, earnings, ratios and opinions, under their usual names."""
        prices = figures.price_figures(self, listing)
        price = prices["currentPrice"]
        return {
            **prices,
            **figures.market_figures(self, listing, price),
            **figures.business_figures(self, listing, price),
            **figures.dividend_figures(self, listing, price),
            **figures.opinion_figures(self, listing),
        }

    def statement(self, listing: Listing, statement: str, *, quarterly: bool) -> list[tuple[Period, Lines]]:
        """Return the latest five quarters or four years, newest first."""
        company = listing.company
        periods = self.accounts.quarters(company)[-5:] if quarterly else self.accounts.years(company)[-4:]
        shares = self.shares(listing)
        return [(period, lines_of(statement, period, shares)) for period in reversed(periods)]

    def expirations(self) -> tuple[date, ...]:
        """Return the expiration days of options, nearest first."""
        return expirations(self.today)

    def chain(self, listing: Listing, expires: date, *, call: bool) -> list[Option]:
        """Return the options of one of `expirations`, by strike."""
        price = self.prices.last(listing)
        paid = [action.dividend for action in self.actions_of(listing, self.year_ago)]
        income = 4 * paid[-1] / price if paid else 0.0
        terms = Terms(
            ticker=listing.ticker,
            expires=expires,
            years=(expires - self.today).days / 365,
            spot=price,
            dividend_yield=income,
            volatility=round(self.prices.total_volatility(listing.company) * 252**0.5 * 1.1, 4),
        )
        return chain(self._world.chance, terms, call=call)

    def news(self, listing: Listing) -> list[News]:
        return self._newsroom.about(listing)
