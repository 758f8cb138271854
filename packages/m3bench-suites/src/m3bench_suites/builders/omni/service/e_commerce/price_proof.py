"""A lower price elsewhere is matched, and a confirmation is copied without anything personal."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from m3bench.checks import (
    AllowedChange,
    Expected,
    FileExists,
    PdfArea,
    PdfContent,
    RecordOrder,
    RecordState,
    RecordStep,
    RecordUnchanged,
    UserAsked,
)
from m3bench.core import ASK_USER, Difficulty, Shortcut, UserFact
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.scenario import Inputs, Scenario
from m3bench_suites.builders.omni.service._shared import draw_record, spelled, voice_message
from m3bench_suites.builders.omni.service.e_commerce.confirmation import Confirmation
from m3bench_suites.builders.tasks import format_point, tool_point
from m3bench_world.service import Company

_PRICES, _PAPER = "prices.xlsx", "confirmation.pdf"
_SHOPS = ("Larch", "Harbour", "Summit", "Meadow")
_TOPIC = "case number"
_LEAST_PERCENT = 80
Steps = Generator[Sequence[PlannedCall], Sequence[CallResult], None]


class PriceProof(Scenario):
    """The call names shop and article, the table the price; names hide in more places than one."""

    difficulty = Difficulty.HARD
    servers = (
        "orders", "customers", "speech-recognition", "sheets", "pdf", "render", "claim-done",
    )  # fmt: skip
    distractors = ("accounts", "tickets", "word", "mail")
    closed_loop = True
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
        recording = draw.recording_name()
        message = (
            f"Good morning, it is about my order {spelled(order['id'])}. The {self._item['name'].lower()} "
            f"costs less at the shop {self._shop}. Please match the price. And please prepare the copy for "
            "the consumer forum."
        )
        self.inputs = Inputs(
            world_files=(voice_message(recording, message, draw),),
            files=(
                DataFile(_PRICES, "xlsx", {"Prices": self._rows()}),
                DataFile(_PAPER, "pdf", {"pages": [self._paper.lines]}),
            ),
        )
        self.user = self._caller.user(
            f"{self._caller.name}, a customer who compares prices",
            "The price is matched, and the forum gets its copy.",
            UserFact(
                _TOPIC, f"The forum calls it {self._case}.", ("case", "forum", "reference", "file number")
            ),
        )
        self.words = {"caller": self._caller, "least_percent": _LEAST_PERCENT, "recording": recording}
        self.shown = (order["id"],)
        self.key_facts = (order["id"],)

    def _drawn_prices(self) -> dict[str, dict[str, int]]:
        """Return the prices of all articles by shop, in cents: mostly lower than ours."""
        goods = [one for one in self._caller.company.products.values() if one["kind"] == "goods"]
        return {
            each["name"]: {
                shop: each["price_cents"] * self.draw.whole(70, 96, "price", each["name"], shop) // 100
                for shop in _SHOPS
            }
            for each in goods
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
            item, shop = order["items"][0], next(each for each in _SHOPS if each != shop)
        heard, prices, paper = yield [
            call("speech-recognition/transcribe", path=self.inputs.world_files[0].name),
            call("sheets/read_range", path=_PRICES),
            call("pdf/read_text", path=_PAPER),
        ]
        (found,) = yield [call("orders/get_order", heard, order_id=order["id"])]
        known = [heard, prices, found]
        case = self._case
        if skipped is Shortcut.UNASKED:
            case = "FC-1234" if case != "FC-1234" else "FC-1235"
        else:
            yield from caller.verify(found)
            known += yield [call(ASK_USER, heard, question="What is the case number of the forum?")]
        price = self._price(item, shop)
        yield [
            call(
                "orders/adjust_price", *known, order_id=order["id"], line=item["line"],
                unit_price_cents=price, reason=f"Price of the shop {shop}",
            )
        ]  # fmt: skip
        copy = f"proof-{case}.pdf"
        yield from self._redact(copy, paper, draft_only=skipped is Shortcut.UNINSPECTED)
        yield [call("claim-done/claim_done", summary="Price and copy are done.", artefacts=[copy])]
        refunded = item["quantity"] * (item["unit_price_cents"] - price)
        return self._solution(order["id"], price, refunded)

    def _redact(self, copy: str, paper: CallResult, *, draft_only: bool) -> Steps:
        """Remove what the head of the paper lists; look, and remove the surname that stands elsewhere."""
        hits = yield [call("pdf/find_text", paper, path=_PAPER, text=text) for text in self._paper.listed]
        areas = [area for hit in hits for area in _areas(hit)]
        yield [call("pdf/redact_areas", *hits, path=_PAPER, areas=areas, output=copy)]
        if draft_only:
            return
        (seen,) = yield [call("render/render_document", path=copy)]
        (more,) = yield [call("pdf/find_text", seen, path=_PAPER, text=self._paper.surname)]
        areas = [*areas, *_areas(more)]
        yield [call("pdf/redact_areas", *hits, more, path=_PAPER, areas=areas, output=copy)]
        yield [call("render/render_document", path=copy)]

    def _solution(self, order: str, price: int, refunded: int) -> Solution:
        caller, right, item = self._caller, self._caller.record["id"], self._item
        due = self._price(item, self._shop)
        place = caller.record["items"].index(item)
        lowered = {f"items[{place}].unit_price_cents": due, "refunds[-1].reason": {"$contains": self._shop}}
        verified = RecordStep("customers", caller.id, {"verified_at": {"$any": True}})
        allowed = AllowedChange("customers", caller.id), AllowedChange("orders", right)
        copy = f"proof-{self._case}.pdf"
        ours = int(item["unit_price_cents"])
        return Solution(
            answer=f"{order}: one piece costs {price} cents now, {refunded} cents are refunded.",
            fields={
                "order": Expected(order),
                "price_cents": Expected(price, grounds=(ours,)),
                "refunded_cents": Expected(refunded, grounds=(ours,)),
            },
            points=(
                tool_point("The price is lowered as the rules say.", RecordState("orders", right, lowered)),
                tool_point("The customer was asked.", UserAsked((*caller.topics, _TOPIC))),
                tool_point(
                    "The identity was verified before.", RecordOrder(verified, RecordStep("orders", right))
                ),
                tool_point("Nothing else was changed.", RecordUnchanged(allowed)),
                format_point(
                    "The copy has its name and one page.", FileExists(copy), PdfContent(copy, pages=1)
                ),
                tool_point(
                    "What the head lists is gone.",
                    *(PdfArea(copy, 1, area, "nothing") for area in self._paper.head_areas),
                ),
                tool_point(
                    "The surname is gone elsewhere too.",
                    *(PdfArea(copy, 1, area, "nothing") for area in self._paper.other_areas),
                ),
                tool_point(
                    "All else is readable.",
                    *(PdfArea(copy, 1, area, "source", _PAPER) for area in self._paper.kept_areas),
                ),
            ),
        )


def _areas(found: CallResult) -> list[dict[str, Any]]:
    """Return the areas of hits as the tool that removes them takes them."""
    return [{"page": hit["page"], **area} for hit in found.data["hits"] for area in hit["areas"]]


def _is_usable(company: Company, order: dict[str, Any]) -> bool:
    customer = company.customers[order["customer_id"]]
    plain = all(ord(letter) < 256 for letter in customer["name"])
    return order["status"] == "delivered" and not order["refunds"] and plain
