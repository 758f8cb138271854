"""A storm: flights are cancelled, travellers want money or a later flight, and the hall needs a notice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.checks import Expected, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlanError, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import (
    Notice,
    bookings_of,
    is_coming,
    later_offers,
    spoken_day,
    unchanged_point,
)
from m3bench_suites.builders.tasks import format_point, tool_point

_HEADLINE = "Flights cancelled because of the storm: what we have arranged for you, and whom you can call"
_LATER, _BACK = "later flight", "money back"
Record = dict[str, Any]


class Storm(Scenario):
    """A message names the flights, a table the wishes, and one wish and a telephone number are missing."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company, self._moved, self._asked, self._back, self._spared = self._drawn(draw)
        self._open_wish = draw.pick((_LATER, _BACK), "wish")
        self._hotline = f"555-01{draw.whole(10, 99, 'hotline')}"
        self._list = draw.sample([self._moved, self._asked, self._back, self._spared], 4, "rows")
        wishes = {self._moved["id"]: _LATER, self._back["id"]: _BACK, self._asked["id"]: None}
        wishes[self._spared["id"]] = draw.pick((_LATER, _BACK), "spared")
        rows = [[booking["id"], self._name(booking), wishes[booking["id"]]] for booking in self._list]
        flights = " ".join(
            f"{booking['name']}, on {spoken_day(booking['starts_at'])}."
            for booking in (self._back, self._asked, self._moved)
        )
        message = (
            f"This is the control room. Because of the storm, three flights are cancelled. {flights} "
            "All other flights leave as planned."
        )
        self.inputs = given(
            voice_message(message, draw, "noise"),
            DataFile("travellers.xlsx", "xlsx", {"List": [["Booking", "Traveller", "Wish"], *rows]}),
        )
        name = self._name(self._asked)
        answer = "They can't travel any more and want their money back." if self._open_wish == _BACK else (
            "They still want to go and can wait a few days."
        )  # fmt: skip
        self.words = {
            "company": self._company,
            "recording": self.recording,
            "name": name,
            "answer": answer,
            "hotline": self._hotline,
        }
        self.shown = tuple(booking["id"] for booking in self._list)
        self.key_facts = tuple(spoken_day(booking["starts_at"]) for booking in (self._back, self._moved))

    def _drawn(self, draw: TaskDraw) -> tuple[Any, Record, Record, Record, Record]:
        """Draw a company and four bookings, of which two on different routes can be moved."""
        coming: dict[str, tuple[Any, list[Record]]] = {}
        for company, booking in bookings_of(draw, "travel"):
            if is_coming(draw, booking):
                coming.setdefault(company.code, (company, []))[1].append(booking)
        company, bookings = draw.pick(list(coming.values()), "company")
        movable = [booking for booking in bookings if len(later_offers(company, booking)) > 2]
        moved = draw.pick(movable, "moved")
        others = [booking for booking in movable if booking["name"] != moved["name"]]
        if not others:
            raise PlanError("no two routes with later flights")
        asked = draw.pick(others, "asked")
        left = [booking for booking in bookings if booking not in (moved, asked)]
        back = draw.pick(
            [item for item in left if self._day(item) not in map(self._day, (moved, asked))], "back"
        )
        cancelled = [self._day(booking) for booking in (moved, asked, back)]
        spared = draw.pick([item for item in left if self._day(item) not in cancelled], "spared")
        return company, moved, asked, back, spared

    @staticmethod
    def _day(record: Record) -> tuple[str, str]:
        return record["name"], record["starts_at"][:10]

    def _name(self, booking: Record) -> str:
        return str(self._company.customers[booking["customer_id"]]["name"])

    def _next(self, booking: Record) -> Record:
        cancelled = [self._day(flight) for flight in (self._moved, self._asked, self._back)]
        return next(
            offer for offer in later_offers(self._company, booking) if self._day(offer) not in cancelled
        )

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        heard, read = yield [self.transcribe(), call("sheets/read_range", path="travellers.xlsx")]
        records = yield [
            call("bookings/get_booking", read, booking_id=booking["id"]) for booking in self._list
        ]
        wish, hotline = self._open_wish, self._hotline
        told: Sequence[CallResult] = ()
        if skipped is Shortcut.UNASKED:
            wish, hotline = _BACK if wish == _LATER else _LATER, "555-0100"
        else:
            told = yield [
                *ask(f"What is the wish of {self._name(self._asked)}?", uses=(read,)),
                *ask("What is the hotline number for the notice?"),
            ]
        moved = [self._moved] + ([self._asked] if wish == _LATER else [])
        back = [self._back] + ([self._asked] if wish == _BACK else [])
        if skipped is Shortcut.DEAF:
            moved = (
                [self._moved, self._spared] if later_offers(self._company, self._spared) else [self._moved]
            )
        offers = yield [
            call("bookings/search_offers", records[0], company=self._company.code, query=booking["name"],
                 first_day=booking["starts_at"][:10], guests=booking["guests"])
            for booking in moved
        ]  # fmt: skip
        settled: dict[str, str] = {}
        changed: list[CallResult] = []
        refunded: list[CallResult] = []
        for booking in moved:
            changed += yield [
                call("bookings/change_booking", heard, *told, *offers, booking_id=booking["id"],
                     offer_id=self._next(booking)["id"], waive_fee=True)
            ]  # fmt: skip
            settled[booking["id"]] = f"Moved to {self._next(booking)['id']}"
        for booking in back:
            refunded += yield [
                call("bookings/cancel_booking", heard, *told, *records, booking_id=booking["id"],
                     reason="Flight cancelled because of the storm", waive_fee=True)
            ]  # fmt: skip
            settled[booking["id"]] = f"Refund of {refunded[-1].data['refunded_cents']} cents"
        rows = tuple(
            (booking["id"], booking["name"], settled[booking["id"]])
            for booking in self._list
            if booking["id"] in settled
        )
        notice = Notice(
            path="notice.pptx",
            headline=_HEADLINE,
            columns=("Booking", "Route", "Arrangement"),
            rows=rows,
            footer=f"Hotline: {hotline}",
        )
        inspected = skipped is not Shortcut.UNINSPECTED
        yield from notice.make(*changed, *refunded, *told, inspected=inspected)
        yield done("All is arranged.", "notice.pptx")
        return self._solution(notice, rows, tuple(result.data["refunded_cents"] for result in refunded))

    def _solution(
        self, notice: Notice, rows: tuple[tuple[str, ...], ...], refunds: tuple[int, ...]
    ) -> Solution:
        moved = [self._moved] + ([self._asked] if self._open_wish == _LATER else [])
        back = [self._back] + ([self._asked] if self._open_wish == _BACK else [])
        offers = {booking["offer_id"] for booking in (*moved, *back)} | {
            self._next(booking)["id"] for booking in moved
        }
        allowed = [("bookings", booking["id"]) for booking in (*moved, *back)]
        allowed += [("offers", key) for key in sorted(offers)]
        name = self._name(self._asked)
        return solved(
            f"Changed: {', '.join(row[0] for row in rows)}; {sum(refunds)} cents are refunded.",
            tool_point(
                "Who wanted a later flight has the next one, without a fee.",
                *(
                    RecordState(
                        "bookings",
                        booking["id"],
                        {
                            "offer_id": self._next(booking)["id"],
                            "class": booking["class"],
                            "fees_cents": booking["fees_cents"],
                        },
                    )
                    for booking in moved
                ),
            ),
            tool_point(
                "Who wanted the money has all of it.",
                *(
                    RecordState(
                        "bookings",
                        booking["id"],
                        {"status": "cancelled", "total_cents": booking["fees_cents"]},
                    )
                    for booking in back
                ),
            ),
            tool_point("The supervisor was asked.", UserAsked((f"wish of {name}", "hotline number"))),
            unchanged_point(*allowed),
            format_point("notice.pptx is a deck.", *notice.file_checks()),
            tool_point("It has headline, arrangements and hotline.", *notice.text_checks()),
            tool_point("It can be read: nothing covers anything.", *notice.layout_checks()),
            changed=Expected(items=tuple(Expected(row[0]) for row in rows)),
            refunded_cents=Expected(sum(refunds), grounds=refunds),
        )
