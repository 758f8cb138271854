"""The exchange: one ladder of bars per instrument, made on first use."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice

import msgspec

from m3bench.core import near_misses
from m3bench_world.candles import Bar, Ladder
from m3bench_world.exchange.instruments import DOLLAR, DOLLAR_COIN, FIRST_DAY, Instrument, coins, instruments
from m3bench_world.exchange.ladders import Ladders
from m3bench_world.world import World

DAY = 1_440
MINUTES = {"1m": 1, "3m": 3, "5m": 5, "15m": 15, "30m": 30, "1H": 60, "2H": 120, "4H": 240, "6H": 360}
MINUTES |= {"12H": 720, "1D": DAY}
WEEK = "1W"
MONTH = "1M"
BARS = (*MINUTES, WEEK, MONTH)

_BEGINNING = datetime.combine(FIRST_DAY, time(), UTC)


def minute_of(moment: datetime) -> int:
    """Return whole minutes since the first day."""
    return (moment - _BEGINNING) // timedelta(minutes=1)


def moment_of(minute: int) -> datetime:
    return _BEGINNING + timedelta(minutes=minute)


def day_minute(day: date) -> int:
    return (day - FIRST_DAY).days * DAY


def bar_start(bar: str, minute: int) -> int:
    """Return the start of the bar that contains this minute."""
    if bar in MINUTES:
        return minute - minute % MINUTES[bar]
    day = moment_of(minute).date()
    return day_minute(day.replace(day=1) if bar == MONTH else day - timedelta(days=day.weekday()))


def bars_backwards(bar: str, end: int, first: int) -> Iterator[tuple[int, int]]:
    """Return starts and ends of bars, newest first: from the current one at `end` to that of `first`."""
    while end > first:
        begin = bar_start(bar, end - 1)
        yield begin, end
        end = begin


class UnknownInstrument(LookupError):
    """The instrument is not traded at the world's time."""

    def __init__(self, name: str, near: list[str]) -> None:
        super().__init__(f"no instrument '{name[:40]}' is traded")
        self.near = near


class Candle(msgspec.Struct, frozen=True):
    """A candle. `complete` is false for the current one, which covers the minutes up to now."""

    time: datetime
    open: float
    high: float
    low: float
    close: float
    volume: float
    complete: bool


class Ticker(msgspec.Struct, frozen=True):
    """The current price and the statistics of the last 1,440 minutes."""

    time: datetime
    last: float
    bid: float
    ask: float
    open_24h: float
    high_24h: float
    low_24h: float
    volume_24h: float


class Exchange:
    """A crypto exchange.

    Time is the last whole minute of the world's clock; candles start on whole UTC units.
    """

    def __init__(self, world: World) -> None:
        self._minute = minute_of(world.now)
        self._ladders = Ladders(world)

    def instruments(self) -> tuple[Instrument, ...]:
        """Return the instruments that are listed by now."""
        return tuple(
            instrument
            for instrument in instruments().values()
            if day_minute(instrument.listed) < self._minute
        )

    def coin_name(self, symbol: str) -> str:
        """Return the name of a coin, or the symbol itself if it is not a coin."""
        known = {**coins(), DOLLAR: DOLLAR_COIN}
        return known[symbol].name if symbol in known else symbol

    def find(self, name: str) -> Instrument:
        """Return an instrument by name, in any case, separated by `-`, `/`, `_` or a space."""
        wanted = "-".join(name[:40].upper().replace("/", " ").replace("_", " ").replace("-", " ").split())
        listed = {instrument.name: instrument for instrument in self.instruments()}
        if wanted in listed:
            return listed[wanted]
        base, _, quote = wanted.partition("-")
        turned = [f"{quote}-{base}"] if f"{quote}-{base}" in listed else []
        alike = [near_miss for near_miss in near_misses(wanted, listed) if near_miss not in turned]
        same = [other for other in listed if other.startswith(f"{base}-") and other not in (*turned, *alike)]
        raise UnknownInstrument(name, (turned + alike + same)[:5])

    def candles(self, instrument: Instrument, bar: str, limit: int) -> list[Candle]:
        """Return the latest candles of a length in `BARS`, newest first."""
        first = day_minute(instrument.listed)
        ladder = self._ladders.of(instrument)
        spans = islice(bars_backwards(bar, self._minute, first), limit)
        return [self._candle(instrument, ladder, bar, (begin, end)) for begin, end in spans]

    def ticker(self, instrument: Instrument) -> Ticker:
        ladder = self._ladders.of(instrument)
        first = max(day_minute(instrument.listed), self._minute - DAY)
        day = ladder.span(first, self._minute)
        return Ticker(
            time=moment_of(self._minute),
            last=instrument.price(day.close),
            bid=instrument.price(day.close - 1),
            ask=instrument.price(day.close + 1),
            open_24h=instrument.price(day.open),
            high_24h=instrument.price(day.high),
            low_24h=instrument.price(day.low),
            volume_24h=instrument.volume(day.volume),
        )

    def _candle(self, instrument: Instrument, ladder: Ladder, bar: str, span: tuple[int, int]) -> Candle:
        begin, end = span
        summary: Bar = ladder.span(max(begin, day_minute(instrument.listed)), end)
        return Candle(
            time=moment_of(begin),
            open=instrument.price(summary.open),
            high=instrument.price(summary.high),
            low=instrument.price(summary.low),
            close=instrument.price(summary.close),
            volume=instrument.volume(summary.volume),
            complete=end < self._minute or bar_start(bar, end) == end,
        )
