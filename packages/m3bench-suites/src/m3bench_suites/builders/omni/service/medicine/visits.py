"""Visits that patients move."""

from __future__ import annotations

from typing import Any

from m3bench.checks import RecordState
from m3bench.core import Shortcut
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    draw_caller_of_domain,
    unchanged_point,
    verified_first,
)
from m3bench_suites.builders.tasks import tool_point
from m3bench_world.service import Company


class MovedVisit(Scenario):
    """A message: the patient cannot come, and takes the next free appointment."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller_of_domain(
            draw, "medicine", "bookings", lambda company, booking: bool(_next_offer(company, booking))
        )
        booking = self._caller.record
        message = (
            f"Good morning, this is {self._caller.name}. I have a booking with you, number "
            f"{spelled(booking['id'])}. I cannot come on that day. Please give me the next free appointment "
            "after it, everything else stays the same."
        )
        self.inputs = given(voice_message(message, draw))
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "recording": self.recording}
        self.shown = (booking["id"],)
        self.key_facts = (booking["id"],)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller = self._caller
        booking = caller.other if skipped is Shortcut.DEAF else caller.record
        (heard,) = yield [self.transcribe()]
        (record,) = yield [call("bookings/get_booking", heard, booking_id=booking["id"])]
        (offers,) = yield [
            call(
                "bookings/search_offers", record, company=caller.code, query=booking["name"],
                first_day=booking["starts_at"][:10], limit=20,
            )
        ]  # fmt: skip
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(record)
        offer = _next_offer(caller.company, booking)
        yield [call("bookings/change_booking", record, offers, booking_id=booking["id"], offer_id=offer)]
        yield done("The visit is moved.")
        return self._solution(booking["id"], offer)

    def _solution(self, believed: str, offer: str) -> Solution:
        caller, right = self._caller, self._caller.record
        target = _next_offer(caller.company, right)
        state = {"offer_id": target, "class": right["class"], "status": "confirmed"}
        return solved(
            f"Booking {believed} is for {offer} now.",
            tool_point("The visit is moved as the rules say.", RecordState("bookings", right["id"], state)),
            *verified_first(caller, "bookings", right["id"]),
            unchanged_point(
                ("customers", caller.id),
                ("bookings", right["id"]),
                ("offers", target),
                ("offers", right["offer_id"]),
            ),
            booking=believed,
            offer=offer,
        )


def _next_offer(company: Company, booking: dict[str, Any]) -> str:
    """Return the id of the next later offer with a place; empty if there is none."""
    if booking["status"] != "confirmed":
        return ""
    later = [
        (offer["starts_at"], offer["id"])
        for offer in company.offers.values()
        if offer["name"] == booking["name"]
        and offer["starts_at"] > booking["starts_at"]
        and any(option["name"] == booking["class"] and option["places_left"] for option in offer["classes"])
    ]
    return min(later)[1] if later else ""
