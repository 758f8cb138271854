"""A box for cooking: the film of the dish shows what belongs into it, a photograph what was in it."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Expected, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.service._shared import (
    draw_film,
    draw_record,
    give_refund,
    is_untouched,
    unchanged_point,
    verified_point,
)
from m3bench_suites.builders.tasks import tool_point

_PRICES = "ingredients.csv"
_INGREDIENTS = (
    "apple", "banana", "bell pepper", "carrot", "cucumber", "kiwi", "lemon", "onion", "radish", "tomato",
)  # fmt: skip
_MANY = 3
_GROUNDS = ("wood", "tabletop", "white")


class CookingBox(Scenario):
    """Film, photograph and price list make the refund; only the customer knows the order."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_record(draw, "food delivery", "orders", _is_usable)
        order = self._caller.record
        self._film = draw_film(draw, "cooking", lambda facts: sum(_needed(facts).values()) >= 5)
        self._needed = _needed(self._film.facts)
        self._there = self._drawn_contents()
        self._prices = {name: 5 * draw.whole(8, 30, "price", name) for name in _INGREDIENTS}
        photo = draw.photo_name()
        things = [f"{count} {name}" for name, count in self._there.items() if count]
        prompt = ", ".join([*things, "1 cup", f"background {draw.pick(_GROUNDS, 'ground')}"])
        rows = [["ingredient", "price_cents"], *([name, cents] for name, cents in self._prices.items())]
        self.inputs = given(
            self._film.file,
            WorldFile(photo, "illustration", prompt, draw.media_number()),
            DataFile(_PRICES, "csv", rows),
        )
        self.user_facts = self._caller.facts
        self.words = {
            "caller": self._caller,
            "many": _MANY,
            "film": self._film,
            "photo": photo,
            "order": order,
        }

    def _drawn_contents(self) -> dict[str, int]:
        """Return what is in the box: of one or two ingredients less than needed."""
        there = dict(self._needed)
        short = self.draw.sample(sorted(there), self.draw.whole(1, 2, "short"), "short ones")
        for name in short:
            there[name] -= self.draw.whole(1, there[name], "less", name)
        return there

    def _lacking(self, there: dict[str, int]) -> dict[str, int]:
        return {name: count - there[name] for name, count in self._needed.items() if count > there[name]}

    def _due(self, lacking: dict[str, int], order: dict[str, Any]) -> int:
        goods = sum(count * self._prices[name] for name, count in lacking.items())
        return goods + (int(order["shipping_cents"]) if sum(lacking.values()) >= _MANY else 0)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        film, photo = (file.name for file in self.inputs.world_files)
        caller, order = self._caller, self._caller.record
        lacking = self._lacking(self._there)
        if skipped is Shortcut.BLIND:
            name = next(iter(self._needed))
            lacking = {name: sum(lacking.values()) + 1}
        sheet, seen, prices = yield [
            call("video/contact_sheet", path=film, count=self._film.count),
            call("render/render_picture", path=photo),
            call("files/read_text", path=_PRICES),
        ]
        starts = [0.0, *self._film.truth.cuts][: len(self._needed)]
        known = [seen, prices]
        known += yield [
            call("video/extract_frames", sheet, path=film, times=[round(start + 0.7, 1) for start in starts])
        ]
        if skipped is Shortcut.UNASKED:
            order = caller.other
        else:
            known += yield ask("What is the order number?")
        (record,) = yield [call("orders/get_order", *known, order_id=order["id"])]
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(record)
        due = self._due(lacking, order)
        reason = "Missing in the cooking box"
        yield [give_refund(order["id"], due, reason, *known, record)]
        yield done("The missing pieces are refunded.")
        return self._solution(order["id"], sum(lacking.values()), due)

    def _solution(self, order: str, missing: int, refunded: int) -> Solution:
        caller, right = self._caller, self._caller.record["id"]
        lacking = self._lacking(self._there)
        due = self._due(lacking, caller.record)
        allowed = ("customers", caller.id), ("orders", right)
        refund = {"refunds[*].amount_cents": [due]}
        grounds = tuple(self._prices[name] for name in lacking)
        return solved(
            f"{order}: {missing} pieces are missing, {refunded} cents are refunded.",
            tool_point("One refund has the right amount.", RecordState("orders", right, refund)),
            tool_point(
                "Its reason is right.",
                RecordState("orders", right, {"refunds[-1].reason": {"$contains": "cooking box"}}),
            ),
            tool_point("The customer was asked.", UserAsked(("order number", *caller.topics))),
            verified_point(caller, "orders", right),
            unchanged_point(*allowed),
            order=order,
            missing=missing,
            refunded_cents=Expected(refunded, grounds=grounds),
        )


def _needed(facts: dict[str, Any]) -> dict[str, int]:
    return {step["ingredient"]: int(step["count"]) for step in facts["steps"]}


def _is_usable(_: object, order: dict[str, Any]) -> bool:
    paid = order["shipping_cents"] > 0 and order["total_cents"] > 2_000
    return is_untouched(_, order) and paid
