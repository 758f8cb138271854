"""Goods that broke: exchanged or repaired, as the terms of the warranty say."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from m3bench.checks import Check, Expected, RecordCreated, RecordState
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, PlanError, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, read_print, solved
from m3bench_suites.builders.omni.service._shared import draw_company, unchanged_point
from m3bench_suites.builders.tasks import tool_point
from m3bench_world.service import Company

OUTCOMES = ("exchange", "repair")


class WarrantyClaim(Scenario):
    """The photograph of a label and the terms of the warranty: exchange, or return for repair."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company = draw_company(draw, "technical support")
        self._order, self._item = draw.pick(self._candidates(), "order")
        self._other, self._other_item = draw.pick(
            [pair for pair in self._candidates() if pair[0]["id"] != self._order["id"]], "other"
        )
        self._exchanged = draw.pick((True, False), "branch")
        self._serial = f"{draw.whole(1000, 9999, 'serial')}-{draw.whole(100, 999, 'serial', 2)}"
        today = draw.world.now.date().isoformat()
        photo = draw.photo_name()
        self.inputs = given(self._label(photo), self._terms())
        self.words = {"company": self._company, "today": today, "photo": photo}
        self.shown = (self._order["id"], self._serial)
        self.key_facts = (self._order["id"], self._serial)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        order, item, serial, exchanged = self._order, self._item, self._serial, self._exchanged
        photo = self.inputs.files[0].name
        (terms,) = yield [call("pdf/read_text", path="terms.pdf")]
        uses = [terms]
        if skipped is Shortcut.BLIND:
            order, item, serial = self._other, self._other_item, "1234-567"
        else:
            uses += yield [read_print(photo)]
        uses += yield [call("orders/get_order", *uses, order_id=order["id"])]
        tool = "orders/replace_item" if exchanged else "orders/create_return_label"
        yield [call(tool, *uses, order_id=order["id"], line=item["line"], reason=f"Serial {serial}")]
        yield done("The claim is settled.")
        return self._solution(order["id"], serial, exchanged)

    def _candidates(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """Return delivered orders without refunds, with a line whose goods are in stock."""
        pairs = [
            (order, item)
            for order in self._company.orders.values()
            for item in order["items"]
            if order["status"] == "delivered"
            and not order["refunds"]
            and self._company.products[item["product_id"]]["stock"] >= item["quantity"]
        ]
        if not pairs:
            raise PlanError("no order can be exchanged")
        return pairs

    def _label(self, name: str) -> DataFile:
        lines = (
            (self._company.name.upper(), 34, 60),
            (self._item["name"], 30, 130),
            (f"Order {self._order['id']}", 30, 200),
            (f"S/N {self._serial}", 30, 260),
            ("Keep dry. Do not open.", 22, 330),
        )
        shapes: list[dict[str, Any]] = [{"rectangle": [40, 30, 660, 390], "color": "#f4f2ea"}]
        shapes += [
            {"text": text, "at": [80, top], "size": size, "color": "#1c1c1c"} for text, size, top in lines
        ]
        return DataFile(name, "png", {"size": [700, 420], "background": "#5b6570", "shapes": shapes})

    def _terms(self) -> DataFile:
        draw, delivered = self.draw, self._order["shipment"]["delivered_at"]
        age = (draw.world.now.date() - datetime.fromisoformat(delivered).date()).days
        period = age + draw.whole(2, 9, "days") if self._exchanged else max(1, age - draw.whole(2, 9, "days"))
        lines = ["Terms of the warranty", "", "Exchange periods from the day of delivery:", ""]
        for name in sorted(thing["name"] for thing in self._goods()):
            days = period if name == self._item["name"] else draw.whole(5, 80, "period", name)
            lines.append(f"{name}: {days} days")
        lines += ["", "After the exchange period, defective articles are repaired for two years."]
        return DataFile("terms.pdf", "pdf", {"pages": [lines], "title": "Terms"})

    def _goods(self) -> list[dict[str, Any]]:
        company: Company = self._company
        return [product for product in company.products.values() if product["kind"] == "goods"]

    def _solution(self, order: str, serial: str, exchanged: bool) -> Solution:
        right, line, new = self._order["id"], self._item["line"], f"{self._company.code}-O9*"
        allowed = [("orders", right)]
        here = f"[?line==`{line}`] | [0]"
        if self._exchanged:
            settled: Check = RecordState("orders", right, {f"items{here}.status": "replaced"})
            more: Check = RecordCreated("orders", {"replaces": {"$any": True}}, keys=new)
            reason: Check = RecordState(
                "orders", right, {"history[-1].event": {"$contains": f"Serial {self._serial}"}}
            )
            allowed += [("orders", new), ("products", self._item["product_id"])]
        else:
            settled = RecordState("orders", right, {f"returns{here}.quantity": 1})
            more = RecordState("orders", right, {f"items{here}.status": self._item["status"]})
            reason = RecordState("orders", right, {f"returns{here}.reason": f"Serial {self._serial}"})
        outcome = OUTCOMES[0] if exchanged else OUTCOMES[1]
        return solved(
            f"{order}, serial number {serial}: {outcome}.",
            tool_point("The line is settled as the terms say.", settled),
            tool_point("It is settled in that way only.", more),
            tool_point("The reason names the serial number.", reason),
            unchanged_point(*allowed),
            order=order,
            serial=serial,
            outcome=Expected(outcome, grounds=(self._serial,)),
        )
