"""An exchange for crypto coins: instruments, and candles of every length that add up."""

from m3bench.world.exchange.exchange import Candle, Exchange, Ticker, UnknownInstrument
from m3bench.world.exchange.instruments import Instrument
from m3bench.world.exchange.periods import BARS

__all__ = ["BARS", "Candle", "Exchange", "Instrument", "Ticker", "UnknownInstrument"]
