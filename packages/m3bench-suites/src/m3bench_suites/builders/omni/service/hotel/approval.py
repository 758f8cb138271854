"""An employer has approved a stay on a paper form: up to an amount, under a reference."""

from __future__ import annotations

from typing import Any

from m3bench.checks import AllowedChange, Check, Expected, RecordCreated, RecordState, RecordUnchanged
from m3bench.core import Difficulty, Shortcut
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.scenario import Inputs, Scenario
from m3bench_suites.builders.omni.service._shared import bookings_of, draw_guest
from m3bench_suites.builders.tasks import tool_point


class ApprovedStay(Scenario):
    """The scan of a form that was filled in by hand decides whether an invoice is issued."""

    difficulty = Difficulty.EASY
    servers = ("bookings", "customers", "tickets", "render", "claim-done")
    distractors = ("orders", "accounts", "ocr", "image-toolkit")
    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        number_ = draw.media_number()
        form = draw.world.documents.document("scanned_form", number_)
        fields = {one["label"]: one["value"] for one in form.truth["fields"]}
        self._amount = round(float(fields["Amount (EUR)"].replace(",", "")) * 100)
        self._reference, self._approver = fields["Reference"], fields["Approved by"]
        enough = draw.pick((True, False), "enough")
        stays = [one for _, one in bookings_of(draw, "hotel") if self._is_due(one)]
        if not any((one["total_cents"] <= self._amount) is enough for one in stays):
            enough = not enough
        self._caller = draw_guest(
            draw,
            "hotel",
            lambda _, one: self._is_due(one) and (one["total_cents"] <= self._amount) is enough,
        )
        scan = draw.photo_name().replace("IMG", "SCAN")
        self.inputs = Inputs(world_files=(WorldFile(scan, "document", "scanned_form", number_),))
        booking = self._caller.record["id"]
        self.words = {"caller": self._caller, "booking": booking, "scan": scan}
        self.shown = (self._reference, self._approver, str(self._amount))
        self.key_facts = (self._reference, self._approver)

    @staticmethod
    def _is_due(booking: dict[str, Any]) -> bool:
        return booking["status"] == "completed" and not booking["invoice"]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        booking = self._caller.record
        reference, approver, amount = self._reference, self._approver, self._amount
        seen, found = yield [
            call("render/render_picture", path=self.inputs.world_files[0].name),
            call("bookings/get_booking", booking_id=booking["id"]),
        ]
        if skipped is Shortcut.BLIND:
            reference, approver, amount = "AB-1000", "the head of department", 100_000
        missing = max(0, booking["total_cents"] - amount)
        paper = ""
        for planned in self._settled(reference, approver, missing, (seen, found)):
            (done,) = yield [planned]
            paper = paper or (done.data["ticket_id"] if missing else done.data["invoice"]["number"])
        yield [call("claim-done/claim_done", summary="The approval was processed.")]
        return self._solution(reference, approver, paper, missing)

    def _settled(
        self, reference: str, approver: str, missing: int, uses: tuple[CallResult, ...]
    ) -> list[PlannedCall]:
        booking = self._caller.record
        if not missing:
            note = f"Invoice for {booking['id']}: reference {reference}, approved by {approver}."
            return [
                call("bookings/create_invoice", *uses, booking_id=booking["id"]),
                call("customers/add_note", *uses, customer_id=self._caller.id, text=note),
            ]
        return [
            call(
                "tickets/create_ticket",
                *uses,
                company=self._caller.code,
                customer_id=self._caller.id,
                subject=f"Approval {reference} does not cover the stay",
                text=f"{missing} cents are missing.",
                team="Reservations",
                about_id=booking["id"],
            )
        ]

    def _solution(self, reference: str, approver: str, paper: str, missing: int) -> Solution:
        caller, booking = self._caller, self._caller.record
        due = max(0, booking["total_cents"] - self._amount)
        named_by: Check
        if due:
            new = f"{caller.code}-T9*"
            ticket = {"about": booking["id"], "team": "Reservations", "priority": "normal"}
            settled: Check = RecordCreated("tickets", ticket, keys=new)
            words = {
                "subject": {"$contains": self._reference},
                "comments[0].text": {"$contains": str(due)},
            }
            named_by = RecordCreated("tickets", words, keys=new)
            allowed: tuple[AllowedChange, ...] = (AllowedChange("tickets", new),)
        else:
            new = f"{caller.code}-N9*"
            total = {"invoice.total_cents": booking["total_cents"]}
            settled = RecordState("bookings", booking["id"], total)
            words = {"text": {"$regex": f"(?is)(?=.*{self._reference}).*{self._approver}"}}
            named_by = RecordCreated("customer_notes", {"customer_id": caller.id, **words}, keys=new)
            allowed = (AllowedChange("bookings", booking["id"]), AllowedChange("customer_notes", new))
        return Solution(
            answer=f"{reference}, approved by {approver}: {paper}; {missing} cents are missing.",
            fields={
                "reference": Expected(reference),
                "approved_by": Expected(approver),
                "paper": Expected(paper),
                "missing_cents": Expected(missing, grounds=(self._amount, booking["total_cents"])),
            },
            points=(
                tool_point("The invoice or the ticket is there, as the rules say.", settled),
                tool_point("It is traced to the form.", named_by),
                tool_point("Nothing else was changed.", RecordUnchanged(allowed)),
            ),
        )
