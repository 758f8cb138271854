"""A lower price elsewhere is matched, and a confirmation is copied without anything personal."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from m3bench.checks import Expected, FileExists, PdfArea, PdfContent, PdfCopy, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    Caller,
    draw_record,
    hit_areas,
    is_untouched,
    unchanged_point,
    verified_point,
)
from m3bench_suites.builders.tasks import format_point, tool_point
from m3bench_world.service import Company

_MM = 72 / 25.4
_LEFT, _TOP, _LINE = 11 * _MM, 10 * _MM, 7 * _MM
_SIZE = 11
Area = tuple[float, float, float, float]
_PRICES, _PAPER = "prices.xlsx", "confirmation.pdf"
_SHOPS = ("Larch", "Harbour", "Summit", "Meadow")
_TOPIC = "case number"
_LEAST_PERCENT = 80


class Confirmation:
    """Name and address stand in the head; the surname stands in the letter as well."""

    def __init__(self, caller: Caller) -> None:
        order, customer = caller.record, caller.customer
        self.surname = caller.name.split()[-1]
        self.listed = (caller.name, customer["address"]["street"], customer["email"], customer["phone"])
        self._labels = ("Customer", "Street", "E-mail", "Telephone")
        heads = [f"{label}: {text}" for label, text in zip(self._labels, self.listed, strict=True)]
        goods = [
            f"{item['quantity']} x {item['name']} at {item['unit_price_cents'] / 100:.2f}"
            for item in order["items"]
        ]
        self._greeting = f"Dear {caller.name[0]}. "
        self._handed = "The parcel was handed to the neighbours of the family "
        self.lines = [
            caller.company.name,
            f"Confirmation of order {order['id']}",
            "",
            *heads,
            "",
            f"{self._greeting}{self.surname},",
            f"thank you for your order of {order['placed_at'][:10]}. We sent you:",
            *goods,
            f"Total: {order['total_cents'] / 100:.2f} {order['currency']}",
            "",
            f"{self._handed}{self.surname}.",
        ]

    @property
    def head_areas(self) -> list[Area]:
        """The insides of what the head lists."""
        return [
            self._area(3 + index, f"{self._labels[index]}: ", text) for index, text in enumerate(self.listed)
        ]

    @property
    def other_areas(self) -> list[Area]:
        """The insides of the surname in the greeting and in the last line."""
        last = len(self.lines) - 1
        return [self._area(8, self._greeting, self.surname), self._area(last, self._handed, self.surname)]

    @property
    def kept_areas(self) -> list[Area]:
        """Lines that must stay: the number of the order, the goods and the total."""
        return [(_LEFT, _TOP + place * _LINE, 300.0, _LINE) for place in (1, 9, len(self.lines) - 3)]

    def _area(self, line: int, before: str, text: str) -> Area:
        left = _LEFT + self._width(before)
        middle = _TOP + (line + 0.5) * _LINE
        return (left + 2, middle - 3, self._width(text) - 4, 6.0)

    def _width(self, text: str) -> float:
        return float(self._writer.get_string_width(text))

    @cached_property
    def _writer(self):  # type: ignore[no-untyped-def]
        from fpdf import FPDF  # noqa: PLC0415 - takes a third of a second

        writer = FPDF(unit="pt")
        writer.set_font("Helvetica", size=_SIZE)
        return writer


class PriceProof(Scenario):
    """The call names shop and article, the table the price; names hide in more places than one."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_record(draw, "e-commerce", "orders", _is_usable)
        order = self._caller.record
        self._item = draw.pick(order["items"], "item")
        self._shop = draw.pick(_SHOPS, "shop")
        self._table = self._drawn_prices()
        self._case = f"{draw.pick(('FC', 'CF', 'KV'), 'letters')}-{draw.whole(1000, 9999, 'case')}"
        self._paper = Confirmation(self._caller)
        message = (
            f"Good morning, it is about my order {spelled(order['id'])}. The {self._item['name'].lower()} "
            f"costs less at the shop {self._shop}. Please match the price. And please prepare the copy for "
            "the consumer forum."
        )
        self.inputs = given(
            voice_message(message, draw),
            DataFile(_PRICES, "xlsx", {"Prices": self._rows()}),
            DataFile(_PAPER, "pdf", {"pages": [self._paper.lines]}),
        )
        self.user_facts = self._caller.facts
        self.words = {
            "caller": self._caller,
            "least_percent": _LEAST_PERCENT,
            "recording": self.recording,
            "case": self._case,
        }
        self.shown = (order["id"],)
        self.key_facts = (order["id"],)

    def _drawn_prices(self) -> dict[str, dict[str, int]]:
        """Return the prices of all articles by shop, in cents: mostly lower than ours."""
        goods = [product for product in self._caller.company.products.values() if product["kind"] == "goods"]
        return {
            thing["name"]: {
                shop: thing["price_cents"] * self.draw.whole(70, 96, "price", thing["name"], shop) // 100
                for shop in _SHOPS
            }
            for thing in goods
        }

    def _rows(self) -> list[list[Any]]:
        head = ["Article", *_SHOPS]
        rows = [[name, *(cents / 100 for cents in by.values())] for name, by in self._table.items()]
        return [head, *rows]

    def _price(self, item: dict[str, Any], shop: str) -> int:
        least = -(-int(item["unit_price_cents"]) * _LEAST_PERCENT // 100)
        return max(self._table[item["name"]][shop], least)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, order, item, shop = self._caller, self._caller.record, self._item, self._shop
        if skipped is Shortcut.DEAF:
            order = caller.other
            item, shop = order["items"][0], next(name for name in _SHOPS if name != shop)
        heard, prices, paper = yield [
            self.transcribe(),
            call("sheets/read_range", path=_PRICES),
            call("pdf/read_text", path=_PAPER),
        ]
        (record,) = yield [call("orders/get_order", heard, order_id=order["id"])]
        known = [heard, prices, record]
        case = self._case
        if skipped is Shortcut.UNASKED:
            case = "FC-1234" if case != "FC-1234" else "FC-1235"
        else:
            yield from caller.verify(record)
            known += yield ask("What is the case number of the forum?", uses=(heard,))
        price = self._price(item, shop)
        yield [
            call(
                "orders/adjust_price", *known, order_id=order["id"], line=item["line"],
                unit_price_cents=price, reason=f"Price of the shop {shop}",
            )
        ]  # fmt: skip
        copy = f"proof-{case}.pdf"
        yield from self._redact(copy, paper, draft_only=skipped is Shortcut.UNINSPECTED)
        yield done("Price and copy are done.", copy)
        refunded = item["quantity"] * (item["unit_price_cents"] - price)
        return self._solution(order["id"], price, refunded)

    def _redact(self, copy: str, paper: CallResult, *, draft_only: bool) -> Steps[None]:
        """Remove what the head of the paper lists; look, and remove the surname that stands elsewhere."""
        hits = yield [call("pdf/find_text", paper, path=_PAPER, text=text) for text in self._paper.listed]
        areas = [area for hit in hits for area in hit_areas(hit)]
        yield [call("pdf/redact_areas", *hits, path=_PAPER, areas=areas, output=copy)]
        if draft_only:
            return
        (seen,) = yield [call("render/render_document", path=copy)]
        (more,) = yield [call("pdf/find_text", seen, path=_PAPER, text=self._paper.surname)]
        areas = [*areas, *hit_areas(more)]
        yield [call("pdf/redact_areas", *hits, more, path=_PAPER, areas=areas, output=copy)]
        yield [call("render/render_document", path=copy)]

    def _solution(self, order: str, price: int, refunded: int) -> Solution:
        caller, right, item = self._caller, self._caller.record["id"], self._item
        due = self._price(item, self._shop)
        place = caller.record["items"].index(item)
        lowered = {f"items[{place}].unit_price_cents": due, "refunds[-1].reason": {"$contains": self._shop}}
        allowed = ("customers", caller.id), ("orders", right)
        copy = f"proof-{self._case}.pdf"
        ours = int(item["unit_price_cents"])
        return solved(
            f"{order}: one piece costs {price} cents now, {refunded} cents are refunded.",
            tool_point("The price is lowered as the rules say.", RecordState("orders", right, lowered)),
            tool_point("The customer was asked.", UserAsked((*caller.topics, _TOPIC))),
            verified_point(caller, "orders", right),
            unchanged_point(*allowed),
            format_point("The copy has its name and one page.", FileExists(copy), PdfContent(copy, pages=1)),
            tool_point(
                "What the head lists is gone.",
                *(PdfArea(copy, 1, area, "nothing") for area in self._paper.head_areas),
            ),
            tool_point(
                "The surname is gone elsewhere too.",
                *(PdfArea(copy, 1, area, "nothing") for area in self._paper.other_areas),
            ),
            tool_point(
                "All else is readable, and nothing else is there.",
                PdfCopy(copy, _PAPER, removed=True),
                *(PdfArea(copy, 1, area, "source", _PAPER) for area in self._paper.kept_areas),
            ),
            order=order,
            price_cents=Expected(price, grounds=(ours,)),
            refunded_cents=Expected(refunded, grounds=(ours,)),
        )


def _is_usable(company: Company, order: dict[str, Any]) -> bool:
    customer = company.customers[order["customer_id"]]
    plain = all(ord(letter) < 256 for letter in customer["name"])
    return is_untouched(company, order) and plain
