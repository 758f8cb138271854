"""When people and rooms are free, as the calendar finds it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from m3bench.suites import PlanError
from m3bench_world import World
from m3bench_world.agenda import ROOMS, Room, Span, busy_spans, free_spans
from m3bench_world.office import find_zone

_STEP = timedelta(minutes=15)


class Need(msgspec.Struct, frozen=True):
    """What a meeting needs."""

    people: tuple[str, ...]
    """Addresses besides the owner's."""
    minutes: int
    seats: int
    equipment: str


class Slot(msgspec.Struct, frozen=True):
    """A time, and the smallest room that is free then."""

    start: str
    end: str
    room: Room

    @property
    def begins(self) -> datetime:
        return datetime.fromisoformat(self.start)


def owner_zone(world: World) -> ZoneInfo:
    """Return the time zone of the owner of the calendar."""
    zone = find_zone(world.office.owner.zone)
    assert zone is not None
    return zone


def next_monday(world: World) -> date:
    today = world.now.date()
    return today + timedelta(days=7 - today.weekday())


def moment(world: World, day: date, at: str = "00:00") -> datetime:
    """Return a moment in the time of the owner."""
    return datetime.combine(day, time.fromisoformat(at), owner_zone(world))


def first_slot(world: World, need: Need, spans: Sequence[Span]) -> Slot:
    """Return the earliest time within one of the spans when all are free and a fitting room is.

    Raises:
        PlanError: There is none.
    """
    who = (world.office.owner.address, *need.people)
    rooms = sorted(
        (room for room in ROOMS.values() if room.seats >= need.seats and need.equipment in room.equipment),
        key=lambda room: room.seats,
    )
    events = list(world.agenda.records.values())
    for start, end in spans:
        hours = [world.agenda.hours[each].spans(start, end) for each in who]
        for opens, closes in free_spans(hours, busy_spans(events, who, start, end)):
            begins = opens + timedelta(minutes=-opens.minute % 15)
            while begins + timedelta(minutes=need.minutes) <= closes:
                ends = begins + timedelta(minutes=need.minutes)
                free = [room for room in rooms if not busy_spans(events, (room.id,), begins, ends)]
                if free:
                    return Slot(_shown(world, begins), _shown(world, ends), free[0])
                begins += _STEP
    raise PlanError("nobody has time for this meeting")


def _shown(world: World, at: datetime) -> str:
    return at.astimezone(owner_zone(world)).isoformat(timespec="minutes")
