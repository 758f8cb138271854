"""Price histories: the bars of a date range for every interval."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import groupby

from m3bench_world.stock_market.calendar import SESSION, day_of, number_of

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
