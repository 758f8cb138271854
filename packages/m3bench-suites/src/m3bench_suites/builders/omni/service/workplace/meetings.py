"""Meetings that somebody asks for in a message."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from m3bench.checks import CalendarEvent, MailSent, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, PlanError, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import unchanged_point
from m3bench_suites.builders.tasks import tool_point
from m3bench_world import World
from m3bench_world.agenda import ROOMS, Room, Span, busy_spans, free_spans
from m3bench_world.office import Group, find_zone

_STEP = timedelta(minutes=15)
_NEW = "new-event-*"
_ROLES = ("Sales Manager", "Support Lead", "Accountant", "Product Manager", "Office Manager")
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
_ATTEMPTS = 60


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
        hours = [world.agenda.hours[person].spans(start, end) for person in who]
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


class PhonedMeeting(Scenario):
    """A colleague asks for a meeting on the answering machine."""

    shortcuts = (Shortcut.DEAF,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        world = draw.world
        asking, other = draw.sample(_ROLES, 2, "roles")
        self._caller, self._other = world.office.colleague(asking), world.office.colleague(other)
        self._subject = draw.pick(
            ("spring catalogue", "warehouse move", "holiday rota", "packaging costs", "customer survey"),
            "subject",
        )
        minutes, seats = draw.pick((30, 45, 90), "minutes"), draw.whole(4, 8, "seats")
        thing = draw.pick(("whiteboard", "projector", "screen", "video conference"), "equipment")
        people = (self._caller.address, self._other.address)
        self._need = Need(people, minutes, seats, thing)
        first = draw.whole(0, 3, "day")
        self._from = moment(world, next_monday(world) + timedelta(days=first))
        self._until = self._from + timedelta(days=7)
        self._slot = first_slot(world, self._need, [(self._from, self._until)])
        message = (
            f"Hello, it's me. I would like to have a meeting with you about the {self._subject}. "
            f"Please invite the {other} as well. We need {minutes} minutes, and a room for "
            f"{_NUMBERS[seats]} people in all, because I bring guests. There must be a {thing} in it. "
            f"{_DAYS[first]} of next week is the first day that works for me. Thank you."
        )
        self.inputs = given(voice_message(message, draw))
        self.words = {"office": world.office, "caller": self._caller, "recording": self.recording}
        self.key_facts = (self._subject,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        need, subject, start = self._need, self._subject, self._from
        if skipped is Shortcut.DEAF:
            need, subject = Need((self._caller.address,), 60, 2, "whiteboard"), "Meeting"
            start = moment(self.draw.world, next_monday(self.draw.world))
        heard, people, _ = yield [
            self.transcribe(),
            call("calendar/list_calendars"),
            call("calendar/list_rooms"),
        ]
        slot = first_slot(self.draw.world, need, [(start, start + timedelta(days=7))])
        (times,) = yield [
            call(
                "calendar/find_free_times", heard, people, people=list(need.people), start=start.isoformat(),
                end=(start + timedelta(days=7)).isoformat(), minutes=need.minutes, seats=need.seats,
                equipment=[need.equipment], limit=3,
            )
        ]  # fmt: skip
        (made,) = yield [
            call(
                "calendar/create_event", heard, times, title=subject.capitalize(), start=slot.start,
                end=slot.end, attendees=list(need.people), room=slot.room.id,
            )
        ]  # fmt: skip
        yield [call("calendar/read_event", made, event_id=made.data["created"]["id"])]
        yield done("The meeting is in the calendar.")
        return self._solution()

    def _solution(self) -> Solution:
        slot, titled = self._slot, (self._subject,)
        return solved(
            f"The meeting about the {self._subject} starts at {slot.start} in {slot.room.name}.",
            tool_point(
                "It is at the first time that suits everyone.",
                CalendarEvent(title_contains=titled, start=slot.start, end=slot.end),
            ),
            tool_point(
                "The two colleagues are invited.",
                CalendarEvent(title_contains=titled, attendees=self._need.people),
            ),
            tool_point(
                "The room is the smallest that does.", CalendarEvent(title_contains=titled, room=slot.room.id)
            ),
            unchanged_point(("events", _NEW)),
        )


class GuestMeeting(Scenario):
    """A supplier says what is needed, a table has the supplier's free times, and the user knows the rest."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        world = draw.world
        self._guest = draw.pick(world.office.group(Group.SUPPLIER), "guest")
        self._colleague, self._wrong = (
            world.office.colleague(role) for role in draw.sample(_ROLES, 2, "who")
        )
        self._title = draw.pick(
            ("Contract for next year", "Pallet returns", "Quality talks", "New delivery times"), "title"
        )
        guests, self._thing = draw.whole(2, 5, "guests"), draw.pick(("projector", "whiteboard"), "thing")
        self._need = Need(
            (self._colleague.address,), draw.pick((45, 75, 90), "length"), guests + 2, self._thing
        )
        self._spans = self._draw_spans()
        self._slot = first_slot(world, self._need, self._spans)
        message = (
            f"Good morning, we look forward to our visit. There will be {_NUMBERS[guests]} of us. "
            f"We need {self._need.minutes} minutes with you, and we need a {self._thing} in the room, "
            "please. You have the list of the times that suit us."
        )
        rows = [
            ["day", "from", "to"],
            *([f"{a:%Y-%m-%d}", f"{a:%H:%M}", f"{b:%H:%M}"] for a, b in self._spans),
        ]
        self.inputs = given(voice_message(message, draw), DataFile("times.csv", "csv", rows))
        self.words = {
            "office": world.office,
            "guest": self._guest,
            "recording": self.recording,
            "colleague": self._colleague,
            "title": self._title,
        }

    def _draw_spans(self) -> list[Span]:
        """Draw three spans of the next two weeks, of which one works at least."""
        world = self.draw.world
        for attempt in range(_ATTEMPTS):
            days = sorted(self.draw.sample((0, 1, 2, 3, 4, 7, 8, 9, 10, 11), 3, "days", attempt))
            spans = []
            for index, day in enumerate(days):
                hour = self.draw.whole(9, 14, "hour", attempt, index)
                start = moment(world, next_monday(world) + timedelta(days=day), f"{hour:02d}:00")
                spans.append((start, start + timedelta(hours=2, minutes=30)))
            try:
                first_slot(world, self._need, spans)
            except PlanError:
                continue
            return spans
        raise PlanError("nobody has time for these guests")

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        need, title, world = self._need, self._title, self.draw.world
        heard, listed, people, contacts, _ = yield [
            self.transcribe(),
            call("files/read_text", path="times.csv"),
            call("calendar/list_calendars"),
            call("mail/search_contacts", query=self._guest.name),
            call("calendar/list_rooms"),
        ]
        if skipped is Shortcut.UNASKED:
            need, title = Need((self._wrong.address,), need.minutes, need.seats, need.equipment), "Visit"
        else:
            asked = yield ask(
                "Which colleague should take part?", "What is the title of the meeting?", uses=(heard,)
            )
            people = asked[0]
        if skipped is Shortcut.DEAF:
            need = Need(need.people, 60, 2, "screen")
        tried = yield [
            call(
                "calendar/find_free_times", heard, listed, people, people=list(need.people),
                start=start.isoformat(), end=end.isoformat(), minutes=need.minutes, seats=need.seats,
                equipment=[need.equipment], limit=3,
            )
            for start, end in self._spans
        ]  # fmt: skip
        try:
            slot = first_slot(world, need, self._spans)
        except PlanError:  # a careless agent takes any time
            slot = first_slot(world, need, [(self._spans[0][0], self._spans[0][0] + timedelta(days=14))])
        (made,) = yield [
            call(
                "calendar/create_event", *tried, title=title, start=slot.start, end=slot.end,
                attendees=list(need.people), room=slot.room.id,
            )
        ]  # fmt: skip
        body = (
            f"Dear {self._guest.given_name},\n\nwe look forward to your visit on {_day(slot.begins)} at "
            f"{slot.begins:%H:%M}. The meeting is in the room {slot.room.name}.\n\nKind regards"
        )
        yield [
            call(
                "mail/send_message", contacts, made, to=[self._guest.address],
                subject=f"Your visit: {title}", body=body,
            )
        ]  # fmt: skip
        yield done("The visit is arranged.")
        return self._solution()

    def _solution(self) -> Solution:
        slot, titled, guest = self._slot, (self._title,), (self._guest.address,)
        told = (_day(slot.begins), f"{slot.begins:%H:%M}", slot.room.name)
        return solved(
            f"The meeting with {self._guest.name} starts at {slot.start} in {slot.room.name}.",
            tool_point("The owner was asked.", UserAsked(("colleague", "title"))),
            tool_point(
                "The meeting is at the first time that suits everyone.",
                CalendarEvent(title_contains=titled, start=slot.start, end=slot.end),
            ),
            tool_point(
                "The colleague is invited, and the smallest fitting room is booked.",
                CalendarEvent(title_contains=titled, attendees=self._need.people, room=slot.room.id),
            ),
            tool_point("The guest got one short mail.", MailSent(guest, most_characters=600)),
            tool_point("It names day, time and room.", MailSent(guest, body_contains=told)),
            unchanged_point(("events", _NEW), ("mail", "sent-*"), ("outbox", "sent-*")),
        )


def _day(at: datetime) -> str:
    return f"{at.day} {at:%B}"
