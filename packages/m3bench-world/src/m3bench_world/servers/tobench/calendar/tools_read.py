"""Tools that read calendars."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.core import normalize
from m3bench.servers.kit import Answer, about, check_limit
from m3bench_world.agenda import occurrences
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.calendar.store import (
    Event,
    all_events,
    check_people,
    find_event,
    own_address,
    parse_range,
    people_of,
    server,
    title_of,
)

_MOST_EVENTS = 100

EventId = Annotated[str, about("Id of an event, such as 'event-12', as list_events shows it.")]
Start = Annotated[
    str, about("Start of the range: a day (2025-11-06) or a time (2025-11-06T09:00), local to you.")
]
End = Annotated[str, about("End of the range, at most 92 days later; a day counts in full.")]


@server.tool
def list_calendars(context: ToolContext) -> Answer:
    """List the calendars that you can see, with roles, time zones and working hours; and the time now."""
    agenda = context.world.agenda
    calendars = [
        {
            "name": person.name,
            "address": person.address,
            "role": person.role,
            "time_zone": person.zone,
            "working_hours": f"{agenda.hours[person.address].start}-{agenda.hours[person.address].end}",
            "working_days": [_DAYS[day] for day in agenda.hours[person.address].weekdays],
        }
        for person in agenda.people
    ]
    return Answer(
        {
            "you": own_address(context),
            "now": context.world.now.isoformat(timespec="minutes"),
            "calendars": calendars,
        }
    )


_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@server.tool
def list_rooms(context: ToolContext) -> Answer:
    """List the meeting rooms: ids, names, floors, seats and equipment."""
    rooms = [
        {
            "id": room.id,
            "name": room.name,
            "floor": room.floor,
            "seats": room.seats,
            "equipment": list(room.equipment),
        }
        for room in context.world.agenda.rooms.values()
    ]
    return Answer({"rooms": rooms})


@server.tool
def list_events(
    context: ToolContext,
    start: Start,
    end: End,
    calendar: Annotated[str, about("Address or name of a person; empty for your own calendar.")] = "",
    query: Annotated[str, about("Words that the title must have; empty for all events.")] = "",
    limit: Annotated[int, about("Most events to return, up to 100.")] = 50,
) -> Answer:
    """List the events of a calendar in a range, in order; each time that a series takes place is listed.

    Times have the offset of the event's zone. Private events of others show no title. Cancelled ones are
    left out.
    """
    first, last = parse_range(context, start, end)
    who = check_people(context, [calendar], "calendar")[0] if calendar.strip() else own_address(context)
    most = check_limit(limit, "limit", _MOST_EVENTS)
    words = normalize(query[:200]).split()
    found = []
    for event in all_events(context):
        title = title_of(context, event)
        if who not in people_of(event) or event["status"] == "cancelled":
            continue
        if all(word in normalize(title) for word in words):
            found += [
                (span, event["id"], _brief(context, event, span, who))
                for span in occurrences(event, first, last)
            ]
    found.sort(key=lambda each: (each[0], each[1]))
    return Answer({"calendar": who, "total": len(found), "events": [each[2] for each in found[:most]]})


def _brief(context: ToolContext, event: Event, span: Any, who: str) -> dict[str, Any]:
    status = next(
        (attendee["status"] for attendee in event["attendees"] if attendee["address"] == who), "organizer"
    )
    shown = {
        "id": event["id"],
        "title": title_of(context, event),
        "start": span[0].isoformat(timespec="minutes"),
        "end": span[1].isoformat(timespec="minutes"),
        "response": status,
    }
    if event["all_day"]:
        shown["all_day"] = True
    if event["room"]:
        shown["room"] = event["room"]
    if event["recurrence"]:
        shown["series"] = True
    return shown


@server.tool
def read_event(context: ToolContext, event_id: EventId) -> Answer:
    """Read an event: times, zone, place, organizer, attendees and their answers, repetition, status."""
    event = find_event(context, event_id)
    if title_of(context, event) != event["title"]:
        hidden = {"title": "Private", "description": "", "location": "", "attendees": []}
        return Answer(event | hidden)
    return Answer(event)
