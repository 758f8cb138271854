"""Claims for documents that came late."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, NamedTuple

from m3bench.checks import Check, Expected, RecordCreated, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, PlannedCall, Solution, call
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
    Paper,
    draw_caller_of_domain,
    draw_paper,
    give_refund,
    unchanged_point,
    verified_first,
)
from m3bench_suites.builders.omni.service.government.forms import (
    FORM,
    fill,
    form_points,
    office_settings,
    shortened,
)
from m3bench_suites.builders.tasks import tool_point

_RECEIPT, _TABLE = "receipt.pdf", "refunds.csv"
_MOST_CENTS = 9_000
_DELAY, _DELIVERY = "weeks of delay", "way of delivery"
_CLASSES = ("AX", "BR", "KT")
_BANDS = (("up to 2", 1, 2), ("3 to 4", 3, 4), ("5 or more", 5, 9))


class _Claim(NamedTuple):
    """What an agent found out, or believes."""

    order: dict[str, Any]
    number: str
    reference: str
    weeks: int


class DelayClaim(Scenario):
    """A scan, a table, a message and the citizen decide together what is refunded, and a receipt tells it."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller_of_domain(draw, "government services", "orders", _refundable)
        order = self._caller.record
        self._photo = draw.photo_name()
        self._papers = self._draw_papers()
        truth = self._papers[0].truth
        self._written = {field["label"]: field["value"] for field in truth["fields"]}
        weeks = draw.whole(1, 7, "weeks")
        self._claim = _Claim(order, truth["number"].removeprefix("No. "), self._written["Reference"], weeks)
        shares = draw.sample(range(2, 16), 9, "shares")
        self._shares = {
            letters: [5 * share for share in sorted(shares[3 * index : 3 * index + 3])]
            for index, letters in enumerate(_CLASSES)
        }
        self._delivery = draw.pick(("by courier", "pick-up"), "delivery")
        self.inputs = self._make_inputs(draw)
        self.user_facts = self._caller.facts
        self.words = {
            "caller": self._caller,
            "most_cents": _MOST_CENTS,
            "photo": self._photo,
            "recording": self.recording,
            "weeks": f"{weeks} week{'s' if weeks > 1 else ''}",
            "delivery": self._delivery,
        }
        self.shown = (self._claim.number, self._claim.reference, order["id"], str(weeks))
        self.key_facts = (self._claim.number, self._claim.reference, order["id"])

    def _draw_papers(self) -> tuple[Paper, Paper]:
        """Return the claim form as it was handed in, and the empty form of the receipt."""
        caller, office = self._caller, self._caller.company
        order, home = caller.record, caller.customer["address"]
        delivered = date.fromisoformat(order["shipment"]["delivered_at"][:10])
        late = (self.draw.world.now.date() - delivered).days
        claim = draw_paper(
            self.draw,
            self._photo,
            "scanned_form",
            {
                **office_settings(office, "Claim for a late document"),
                "name": caller.name,
                "address": f"{home['street']}, {home['postcode']} {home['city']}",
                "currency": order["currency"],
                "amount": order["total_cents"],
                "date": str(delivered + timedelta(days=self.draw.whole(0, max(0, late), "claimed"))),
                "stamp": "RECEIVED",
            },
        )
        receipt = draw_paper(self.draw, FORM, "fillable_form", office_settings(office, "Receipt form"), 1)
        return claim, receipt

    def _make_inputs(self, draw: TaskDraw) -> Inputs:
        message = (
            f"Hello, this is {self._caller.name}. It is about the document that came late. The order "
            f"number is {spelled(self._claim.order['id'])}. Please call me if you need more."
        )
        rows = [
            [letters, band, share]
            for letters, shares in self._shares.items()
            for (band, _, _), share in zip(_BANDS, shares, strict=True)
        ]
        return given(
            *(paper.file for paper in self._papers),
            voice_message(message, draw),
            DataFile(_TABLE, "csv", [["Class", "Weeks of delay", "Percent"], *rows]),
        )

    def _percent(self, claim: _Claim) -> int:
        place = next(index for index, (_, low, high) in enumerate(_BANDS) if low <= claim.weeks <= high)
        return self._shares[claim.reference[:2]][place]

    def _due(self, claim: _Claim) -> int:
        return int(claim.order["total_cents"]) * self._percent(claim) // 100

    def _believed(self, skipped: Shortcut | None) -> _Claim:
        claim = self._claim
        if skipped is Shortcut.BLIND:
            letters = next(option for option in _CLASSES if not claim.reference.startswith(option))
            return claim._replace(number="10000", reference=f"{letters}-1000")
        if skipped is Shortcut.DEAF:
            return claim._replace(order=self._caller.other)
        if skipped is Shortcut.UNASKED:
            return claim._replace(weeks=3 if claim.weeks > 4 or claim.weeks < 3 else 6)
        return claim

    def _entries(self, claim: _Claim) -> dict[str, Any]:
        paid = min(self._due(claim), _MOST_CENTS)
        return {
            "full_name": self._written["Name"],
            "phone": self._written["Telephone"],
            "department": self._written["Department"],
            "delivery": self._delivery,
            "terms": True,
            "remarks": f"Reference {claim.reference}, form {claim.number}, order {claim.order['id']}, "
            f"refunded {paid} cents",
        }

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        claim, caller = self._believed(skipped), self._caller
        (heard,) = yield [self.transcribe()]
        (seen,) = yield [read_print(self._photo)]
        table, _ = yield [call("files/read_text", path=_TABLE), call("pdf/list_form_fields", path=FORM)]
        (record,) = yield [call("orders/get_order", heard, order_id=claim.order["id"])]
        if skipped is not Shortcut.UNASKED:
            yield ask(
                "How many weeks late was the document?",
                "Which way of delivery would you like for the receipt?",
            )
            yield from caller.verify(record)
        paid = min(self._due(claim), _MOST_CENTS)
        yield [give_refund(claim.order["id"], paid, f"Late, form {claim.number}", record, seen, table)]
        if self._due(claim) > _MOST_CENTS:
            yield [self._ticket(claim)]
        entries = self._entries(claim)
        yield [fill(entries, _RECEIPT)]
        if skipped is not Shortcut.UNINSPECTED:
            yield from revise(_RECEIPT, fill(shortened(entries), _RECEIPT))
            yield [caller.note(entries["remarks"])]
        yield done("The claim is settled.", _RECEIPT)
        return self._solution(claim)

    def _ticket(self, claim: _Claim) -> PlannedCall:
        subject = f"Late document, form {claim.number}"
        text = f"{self._due(claim)} cents are due, {_MOST_CENTS} are refunded."
        return self._caller.ticket(
            claim.order["id"],
            subject,
            text,
            team="Complaints",
            priority="high",
            customer=claim.order["customer_id"],
        )

    def _solution(self, believed: _Claim) -> Solution:
        claim, caller = self._claim, self._caller
        order, code_, due = claim.order["id"], caller.code, self._due(claim)
        paid, new = min(due, _MOST_CENTS), f"{code_}-T9*"
        entries = self._entries(claim)
        refunded = {"payment.refunded_cents": paid, "length(refunds)": 1}
        subject = {
            "team": "Complaints",
            "priority": "high",
            "about": order,
            "subject": {"$contains": claim.number},
        }
        ticket: Check = RecordCreated("tickets", subject, keys=new)
        allowed = [("customers", caller.id), ("orders", order), ("customer_notes", f"{code_}-N9*")]
        if due > _MOST_CENTS:
            allowed.append(("tickets", new))
        else:
            ticket = RecordCreated("tickets", {"company": code_}, count=0, keys=new)
        noted = {"customer_id": caller.id, "text": {"$contains": entries["remarks"]}}
        note = RecordCreated("customer_notes", noted, keys=f"{code_}-N9*")
        values = {**entries, "newsletter": False, "address": "", "birth_date": ""}
        return solved(
            f"{min(self._due(believed), _MOST_CENTS)} cents are refunded for form {believed.number}.",
            tool_point("The right amount is refunded.", RecordState("orders", order, refunded)),
            tool_point("The team Complaints knows, if more is due.", ticket),
            *form_points(_RECEIPT, values, note),
            tool_point("The citizen was asked for the facts.", UserAsked((_DELAY, _DELIVERY))),
            *verified_first(caller, "orders", order),
            unchanged_point(*allowed),
            form_number=believed.number,
            percent=Expected(self._percent(believed), grounds=(believed.reference, str(believed.weeks))),
            refunded_cents=Expected(
                min(self._due(believed), _MOST_CENTS), grounds=(believed.order["total_cents"],)
            ),
        )


def _refundable(_: object, order: dict[str, Any]) -> bool:
    return order["status"] == "delivered" and not order["payment"]["refunded_cents"]
