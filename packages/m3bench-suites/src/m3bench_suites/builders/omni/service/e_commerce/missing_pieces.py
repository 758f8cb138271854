"""A photograph shows how many pieces of an article came; a call says of which order."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, Expected, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    Caller,
    draw_record,
    give_refund,
    new_tickets,
    ticket_created,
    unchanged_point,
    verified_first,
)
from m3bench_suites.builders.tasks import tool_point

_SUBJECTS = {"Desk lamp": "lamp", "Canvas backpack": "backpack", "Travel mug": "cup"}
_LIMIT_CENTS = 6_000
_GROUNDS = ("wood", "sand", "room")


class MissingPieces(Scenario):
    """What is missing is refunded up to a limit; above it a team decides."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = _drawn_caller(draw)
        order = self._caller.record
        items = [item for item in order["items"] if item["name"] in _SUBJECTS]
        self._item = max(items, key=lambda item: item["quantity"])
        self._missing = draw.whole(1, max(1, self._item["quantity"] - 1), "missing")
        self._there = self._item["quantity"] - self._missing
        photo = draw.photo_name()
        subject = _SUBJECTS[self._item["name"]]
        shown = f"{self._there} {subject}, " if self._there else ""
        prompt = (
            f"{shown}{draw.whole(1, 2, 'books')} book, 1 ball, background {draw.pick(_GROUNDS, 'ground')}"
        )
        message = (
            f"Hello, this is {self._caller.name}. My order number is {spelled(order['id'])}. It is about the "
            f"{self._item['name'].lower()}. Some of the pieces were missing. You can see on the picture what "
            "was in the box, beside some toys and books of my children."
        )
        self.inputs = given(
            voice_message(message, draw), WorldFile(photo, "illustration", prompt, draw.media_number())
        )
        self.user_facts = self._caller.facts
        self.words = {
            "caller": self._caller,
            "limit_cents": _LIMIT_CENTS,
            "recording": self.recording,
            "photo": photo,
        }
        self.shown = (order["id"],)
        self.key_facts = (order["id"],)

    def _due(self, item: dict[str, Any], missing: int) -> int:
        return missing * int(item["unit_price_cents"])

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, order, item, missing = self._caller, self._caller.record, self._item, self._missing
        if skipped is Shortcut.BLIND:
            missing = item["quantity"] if self._there else item["quantity"] + 1
        if skipped is Shortcut.DEAF:
            order = caller.other
            item = order["items"][0]
        sound, photo = (file.name for file in self.inputs.world_files)
        heard, seen = yield [
            call("speech-recognition/transcribe", path=sound),
            call("render/render_picture", path=photo),
        ]
        (record,) = yield [call("orders/get_order", heard, order_id=order["id"])]
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(record)
        yield [self._action(order, item, missing, (heard, seen, record))]
        yield done("The missing pieces are dealt with.")
        due = self._due(item, missing)
        return self._solution(order["id"], missing, due if due <= _LIMIT_CENTS else 0)

    def _action(
        self, order: dict[str, Any], item: dict[str, Any], missing: int, uses: tuple[CallResult, ...]
    ) -> PlannedCall:
        due = self._due(item, missing)
        if due <= _LIMIT_CENTS:
            reason = f"{missing} missing: {item['name']}"
            return give_refund(order["id"], due, reason, *uses)
        subject = f"{item['name']}: pieces are missing"
        text = f"{missing} pieces are missing, {due} cents."
        return self._caller.ticket(
            order["id"], subject, text, *uses, team="Returns", priority="high", customer=order["customer_id"]
        )

    def _solution(self, order: str, missing: int, refunded: int) -> Solution:
        caller, right = self._caller, self._caller.record["id"]
        due = self._due(self._item, self._missing)
        named = {"$contains": self._item["name"]}
        settled: Check
        if due <= _LIMIT_CENTS:
            fields = {"refunds[-1].amount_cents": due, "refunds[-1].reason": named}
            settled, changed = RecordState("orders", right, fields), ("orders", right)
        else:
            settled = ticket_created(caller, right, team="Returns", priority="high", subject=named)
            changed = new_tickets(caller)
        price = self._item["unit_price_cents"]
        return solved(
            f"{order}: {missing} pieces are missing, {refunded} cents are refunded.",
            tool_point("The missing pieces are dealt with as the rules say.", settled),
            *verified_first(caller, *changed),
            unchanged_point(("customers", caller.id), changed),
            order=order,
            missing=missing,
            refunded_cents=Expected(refunded, grounds=(price,)),
        )


def _drawn_caller(draw: TaskDraw) -> Caller:
    """Draw a delivered order with several pieces of an article; if there is none, with one."""
    try:
        return draw_record(draw, "e-commerce", "orders", lambda _, order: _most(order) > 1)
    except PlanError:
        return draw_record(draw, "e-commerce", "orders", lambda _, order: _most(order) == 1)


def _most(order: dict[str, Any]) -> int:
    """Return how many pieces of an article that can be drawn an order has, or 0 if it cannot be used."""
    if order["status"] != "delivered" or order["refunds"]:
        return 0
    return max((item["quantity"] for item in order["items"] if item["name"] in _SUBJECTS), default=0)
