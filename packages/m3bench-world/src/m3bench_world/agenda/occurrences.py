"""Rooms, and events in time: those that repeat take place several times."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec

from m3bench_world.office import find_zone


class Room(msgspec.Struct, frozen=True):
    id: str
    name: str
    floor: int
    seats: int
    equipment: tuple[str, ...]


ROOMS: Final = {
    room.id: room
    for room in (
        Room("room-atrium", "Atrium", 0, 20, ("projector", "microphones", "video conference")),
        Room("room-birch", "Birch", 1, 10, ("screen", "video conference", "whiteboard")),
        Room("room-cedar", "Cedar", 1, 6, ("screen", "whiteboard")),
        Room("room-dune", "Dune", 2, 4, ("whiteboard",)),
        Room("room-elm", "Elm", 2, 8, ("projector", "video conference")),
    )
}


Span = tuple[datetime, datetime]
Event = dict[str, Any]


def event_at(event: Event) -> Span:
    """Return start and end of an event, in its time zone; of a series, those of the first one."""
    zone = zone_of(event)
    return (
        datetime.fromisoformat(event["start"]).astimezone(zone),
        datetime.fromisoformat(event["end"]).astimezone(zone),
    )


def zone_of(event: Event) -> ZoneInfo:
    zone = find_zone(event["zone"])
    assert zone is not None, event["zone"]
    return zone


def occurrences(event: Event, start: datetime, end: datetime) -> Iterator[Span]:
    """Yield when an event takes place, as far as it overlaps a range. Series keep their local time."""
    first, last = event_at(event)
    rule = event.get("recurrence")
    if rule is None:
        if first < end and last > start:
            yield first, last
        return
    # Over the clock, not over absolute time: a night with a change of the clock has 23 or 25 hours.
    length = last.replace(tzinfo=None) - first.replace(tzinfo=None)
    until = min(date.fromisoformat(rule["until"]), end.astimezone(first.tzinfo).date())
    day = max(first.date(), start.astimezone(first.tzinfo).date() - length - timedelta(days=1))
    while day <= until:
        if _is_due(day, first.date(), rule) and day.isoformat() not in event.get("skipped", ()):
            begins = datetime.combine(day, first.time(), first.tzinfo)
            ends = (begins.replace(tzinfo=None) + length).replace(tzinfo=first.tzinfo)
            if begins < end and ends > start:
                yield begins, ends
        day += timedelta(days=1)


def _is_due(day: date, first: date, rule: dict[str, Any]) -> bool:
    interval: int = rule.get("interval", 1)
    if rule["frequency"] == "daily":
        return (day - first).days % interval == 0
    if rule["frequency"] == "weekly":
        monday = first - timedelta(days=first.weekday())
        weekdays: list[int] = rule.get("weekdays") or [first.weekday()]
        return day.weekday() in weekdays and ((day - monday).days // 7) % interval == 0
    months = (day.year - first.year) * 12 + day.month - first.month
    return day.day == first.day and months % interval == 0
