"""The calendars as they are at the start of an attempt."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import Any

from m3bench_world.agenda.drawing import EventDrawing
from m3bench_world.agenda.occurrences import ROOMS, Room, Span, event_at
from m3bench_world.agenda.slots import Hours, busy_spans, merged
from m3bench_world.office import Group, Person, find_zone
from m3bench_world.world import World


class Agenda:
    """Calendars of the owner and the colleagues of `World.office`. An event is in the calendars of its
    organizer and of those invited."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._office = world.office

    @property
    def owner(self) -> Person:
        return self._office.owner

    @property
    def people(self) -> tuple[Person, ...]:
        """Those who have a calendar; the owner first."""
        return (self._office.owner, *self._office.group(Group.COLLEAGUE))

    @property
    def rooms(self) -> dict[str, Room]:
        return ROOMS

    @cached_property
    def hours(self) -> dict[str, Hours]:
        """Working hours by address. The designer works four days, the accountant until three."""
        found = {person.address: Hours(person.zone) for person in self.people}
        designer, accountant = self._office.colleague("Designer"), self._office.colleague("Accountant")
        found[designer.address] = Hours(designer.zone, weekdays=(0, 1, 2, 3))
        found[accountant.address] = Hours(accountant.zone, start="08:30", end="15:00")
        return found

    @cached_property
    def records(self) -> dict[str, dict[str, Any]]:
        """All events by id, as records, in the order of their start."""
        today = self._world.now.astimezone(find_zone(self.owner.zone)).date()
        drawn = EventDrawing(self._world.chance, self._office, today, self.hours).all()
        drawn.sort(key=lambda event: (event_at(event)[0], event["title"]))
        return {f"event-{number}": event | {"id": f"event-{number}"} for number, event in enumerate(drawn, 1)}

    def busy(self, who: Iterable[str], start: datetime, end: datetime) -> list[Span]:
        """Return when any of these people (addresses) and rooms (ids) is busy, as long as nothing changes."""
        return merged(busy_spans(self.records.values(), who, start, end))
