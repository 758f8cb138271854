"""Lengths and boundaries of candles. Minutes are counted from the first day, in UTC."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta

from m3bench_world.exchange.instruments import FIRST_DAY

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
