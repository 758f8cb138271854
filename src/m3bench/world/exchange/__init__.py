"""A crypto exchange: instruments, and consistent candles of every length."""

from m3bench.world.exchange.exchange import Candle, Exchange, Ticker, UnknownInstrument
from m3bench.world.exchange.instruments import Instrument
from m3bench.world.exchange.periods import BARS

__all__ = ["BARS", "Candle", "Exchange", "Instrument", "Ticker", "UnknownInstrument"]
