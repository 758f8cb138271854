"""Opening hours: whether a place is open, and the next change."""

from __future__ import annotations

from datetime import datetime, timedelta

Hours = tuple[tuple[str, ...], ...]
_DAY = 1440


def is_open(hours: Hours, local: datetime) -> bool:
    """Return whether a place is open at a local time.

    A span that ends before it starts runs past midnight.
    """
    minute = local.hour * 60 + local.minute
    today, yesterday = hours[local.weekday()], hours[(local.weekday() - 1) % 7]
    late = ((start - _DAY, end - _DAY) for start, end in map(_minutes, yesterday))
    return any(start <= minute < end for start, end in (*map(_minutes, today), *late))


def next_change(hours: Hours, local: datetime) -> str | None:
    """Return the local time, to the half hour, at which a place next opens or closes, or None."""
    now = is_open(hours, local)
    moment = local.replace(minute=local.minute // 30 * 30, second=0, microsecond=0)
    for _ in range(7 * 48):
        moment += timedelta(minutes=30)
        if is_open(hours, moment) != now:
            return moment.isoformat(timespec="minutes")
    return None


def _minutes(span: str) -> tuple[int, int]:
    start, end = (int(time[:2]) * 60 + int(time[3:]) for time in span.split("-"))
    return start, end if end > start else end + _DAY
