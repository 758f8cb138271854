"""The camera at a door: were all boxes of an order left there?"""

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
    note_created,
    unchanged_point,
)
from m3bench_suites.builders.tasks import tool_point

_LIST = "dispatch.csv"


class DoorCamera(Scenario):
    """The share of the boxes that did not come is refunded; if all came, there is a note."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_record(draw, "food delivery", "orders", is_untouched)
        self._film = draw_film(draw, "delivery", lambda facts: facts["parcels"] < 3)
        self._sticker, self._boxes = str(self._film.facts["order"]), int(self._film.facts["parcels"])
        self._missing = draw.pick((0, 1, 1, 2), "missing")
        self._packed = self._boxes + self._missing
        self.inputs = given(self._film.file, DataFile(_LIST, "csv", self._rows()))
        self.words = {"caller": self._caller, "film": self._film}
        self.shown = (self._sticker,)
        self.key_facts = (self._sticker, self._caller.record["id"])

    def _rows(self) -> list[list[Any]]:
        mine, other = self._caller.record["id"], self._caller.other["id"]
        keys = [key for key in self._caller.company.orders if key not in (mine, other)]
        rows: list[list[Any]] = [
            [int(self._sticker), mine, self._packed],
            [int(self._sticker) + 3, other, 1 + self._packed],
        ]
        for index, key in enumerate(self.draw.sample(keys, 4, "others")):
            sticker = (
                int(self._sticker) + self.draw.whole(100, 2000, "sticker", key) + 7 * index
            ) % 9000 + 900
            rows.append([sticker, key, self.draw.whole(1, 4, "packed", key)])
        return [["sticker", "order", "boxes_packed"], *sorted(rows)]

    def _due(self, order: dict[str, Any], missing: int, packed: int) -> int:
        return int(order["total_cents"]) * missing // packed

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        film, order, sticker = self._film, self._caller.record, self._sticker
        boxes, packed = self._boxes, self._packed
        if skipped is Shortcut.BLIND:
            order, sticker, packed = self._caller.other, str(int(sticker) + 3), 1 + packed
            boxes = packed - 1
        sheet, listed = yield [
            call("video/contact_sheet", path=film.name, count=film.count),
            call("files/read_text", path=_LIST),
        ]
        cut = film.truth.cuts[0]
        closer, record = yield [
            call("video/extract_frames", sheet, path=film.name, times=[cut - 3, cut + 1]),
            call("orders/get_order", sheet, listed, order_id=order["id"]),
        ]
        due = self._due(order, packed - boxes, packed)
        yield [self._action(order, sticker, due, (listed, closer, record))]
        yield done("The delivery is dealt with.")
        return self._solution(order["id"], boxes, due)

    def _action(
        self, order: dict[str, Any], sticker: str, due: int, uses: tuple[CallResult, ...]
    ) -> PlannedCall:
        if not due:
            text = f"Sticker {sticker}: all boxes came."
            return call("customers/add_note", *uses, customer_id=order["customer_id"], text=text)
        reason = f"Boxes of sticker {sticker} did not come"
        return give_refund(order["id"], due, reason, *uses)

    def _solution(self, order: str, boxes: int, refunded: int) -> Solution:
        caller, right = self._caller, self._caller.record["id"]
        due = self._due(caller.record, self._missing, self._packed)
        settled: Check
        entry: Check
        if due:
            settled = RecordState("orders", right, {"refunds[-1].amount_cents": due})
            entry = RecordState("orders", right, {"refunds[-1].reason": {"$contains": self._sticker}})
            changed = ("orders", right)
        else:
            settled, entry = note_created(caller, "all boxes came"), note_created(caller, self._sticker)
            changed = new_notes(caller)
        grounds = (caller.record["total_cents"],) if due else ()
        return solved(
            f"{order}: {boxes} boxes were left, {refunded} cents are refunded.",
            tool_point("The delivery is dealt with as the rules say.", settled),
            tool_point("The entry names the sticker.", entry),
            unchanged_point(changed),
            order=order,
            boxes=boxes,
            refunded_cents=Expected(refunded, grounds=grounds),
        )
