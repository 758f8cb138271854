"""A stay that must be moved, while houses are closed."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from m3bench.checks import Called, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.service._shared import (
    draw_guest,
    is_coming,
    later_offers,
    unchanged_point,
    verified_point,
    written_day,
)
from m3bench_suites.builders.tasks import tool_point
from m3bench_world.service import Company

_PAPER = "houses.pdf"
_ENOUGH = 4
Record = dict[str, Any]


class MovedStay(Scenario):
    """A paper says when houses are closed, the guest from when on a stay is possible."""

    shortcuts = (Shortcut.UNASKED,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)

        def fits(company: Company, stay: Record) -> bool:
            return is_coming(draw, stay) and len(later_offers(company, stay)) >= _ENOUGH

        self._caller = draw_guest(draw, "hotel", fits)
        booking = self._caller.record
        early, closed, self._target = later_offers(self._caller.company, booking)[:3]
        if (closed["place"], closed["ends_at"]) == (self._target["place"], self._target["ends_at"]):
            self._target = later_offers(self._caller.company, booking)[3]
        self._wrong = early
        self._earliest = str(date.fromisoformat(early["starts_at"][:10]) + timedelta(days=1))
        self.inputs = given(DataFile(_PAPER, "pdf", {"pages": [self._paper(closed)]}))
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "booking": booking, "earliest": written_day(self._earliest)}

    def _paper(self, closed: Record) -> list[str]:
        """Return the lines of the paper: one house is closed during a stay that would else be the first."""
        other = self._target["place"] if self._target["place"] != closed["place"] else None
        lines = [
            f"{self._caller.company.name}: works in our houses this winter",
            "",
            (
                f"{closed['place']}: closed from {written_day(closed['starts_at'])} to "
                f"{written_day(closed['ends_at'])} (new boilers)."
            ),
        ]
        if other is not None:
            lines.append(f"{other}: the lift is repaired in November. The house is open.")
        return [*lines, "", "All other houses are open every day.", "We ask for your understanding."]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, booking, target = self._caller, self._caller.record, self._target
        read, record = yield [
            call("pdf/read_text", path=_PAPER),
            call("bookings/get_booking", booking_id=booking["id"]),
        ]
        (customer,) = yield [call("customers/get_customer", record, customer_id=record.data["customer_id"])]
        first = self._earliest
        if skipped is Shortcut.UNASKED:
            target, first = self._wrong, booking["starts_at"][:10]
            told = []
        else:
            yield from caller.verify(record, customer)
            told = list((yield ask("What is the earliest day on which you can come?")))
        (offers,) = yield [
            call("bookings/search_offers", record, *told, company=caller.code, query=booking["name"],
                 first_day=first, guests=booking["guests"])
        ]  # fmt: skip
        (quoted,) = yield [
            call("bookings/quote_change", read, offers, booking_id=booking["id"], offer_id=target["id"])
        ]
        (changed,) = yield [
            call("bookings/change_booking", quoted, customer, booking_id=booking["id"],
                 offer_id=target["id"], waive_fee=self._waived)
        ]  # fmt: skip
        yield done("The stay was moved.")
        return self._solution(changed.data)

    @property
    def _waived(self) -> bool:
        return self._caller.customer["tier"] in ("silver", "gold")

    def _solution(self, changed: Record) -> Solution:
        caller, booking, target = self._caller, self._caller.record, self._target
        fee = 0 if self._waived else booking["rules"]["change_fee_cents"]
        if booking["rules"]["free_hours"] >= 0 and self._is_early(booking["rules"]["free_hours"]):
            fee = 0
        allowed = (
            ("customers", caller.id),
            ("bookings", booking["id"]),
            ("offers", booking["offer_id"]),
            ("offers", target["id"]),
        )
        state = {"offer_id": target["id"], "class": booking["class"]}
        return solved(
            f"Moved to {changed['offer_id']} for {changed['charged_cents']} cents.",
            tool_point(
                "The stay is the earliest in an open house.", RecordState("bookings", booking["id"], state)
            ),
            tool_point(
                "The fee is as the rules say.",
                RecordState("bookings", booking["id"], {"fees_cents": booking["fees_cents"] + fee}),
            ),
            tool_point(
                "The guest was asked for the day and the security answers.",
                UserAsked((*caller.topics, "earliest day"), before="bookings/change_booking"),
            ),
            verified_point(caller, "bookings", booking["id"]),
            tool_point(
                "The price was looked up.", Called("bookings/quote_change", {"offer_id": target["id"]})
            ),
            unchanged_point(*allowed),
            stay=changed["offer_id"],
            fee_cents=changed["fee_cents"],
            to_pay_cents=changed["charged_cents"],
        )

    def _is_early(self, hours: int) -> bool:
        start = str(self._caller.record["starts_at"])
        return start >= (self.draw.world.now + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
