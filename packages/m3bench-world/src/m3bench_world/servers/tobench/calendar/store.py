"""The server, and events as they are now: those of the world, as changed in this attempt."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from m3bench.core import Proof, near_misses
from m3bench.servers.kit import BadArgument, NotFound, Server
from m3bench_world.agenda import busy_spans, event_at, occurrences
from m3bench_world.office import find_zone
from m3bench_world.servers.context import ToolContext

server = Server(
    "calendar",
    "Your calendar and those of your colleagues: events, invitations, free times and meeting rooms.",
    sources=("office", "tzdata"),
    strict=True,
    proof=Proof("list_calendars", {}),
)


EVENTS = "events"
LONGEST_RANGE = timedelta(days=92)
_FIRST_YEAR, _LAST_YEAR = 2000, 2100

Event = dict[str, Any]
Changes = dict[tuple[str, str], dict[str, Any] | None]


def all_events(context: ToolContext) -> list[Event]:
    return list(context.records.all(EVENTS, context.world.agenda.records).values())


def find_event(context: ToolContext, key: str) -> Event:
    """Return an event as it is now.

    Raises:
        NotFound: There is none with this id.
    """
    wanted = key.strip()[:80]
    originals = context.world.agenda.records
    event = context.records.get(EVENTS, wanted, originals.get(wanted))
    if event is None:
        raise NotFound(f"no event '{wanted}'", near_misses(wanted, originals, limit=3))
    return event


def own_address(context: ToolContext) -> str:
    return context.world.agenda.owner.address


def own_zone(context: ToolContext) -> ZoneInfo:
    zone = find_zone(context.world.agenda.owner.zone)
    assert zone is not None
    return zone


def require_own(context: ToolContext, event: Event) -> Event:
    """Raise `BadArgument` for an event that somebody else organizes, or that was cancelled."""
    if event["organizer"] != own_address(context):
        raise BadArgument(
            "event_id", f"{event['id']} is organized by {event['organizer']}; only they can change it"
        )
    if event["status"] == "cancelled":
        raise BadArgument("event_id", f"{event['id']} was cancelled")
    return event


def parse_moment(context: ToolContext, text: str, name: str, zone: ZoneInfo | None = None) -> datetime:
    """Parse an ISO time; one without an offset is local to a zone, by default that of the owner."""
    local = zone or own_zone(context)
    try:
        read = datetime.fromisoformat(text.strip()[:40])
        read = read.replace(tzinfo=local) if read.tzinfo is None else read.astimezone(local)
    except (ValueError, OverflowError):
        raise BadArgument(name, f"'{text[:40]}' is not a time; write it as 2025-11-06T14:30") from None
    if not _FIRST_YEAR <= read.year <= _LAST_YEAR:
        raise BadArgument(name, f"the year must be from {_FIRST_YEAR} to {_LAST_YEAR}")
    return read


def parse_range(context: ToolContext, start: str, end: str) -> tuple[datetime, datetime]:
    """Parse the range of a search: from a time or day to another."""
    first, last = parse_moment(context, start, "start"), parse_moment(context, end, "end")
    if len(end.strip()) <= len("2025-11-06"):
        last += timedelta(days=1)
    if not first < last <= first + LONGEST_RANGE:
        raise BadArgument("end", f"it must be after the start, by at most {LONGEST_RANGE.days} days")
    return first, last


def people_of(event: Event) -> list[str]:
    """Return the addresses of the organizer and of all who are invited."""
    return [event["organizer"], *(attendee["address"] for attendee in event["attendees"])]


def clashes_of(context: ToolContext, event: Event) -> list[dict[str, Any]]:
    """Return what those who take part have at the same time, for the first occurrence of an event."""
    who = [
        event["organizer"],
        *(attendee["address"] for attendee in event["attendees"] if attendee["status"] != "declined"),
    ]
    others = [each for each in all_events(context) if each["id"] != event["id"]]
    found = []
    for name in dict.fromkeys(who):
        for start, _, other in busy_spans(others, (name,), *event_at(event))[:5]:
            shown = {"who": name, "start": start.isoformat(timespec="minutes")}
            found.append(shown | {"event": other["id"], "title": title_of(context, other)})
    return found[:20]


def require_free_room(context: ToolContext, event: Event) -> None:
    """Raise `BadArgument` if the room of an event is taken then; of a series, in the first year."""
    if not event["room"]:
        return
    others = [each for each in all_events(context) if each["id"] != event["id"]]
    first, _ = event_at(event)
    for start, end in occurrences(event, first, first + timedelta(days=366)):
        taken = busy_spans(others, (event["room"],), start, end)
        if taken:
            when = taken[0][0].isoformat(timespec="minutes")
            raise BadArgument("room", f"{event['room']} is taken at {when}; see find_free_times")


def title_of(context: ToolContext, event: Event) -> str:
    """Return the title, unless the event is a private one of somebody else."""
    own = own_address(context) in people_of(event)
    return "Private" if event["private"] and not own else str(event["title"])


def check_people(context: ToolContext, given: Iterable[str], name: str) -> list[str]:
    """Return the addresses of people who have a calendar, each once.

    Raises:
        BadArgument: Somebody has none.
    """
    known = {person.address: person.address for person in context.world.agenda.people}
    names = {person.name.casefold(): person.address for person in context.world.agenda.people}
    found = []
    for text in given:
        wanted = text.strip().casefold()[:200]
        address = known.get(wanted) or names.get(wanted)
        if address is None:
            near = near_misses(wanted, [*known, *names], limit=3)
            advice = (
                f"; did you mean {', '.join(near)}?" if near else "; list_calendars has those who have one"
            )
            raise BadArgument(name, f"'{text[:60]}' has no calendar here{advice}")
        found.append(address)
    return list(dict.fromkeys(found))


def check_room(context: ToolContext, room: str) -> str | None:
    """Return the id of a room, given by id or name; None for an empty text."""
    wanted = room.strip().casefold()
    if not wanted:
        return None
    for each in context.world.agenda.rooms.values():
        if wanted in (each.id, each.name.casefold()):
            return each.id
    raise BadArgument("room", f"no room '{room[:60]}'; rooms are {', '.join(context.world.agenda.rooms)}")
