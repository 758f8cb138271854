"""A welcome card whose text is longer than the room that the designer left for it."""

from __future__ import annotations

from m3bench.checks import FileExists, RecordCreated
from m3bench.core import Shortcut
from m3bench.suites import Plan, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    TemplateCard,
    draw_guest,
    is_coming,
    unchanged_point,
    written_day,
)
from m3bench_suites.builders.tasks import format_point, tool_point

_PATH = "card.pptx"
_OCCASIONS = ("silver wedding", "birthday", "new job", "graduation", "retirement")
_FOODS = ("peanuts", "milk", "eggs", "fish", "celery", "wheat")
_HOURS = {"six": 6, "seven": 7, "eight": 8, "nine": 9}
_BREAKFAST = "Breakfast is served in the winter garden from 6:30 to 10:30, on Sundays until 11:30."
_CALL = "Dial 9 whenever you need us, by day and by night."


class WelcomeCard(Scenario):
    """Occasion, allergy and hour are in a message; the text must fit on the card."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_guest(draw, "hotel", lambda _, booking: is_coming(draw, booking))
        self._occasion, self._food = draw.pick(_OCCASIONS, "occasion"), draw.pick(_FOODS, "food")
        hour = draw.pick(tuple(_HOURS), "hour")
        self._hour = _HOURS[hour]
        booking, company = self._caller.record, self._caller.company
        message = (
            f"Hello, this is {self._caller.name}. Our booking is {spelled(booking['id'])}. We are coming to "
            f"celebrate my {self._occasion}. Please tell the kitchen that I do not eat {self._food}. And "
            f"please wake me at {hour} o'clock, on every day."
        )
        self._card = TemplateCard(path=_PATH, title="Welcome!", footer=f"{company.name}, your hosts")
        self.inputs = given(voice_message(message, draw), self._card.data_file())
        self.words = {"caller": self._caller, "recording": self.recording}
        self.shown = (booking["id"], self._occasion, self._food)
        self.key_facts = (booking["id"], self._occasion, self._food)

    def _text(self, occasion: str, food: str, hour: int) -> list[str]:
        booking = self._caller.record
        first, last = written_day(booking["starts_at"]), written_day(booking["ends_at"])
        return [
            f"Dear {self._caller.name},",
            f"We are glad that you stay with us from {first} to {last}.",
            f"Congratulations on your {occasion}!",
            f"The kitchen knows that you do not eat {food}.",
            f"We will call you at {hour}:00.",
            _BREAKFAST,
            _CALL,
        ]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        booking, occasion, food, hour = self._caller.record, self._occasion, self._food, self._hour
        (heard,) = yield [self.transcribe()]
        (record,) = yield [call("bookings/get_booking", heard, booking_id=booking["id"])]
        if skipped is Shortcut.DEAF:
            occasion, food, hour = "journey", "meat", 10
        first, *rest = self._text(occasion, food, hour)
        note = f"Does not eat {food}."
        yield [self._caller.note(note, heard, record)]
        inspected = skipped is not Shortcut.UNINSPECTED
        yield from self._card.write(f"{first}\n{' '.join(rest)}", heard, record, inspected=inspected)
        yield done("The card is ready.", _PATH)
        new, noted = f"{self._caller.code}-N9*", {"text": {"$contains": self._food}}
        right = self._text(self._occasion, self._food, self._hour)
        return solved(
            f"{_PATH} welcomes {self._caller.name}.",
            format_point("card.pptx was finished.", FileExists(_PATH)),
            tool_point("It has all sentences and the given lines.", *self._card.text_checks(right)),
            tool_point("The text fits, and nothing touches.", *self._card.layout_checks()),
            tool_point(
                "The allergy is noted.",
                RecordCreated("customer_notes", {"customer_id": self._caller.id, **noted}, keys=new),
            ),
            unchanged_point(("customer_notes", new)),
        )
