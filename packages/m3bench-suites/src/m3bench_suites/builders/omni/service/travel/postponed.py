"""An event is postponed, and the flight to it must be moved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from m3bench.checks import Called, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, GradedPoint, Plan, PlanError, Solution, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import (
    bookings_of,
    is_coming,
    later_offers,
    spoken_day,
    unchanged_point,
)
from m3bench_suites.builders.tasks import tool_point

FEWEST_DAYS, WAIVED_DAYS, MOST_DAYS = 4, 10, 24
_EVENTS = ("book fair", "medical congress", "choir festival", "chess tournament", "wedding", "trade show")


class PostponedEvent(Scenario):
    """A recorded message has the new date. It decides the flight, and whether the change is free."""

    shortcuts: Sequence[Shortcut] = (Shortcut.DEAF,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        chances = [
            (company, booking, days, flights[-1])
            for company, booking in bookings_of(draw, "travel")
            if is_coming(draw, booking) and booking["rules"]["change_fee_cents"]
            for days in self._late()
            if (flights := self._flights(company, booking, days)) and self._suits(company, booking, days)
        ]
        if not chances:
            raise PlanError("no booking can be moved")
        self._company, self._booking, days, self._target = draw.pick(chances, "booking")
        planned = self._planned = date.fromisoformat(self._booking["starts_at"][:10]) + timedelta(days=1)
        self._opens = planned + timedelta(days=days)
        self._fee = 0 if days >= WAIVED_DAYS else self._booking["rules"]["change_fee_cents"]
        event = draw.pick(_EVENTS, "event")
        place = self._booking["name"].rpartition(" to ")[2]
        self._told_day = self._said_day()
        message = (
            f"Hello, this is the office of the {event} in {place}. We are sorry. The {event} was to open on "
            f"{spoken_day(str(planned))}. Two halls are flooded. The {event} will now open on "
            f"{self._told_day}. All tickets remain valid."
        )
        self.inputs = given(voice_message(message, draw))
        booking = self._booking["id"]
        self.words = {
            "company": self._company,
            "waived_days": WAIVED_DAYS,
            "booking": booking,
            "event": event,
            "recording": self.recording,
        }
        self.shown = (str(planned), str(self._opens))
        self.key_facts = (self._told_day,)

    def _late(self) -> range:
        """Return by how many days the event may be late: half of the tasks are free."""
        return range(WAIVED_DAYS, MOST_DAYS) if self.draw.number % 6 < 3 else range(FEWEST_DAYS, WAIVED_DAYS)

    def _suits(self, _company: Any, _booking: dict[str, Any], _days: int) -> bool:
        """Return whether the task can be about a booking for an event that is so many days late."""
        return True

    def _said_day(self) -> str:
        """Return the new day as the message says it."""
        return spoken_day(str(self._opens))

    def _ask(self, _: Shortcut | None, *__: CallResult) -> Steps[Sequence[CallResult]]:
        """Ask the traveller for what the message leaves open."""
        yield from ()
        return ()

    @staticmethod
    def _flights(company: Any, booking: dict[str, Any], days: int) -> list[dict[str, Any]]:
        """Return the flights before the new opening day, which is a day later than the booked flight."""
        opens = date.fromisoformat(booking["starts_at"][:10]) + timedelta(days=days + 1)
        return [offer for offer in later_offers(company, booking) if offer["starts_at"][:10] < str(opens)]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        booking, target, fee = self._booking, self._target, self._fee
        heard, record = yield [self.transcribe(), call("bookings/get_booking", booking_id=booking["id"])]
        told = yield from self._ask(skipped, heard)
        waived = fee == 0
        if skipped is Shortcut.DEAF:
            target = next(
                (offer for offer in later_offers(self._company, booking) if offer is not target), target
            )
            waived = not waived
        (offers,) = yield [
            call(
                "bookings/search_offers",
                record,
                company=self._company.code,
                query=booking["name"],
                first_day=booking["starts_at"][:10],
                guests=booking["guests"],
            )
        ]
        (quoted,) = yield [
            call(
                "bookings/quote_change", heard, *told, offers, booking_id=booking["id"], offer_id=target["id"]
            )
        ]
        (changed,) = yield [
            call(
                "bookings/change_booking",
                quoted,
                booking_id=booking["id"],
                offer_id=target["id"],
                waive_fee=waived,
            )
        ]
        yield [call("bookings/get_booking", changed, booking_id=booking["id"])]
        yield done("The booking was moved.")
        return self._solution(
            changed.data["offer_id"], changed.data["fee_cents"], changed.data["charged_cents"]
        )

    def _solution(self, flight: str, fee: int, charged: int) -> Solution:
        booking, target = self._booking, self._target
        state = {"offer_id": target["id"], "class": booking["class"], "guests": booking["guests"]}
        allowed = (("bookings", booking["id"]), ("offers", booking["offer_id"]), ("offers", target["id"]))
        return solved(
            f"Moved to {flight}; the fee is {fee} cents, {charged} cents are charged.",
            tool_point(
                "The booking is for the last flight before the opening, in its class.",
                RecordState("bookings", booking["id"], state),
            ),
            tool_point(
                "The fee is charged or waived as the rules say.",
                RecordState("bookings", booking["id"], {"fees_cents": booking["fees_cents"] + self._fee}),
            ),
            tool_point(
                "The price was looked up before.",
                Called("bookings/quote_change", {"booking_id": booking["id"], "offer_id": target["id"]}),
            ),
            *self._asked_points(),
            unchanged_point(*allowed),
            flight=flight,
            fee_cents=fee,
            to_pay_cents=charged,
        )

    def _asked_points(self) -> tuple[GradedPoint, ...]:
        return ()
