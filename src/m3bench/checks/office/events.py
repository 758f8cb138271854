"""The check of events in calendars."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path

import msgspec

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.office.changes import EVENTS, Record, changed_records, require_addresses
from m3bench.checks.office.corruption import (
    STRANGER,
    Edit,
    unreported,
    with_added_record,
    with_rewritten_records,
)
from m3bench.checks.reading import shown, stands, words

_MAX_SHOWN = 120
_NEW = "new-event-"
_STATUSES = ("confirmed", "cancelled")
_RESPONSES = ("accepted", "declined", "tentative", "needs_action")


class CalendarEvent(Check, frozen=True):
    """Events that nobody changed stay in the world and are not looked at: `busy` has the times that must
    stay free. Of a series, the first event is compared."""

    kind = "workspace"
    about = "an event was made or changed as asked, without a clash, and no other changed"

    event: str = ""
    """Id of an event that is changed; empty for a new one."""
    title_contains: tuple[str, ...] = ()
    start: str = ""
    """With an offset, such as `2025-11-06T14:00+00:00`; compared as a moment."""
    end: str = ""
    attendees: tuple[str, ...] | None = None
    """Addresses of exactly those invited besides the organizer; None allows any."""
    room: str | None = None
    """Id of the room, empty for none; None allows any."""
    status: str = "confirmed"
    responses: dict[str, str] = msgspec.field(default_factory=dict)
    """Answers of attendees by address, such as `accepted`."""
    skipped: tuple[str, ...] = ()
    """Days on which a series does not take place, YYYY-MM-DD."""
    repeats: str | None = None
    """`daily`, `weekly` or `monthly`, empty for an event that does not repeat; None allows any."""
    busy: tuple[tuple[str, str], ...] = ()
    """Times of others that it must not overlap: start and end, with offsets."""
    total: int = 1
    """How many events are made or changed in all: more than 1 if other checks expect the others."""

    def __post_init__(self) -> None:
        for text in (self.start, self.end, *chain(*self.busy)):
            if text and datetime.fromisoformat(text).tzinfo is None:
                raise ValueError(f"{text!r} has no offset, such as +00:00")
        require_addresses((*(self.attendees or ()), *self.responses))
        if self.status not in _STATUSES or not set(self.responses.values()) <= set(_RESPONSES):
            raise ValueError(f"status is one of {_STATUSES}, responses are of {_RESPONSES}")
        if self.total < 1 or not (self.event or self.title_contains or self.start):
            raise ValueError("needs event, title_contains or start, and a total of at least 1")

    def look(self, evidence: Evidence) -> Verdict:
        changed = changed_records(evidence, EVENTS)
        faults = [
            list(self._faults(event, changed))
            for key, event in changed.items()
            if (key == self.event if self.event else key.startswith(_NEW))
        ]
        if not faults:
            return self.verdict(False, f"{self.event} was not changed" if self.event else "no event was made")
        fitting = faults.count([])
        if not fitting:
            nearest = min(faults, key=len)
            return self.verdict(False, f"no event fits; of the nearest: {'; '.join(nearest)}")
        if fitting > 1 or len(changed) != self.total:
            count = f"{len(changed)} events were made or changed, {fitting} of them as asked"
            return self.verdict(False, f"{count}; expected {self.total} and 1")
        return self.verdict(True, f"{self.event or 'the new event'} is as asked, and no other was changed")

    def _faults(self, event: Record, changed: dict[str, Record]) -> Iterator[str]:
        title = words(event["title"])
        yield from (
            f"the title lacks {phrase!r}" for phrase in self.title_contains if not stands(phrase, title)
        )
        for name, moment in (("start", self.start), ("end", self.end)):
            if moment and datetime.fromisoformat(event[name]) != datetime.fromisoformat(moment):
                yield f"{name} is {event[name]}, expected {moment}"
        if event["status"] != self.status:
            yield f"it is {event['status']}, expected {self.status}"
        if self.room is not None and (event["room"] or "") != self.room:
            yield f"the room is {event['room']}, expected {self.room or 'none'}"
        if self.repeats is not None and _frequency(event) != self.repeats:
            yield f"it repeats {_frequency(event) or 'never'}, expected {self.repeats or 'never'}"
        if not set(self.skipped) <= set(event["skipped"]):
            yield f"it is skipped on {event['skipped'][:9]}, expected {list(self.skipped)}"
        yield from self._attendee_faults(event)
        yield from self._clashes(event, changed)

    def _attendee_faults(self, event: Record) -> Iterator[str]:
        statuses = {attendee["address"]: attendee["status"] for attendee in event["attendees"]}
        if self.attendees is not None and statuses.keys() != set(self.attendees):
            guests, expected = (shown(sorted(people), _MAX_SHOWN) for people in (statuses, self.attendees))
            yield f"{guests} are invited, expected {expected}"
        for address, answer in self.responses.items():
            if statuses.get(address) != answer:
                yield f"{address} has {statuses.get(address, 'no invitation')}, expected {answer}"

    def _clashes(self, event: Record, changed: dict[str, Record]) -> Iterator[str]:
        if event["status"] == "cancelled":
            return
        for start, end in self.busy:
            if _overlap(event, {"start": start, "end": end}):
                yield f"it overlaps {start} to {end}, which is taken"
        for other in changed.values():
            if other["id"] == event["id"] or other["status"] == "cancelled":
                continue
            if _share(event, other) and _overlap(event, other):
                yield f"it overlaps {other['id']}"

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        other = "cancelled" if self.status == "confirmed" else "confirmed"
        edits: dict[str, Edit] = {"another status": lambda event: event | {"status": other}}
        if self.start or self.end:
            edits["an hour later"] = _later
        if self.title_contains:
            edits["another title"] = lambda event: event | {"title": "Meeting"}
        if self.attendees is not None:
            guest = {"address": STRANGER, "status": "needs_action"}
            edits["another guest"] = lambda event: event | {"attendees": [*event["attendees"], guest]}
        if self.room is not None:
            edits["another room"] = lambda event: event | {"room": "room-elsewhere"}
        if self.responses:
            edits["not answered"] = lambda event: event | {"attendees": []}
        if self.busy:
            start, end = self.busy[0]
            edits["a clash"] = lambda event: event | {"start": start, "end": end}
        more = with_added_record(evidence, scratch, EVENTS, "calendar/create_event", "new-event-again")
        return [
            *with_rewritten_records(evidence, scratch, EVENTS, edits),
            ("another event as well", more),
            ("written without a tool", unreported(evidence)),
        ]


def _frequency(event: Record) -> str:
    return str(event["recurrence"]["frequency"]) if event["recurrence"] else ""


def _overlap(one: Record, other: Record) -> bool:
    (start, end), (begins, ends) = (
        [datetime.fromisoformat(event[name]) for name in ("start", "end")] for event in (one, other)
    )
    return start < ends and begins < end


def _share(one: Record, other: Record) -> bool:
    """Return whether a person or room takes part in both events."""
    people = [
        {event["organizer"], event["room"] or "", *(attendee["address"] for attendee in event["attendees"])}
        for event in (one, other)
    ]
    return bool(set.intersection(*people) - {""})


def _later(event: Record) -> Record:
    moments = {name: datetime.fromisoformat(event[name]) for name in ("start", "end")}
    return event | {name: (moment + timedelta(hours=1)).isoformat() for name, moment in moments.items()}
