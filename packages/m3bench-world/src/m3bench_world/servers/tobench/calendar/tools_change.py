"""Tools that change, move, cancel and answer events."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, about, check_choice, parse_date
from m3bench_world.agenda import event_at, occurrences
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.calendar.store import (
    EVENTS,
    Changes,
    Event,
    check_people,
    check_room,
    clashes_of,
    find_event,
    own_address,
    require_free_room,
    require_own,
    server,
)
from m3bench_world.servers.tobench.calendar.tools_create import (
    LONGEST_DESCRIPTION,
    LONGEST_PLACE,
    Until,
    When,
    check_length,
    check_title,
    invited,
    parse_times,
)
from m3bench_world.servers.tobench.calendar.tools_read import EventId

_RESPONSES = ("accepted", "declined", "tentative")

Occurrence = Annotated[
    str, about("Of a series: the day of the one that is meant, YYYY-MM-DD; empty for the whole series.")
]


@server.tool(read_only=False)
def update_event(
    context: ToolContext,
    event_id: EventId,
    title: Annotated[str | None, about("New title; null keeps it.")] = None,
    attendees: Annotated[
        tuple[str, ...] | None, about("All who are invited from now on; null keeps them.")
    ] = None,
    room: Annotated[str | None, about("Another room, empty to give it back; null keeps it.")] = None,
    location: Annotated[str | None, about("New place; null keeps it.")] = None,
    description: Annotated[str | None, about("New description; null keeps it.")] = None,
) -> Answer:
    """Change fields of an event that you organize; of a series, in the whole series.

    To change its time, use move_event. Those who stay invited keep their answers. Fails if the new room is
    taken.
    """
    changed: dict[str, Any] = {}
    if title is not None:
        changed["title"] = check_title(title)
    if room is not None:
        changed["room"] = check_room(context, room)
    if location is not None:
        changed["location"] = check_length(location, "location", LONGEST_PLACE)
    if description is not None:
        changed["description"] = check_length(description, "description", LONGEST_DESCRIPTION)
    people = None if attendees is None else check_people(context, attendees[:50], "attendees")
    if not changed and people is None:
        raise BadArgument("event_id", "nothing to change; pass at least one other field")

    def decide(_: int) -> Changes:
        event = require_own(context, find_event(context, event_id))
        updated: Event = event | changed
        if people is not None:
            others = [person for person in people if person != own_address(context)]
            updated["attendees"] = invited(others, event["attendees"])
        require_free_room(context, updated)
        return {(EVENTS, event["id"]): updated}

    context.update_records(decide)
    return Answer(
        {"updated": event_id.strip(), "changed": [*changed, *(["attendees"] if people is not None else [])]}
    )


@server.tool(read_only=False)
def move_event(
    context: ToolContext,
    event_id: EventId,
    start: When,
    end: Until,
    occurrence: Occurrence = "",
) -> Answer:
    """Move an event that you organize to another time. Answers of those invited start anew.

    Times without an offset are local to the event's zone. Fails if its room is taken then; lists
    clashes of people. One occurrence of a series becomes an event of its own.
    """
    found: list[Any] = []
    moved: list[Event] = []

    def decide(number: int) -> Changes:
        event = require_own(context, find_event(context, event_id))
        times = parse_times(context, start, end, event["zone"], all_day=event["all_day"])
        again = invited([attendee["address"] for attendee in event["attendees"]])
        changes: Changes = {}
        if occurrence.strip():
            series = _without_occurrence(event, occurrence)
            changes[EVENTS, event["id"]] = series
            single = {"id": f"new-event-{number}", "recurrence": None, "skipped": [], "series": event["id"]}
            target = event | times | single | {"attendees": again}
        else:
            target = event | times | {"attendees": again}
        require_free_room(context, target)
        found.extend(clashes_of(context, target))
        moved.append(target)
        return changes | {(EVENTS, target["id"]): target}

    context.update_records(decide)
    shown = {name: moved[-1][name] for name in ("id", "title", "start", "end", "room")}
    return Answer({"moved": shown, "clashes": found})


def _without_occurrence(event: Event, day: str) -> Event:
    """Return a series without one occurrence."""
    wanted = parse_date(day, "occurrence")
    if event["recurrence"] is None:
        raise BadArgument("occurrence", f"{event['id']} is not a series; leave it empty")
    first, _ = event_at(event)
    # Further days could not be represented in other zones.
    is_near = first.date() <= wanted <= date.fromisoformat(event["recurrence"]["until"])
    start = datetime.combine(wanted if is_near else first.date(), time(), first.tzinfo)
    spans = occurrences(event, start, start + timedelta(days=1))
    if not is_near or not any(begins.date() == wanted for begins, _ in spans):
        raise BadArgument("occurrence", f"{event['id']} does not take place on {wanted.isoformat()}")
    return event | {"skipped": sorted({*event["skipped"], wanted.isoformat()})}


@server.tool(read_only=False)
def cancel_event(context: ToolContext, event_id: EventId, occurrence: Occurrence = "") -> Answer:
    """Cancel an event that you organize, or one occurrence of a series. Its room becomes free."""

    def decide(_: int) -> Changes:
        event = require_own(context, find_event(context, event_id))
        cancelled = (
            _without_occurrence(event, occurrence) if occurrence.strip() else event | {"status": "cancelled"}
        )
        return {(EVENTS, event["id"]): cancelled}

    context.update_records(decide)
    return Answer({"cancelled": event_id.strip(), "occurrence": occurrence.strip() or None})


@server.tool(read_only=False)
def respond_to_invitation(
    context: ToolContext,
    event_id: EventId,
    response: Annotated[str, about("accepted, declined or tentative.")],
    comment: Annotated[str, about("A short note to the organizer, up to 200 characters.")] = "",
) -> Answer:
    """Answer an invitation of somebody else; of a series, for all of it. It replaces an earlier answer."""
    answer = check_choice(response, "response", _RESPONSES)
    note = check_length(comment, "comment", LONGEST_PLACE)
    found: list[Any] = []

    def decide(_: int) -> Changes:
        event = find_event(context, event_id)
        own = own_address(context)
        if event["status"] == "cancelled" or not any(
            attendee["address"] == own for attendee in event["attendees"]
        ):
            raise BadArgument("event_id", f"you are not invited to {event['id']}")
        attendees = [
            {"address": own, "status": answer} | ({"comment": note} if note else {})
            if attendee["address"] == own
            else attendee
            for attendee in event["attendees"]
        ]
        updated = event | {"attendees": attendees}
        found.extend(
            clash for clash in clashes_of(context, updated) if clash["who"] == own and answer != "declined"
        )
        return {(EVENTS, event["id"]): updated}

    context.update_records(decide)
    return Answer({"event": event_id.strip(), "response": answer, "clashes": found})
