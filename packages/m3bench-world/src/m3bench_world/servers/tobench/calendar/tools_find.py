"""Search for a time when all can meet."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_limit, check_range
from m3bench_world.agenda import Room, Span, busy_spans, free_spans
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.calendar.store import (
    all_events,
    check_people,
    check_room,
    own_address,
    own_zone,
    parse_range,
    server,
)
from m3bench_world.servers.tobench.calendar.tools_read import End, Start

_STEP = timedelta(minutes=15)
_MOST_SLOTS, _MOST_PEOPLE = 30, 20


@server.tool
def find_free_times(
    context: ToolContext,
    people: Annotated[tuple[str, ...], about("Addresses or names of those who take part besides you.")],
    start: Start,
    end: End,
    minutes: Annotated[int, about("Length of the meeting, 5 to 480 minutes.")] = 60,
    room: Annotated[str, about("Id or name of a room that must be free too; empty for none.")] = "",
    seats: Annotated[int, about("Find a room with at least so many seats; 0 needs no room.")] = 0,
    equipment: Annotated[
        tuple[str, ...], about("Equipment that the room must have, such as 'projector'.")
    ] = (),
    include_me: Annotated[bool, about("Whether you take part.")] = True,
    limit: Annotated[int, about("Most times to return, up to 30.")] = 10,
) -> Answer:
    """Find times within the working hours of all people when nobody is busy, and a room is free if asked for.

    Returns the earliest times, in steps of 15 minutes, not before now, with the rooms that are free then.
    """
    first, last = parse_range(context, start, end)
    length = timedelta(minutes=check_range(minutes, "minutes", 5, 480))
    most = check_limit(limit, "limit", _MOST_SLOTS)
    who = check_people(context, people[: _MOST_PEOPLE + 1], "people")
    if include_me:
        who = list(dict.fromkeys([own_address(context), *who]))
    if not 0 < len(who) <= _MOST_PEOPLE:
        raise BadArgument("people", f"pass 1 to {_MOST_PEOPLE} people")
    rooms = _rooms(context, room, seats, equipment)
    events = all_events(context)
    hours = [context.world.agenda.hours[person].spans(max(first, context.world.now), last) for person in who]
    free = free_spans(hours, busy_spans(events, who, first, last))
    slots: list[dict[str, Any]] = []
    for span in _slots(free, length):
        fitting = (
            [] if rooms is None else [each.id for each in rooms if not busy_spans(events, (each.id,), *span)]
        )
        if rooms is None or fitting:
            slots.append(_shown(context, span) | ({"rooms": fitting} if fitting else {}))
        if len(slots) == most:
            break
    return Answer({"people": who, "minutes": minutes, "times": slots})


def _rooms(context: ToolContext, room: str, seats: int, equipment: tuple[str, ...]) -> list[Room] | None:
    """Return the rooms that may be used; None if no room is needed."""
    known = context.world.agenda.rooms
    chosen = check_room(context, room)
    if chosen is None and not equipment and seats <= 0:
        return None
    wanted = {needed.strip().casefold() for needed in equipment}
    found = [
        each
        for each in known.values()
        if chosen in (None, each.id) and each.seats >= seats and wanted <= set(each.equipment)
    ]
    if not found:
        raise NotFound("no room has these seats and this equipment; see list_rooms")
    return found


def _slots(free: list[Span], length: timedelta) -> Any:
    """Yield times of the length, at full quarters of an hour."""
    for opens, closes in free:
        minutes = -opens.minute % 15 if not (opens.second or opens.microsecond) else 15 - opens.minute % 15
        start = opens.replace(second=0, microsecond=0) + timedelta(minutes=minutes)
        while start + length <= closes:
            yield start, start + length
            start += _STEP


def _shown(context: ToolContext, span: tuple[datetime, datetime]) -> dict[str, str]:
    start, end = (moment.astimezone(own_zone(context)).isoformat(timespec="minutes") for moment in span)
    return {"start": start, "end": end}
