"""Bookings of courses: other dates, and what an employer pays."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, Expected, RecordCreated, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import draw_caller, identity_points, unchanged_point
from m3bench_suites.builders.tasks import tool_point

_EXTRAS = ("Printed course book", "Online recordings")
_NONE = "none"


def is_coming(draw: TaskDraw, booking: dict[str, Any]) -> bool:
    """Return whether a booking is confirmed and starts later than tomorrow."""
    tomorrow = f"{draw.world.now:%Y-%m-%dT99}"
    return bool(booking["status"] == "confirmed" and booking["starts_at"] > tomorrow)


def later_offers(draw: TaskDraw, booking: dict[str, Any]) -> list[dict[str, Any]]:
    """Return later dates of the course of a booking with a place in its class, the next first."""
    offers = draw.world.service.companies[booking["company"]].offers.values()
    fitting = [
        offer
        for offer in offers
        if offer["name"] == booking["name"]
        and offer["starts_at"] > booking["starts_at"]
        and any(option["name"] == booking["class"] and option["places_left"] for option in offer["classes"])
    ]
    return sorted(fitting, key=lambda offer: str(offer["starts_at"]))


class LaterDate(Scenario):
    """A message on the answering machine: the next date of a course, unless it costs a fee."""

    shortcuts = (Shortcut.DEAF,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(
            draw,
            "education",
            "bookings",
            lambda booking: is_coming(draw, booking) and bool(later_offers(draw, booking)),
        )
        self._team = self._caller.company.teams[1]
        message = (
            f"Hello, this is {self._caller.name}. I booked a course, number "
            f"{spelled(self._caller.record['id'])}. I cannot come on that day. Please give me the next date "
            "on which you have a place for me."
        )
        self.inputs = given(voice_message(message, draw))
        self.words = {"caller": self._caller, "team": self._team, "recording": self.recording}
        self.shown = (self._caller.record["id"],)
        self.key_facts = (self._caller.record["id"],)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        booking = self._caller.other if skipped is Shortcut.DEAF else self._caller.record
        uses: list[CallResult] = []
        if skipped is not Shortcut.DEAF:
            uses += yield [self.transcribe()]
        uses += yield [call("bookings/get_booking", *uses, booking_id=booking["id"])]
        uses += yield [
            call(
                "bookings/search_offers", *uses, company=self._caller.code, query=booking["name"],
                first_day=booking["starts_at"][:10], limit=20,
            )
        ]  # fmt: skip
        offer = later_offers(self.draw, booking)[0]["id"]
        (quote,) = yield [call("bookings/quote_change", *uses, booking_id=booking["id"], offer_id=offer)]
        fee = int(quote.data["fee_cents"])
        yield [self._change(booking, offer, fee, quote)]
        yield done("The change is dealt with.")
        return self._solution(booking["id"], offer, fee)

    def _change(self, booking: dict[str, Any], offer: str, fee: int, quote: CallResult) -> PlannedCall:
        if not fee:
            return call("bookings/change_booking", quote, booking_id=booking["id"], offer_id=offer)
        text = f"A later date costs a fee of {fee} cents."
        return self._caller.ticket(
            booking["id"],
            offer,
            text,
            quote,
            team=self._team,
            priority="normal",
            customer=booking["customer_id"],
        )

    def _solution(self, booking: str, offer: str, fee: int) -> Solution:
        code_, old = self._caller.code, self._caller.record["offer_id"]
        if fee:
            new = f"{code_}-T9*"
            fields = {"team": self._team, "priority": "normal", "about": booking}
            settled: Check = RecordCreated("tickets", fields, keys=new)
            named: Check = RecordCreated("tickets", {"subject": offer}, keys=new)
            allowed = [("tickets", new)]
        else:
            settled = RecordState("bookings", booking, {"offer_id": offer})
            named = RecordState("bookings", booking, {"class": self._caller.record["class"], "fees_cents": 0})
            allowed = [("bookings", booking), ("offers", offer), ("offers", old)]
        return solved(
            f"{booking}: the next date is {offer}, with a fee of {fee} cents.",
            tool_point("The booking is dealt with as the rules say.", settled),
            tool_point("Date and class are right.", named),
            unchanged_point(*allowed),
            booking=booking,
            offer=offer,
            fee_cents=Expected(fee, grounds=(offer,)),
        )


class EmployerPays(Scenario):
    """The letter of an employer: which extra it covers, up to which sum, and the invoice."""

    shortcuts = (Shortcut.UNASKED,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(
            draw, "education", "bookings", lambda booking: is_coming(draw, booking) and not booking["extras"]
        )
        booking = self._caller.record
        self._extra = draw.pick(_EXTRAS, "extra")
        offer = self._caller.company.offers[booking["offer_id"]]
        price = next(extra["price_cents"] for extra in offer["extras"] if extra["name"] == self._extra)
        self._fits = draw.pick((True, False), "branch")
        slack = draw.whole(2, 19, "slack") * 100
        self._limit = booking["total_cents"] + (price + slack if self._fits else price - slack // 2)
        self._total = booking["total_cents"] + (price if self._fits else 0)
        self.inputs = given(DataFile("letter.pdf", "pdf", {"pages": [self._letter()], "title": "Letter"}))
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "booking": booking}
        self.shown = (self._extra, str(self._limit))

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, booking = self._caller, self._caller.record["id"]
        uses: list[CallResult] = []
        uses += yield [
            call("pdf/read_text", path="letter.pdf"),
            call("bookings/get_booking", booking_id=booking),
        ]
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(*uses)
        if self._fits:
            uses += yield [call("bookings/add_extra", *uses, booking_id=booking, extra=self._extra)]
        (made,) = yield [call("bookings/create_invoice", *uses, booking_id=booking)]
        yield done("The invoice is made.")
        invoice = str(made.data["invoice"]["number"])
        extras = [self._extra] if self._fits else []
        extra = self._extra if self._fits else _NONE
        return solved(
            f"{invoice} over {self._total} cents; extra: {extra}.",
            tool_point(
                "The extras are those that the letter allows.",
                RecordState("bookings", booking, {"extras[].name": extras}),
            ),
            tool_point(
                "The invoice has the right total.",
                RecordState("bookings", booking, {"invoice.total_cents": self._total}),
            ),
            *identity_points(caller, ("bookings", booking)),
            unchanged_point(("customers", caller.id), ("bookings", booking)),
            extra=Expected(extra, grounds=(self._limit,)),
            invoice=invoice,
            total_cents=self._total,
        )

    def _letter(self) -> list[str]:
        other = next(extra for extra in _EXTRAS if extra != self._extra)
        return [
            f"{self.draw.pick(('Pellwood', 'Ostrava', 'Quarle', 'Brannoch'), 'firm')} Works Ltd", "",
            f"To {self._caller.company.name}", "", f"We pay for the course of {self._caller.name}.",
            f"We also pay for the extra {self._extra}, but not for {other}.",
            f"We pay {self._limit} cents at most, course and extra together.", "", "Personnel department",
        ]  # fmt: skip
