"""An advertising clip promises something, and a customer wants it."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, RecordCreated, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.service._shared import (
    draw_film,
    draw_record,
    is_untouched,
    unchanged_point,
    verified_point,
)
from m3bench_suites.builders.tasks import tool_point
from m3bench_world.service import Company

_PROMISES = {
    "Free returns": "The customer gets a return label for all pieces of the article.",
    "Made to last": "Ten percent of the price of all pieces of the article are refunded, rounded down.",
    "Ships in a day": "The shipping costs of the order are refunded.",
    "Two years of warranty": "The article is sent again, free of charge.",
}
_TERMS = "campaign.docx"
_BRANDS = ("Nordlund", "Calyra", "Ostrava", "Pelican", "Windle", "Juniper")


class PromisedInClip(Scenario):
    """What the clip promises, and what the campaign's terms make of it, decides what the customer gets."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_record(draw, "e-commerce", "orders", _is_usable)
        order = self._caller.record
        stock = self._caller.company.products
        self._item = draw.pick([item for item in order["items"] if _in_stock(stock, item)], "item")
        self._film = draw_film(draw, "product_clip", lambda facts: facts["claim"] in _PROMISES)
        self._promise, self._brand = str(self._film.facts["claim"]), str(self._film.facts["name"])
        terms = [
            {"heading": "Our campaign", "level": 1},
            {"text": "Each clip ends with one promise. This is how the service keeps it:"},
            {"table": [["Promise", "What we do"], *map(list, _PROMISES.items())]},
        ]
        self.inputs = given(self._film.file, DataFile(_TERMS, "docx", terms))
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "film": self._film, "order": order, "item": self._item}
        self.shown = (self._brand, self._promise)
        self.key_facts = (self._brand,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        film, caller = self._film, self._caller
        order, line, promise, brand = caller.record, self._item["line"], self._promise, self._brand
        if skipped is Shortcut.BLIND:
            promise = next(text for text in _PROMISES if text != promise)
            brand = next(name for name in _BRANDS if name != brand)
        sheet, terms = yield [
            call("video/contact_sheet", path=film.name, count=film.count),
            call("word/read_table", path=_TERMS),
        ]
        closer = yield [
            call("video/extract_frames", sheet, path=film.name, times=[2, film.truth.seconds - 2])
        ]
        known = [terms, *closer]
        if skipped is Shortcut.UNASKED:
            order, line = caller.other, 1
        else:
            known += yield ask("What is the order number?", "Which article is it about?", uses=closer)
        (record,) = yield [call("orders/get_order", *known, order_id=order["id"])]
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(record)
        else:
            promise = promise if promise != "Two years of warranty" else "Free returns"
        yield [self._kept(promise, brand, order, line, (*known, record))]
        yield done("The promise is kept.")
        return self._solution(brand, promise, order["id"])

    def _kept(
        self, promise: str, brand: str, order: dict[str, Any], line: int, uses: tuple[CallResult, ...]
    ) -> PlannedCall:
        reason = f"{promise}, as promised in the clip of {brand}"
        item = next(item for item in order["items"] if item["line"] == line)
        here = {"order_id": order["id"], "reason": reason}
        if promise == "Free returns":
            return call("orders/create_return_label", *uses, line=line, quantity=item["quantity"], **here)
        if promise == "Two years of warranty":
            return call("orders/replace_item", *uses, line=line, **here)
        if promise == "Made to last":
            return call("orders/refund_order", *uses, amount_cents=_tenth(item), **here)
        shipping = order["shipping_cents"] or 390
        return call("orders/refund_order", *uses, amount_cents=shipping, **here)

    def _solution(self, brand: str, promise: str, order: str) -> Solution:
        caller, right, line = self._caller, self._caller.record["id"], self._item["line"]
        changed = [("customers", caller.id), ("orders", right)]
        kept: Check
        named_brand: Check
        by_brand = {"$contains": self._brand}
        if self._promise == "Two years of warranty":
            again = {"replaces": {"order_id": right, "line": line}, "customer_id": caller.id}
            kept = RecordCreated("orders", again, keys=f"{caller.code}-O9*")
            named_brand = RecordState("orders", right, {"history[-1].event": by_brand})
            changed += [("orders", f"{caller.code}-O9*"), ("products", self._item["product_id"])]
        elif self._promise == "Free returns":
            fields = {"returns[-1].line": line, "returns[-1].quantity": self._item["quantity"]}
            kept = RecordState("orders", right, fields)
            named_brand = RecordState("orders", right, {"returns[-1].reason": by_brand})
        else:
            due = _tenth(self._item) if self._promise == "Made to last" else caller.record["shipping_cents"]
            kept = RecordState("orders", right, {"refunds[-1].amount_cents": due})
            named_brand = RecordState("orders", right, {"refunds[-1].reason": by_brand})
        return solved(
            f"{promise} of {brand} is kept for {order}.",
            tool_point("The promise is kept for the right article.", kept),
            tool_point("The records name the brand.", named_brand),
            tool_point("The customer was asked.", UserAsked(("order number", "article", *caller.topics))),
            verified_point(caller, "orders", right),
            unchanged_point(*changed),
            brand=brand,
            promise=promise,
            order=order,
        )


def _is_usable(company: Company, order: dict[str, Any]) -> bool:
    return (
        is_untouched(company, order)
        and order["shipping_cents"] > 0
        and any(_in_stock(company.products, item) for item in order["items"])
    )


def _in_stock(products: dict[str, dict[str, Any]], item: dict[str, Any]) -> bool:
    return bool(products[item["product_id"]]["stock"] >= item["quantity"])


def _tenth(item: dict[str, Any]) -> int:
    return int(item["quantity"] * item["unit_price_cents"]) // 10
