"""A crypto exchange: instruments, and consistent candles of every length."""

from m3bench_world.exchange.exchange import (
    BARS,
    Candle,
    Exchange,
    Ticker,
    UnknownInstrument,
    minute_of,
    moment_of,
)
from m3bench_world.exchange.instruments import DOLLAR, FIRST_DAY, Coin, Instrument, coins, digits
from m3bench_world.exchange.ladders import Ladders

__all__ = [
    "BARS",
    "DOLLAR",
    "FIRST_DAY",
    "Candle",
    "Coin",
    "Exchange",
    "Instrument",
    "Ladders",
    "Ticker",
    "UnknownInstrument",
    "coins",
    "digits",
    "minute_of",
    "moment_of",
]
