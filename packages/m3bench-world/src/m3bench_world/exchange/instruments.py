"""Instruments: coins against stablecoins, bitcoin and fiat currencies."""

from __future__ import annotations

import csv
from datetime import date
from functools import cache
from importlib.resources import files

import msgspec

FIRST_DAY = date(2019, 1, 1)
FIAT_SINCE = date(2022, 2, 1)
DOLLAR = "USDT"
FIAT = ("EUR", "BRL", "TRY", "AUD", "SGD", "USD")
AGAINST_USDC = (
    *("BTC", "ETH", "SOL", "XRP", "BNB", "DOGE", "ADA", "TRX", "AVAX", "LINK", "DOT", "LTC", "BCH", "SHIB"),
    *("PEPE", "SUI", "APT", "ARB", "OP", "NEAR", "UNI"),
)
AGAINST_BITCOIN = ("ETH", "SOL", "XRP", "BNB", "DOGE", "ADA", "TRX", "AVAX", "LINK", "DOT", "LTC", "BCH")
AGAINST_FIAT = ("BTC", "ETH", "SOL", "XRP", "USDC", "DOGE", "ADA")


class Coin(msgspec.Struct, frozen=True):
    symbol: str
    name: str
    price: float
    """Typical price in dollars in late 2025."""
    growth: float
    """Annual volatility of the log price."""
    listed: date
    turnover: float
    """Turnover in millions of dollars per day."""
    wildness: float
    """Beta relative to bitcoin."""


class Instrument(msgspec.Struct, frozen=True):
    name: str
    base: str
    quote: str
    listed: date
    price_decimals: int
    volume_decimals: int
    daily_volume: float
    """Volume in units of the base."""

    def price(self, ticks: int) -> float:
        return float(ticks / 10**self.price_decimals)

    def volume(self, lots: int) -> float:
        return float(lots / 10**self.volume_decimals)


DOLLAR_COIN = Coin(DOLLAR, "Tether", 1.0, 0.0, FIRST_DAY, 30.0, 0.0)


@cache
def coins() -> dict[str, Coin]:
    text = (files(__package__) / "coins.tsv").read_text(encoding="utf-8")
    rows = csv.reader(text.splitlines(), delimiter="\t")
    return {
        row[0]: msgspec.convert(dict(zip(Coin.__struct_fields__, row, strict=True)), Coin, strict=False)
        for row in rows
    }


def digits(size: float, wanted: float) -> int:
    """Return the decimals at which a number of this size has at least `wanted` units."""
    decimals = 0
    while size * 10**decimals < wanted:
        decimals += 1
    return decimals


def instrument(coin: Coin, quote: str, quote_price: float, turnover: float, listed: date) -> Instrument:
    daily_volume = turnover * 1e6 / coin.price
    return Instrument(
        name=f"{coin.symbol}-{quote}",
        base=coin.symbol,
        quote=quote,
        listed=max(coin.listed, listed),
        price_decimals=max(1, digits(coin.price / quote_price, 100_000)),
        volume_decimals=digits(daily_volume, 1e8),
        daily_volume=daily_volume,
    )


FIAT_PRICES = {"EUR": 1.15, "BRL": 0.18, "TRY": 0.024, "AUD": 0.65, "SGD": 0.77, "USD": 1.0}
"""Rough dollar prices, which only determine the decimals of an instrument."""


@cache
def instruments() -> dict[str, Instrument]:
    """Return all instruments by name, those against the dollar coin first."""
    known = coins()
    made = [instrument(coin, DOLLAR, 1, coin.turnover, FIRST_DAY) for coin in known.values()]
    for coin in (known[symbol] for symbol in AGAINST_USDC):
        made += [instrument(coin, "USDC", 1, coin.turnover * 0.08, date(2020, 3, 1))]
    for coin in (known[symbol] for symbol in AGAINST_BITCOIN):
        made += [instrument(coin, "BTC", known["BTC"].price, coin.turnover * 0.03, FIRST_DAY)]
    for code in FIAT:
        price = FIAT_PRICES[code]
        made += [instrument(DOLLAR_COIN, code, price, DOLLAR_COIN.turnover, FIAT_SINCE)]
        for coin in (known[symbol] for symbol in AGAINST_FIAT):
            made += [instrument(coin, code, price, coin.turnover * 0.01, FIAT_SINCE)]
    return {one.name: one for one in made}
