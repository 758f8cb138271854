"""An upgrade that is marked on the traveller's own confirmation."""

from __future__ import annotations

from typing import Any

from m3bench.checks import FileExists, PageLayout, PdfContent, PdfCopy, RecordState
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.service._shared import (
    class_of,
    draw_guest,
    is_coming,
    stamp,
    unchanged_point,
    verified_first,
    written_day,
)
from m3bench_suites.builders.tasks import format_point, tool_point
from m3bench_world.service import Company

_BEST = "Flex"
_MARK = "UPGRADED TO FLEX"
_GIVEN, _MADE = "confirmation.pdf", "upgraded.pdf"
_TOP = (400, 30)
"""Beside the heading, where there is room on most letters."""
_BELOW = (60, 620)


class MarkedUpgrade(Scenario):
    """The confirmation names the booking. It gets a mark that must not cover its words."""

    shortcuts = (Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)

        def fits(company: Company, booking: dict[str, Any]) -> bool:
            best = class_of(company.offers[booking["offer_id"]], _BEST)
            coming = is_coming(draw, booking) and booking["class"] != _BEST
            return coming and bool(best["places_left"] >= booking["guests"])

        self._caller = draw_guest(draw, "travel", fits)
        self._lines = self._letter()
        self.inputs = given(DataFile(_GIVEN, "pdf", {"pages": [self._lines]}))
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller}
        self.shown = (self._caller.record["id"],)
        self.key_facts = (self._caller.record["id"],)

    def _letter(self) -> list[str]:
        booking, company = self._caller.record, self._caller.company
        title = f"{company.name}: confirmation and receipt for your journey from {booking['name']} on "
        return [
            f"{title}{written_day(booking['starts_at'])}",
            "",
            f"Dear {self._caller.name},",
            "",
            "thank you for booking with us. Please bring this confirmation to the airport, on paper or on a",
            "screen. The desks close 40 minutes before departure.",
            "",
            f"Booking: {booking['id']}",
            f"Route: {booking['name']}",
            f"Departure: {booking['starts_at'][:16].replace('T', ' ')} UTC",
            f"Class: {booking['class']}",
            f"Travellers: {booking['guests']}",
            f"Paid: {booking['total_cents'] / 100:.2f} {booking['currency']}",
            "",
            "One bag that fits under the seat is free. Other bags are weighed at the desk. Liquids go into",
            "a transparent bag of one litre at most. Please arrive in time, as queues are long.",
            "",
            "Changes and refunds follow the rules of the class printed above. Write to us if a name is",
            "misspelled: corrections of single letters cost nothing.",
            "",
            "We wish you a pleasant flight.",
            company.name,
        ]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, booking = self._caller, self._caller.record
        (read,) = yield [call("pdf/read_text", path=_GIVEN)]
        (record,) = yield [call("bookings/get_booking", read, booking_id=booking["id"])]
        (customer,) = yield [call("customers/get_customer", record, customer_id=record.data["customer_id"])]
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(record, customer)
        (changed,) = yield [
            call(
                "bookings/upgrade_booking",
                record,
                customer,
                booking_id=booking["id"],
                class_name=_BEST,
                free_of_charge=caller.customer["tier"] == "gold",
            )
        ]
        places = [_TOP] if skipped is Shortcut.UNINSPECTED else [_TOP, _BELOW]
        for index, (left, top) in enumerate(places):
            yield [stamp(_GIVEN, _MADE, _MARK, (left, top), 16, *([] if index else [changed]), bold=True)]
            if skipped is not Shortcut.UNINSPECTED:
                yield [call("render/render_document", path=_MADE)]
        yield done("Upgraded and marked.", _MADE)
        return self._solution(changed.data["charged_cents"])

    def _solution(self, charged: int) -> Solution:
        caller, booking = self._caller, self._caller.record
        offer = caller.company.offers[booking["offer_id"]]
        free = caller.customer["tier"] == "gold"
        price = booking["price_cents"] if free else class_of(offer, _BEST)["price_cents"] * booking["guests"]
        allowed = (("customers", caller.id), ("bookings", booking["id"]), ("offers", booking["offer_id"]))
        words = tuple(line for line in self._lines if line)
        return solved(
            f"{booking['id']} is upgraded for {charged} cents.",
            tool_point(
                "The booking is in the best class, at the price that the rules demand.",
                RecordState("bookings", booking["id"], {"class": _BEST, "price_cents": price}),
            ),
            *verified_first(caller, "bookings", booking["id"]),
            format_point("upgraded.pdf was made.", FileExists(_MADE)),
            tool_point(
                "It has the mark and all words of the confirmation.",
                PdfContent(_MADE, pages=1, contains=(_MARK, *words)),
                PdfCopy(_MADE, _GIVEN, (_MARK,)),
            ),
            tool_point("The mark stands free.", PageLayout(_MADE, smallest=10)),
            unchanged_point(*allowed),
            booking=booking["id"],
            to_pay_cents=charged,
        )
