"""Busy and free times of people and rooms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, time, timedelta
from typing import Any

import msgspec

from m3bench_world.agenda.occurrences import Event, Span, occurrences
from m3bench_world.office import find_zone


class Hours(msgspec.Struct, frozen=True):
    """When a person works, in the time zone of the person."""

    zone: str
    start: str = "09:00"
    end: str = "17:00"
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4)
    """0 is Monday."""

    def spans(self, start: datetime, end: datetime) -> list[Span]:
        """Return the working times within a range."""
        zone = find_zone(self.zone)
        day, found = start.astimezone(zone).date(), []
        while day <= end.astimezone(zone).date():
            if day.weekday() in self.weekdays:
                opens, closes = (
                    datetime.combine(day, time.fromisoformat(clock), zone) for clock in (self.start, self.end)
                )
                if max(opens, start) < min(closes, end):
                    found.append((max(opens, start), min(closes, end)))
            day += timedelta(days=1)
        return found


def blocks(event: Event, who: str) -> bool:
    """Return whether an event takes the time of a person (an address) or a room (an id).

    Cancelled events, events shown as free, and invitations that were not accepted do not.
    """
    if event["status"] == "cancelled" or event.get("shown_as") == "free":
        return False
    if who in (event["organizer"], event.get("room")):
        return True
    return any(
        attendee["address"] == who and attendee["status"] in ("accepted", "tentative")
        for attendee in event["attendees"]
    )


def busy_spans(
    events: Iterable[Event], who: Iterable[str], start: datetime, end: datetime
) -> list[tuple[datetime, datetime, Event]]:
    """Return when any of these people and rooms is busy, and with what, in order."""
    names = tuple(who)
    found = [
        (*span, event)
        for event in events
        if any(blocks(event, name) for name in names)
        for span in occurrences(event, start, end)
    ]
    return sorted(found, key=lambda each: (each[0], each[1], each[2]["id"]))


def merged(spans: Iterable[Sequence[Any]]) -> list[Span]:
    """Join spans that touch or overlap."""
    found: list[Span] = []
    for start, end, *_ in sorted(spans, key=lambda each: (each[0], each[1])):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def free_spans(working: Sequence[Sequence[Span]], busy: Iterable[Sequence[Any]]) -> list[Span]:
    """Return when all work and none is busy.

    Args:
        working: The working times of each person, in order.
        busy: When any of them, or the room, is busy.
    """
    common = list(working[0]) if working else []
    for spans in working[1:]:
        common = [
            (max(one[0], other[0]), min(one[1], other[1]))
            for one in common
            for other in spans
            if max(one[0], other[0]) < min(one[1], other[1])
        ]
    taken = merged(busy)
    return [free for span in common for free in _without(span, taken)]


def _without(span: Span, taken: Iterable[Span]) -> list[Span]:
    start, end = span
    found = []
    for begins, ends in taken:
        if ends <= start or begins >= end:
            continue
        if begins > start:
            found.append((start, begins))
        start = max(start, ends)
    return [*found, (start, end)] if start < end else found
