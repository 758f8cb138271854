"""Shares and coins for tasks, and sums over their prices."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.checks import LiveCall
from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import ask, use
from m3bench_suites.builders.verse.family import TaskDraw

INFO, HISTORY = "yahoo-finance/get_stock_info", "yahoo-finance/get_historical_stock_prices"
PRICE, CANDLES = "okx/get_price", "okx/get_candlesticks"
_DEAREST = 2_000.0
"""Shares above it have too few pieces in a holding."""
_CHEAPEST = 1.0
_STABLE = ("USDC", "DAI")
_DRAWS = 20


class Share(msgspec.Struct, frozen=True):
    """A listed share."""

    ticker: str
    name: str

    def __str__(self) -> str:
        return f"{self.name} ({self.ticker})"


def shares(draw: TaskDraw, count: int) -> list[Share]:
    """Draw different shares of ordinary prices."""
    market = draw.world.stock_market
    found: list[Share] = []
    for ticker in draw.sample(market.tickers(), count * 3, "share"):
        listing = market.find(ticker)
        name = listing.company.short_name
        if listing.company.ticker == ticker and market.prices.last(listing) < _DEAREST:
            found.append(Share(ticker, name))
        if len(found) == count:
            return found
    raise PlanError(f"{draw.id}: too few shares.")


def coins(draw: TaskDraw, count: int, *, quote: str = "USDT", cheapest: float = _CHEAPEST) -> list[str]:
    """Draw different coins that are traded against a currency, each worth at least some units of it."""
    exchange = draw.world.exchange
    known = [
        instrument
        for instrument in exchange.instruments()
        if instrument.quote == quote and instrument.base not in _STABLE
    ]
    dear = [one.base for one in known if one.base != "USDT" and exchange.ticker(one).last >= cheapest]
    return draw.sample(dear, count, "coin", quote)


def times(first: str | float, second: str | float) -> LiveCall:
    """Return a multiplication of numbers, or of paths into results."""
    return ask("math/multiply", firstNumber=_number(first), SecondNumber=_number(second))


def divided(above: str | float, below: str | float) -> LiveCall:
    return ask("math/division", numerator=_number(above), denominator=_number(below))


def less(above: str | float, below: str | float) -> LiveCall:
    return ask("math/subtract", minuend=_number(above), subtrahend=_number(below))


def total(paths: Sequence[str]) -> LiveCall:
    return ask("math/sum", numbers=use(f"[{', '.join(paths)}]"))


def mean(path: str) -> LiveCall:
    return ask("math/mean", numbers=use(path))


def _number(given: str | float) -> dict[str, str] | float:
    return use(given) if isinstance(given, str) else given
