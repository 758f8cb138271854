"""The tool that creates events."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, about, check_choice, check_text, parse_date
from m3bench_world.office import find_zone
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.calendar.store import (
    EVENTS,
    Changes,
    Event,
    check_people,
    check_room,
    clashes_of,
    own_address,
    own_zone,
    parse_moment,
    require_free_room,
    server,
)

LONGEST_EVENT = timedelta(days=31)
LONGEST_DESCRIPTION, LONGEST_PLACE = 5_000, 200
_FREQUENCIES = ("none", "daily", "weekly", "monthly")
_LONGEST_SERIES = timedelta(days=3 * 366)

Title = Annotated[str, about("The title, up to 200 characters.")]
When = Annotated[str, about("Start, such as 2025-11-06T14:30; without an offset it is local to time_zone.")]
Until = Annotated[str, about("End, in the same form; for an all-day event, the last day.")]
People = Annotated[tuple[str, ...], about("Addresses or names of colleagues to invite.")]
RoomName = Annotated[str, about("Id or name of a meeting room to book; empty for none.")]
Place = Annotated[str, about("Another place, such as 'Cafe at the station'.")]
Description = Annotated[str, about("A description, up to 5,000 characters.")]


def check_title(title: str) -> str:
    text = check_text(title, "title")
    if len(text) > LONGEST_PLACE or "\n" in text:
        raise BadArgument("title", f"use one line of up to {LONGEST_PLACE} characters")
    return text


def check_length(text: str, name: str, most: int) -> str:
    if len(text) > most:
        raise BadArgument(name, f"it has {len(text):,} characters; the maximum is {most:,}")
    return text


def parse_times(
    context: ToolContext, start: str, end: str, zone_name: str, *, all_day: bool
) -> dict[str, Any]:
    """Return the fields of an event that say when it is."""
    zone = find_zone(zone_name.strip()) if zone_name.strip() else own_zone(context)
    if zone is None:
        raise BadArgument("time_zone", f"no time zone '{zone_name[:40]}'; use a name such as 'Europe/London'")
    first, last = parse_moment(context, start, "start", zone), parse_moment(context, end, "end", zone)
    if all_day:
        first, last = _midnight(first), _midnight(last) + timedelta(days=1)
        last = datetime.combine(last.date(), last.time(), zone)
    if not first < last <= first + LONGEST_EVENT:
        raise BadArgument("end", f"it must be after the start, by at most {LONGEST_EVENT.days} days")
    return {
        "start": first.isoformat(timespec="minutes"),
        "end": last.isoformat(timespec="minutes"),
        "zone": str(zone),
        "all_day": all_day,
    }


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def parse_recurrence(repeat: str, interval: int, until: str, start: str) -> dict[str, Any] | None:
    """Return how an event repeats; None if it does not."""
    frequency = check_choice(repeat, "repeat", _FREQUENCIES)
    if frequency == "none":
        return None
    if not 1 <= interval <= 52:
        raise BadArgument("interval", "pass a number from 1 to 52")
    first = date.fromisoformat(start[:10])
    last = parse_date(until, "repeat_until") if until.strip() else first + timedelta(days=90)
    if not first <= last <= first + _LONGEST_SERIES:
        raise BadArgument("repeat_until", "it must be after the start, by at most three years")
    return {"frequency": frequency, "interval": interval, "until": last.isoformat()}


def invited(people: list[str], before: list[dict[str, str]] | None = None) -> list[dict[str, str]]:
    """Return attendees; those who were invited before keep their answers."""
    known = {attendee["address"]: attendee["status"] for attendee in before or ()}
    return [{"address": person, "status": known.get(person, "needs_action")} for person in people]


@server.tool(read_only=False)
def create_event(
    context: ToolContext,
    title: Title,
    start: When,
    end: Until,
    attendees: People = (),
    room: RoomName = "",
    location: Place = "",
    description: Description = "",
    time_zone: Annotated[str, about("IANA name of the zone; empty for yours.")] = "",
    all_day: Annotated[bool, about("Whether it takes whole days.")] = False,
    repeat: Annotated[str, about("none, daily, weekly or monthly.")] = "none",
    interval: Annotated[int, about("Every how many days, weeks or months it repeats.")] = 1,
    repeat_until: Annotated[str, about("Last day of the series, YYYY-MM-DD; empty for 90 days.")] = "",
) -> Answer:
    """Create an event in your calendar, invite colleagues and book a room.

    Fails if the room is taken. Clashes of people do not stop it; they are listed in the answer.
    """
    people = [
        address
        for address in check_people(context, attendees[:50], "attendees")
        if address != own_address(context)
    ]
    times = parse_times(context, start, end, time_zone, all_day=all_day)
    event: Event = times | {
        "title": check_title(title),
        "room": check_room(context, room),
        "location": check_length(location, "location", LONGEST_PLACE),
        "organizer": own_address(context),
        "attendees": invited(people),
        "description": check_length(description, "description", LONGEST_DESCRIPTION),
        "recurrence": parse_recurrence(repeat, interval, repeat_until, times["start"]),
        "skipped": [],
        "status": "confirmed",
        "shown_as": "busy",
        "private": False,
    }
    found: list[Any] = []

    def decide(number: int) -> Changes:
        # Within the change: of two calls at once, only one gets the room.
        event["id"] = f"new-event-{number}"
        require_free_room(context, event)
        found.extend(clashes_of(context, event))
        return {(EVENTS, event["id"]): event}

    context.update_records(decide)
    shown = {name: event[name] for name in ("id", "title", "start", "end", "room")}
    return Answer({"created": shown, "invited": people, "clashes": found})
