"""A visitor would rather see a home alone than in a group."""

from __future__ import annotations

from m3bench.checks import Check, Expected, RecordCreated, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    class_of,
    companies_of,
    draw_guest,
    is_coming,
    unchanged_point,
)
from m3bench_suites.builders.tasks import tool_point

_PRIVATE, _GROUP = "Private", "Group"
_CHANGED, _WAITING = "changed", "waiting list"


class PrivateViewing(Scenario):
    """The message names the booking and the wish; whether it is possible depends on the places left."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        full = draw.pick((True, False), "full")
        for wanted in (full, not full):
            chances = self._chances(draw, wanted)
            if chances:
                break
        self._caller = draw_guest(draw, "real estate", lambda _, booking: booking["id"] in chances)
        booking = self._caller.record
        offer = self._caller.company.offers[booking["offer_id"]]
        self._full = class_of(offer, _PRIVATE)["places_left"] == 0
        self._phone = f"555-{draw.whole(100, 999, 'area')}-{draw.whole(1000, 9999, 'phone')}"
        message = (
            f"Hello, this is {self._caller.name}. I have booked a viewing, {spelled(booking['id'])}. I am "
            "told that a whole group will be there. I would much rather look at the place on my own, at the "
            "same time. Is that possible? Thank you."
        )
        self.inputs = given(voice_message(message, draw))
        self.words = {
            "caller": self._caller,
            "phone": self._phone,
            "manner": draw.pick(("friendly", "nervous", "plainly"), "manner"),
            "recording": self.recording,
        }
        self.shown = (booking["id"],)
        self.key_facts = (booking["id"],)

    @staticmethod
    def _chances(draw: TaskDraw, full: bool) -> set[str]:
        """Return bookings of group viewings whose private class is full, or has places for all."""
        ids = set()
        for company in companies_of(draw, "real estate"):
            for booking in company.bookings.values():
                left = class_of(company.offers[booking["offer_id"]], _PRIVATE)["places_left"]
                fits = left == 0 if full else left >= booking["guests"]
                if booking["class"] == _GROUP and is_coming(draw, booking) and fits:
                    ids.add(booking["id"])
        return ids

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, booking, phone = self._caller, self._caller.record, self._phone
        (heard,) = yield [self.transcribe()]
        if skipped is Shortcut.DEAF:
            booking = caller.other
        (record,) = yield [call("bookings/get_booking", heard, booking_id=booking["id"])]
        (offers,) = yield [
            call("bookings/search_offers", record, company=caller.code, query=booking["name"],
                 first_day=booking["starts_at"][:10], last_day=booking["starts_at"][:10], guests=0)
        ]  # fmt: skip
        told: list[CallResult] = []
        if skipped is Shortcut.UNASKED:
            phone = caller.customer["phone"]
        else:
            told = list((yield ask("What is your telephone number on that day?")))
        if skipped is not Shortcut.DEAF:
            yield [self._arranged(heard, record, offers)]
        text = f"Private viewing {booking['id']}: telephone {phone}"
        (note,) = yield [caller.note(text, heard, *told)]
        yield done("The viewing is arranged.")
        return self._solution(booking["id"], note.data["note_id"])

    def _arranged(self, *uses: CallResult) -> PlannedCall:
        booking = self._caller.record
        if self._full:
            return call("bookings/join_waitlist", *uses, offer_id=booking["offer_id"], class_name=_PRIVATE,
                        customer_id=self._caller.id)  # fmt: skip
        return call("bookings/change_booking", *uses, booking_id=booking["id"],
                    offer_id=booking["offer_id"], class_name=_PRIVATE)  # fmt: skip

    def _solution(self, booking: str, note: str) -> Solution:
        caller, right = self._caller, self._caller.record
        new = f"{caller.code}-N9*"
        allowed = [("offers", right["offer_id"]), ("customer_notes", new)]
        if self._full:
            entry = {"customer_id": caller.id, "class": _PRIVATE}
            settled: Check = RecordState("offers", right["offer_id"], {"waitlist[-1]": entry})
        else:
            settled = RecordState("bookings", right["id"], {"class": _PRIVATE, "offer_id": right["offer_id"]})
            allowed.append(("bookings", right["id"]))
        noted = {"customer_id": caller.id, "text": {"$contains": self._phone}}
        return solved(
            f"{booking}: see {note}.",
            tool_point("The viewing is private, or the visitor waits for it.", settled),
            tool_point("The number is noted.", RecordCreated("customer_notes", noted, keys=new)),
            tool_point("The visitor was asked.", UserAsked(("telephone number",))),
            unchanged_point(*allowed),
            booking=booking,
            result=Expected(_WAITING if self._full else _CHANGED, grounds=()),
            note=note,
        )
