"""Appointments at the counter."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, RecordCreated, RecordState
from m3bench.core import Shortcut
from m3bench.suites import Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import draw_caller, unchanged_point, verified_first
from m3bench_suites.builders.tasks import tool_point

_LANGUAGES = (("Turkish", "tr"), ("Polish", "pl"), ("Ukrainian", "uk"), ("Arabic", "ar"))
_INTERVIEW = "interview"
_TOPIC = "language of the interpreter"


class InterpreterWanted(Scenario):
    """A message about an interpreter whose language nobody told."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "government services", "bookings", _fits)
        self._language, self._code = draw.pick(_LANGUAGES, "language")
        booking = self._caller.record
        message = (
            f"Hello, this is {self._caller.name}. I have an appointment with you. The booking number is "
            f"{spelled(booking['id'])}. I would like to have an interpreter there, because my English is not "
            "good enough for officials. Could you arrange that?"
        )
        self.inputs = given(voice_message(message, draw))
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "language": self._language, "recording": self.recording}
        self.shown = (booking["id"], booking["name"])
        self.key_facts = (booking["id"],)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, language = self._caller, (self._language, self._code)
        booking = caller.other if skipped is Shortcut.DEAF else caller.record
        (heard,) = yield [self.transcribe()]
        (record,) = yield [call("bookings/get_booking", heard, booking_id=booking["id"])]
        if skipped is Shortcut.UNASKED:
            language = "French", "fr"
        else:
            yield from caller.verify(record)
            yield ask("Which language should the interpreter speak?")
        yield [self._arrangement(booking, language[0])]
        yield [call("customers/update_contact", customer_id=booking["customer_id"], language=language[1])]
        yield done("The interpreter is arranged.")
        return self._solution(booking)

    def _arrangement(self, booking: dict[str, str], language: str) -> PlannedCall:
        if _INTERVIEW in booking["name"]:
            return call("bookings/add_extra", booking_id=booking["id"], extra="Interpreter")
        subject = f"Interpreter for {language}"
        text = "The citizen asks for an interpreter at the appointment."
        return self._caller.ticket(
            booking["id"], subject, text, team="Appointments", customer=booking["customer_id"]
        )

    def _solution(self, booking: dict[str, str]) -> Solution:
        caller, right = self._caller, self._caller.record["id"]
        if _INTERVIEW in caller.record["name"]:
            arranged: Check = RecordState("bookings", right, {"extras[].name": ["Interpreter"]})
            changed = "bookings", right
        else:
            changed = "tickets", f"{caller.code}-T9*"
            named = {"$contains": self._language}
            fields = {"team": "Appointments", "about": right, "subject": named}
            arranged = RecordCreated("tickets", fields, keys=changed[1])
        kept = RecordState("customers", caller.id, {"language": self._code})
        return solved(
            f"An interpreter is arranged for {booking['id']}, {booking['name']}.",
            tool_point("The interpreter is arranged as the rules say.", arranged),
            tool_point("The language is in the record.", kept),
            *verified_first(caller, *changed),
            unchanged_point(("customers", caller.id), changed),
            booking=booking["id"],
            appointment=booking["name"],
        )


def _fits(booking: dict[str, Any]) -> bool:
    return booking["status"] == "confirmed" and not booking["extras"]
