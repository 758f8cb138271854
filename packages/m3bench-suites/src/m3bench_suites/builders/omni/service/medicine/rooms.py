"""Rooms that are closed, and the visits that cannot take place."""

from __future__ import annotations

from typing import Any

from m3bench.checks import RecordCreated, RecordState, SheetCells
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, PlanError, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import draw_company, unchanged_point
from m3bench_suites.builders.tasks import format_point, tool_point

_BOOK, _SHEET = "visits.xlsx", "Visits"
_COLUMNS = ("Booking", "Patient", "Visit", "Starts", "Status", "Refund")
_ROWS, _MOST = 6, 3
_SENIOR = "Senior consultant"


class ClosedRoom(Scenario):
    """A memo says which room is closed; the table says who is concerned."""

    shortcuts = (Shortcut.DEAF,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company = draw_company(draw, "medicine")
        coming = [booking for booking in self._company.bookings.values() if booking["status"] == "confirmed"]
        self._bookings = draw.sample(coming, _ROWS, "bookings")
        kinds = sorted({booking["name"] for booking in self._bookings})
        fitting = [kind for kind in kinds if len(self._concerned(kind)) <= _MOST]
        if len(kinds) < 2 or not fitting:
            raise PlanError("the visits are all of one kind")
        self._kind = draw.pick(fitting, "kind")
        self._other = next(kind for kind in kinds if kind != self._kind)
        memo = (
            "Hello, the technician was here, and one room stays closed until further notice. All visits in "
            f"the list for the {self._kind.lower()} are called off, please. Everything else takes place as "
            "planned. Thank you."
        )
        customers = self._company.customers
        self._rows = [
            [
                booking["id"],
                customers[booking["customer_id"]]["name"],
                booking["name"],
                booking["starts_at"][:16],
            ]
            for booking in self._bookings
        ]
        self.inputs = given(
            voice_message(memo, draw, channel="clean"),
            DataFile(_BOOK, "xlsx", {_SHEET: [list(_COLUMNS), *self._rows]}),
        )
        self.words = {"company": self._company, "recording": self.recording}

    def _concerned(self, kind: str) -> list[dict[str, Any]]:
        return [booking for booking in self._bookings if booking["name"] == kind]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        kind = self._other if skipped is Shortcut.DEAF else self._kind
        heard, read = yield [self.transcribe(), call("sheets/read_range", path=_BOOK)]
        concerned = self._concerned(kind)
        yield [call("bookings/get_booking", heard, read, booking_id=booking["id"]) for booking in concerned]
        for booking in concerned:
            yield [
                call(
                    "bookings/cancel_booking", booking_id=booking["id"], reason="called off by the clinic",
                    waive_fee=True,
                )
            ]  # fmt: skip
        for booking in concerned:
            if booking["class"] == _SENIOR:
                yield [
                    call(
                        "tickets/create_ticket",
                        company=self._company.code,
                        customer_id=booking["customer_id"],
                        subject=f"Visit {booking['id']} was called off",
                        text="The room is closed.",
                        team="Billing",
                        about_id=booking["id"],
                    )
                ]
        rows = [list(self._outcome(booking, kind)) for booking in self._bookings]
        yield [call("sheets/write_range", heard, path=_BOOK, start="E2", rows=rows)]
        yield [call("render/render_document", path=_BOOK)]
        yield done("The visits are called off, and the table is complete.", _BOOK)
        return self._solution()

    def _outcome(self, booking: dict[str, Any], kind: str) -> tuple[str, int]:
        return ("cancelled", booking["total_cents"]) if booking["name"] == kind else ("stays", 0)

    def _solution(self) -> Solution:
        concerned, new = self._concerned(self._kind), f"{self._company.code}-T9*"
        senior = [booking["id"] for booking in concerned if booking["class"] == _SENIOR]
        state = {"status": "cancelled", "total_cents": 0, "fees_cents": 0}
        state |= {"history[-1].event": {"$contains": "clinic"}}
        about = {"team": "Billing", "about": {"$one_of": senior}} if senior else {"team": "Billing"}
        allowed = [("bookings", booking["id"]) for booking in concerned]
        allowed += [("offers", booking["offer_id"]) for booking in concerned]
        allowed += [("tickets", new)] if senior else []
        rows = tuple(
            (*row, *self._outcome(booking, self._kind))
            for row, booking in zip(self._rows, self._bookings, strict=True)
        )
        return solved(
            f"{len(concerned)} visits are called off.",
            tool_point(
                "The right visits are cancelled without a fee.",
                *(RecordState("bookings", booking["id"], state) for booking in concerned),
            ),
            tool_point(
                "Billing knows of those of senior consultants.",
                RecordCreated("tickets", about, count=len(senior), keys=new),
            ),
            format_point(
                "The table is complete, and its rows are as they were.",
                SheetCells(_BOOK, sheet=_SHEET, columns=_COLUMNS, rows=rows, ordered=True),
            ),
            unchanged_point(*allowed),
        )
