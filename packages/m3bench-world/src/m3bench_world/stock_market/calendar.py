"""Trading days and hours in New York."""

from __future__ import annotations

from bisect import bisect_left
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

FIRST_YEAR = 2015
LAST_YEAR = 2100
SESSION = 390
"""Minutes from 9:30 to 16:00."""
NEW_YORK = ZoneInfo("America/New_York")
OPENING = time(9, 30)

_DAY = timedelta(days=1)


def _weekday_of_month(year: int, month: int, weekday: int, number: int) -> date:
    """Return a day such as the third Monday; negative numbers count from the end."""
    if number > 0:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))
    last = date(year + month // 12, month % 12 + 1, 1) - _DAY
    return last - timedelta(days=(last.weekday() - weekday) % 7)


def _observed(day: date) -> date:
    """Return the observed day of a holiday: Friday for Saturday, Monday for Sunday."""
    return day + timedelta(days={5: -1, 6: 1}.get(day.weekday(), 0))


def _easter(year: int) -> date:
    """Return Easter Sunday by the Gregorian computus."""
    century, golden = year // 100, year % 19
    epact = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    moon = epact - (epact // 28) * (1 - (29 // (epact + 1)) * ((21 - golden) // 11))
    offset = moon - (year + year // 4 + moon + 2 - century + century // 4) % 7
    month = 3 + (offset + 40) // 44
    return date(year, month, offset + 28 - 31 * (month // 4))


@cache
def holidays(year: int) -> frozenset[date]:
    new_year = date(year, 1, 1)
    days = {
        new_year if new_year.weekday() == 5 else _observed(new_year),
        _weekday_of_month(year, 1, 0, 3),
        _weekday_of_month(year, 2, 0, 3),
        _easter(year) - 2 * _DAY,
        _weekday_of_month(year, 5, 0, -1),
        _observed(date(year, 7, 4)),
        _weekday_of_month(year, 9, 0, 1),
        _weekday_of_month(year, 11, 3, 4),
        _observed(date(year, 12, 25)),
    }
    return frozenset(days | ({_observed(date(year, 6, 19))} if year >= 2022 else set()))


def is_trading_day(day: date) -> bool:
    return day.weekday() < 5 and day not in holidays(day.year)


@cache
def _days_of(year: int) -> tuple[date, ...]:
    first = date(year, 1, 1)
    days = (first + timedelta(days=offset) for offset in range((date(year, 12, 31) - first).days + 1))
    return tuple(day for day in days if is_trading_day(day))


@cache
def _before(year: int) -> int:
    """Return the number of trading days before a year."""
    return sum(len(_days_of(earlier)) for earlier in range(FIRST_YEAR, year))


def number_of(day: date) -> int:
    """Return the number of the first trading day on or after a day, counted from 0."""
    year = min(max(day.year, FIRST_YEAR), LAST_YEAR)
    if day.year != year:
        return _before(LAST_YEAR + 1) if day.year > year else 0
    return _before(year) + bisect_left(_days_of(year), day)


def day_of(number: int) -> date:
    """Return the trading day with this number."""
    year = FIRST_YEAR + number // 255
    while _before(year + 1) <= number:
        year += 1
    return _days_of(year)[number - _before(year)]


def trading_minute(moment: datetime) -> int:
    """Return the minutes of trading since the first day, up to a time."""
    local = moment.astimezone(NEW_YORK)
    number = number_of(local.date())
    if not is_trading_day(local.date()):
        return number * SESSION
    opening = datetime.combine(local.date(), OPENING, NEW_YORK)
    passed = (moment - opening) // timedelta(minutes=1)
    return number * SESSION + min(max(passed, 0), SESSION)


def clock(minute: int) -> datetime:
    """Return the New York time at which a minute of trading begins."""
    opening = datetime.combine(day_of(minute // SESSION), OPENING, NEW_YORK)
    return (opening.astimezone(UTC) + timedelta(minutes=minute % SESSION)).astimezone(NEW_YORK)
