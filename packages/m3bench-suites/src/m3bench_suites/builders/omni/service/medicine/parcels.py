"""Parcels of the clinic's shop that are incomplete."""

from __future__ import annotations

from typing import Any, NamedTuple

from m3bench.checks import Expected, RecordCreated, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import (
    Inputs,
    Scenario,
    TaskDraw,
    ask,
    done,
    given,
    read_print,
    revise,
    solved,
)
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    draw_caller_of_domain,
    give_refund,
    lines_pdf,
    slip,
    unchanged_point,
    verified_first,
)
from m3bench_suites.builders.omni.service.medicine.paper_forms import (
    SMALL,
    crowded_line,
    entry_points,
    write_entry,
)
from m3bench_suites.builders.tasks import tool_point

_FORM, _DRAFT, _FILLED = "statement.pdf", "draft.pdf", "statement-filled.pdf"
_LABELS = "Order:", "Missing:"
_DAYS = "days since the parcel came"
_NUMBERS_IN_RULES = (2, 7, 9, 12)
_IN_TIME = 7


class _Case(NamedTuple):
    """What an agent found out, or believes."""

    order: dict[str, Any]
    item: dict[str, Any]
    missing: int
    parcel: str
    days: int

    @property
    def refund(self) -> int:
        due = self.missing * int(self.item["unit_price_cents"])
        return due if self.days <= _IN_TIME else due // 2

    @property
    def entry(self) -> str:
        return f"{self.missing} x {self.item['name']}, parcel {self.parcel}"


class IncompleteParcel(Scenario):
    """A message, the packing slip, the order and the patient tell what is missing, and a paper states it."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller_of_domain(draw, "medicine", "orders", _refundable)
        order = self._caller.record
        item = draw.pick(order["items"], "item")
        missing = draw.whole(1, item["quantity"], "missing")
        parcel, days = f"{draw.whole(100_000, 999_999, 'parcel')}", draw.whole(2, 13, "days")
        if days in _NUMBERS_IN_RULES:
            days += 1
        self._case = _Case(order, item, missing, parcel, days)
        self._entries = dict(zip(_LABELS, (order["id"], self._case.entry), strict=True))
        company = self._caller.company
        self._lines = [
            f"{company.name}: statement about a parcel",
            "",
            _LABELS[0],
            crowded_line(_LABELS[1], self._case.entry, draw.pick(("copy 1", "copy 2"), "copy")),
            "",
            "The patient states that the parcel came without these goods.",
        ]
        self._photo = draw.photo_name()
        self.inputs = self._make_inputs(draw)
        self.user_facts = self._caller.facts
        self.words = {
            "caller": self._caller,
            "in_time": _IN_TIME,
            "recording": self.recording,
            "photo": self._photo,
            "days": days,
        }
        self.shown = (order["id"], parcel, str(days), str(item["quantity"] - missing))
        self.key_facts = (order["id"], parcel)

    def _make_inputs(self, draw: TaskDraw) -> Inputs:
        case = self._case
        came = {
            item["line"]: item["quantity"] - (case.missing if item is case.item else 0)
            for item in case.order["items"]
        }
        lines = [
            f"{came[item['line']]} x {item['name']}" for item in case.order["items"] if came[item["line"]]
        ]
        message = (
            f"Hello, this is {self._caller.name}. I ordered something in your shop, and not everything "
            f"was in the parcel. The order number is {spelled(case.order['id'])}. Please call me back."
        )
        packing = slip(self._photo, "Packing slip", f"Parcel {case.parcel}", *lines, "Packed with care")
        return given(voice_message(message, draw), packing, lines_pdf(_FORM, self._lines, title="Statement"))

    def _believed(self, skipped: Shortcut | None) -> _Case:
        case = self._case
        if skipped is Shortcut.BLIND:
            return case._replace(parcel="100000")
        if skipped is Shortcut.DEAF:
            order = self._caller.other
            return case._replace(order=order, item=order["items"][0], missing=1)
        if skipped is Shortcut.UNASKED:
            return case._replace(days=1 if case.days > _IN_TIME else 10)
        return case

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        case, caller = self._believed(skipped), self._caller
        (heard,) = yield [self.transcribe()]
        (seen,) = yield [read_print(self._photo)]
        _, *labels = yield [
            call("render/render_picture", path=self._photo),
            *(call("pdf/find_text", path=_FORM, text=label) for label in _LABELS),
        ]
        (record,) = yield [call("orders/get_order", heard, order_id=case.order["id"])]
        if skipped is not Shortcut.UNASKED:
            yield ask("How many days ago did the parcel come?")
            yield from caller.verify(record)
        yield [give_refund(case.order["id"], case.refund, f"Missing in parcel {case.parcel}", record, seen)]
        yield [self._ticket(case)]
        yield [write_entry(labels[0], _FORM, _DRAFT, case.order["id"])]
        yield [write_entry(labels[1], _DRAFT, _FILLED, case.entry)]
        if skipped is not Shortcut.UNINSPECTED:
            yield from revise(_FILLED, write_entry(labels[1], _DRAFT, _FILLED, case.entry, SMALL))
        yield done("The parcel is settled.", _FILLED)
        return self._solution(case)

    def _priority(self, case: _Case) -> str:
        return "high" if case.missing == case.item["quantity"] else "normal"

    def _ticket(self, case: _Case) -> PlannedCall:
        subject = f"Parcel {case.parcel} was incomplete"
        text = f"Missing: {case.entry}."
        return self._caller.ticket(
            case.order["id"],
            subject,
            text,
            team="Pharmacy",
            priority=self._priority(case),
            customer=case.order["customer_id"],
        )

    def _solution(self, believed: _Case) -> Solution:
        case, caller, named_ = self._case, self._caller, {"$contains": self._case.parcel}
        order, new = case.order["id"], f"{caller.code}-T9*"
        refunded = {"payment.refunded_cents": case.refund, "refunds[0].reason": named_}
        ticket = {"team": "Pharmacy", "priority": self._priority(case), "about": order, "subject": named_}
        return solved(
            f"{believed.refund} cents for {believed.entry}.",
            tool_point("The right amount is refunded.", RecordState("orders", order, refunded)),
            tool_point("The team Pharmacy knows.", RecordCreated("tickets", ticket, keys=new)),
            *entry_points(_FILLED, _FORM, self._lines, self._entries),
            tool_point("The patient was asked when it came.", UserAsked((_DAYS,))),
            *verified_first(caller, "orders", order),
            unchanged_point(("customers", caller.id), ("orders", order), ("tickets", new)),
            article=believed.item["name"],
            parcel=believed.parcel,
            refunded_cents=Expected(
                believed.refund, grounds=(believed.item["unit_price_cents"], believed.days)
            ),
        )


def _refundable(_: object, order: dict[str, Any]) -> bool:
    delivered = order["status"] == "delivered" and not order["payment"]["refunded_cents"]
    return delivered and len(order["items"]) > 1
