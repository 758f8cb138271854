"""A call about a late meal: how late it was, and what the terms of the company give for it."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, Expected, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    draw_record,
    give_refund,
    is_untouched,
    new_notes,
    note_created,
    unchanged_point,
    verified_point,
)
from m3bench_suites.builders.tasks import tool_point

_TERMS = "terms.pdf"
_TOPIC = "temperature of the food"
_HOURS = ("five", "six", "seven", "eight")
_TENS = {10: "ten", 20: "twenty", 30: "thirty", 40: "forty", 50: "fifty"}


class LateMeal(Scenario):
    """The message tells the times, the terms the amount, and the customer whether it was cold."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_record(draw, "food delivery", "orders", _is_usable)
        order = self._caller.record
        self._short, self._long = draw.pick(((10, 30), (20, 40), (20, 50)), "bands")
        self._percent, self._cold_cents = draw.pick((15, 20, 25), "percent"), 50 * draw.whole(4, 9, "cold")
        self._minutes = 10 * draw.whole(2, 7, "minutes")
        self._is_cold = draw.pick((True, False), "is cold")
        hour, tens = draw.whole(0, 2, "hour"), 10 * draw.whole(1, 5, "tens")
        arrived = hour * 60 + tens + self._minutes
        if arrived % 60 == 0:
            arrived, tens = arrived - 10, tens - 10
        self._promised = _clock(hour * 60 + tens)
        self._arrived = _clock(arrived)
        message = (
            f"Good evening, this is {self._caller.name}. My order number is {spelled(order['id'])}. You "
            f"promised my meal for {self._promised}. It arrived at {self._arrived}. I would like some money "
            "back."
        )
        self.inputs = given(voice_message(message, draw), DataFile(_TERMS, "pdf", {"pages": [self._terms()]}))
        felt = "It was stone cold." if self._is_cold else "It was still nice and hot."
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "recording": self.recording, "felt": felt}
        self.shown = (order["id"], str(self._minutes), self._promised, self._arrived)
        self.key_facts = (order["id"],)

    def _terms(self) -> list[str]:
        return [
            f"{self._caller.company.name}: if your meal is late",
            "",
            f"Up to {self._short} minutes: we are sorry, but there is no money back.",
            f"More than {self._short} and up to {self._long} minutes: the shipping costs.",
            f"More than {self._long} minutes: {self._percent} percent of the total of the order,",
            "rounded down to full cents.",
            "",
            f"If the food was cold, {self._cold_cents} cents in addition, however late it was.",
        ]

    def _due(self, order: dict[str, Any], minutes: int, *, cold: bool) -> int:
        extra = self._cold_cents if cold else 0
        if minutes <= self._short:
            return extra
        if minutes <= self._long:
            return int(order["shipping_cents"]) + extra
        return int(order["total_cents"]) * self._percent // 100 + extra

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, order, minutes, cold = self._caller, self._caller.record, self._minutes, self._is_cold
        if skipped is Shortcut.DEAF:
            order, minutes = caller.other, minutes + 15
        heard, terms = yield [self.transcribe(), call("pdf/read_text", path=_TERMS)]
        (record,) = yield [call("orders/get_order", heard, order_id=order["id"])]
        known = [heard, terms, record]
        if skipped is Shortcut.UNASKED:
            cold = not cold
        else:
            known += yield ask("Was the food cold or still warm?", uses=(heard,))
            yield from caller.verify(record)
        due = self._due(order, minutes, cold=cold)
        yield [self._action(order, minutes, due, known)]
        yield done("The complaint is dealt with.")
        return self._solution(order["id"], minutes, due)

    def _action(self, order: dict[str, Any], minutes: int, due: int, known: list[CallResult]) -> PlannedCall:
        if due:
            reason = f"{minutes} minutes late"
            return give_refund(order["id"], due, reason, *known)
        text = f"{minutes} minutes late, a refund is not due."
        return call("customers/add_note", *known, customer_id=order["customer_id"], text=text)

    def _solution(self, order: str, minutes: int, refunded: int) -> Solution:
        caller, right = self._caller, self._caller.record["id"]
        due = self._due(caller.record, self._minutes, cold=self._is_cold)
        late = str(self._minutes)
        settled: Check
        entry: Check
        if due:
            settled = RecordState("orders", right, {"refunds[*].amount_cents": [due]})
            entry = RecordState("orders", right, {"refunds[-1].reason": {"$contains": late}})
            changed = ("orders", right)
        else:
            settled, entry = note_created(caller, "not due"), note_created(caller, late)
            changed = new_notes(caller)
        return solved(
            f"{order} was {minutes} minutes late: {refunded} cents are refunded.",
            tool_point("The customer gets what is due.", settled),
            tool_point("The entry names the minutes.", entry),
            tool_point("The customer was asked.", UserAsked((*caller.topics, _TOPIC))),
            verified_point(caller, *changed),
            unchanged_point(("customers", caller.id), changed),
            order=order,
            minutes=Expected(minutes, grounds=(self._promised, self._arrived)),
            refunded_cents=Expected(refunded, grounds=(self._percent,)),
        )


def _clock(minutes: int) -> str:
    """Return a time as it is said: `six thirty`."""
    hour, rest = _HOURS[minutes // 60], minutes % 60
    return f"{hour} {_TENS[rest]}" if rest else f"{hour} o'clock"


def _is_usable(_: object, order: dict[str, Any]) -> bool:
    return is_untouched(_, order) and order["shipping_cents"] > 0
