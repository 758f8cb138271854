"""A film of a delivery: the label leads to the order, the dents and the count to what is done."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, Expected, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.service._shared import (
    draw_film,
    draw_record,
    give_refund,
    is_untouched,
    new_notes,
    new_tickets,
    note_created,
    ticket_created,
    unchanged_point,
)
from m3bench_suites.builders.tasks import tool_point

_LABELS = "labels.csv"
_PERCENT = 15


class ArrivedParcel(Scenario):
    """Dented: a refund. Fewer parcels than packed: a ticket. Neither: a note."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_record(draw, "e-commerce", "orders", is_untouched)
        wanted = ("dented", "whole")[draw.number // 2 % 2]
        self._film = draw_film(draw, "delivery", lambda facts: facts["condition"] == wanted)
        facts = self._film.facts
        self._label, self._parcels = str(facts["order"]), int(facts["parcels"])
        self._packed = self._parcels + draw.whole(0, 1, "packed")
        self._branch = (
            "refund"
            if facts["condition"] == "dented"
            else "ticket" if self._packed > self._parcels else "note"
        )  # fmt: skip
        self.inputs = given(self._film.file, DataFile(_LABELS, "csv", self._labels()))
        self.words = {"caller": self._caller, "percent": _PERCENT, "film": self._film}
        self.shown = (self._label,)
        self.key_facts = (self._label, self._caller.record["id"])

    def _labels(self) -> list[list[Any]]:
        """Return the list of labels: of the order, and of others."""
        others = [key for key in self._caller.company.orders if key != self._caller.record["id"]]
        picked = [self._caller.other["id"]]
        picked += [key for key in self.draw.sample(others, 6, "others") if key not in picked][:5]
        numbers = [int(self._label) + 1]
        while len(numbers) < len(picked):
            drawn = self.draw.whole(1000, 9899, "label", len(numbers))
            numbers.append(drawn if drawn != int(self._label) else drawn + 2)
        rows = [
            [label, key, self.draw.whole(1, 3, "count", key)]
            for label, key in zip(numbers, picked, strict=True)
        ]
        rows.append([int(self._label), self._caller.record["id"], self._packed])
        return [["label", "order", "parcels_packed"], *sorted(rows)]

    @property
    def _refund(self) -> int:
        return int(self._caller.record["total_cents"]) * _PERCENT // 100

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        film, order = self._film, self._caller.record
        branch, label, parcels = self._branch, self._label, self._parcels
        if skipped is Shortcut.BLIND:
            order, label, parcels = self._caller.other, str(int(label) + 1), 2
        sheet, labels = yield [
            call("video/contact_sheet", path=film.name, count=film.count),
            call("files/read_text", path=_LABELS),
        ]
        cut = film.truth.cuts[0]
        closer, record = yield [
            call("video/extract_frames", sheet, path=film.name, times=[cut - 3, cut + 1]),
            call("orders/get_order", sheet, labels, order_id=order["id"]),
        ]
        yield [self._action(branch, label, order, (closer, labels, record))]
        yield done("The delivery is dealt with.")
        refunded = self._refund if branch == "refund" else 0
        return self._solution(order["id"], parcels, refunded)

    def _action(
        self, branch: str, label: str, order: dict[str, Any], uses: tuple[CallResult, ...]
    ) -> PlannedCall:
        if branch == "refund":
            amount = order["total_cents"] * _PERCENT // 100
            reason = f"Parcel {label} arrived dented"
            return give_refund(order["id"], amount, reason, *uses)
        if branch == "note":
            text = f"Parcel {label}: no damage."
            return call("customers/add_note", *uses, customer_id=order["customer_id"], text=text)
        subject = f"Label {label}: parcels are missing"
        return self._caller.ticket(
            order["id"],
            subject,
            f"{self._parcels} of {self._packed} parcels were left at the door.",
            *uses,
            team="Orders",
            priority="high",
            customer=order["customer_id"],
        )

    def _solution(self, order: str, parcels: int, refunded: int) -> Solution:
        caller, right = self._caller, self._caller.record["id"]
        settled: Check
        entry: Check
        if self._branch == "refund":
            settled = RecordState("orders", right, {"refunds[-1].amount_cents": self._refund})
            entry = RecordState("orders", right, {"refunds[-1].reason": {"$contains": "dented"}})
            changed = ("orders", right)
        elif self._branch == "note":
            settled, entry = note_created(caller, "no damage"), note_created(caller, self._label)
            changed = new_notes(caller)
        else:
            settled = ticket_created(caller, right, team="Orders", priority="high")
            entry = ticket_created(caller, right, subject={"$contains": self._label})
            changed = new_tickets(caller)
        grounds = (caller.record["total_cents"],) if refunded else ()
        return solved(
            f"{order}: {parcels} parcels, {refunded} cents are refunded.",
            tool_point("The case is dealt with as the rules say.", settled),
            tool_point("The entry says what it must.", entry),
            unchanged_point(changed),
            order=order,
            parcels=parcels,
            refunded_cents=Expected(refunded, grounds=grounds),
        )
