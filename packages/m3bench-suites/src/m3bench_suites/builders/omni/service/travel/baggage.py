"""A bag that did not arrive, and what its owner had to buy meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from m3bench.checks import Expected, RecordCreated, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.omni import (
    Scenario,
    TaskDraw,
    ask,
    done,
    given,
    read_print,
    solved,
)
from m3bench_suites.builders.omni.service._shared import draw_guest, draw_receipt, unchanged_point
from m3bench_suites.builders.tasks import tool_point

_ALLOWED_CENTS = 3_000
_INNS = ("Pension Miramar", "Hotel Kestrel", "Casa Violeta", "Lakeside Inn", "Hotel Amber")
_NEEDED = ("toothbrush", "toothpaste", "shampoo", "deodorant", "socks", "t-shirt", "razor", "hand cream")
_STREETS = ("Harbour Road", "Station Street", "Olive Lane", "Castle Hill")


class DelayedBaggage(Scenario):
    """The photograph of a receipt; the number of the tag and the address are known to the traveller only."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_guest(draw, "travel", lambda _, booking: booking["status"] == "completed")
        landed = date.fromisoformat(self._caller.record["ends_at"][:10])
        bought = min(landed + timedelta(days=draw.whole(0, 2, "bought")), draw.world.now.date())
        self._receipt = draw_receipt(draw, _NEEDED, str(bought))
        self._total, self._number = self._receipt.total_cents, self._receipt.number
        self._tag = f"{self._caller.code[:2]}{draw.whole(100_000, 999_999, 'tag')}"
        self._inn = draw.pick(_INNS, "inn")
        street = f"{draw.whole(2, 98, 'house')} {draw.pick(_STREETS, 'street')}"
        self.inputs = given(self._receipt.picture)
        booking = self._caller.record
        self._address = f"{self._inn}, {street}"
        self.words = {
            "caller": self._caller,
            "allowed_cents": _ALLOWED_CENTS,
            "booking": booking,
            "receipt": self._receipt,
            "tag": self._tag,
            "address": self._address,
            "manner": draw.pick(("annoyed", "curt", "friendly"), "manner"),
        }
        self.shown = (self._number, str(self._total))
        self.key_facts = (self._number,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        booking, number = self._caller.record, self._number
        total, tag, address = self._total, self._tag, self._address
        seen, record = yield [
            read_print(self._receipt.name),
            call("bookings/get_booking", booking_id=booking["id"]),
        ]
        told: Sequence[CallResult] = ()
        if skipped is Shortcut.UNASKED:
            tag, address = booking["id"], "the address in our records"
        else:
            told = yield ask(
                "What is the number on the bag tag?", "What is the delivery address for the bag?"
            )
        if skipped is Shortcut.BLIND:
            number, total = "1001", 2_500
        paid = min(total, _ALLOWED_CENTS * booking["guests"])
        subject = f"Missing bag {tag}"
        text = f"Deliver to {address}. Reimbursement {paid} cents for receipt {number}."
        (made,) = yield [
            self._caller.ticket(
                booking["id"], subject, text, seen, record, *told, team="Baggage", priority="high"
            )
        ]
        yield done("The bag was reported.")
        return self._solution(made.data["ticket_id"], number, paid)

    def _solution(self, report: str, number: str, paid: int) -> Solution:
        caller, new = self._caller, f"{self._caller.code}-T9*"
        about = {"team": "Baggage", "priority": "high", "about": caller.record["id"]}
        due = min(self._total, _ALLOWED_CENTS * caller.record["guests"])
        return solved(
            f"Report {report}: {paid} cents for receipt {number}.",
            tool_point(
                "A ticket of high priority about the booking is with Baggage.",
                RecordCreated("tickets", about, keys=new),
            ),
            tool_point(
                "It has the number of the tag and the address.",
                RecordCreated(
                    "tickets",
                    {"subject": {"$contains": self._tag}, "comments[0].text": {"$contains": self._inn}},
                    keys=new,
                ),
            ),
            tool_point(
                "It names the receipt.",
                RecordCreated("tickets", {"comments[0].text": {"$contains": self._number}}, keys=new),
            ),
            tool_point(
                "It names the reimbursement within the limit.",
                RecordCreated("tickets", {"comments[0].text": {"$contains": str(due)}}, keys=new),
            ),
            tool_point("The traveller was asked.", UserAsked(("bag tag", "delivery address"))),
            unchanged_point(("tickets", new)),
            report=report,
            reimbursed_cents=Expected(paid, grounds=(self._total,)),
            receipt=number,
        )
