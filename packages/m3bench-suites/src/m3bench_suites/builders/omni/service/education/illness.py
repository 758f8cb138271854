"""Students who are ill: cancelled without a fee, if the certificate covers the first day."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from m3bench.checks import Check, RecordCreated, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, read_print, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import draw_caller, identity_points, unchanged_point
from m3bench_suites.builders.omni.service.education.courses import is_coming
from m3bench_suites.builders.tasks import tool_point


class SickNote(Scenario):
    """A message and the photograph of a certificate: a course cancelled without a fee, or passed on."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "education", "bookings", lambda booking: is_coming(draw, booking))
        self._team = self._caller.company.teams[1]
        self._covers = draw.pick((True, False), "branch")
        self._certificate = f"{draw.whole(10, 99, 'c')}-{draw.whole(1000, 9999, 'c', 2)}"
        photo = draw.photo_name()
        message = (
            f"Hello, this is {self._caller.name}. I am ill and cannot come to my course. The booking is "
            f"{spelled(self._caller.record['id'])}. I send you a picture of what my doctor wrote."
        )
        self.inputs = given(voice_message(message, draw), self._paper(photo))
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "team": self._team, "recording": self.recording, "photo": photo}
        self.shown = (self._caller.record["id"], self._certificate)
        self.key_facts = (self._caller.record["id"], self._certificate)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, booking = self._caller, self._caller.record
        certificate, covers = self._certificate, self._covers
        uses: list[CallResult] = []
        if skipped is Shortcut.DEAF:
            booking = caller.other
        else:
            uses += yield [self.transcribe()]
        if skipped is Shortcut.BLIND:
            certificate, covers = "10-1000", True
        else:
            photo = self.inputs.files[0].name
            uses += yield [read_print(photo)]
        (record,) = yield [call("bookings/get_booking", *uses, booking_id=booking["id"])]
        (quote,) = yield [call("bookings/quote_cancellation", record, booking_id=booking["id"])]
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(record)
        yield [self._settlement(booking, certificate, covers, (*uses, record, quote))]
        (after,) = yield [call("bookings/get_booking", booking_id=booking["id"])]
        yield done("The illness is dealt with.", uses=(after,))
        return self._solution(booking["id"], certificate, covers)

    def _settlement(
        self, booking: dict[str, Any], certificate: str, covers: bool, uses: tuple[CallResult, ...]
    ) -> PlannedCall:
        if covers:
            return call(
                "bookings/cancel_booking", *uses, booking_id=booking["id"], reason=certificate, waive_fee=True
            )
        text = "The certificate does not cover the first day."
        return self._caller.ticket(
            booking["id"],
            certificate,
            text,
            *uses,
            team=self._team,
            priority="high",
            customer=booking["customer_id"],
        )

    def _paper(self, name: str) -> DataFile:
        draw = self.draw
        first = datetime.fromisoformat(self._caller.record["starts_at"]).date()
        if self._covers:
            start = first - timedelta(days=draw.whole(0, 4, "before"))
            end = first + timedelta(days=draw.whole(0, 5, "after"))
        else:
            end = first - timedelta(days=draw.whole(1, 3, "gap"))
            start = end - timedelta(days=draw.whole(3, 8, "length"))
        lines = (
            ("MEDICAL CERTIFICATE", 34, 60),
            (f"No. {self._certificate}", 28, 120),
            (self._caller.name, 28, 190),
            (f"unable to attend from {start.isoformat()}", 28, 250),
            (f"until {end.isoformat()}", 28, 300),
            ("Dr. R. Halloway", 24, 380),
        )
        shapes: list[dict[str, Any]] = [{"rectangle": [40, 30, 760, 450], "color": "#fbfbf7"}]
        shapes += [
            {"text": text, "at": [80, top], "size": size, "color": "#1d2433"} for text, size, top in lines
        ]
        return DataFile(name, "png", {"size": [800, 480], "background": "#7d6b58", "shapes": shapes})

    def _solution(self, booking: str, certificate: str, covers: bool) -> Solution:
        caller, right = self._caller, self._caller.record["id"]
        if self._covers:
            settled: Check = RecordState(
                "bookings", right, {"status": "cancelled", "fees_cents": 0, "total_cents": 0}
            )
            named: Check = RecordState(
                "bookings", right, {"history[-1].event": {"$contains": self._certificate}}
            )
            changed, offers = ("bookings", right), [("offers", caller.record["offer_id"])]
        else:
            new = f"{caller.code}-T9*"
            fields = {"team": self._team, "priority": "high", "about": right}
            settled = RecordCreated("tickets", fields, keys=new)
            named = RecordCreated("tickets", {"subject": self._certificate}, keys=new)
            changed, offers = ("tickets", new), []
        return solved(
            f"{booking}, certificate {certificate}: {'cancelled' if covers else 'not cancelled'}.",
            tool_point("The booking is dealt with as the rules say.", settled),
            tool_point("The certificate is named.", named),
            *identity_points(caller, changed),
            unchanged_point(("customers", caller.id), changed, *offers),
            booking=booking,
            certificate=certificate,
            cancelled=covers,
        )
