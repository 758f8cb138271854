"""An employer has approved a stay on a paper form: up to an amount, under a reference."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from m3bench.checks import Check, Expected, RecordCreated, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.service._shared import draw_guest, draw_paper, unchanged_point
from m3bench_suites.builders.tasks import tool_point


class ApprovedStay(Scenario):
    """The scan of a form that was filled in by hand decides whether an invoice is issued."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_guest(draw, "hotel", lambda _, booking: self._is_due(booking))
        booking = self._caller.record
        scan = draw.photo_name().replace("IMG", "SCAN")
        form = draw_paper(draw, scan, "scanned_form", self._settings())
        fields = {field["label"]: field["value"] for field in form.truth["fields"]}
        self._amount = round(float(fields[f"Amount ({booking['currency']})"].replace(",", "")) * 100)
        self._reference, self._approver = fields["Reference"], fields["Approved by"]
        self.inputs = given(form.file)
        self.words = {"caller": self._caller, "booking": booking["id"], "scan": scan}
        self.shown = (self._reference, self._approver, str(self._amount))
        self.key_facts = (self._reference, self._approver)

    def _settings(self) -> dict[str, Any]:
        """Return what the employer's form says of the stay."""
        booking, home = self._caller.record, self._caller.customer["address"]
        booked, arrived = (date.fromisoformat(booking[name][:10]) for name in ("booked_at", "starts_at"))
        latest = max(0, (arrived - booked).days - 3)
        approved = booked + timedelta(days=self.draw.whole(0, latest, "approved"))
        enough = self.draw.pick((True, False), "enough")
        share = self.draw.whole(101, 130, "share") if enough else self.draw.whole(60, 95, "share")
        return {
            "title": "Approval of a business trip",
            "name": self._caller.name,
            "address": f"{home['street']}, {home['postcode']} {home['city']}",
            "date": str(approved),
            "stamp": "APPROVED",
            "stamped": self.draw.whole(0, 2, "stamped"),
            "currency": booking["currency"],
            "amount": booking["total_cents"] * share // 10_000 * 100,
        }

    @staticmethod
    def _is_due(booking: dict[str, Any]) -> bool:
        return booking["status"] == "completed" and not booking["invoice"]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        booking = self._caller.record
        reference, approver, amount = self._reference, self._approver, self._amount
        seen, record = yield [
            call("render/render_picture", path=self.inputs.world_files[0].name),
            call("bookings/get_booking", booking_id=booking["id"]),
        ]
        (guest,) = yield [call("customers/get_customer", record, customer_id=self._caller.id)]
        if skipped is Shortcut.BLIND:
            reference, approver, amount = "AB-1000", "the head of department", 100_000
        missing = max(0, booking["total_cents"] - amount)
        paper = ""
        for planned in self._settled(reference, approver, missing, (seen, record, guest)):
            (settled,) = yield [planned]
            paper = paper or (settled.data["ticket_id"] if missing else settled.data["invoice"]["number"])
        yield done("The approval was processed.")
        return self._solution(reference, approver, paper, missing)

    def _settled(
        self, reference: str, approver: str, missing: int, uses: Sequence[CallResult]
    ) -> list[PlannedCall]:
        booking = self._caller.record
        if not missing:
            note = f"Invoice for {booking['id']}: reference {reference}, approved by {approver}."
            return [
                call("bookings/create_invoice", *uses, booking_id=booking["id"]),
                self._caller.note(note, *uses),
            ]
        subject = f"Approval {reference} does not cover the stay"
        text = f"{missing} cents are missing."
        return [self._caller.ticket(booking["id"], subject, text, *uses, team="Reservations")]

    def _solution(self, reference: str, approver: str, paper: str, missing: int) -> Solution:
        caller, booking = self._caller, self._caller.record
        due = max(0, booking["total_cents"] - self._amount)
        named_by: Check
        if due:
            new = f"{caller.code}-T9*"
            ticket = {"about": booking["id"], "team": "Reservations", "priority": "normal"}
            settled: Check = RecordCreated("tickets", ticket, keys=new)
            words = {"subject": {"$contains": self._reference}, "comments[0].text": {"$contains": str(due)}}
            named_by = RecordCreated("tickets", words, keys=new)
            allowed: tuple[tuple[str, str], ...] = (("tickets", new),)
        else:
            new = f"{caller.code}-N9*"
            total = {"invoice.total_cents": booking["total_cents"]}
            settled = RecordState("bookings", booking["id"], total)
            words = {"text": {"$regex": f"(?is)(?=.*{self._reference}).*{self._approver}"}}
            named_by = RecordCreated("customer_notes", {"customer_id": caller.id, **words}, keys=new)
            allowed = (("bookings", booking["id"]), ("customer_notes", new))
        return solved(
            f"{reference}, approved by {approver}: {paper}; {missing} cents are missing.",
            tool_point("The invoice or the ticket is there, as the rules say.", settled),
            tool_point("It is traced to the form.", named_by),
            unchanged_point(*allowed),
            reference=reference,
            approved_by=approver,
            paper=paper,
            missing_cents=Expected(missing, grounds=(self._amount, booking["total_cents"])),
        )
