"""Events drawn from the seed: nobody and no room is in two places at once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Any

import msgspec

from m3bench_world.agenda.occurrences import ROOMS
from m3bench_world.agenda.slots import Hours, busy_spans
from m3bench_world.chance import Chance
from m3bench_world.data import written
from m3bench_world.office import Office, Person, find_zone


class _Series(msgspec.Struct, frozen=True):
    title: str
    role: str
    """Of the organizer."""
    others: tuple[str, ...]
    """Roles of those invited besides the owner."""
    at: str
    """Local time of the organizer."""
    weekdays: tuple[int, ...]
    weeks: int
    minutes: int
    room: str | None = None


_SERIES = (
    _Series(
        "Team meeting",
        "Office Manager",
        ("Sales Manager", "Support Lead", "Accountant"),
        "10:00",
        (0,),
        1,
        60,
        "room-atrium",
    ),
    _Series("Support stand-up", "Support Lead", ("Sales Manager",), "09:15", (0, 1, 2, 3, 4), 1, 15),
    _Series("Design review", "Product Manager", ("Designer",), "13:00", (2,), 2, 60, "room-elm"),
    _Series("Sync with New York", "Engineer", ("Product Manager",), "10:00", (3,), 1, 45, "room-birch"),
    _Series("Monthly figures", "Accountant", (), "11:30", (1,), 4, 30),
)
_TITLES = written("agenda", "titles", tuple[tuple[str, tuple[str, ...]], ...])
"""Titles of meetings, and the roles of those who take part besides the owner."""
_DAYS_BEFORE, _DAYS_AFTER = 7, 20
_MOST_ATTEMPTS = 12


class EventDrawing:
    """Draws the events of an office around a day."""

    def __init__(self, chance: Chance, office: Office, today: date, hours: dict[str, Hours]) -> None:
        self._chance = chance
        self._office = office
        self._today = today
        self._hours = hours
        self.events: list[dict[str, Any]] = []

    def all(self) -> list[dict[str, Any]]:
        """Return the events: series, days off, meetings and invitations."""
        self._draw_series()
        self._draw_days()
        for offset in range(-_DAYS_BEFORE, _DAYS_AFTER):
            day = self._today + timedelta(days=offset)
            if day.weekday() < 5:
                for index in range(self._chance.whole(1, 3, "agenda", "count", day)):
                    self._draw_meeting(day, index)
        self._draw_invitations()
        self._draw_private()
        return self.events

    def _add(self, title: str, organizer: Person, span: tuple[datetime, datetime], **more: Any) -> None:
        event = {
            "id": "",
            "title": title,
            "start": span[0].isoformat(timespec="minutes"),
            "end": span[1].isoformat(timespec="minutes"),
            "zone": str(span[0].tzinfo),
            "all_day": False,
            "room": None,
            "location": "",
            "organizer": organizer.address,
            "attendees": [],
            "description": "",
            "recurrence": None,
            "skipped": [],
            "status": "confirmed",
            "shown_as": "busy",
            "private": False,
        }
        self.events.append(event | more)

    def _draw_series(self) -> None:
        monday = self._today - timedelta(days=self._today.weekday() + 28)
        for series in _SERIES:
            organizer = self._office.colleague(series.role)
            day = monday + timedelta(days=series.weekdays[0])
            start = datetime.combine(day, time.fromisoformat(series.at), find_zone(organizer.zone))
            people = (self._office.owner, *map(self._office.colleague, series.others))
            rule = {"frequency": "weekly", "interval": series.weeks, "weekdays": list(series.weekdays)}
            self._add(
                series.title,
                organizer,
                (start, start + timedelta(minutes=series.minutes)),
                attendees=_invited(people, "accepted"),
                recurrence=rule | {"until": (self._today + timedelta(days=180)).isoformat()},
                room=series.room,
            )

    def _draw_days(self) -> None:
        away = self._office.colleague("Legal Counsel")
        first = self._today + timedelta(days=self._chance.whole(4, 12, "agenda", "away"))
        first += timedelta(days=max(0, 7 - first.weekday()) if first.weekday() > 4 else 0)
        self._add_days("Out of office", away, first, self._chance.whole(2, 4, "agenda", "away days"), "busy")
        party = self._today + timedelta(days=self._chance.whole(6, 18, "agenda", "party"))
        self._add_days("Company anniversary", self._office.colleague("Office Manager"), party, 1, "free")

    def _add_days(self, title: str, who: Person, day: date, days: int, shown_as: str) -> None:
        midnight = datetime.combine(day, time(), find_zone(who.zone))
        end = datetime.combine(day + timedelta(days=days), time(), find_zone(who.zone))
        self._add(title, who, (midnight, end), all_day=True, shown_as=shown_as)

    def _draw_meeting(self, day: date, place: int) -> None:
        title, roles = self._chance.pick(_TITLES, "agenda", "title", day, place)
        people = (self._office.owner, *map(self._office.colleague, roles))
        minutes = self._chance.pick((30, 45, 60, 90), "agenda", "minutes", day, place)
        room = self._chance.pick((None, *ROOMS), "agenda", "room", day, place) if roles else None
        names = (*(person.address for person in people), *((room,) if room else ()))
        for attempt in range(_MOST_ATTEMPTS):
            half_hours = self._chance.whole(18, 33, "agenda", "time", day, place, attempt)
            start = datetime.combine(
                day, time(half_hours // 2, half_hours % 2 * 30), find_zone(people[0].zone)
            )
            span = (start, start + timedelta(minutes=minutes))
            if self._is_free(people, names, span):
                organizer = self._chance.pick(people, "agenda", "organizer", day, place)
                others = [person for person in people if person != organizer]
                private = not roles and self._chance.happens(0.4, "agenda", "private", day, place)
                self._add(
                    "Doctor" if private else title,
                    organizer,
                    span,
                    attendees=_invited(others, "accepted"),
                    room=room,
                    private=private,
                )
                return

    def _is_free(
        self, people: tuple[Person, ...], names: tuple[str, ...], span: tuple[datetime, datetime]
    ) -> bool:
        at_work = all(
            any(
                opens <= span[0] and span[1] <= closes
                for opens, closes in self._hours[who.address].spans(*_around(span))
            )
            for who in people
        )
        return at_work and not busy_spans(self.events, names, *span)

    def _draw_invitations(self) -> None:
        """Draw events that the owner has not answered; the second may clash with another one."""
        for number, role in enumerate(("Product Manager", "Sales Manager", "Office Manager")):
            organizer = self._office.colleague(role)
            day = self._today + timedelta(days=2 + 3 * number)
            while day.weekday() > 4:
                day += timedelta(days=1)
            title = ("Prototype demo", "Key account strategy", "Fire drill debrief")[number]
            for attempt in range(_MOST_ATTEMPTS):
                hour = self._chance.whole(10, 15, "agenda", "invitation", number, attempt)
                start = datetime.combine(day, time(hour), find_zone(organizer.zone))
                span = (start, start + timedelta(hours=1))
                if self._is_free((organizer,), (organizer.address,), span):
                    guests = _invited((self._office.owner,), "needs_action")
                    self._add(title, organizer, span, attendees=guests)
                    break

    def _draw_private(self) -> None:
        """Draw an appointment of a colleague that others see as busy only."""
        for role in ("Support Lead", "Sales Manager"):
            who = self._office.colleague(role)
            day = self._today + timedelta(days=self._chance.whole(1, 8, "agenda", "appointment", role))
            for half_hours in range(18, 33):
                start = datetime.combine(day, time(half_hours // 2, half_hours % 2 * 30), find_zone(who.zone))
                span = (start, start + timedelta(minutes=30))
                if self._is_free((who,), (who.address,), span):
                    self._add("Physiotherapy", who, span, private=True)
                    break


def _invited(people: Iterable[Person], status: str) -> list[dict[str, str]]:
    return [{"address": person.address, "status": status} for person in people]


def _around(span: tuple[datetime, datetime]) -> tuple[datetime, datetime]:
    return span[0] - timedelta(days=1), span[1] + timedelta(days=1)
