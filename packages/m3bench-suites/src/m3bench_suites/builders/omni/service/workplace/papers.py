"""Papers of the accounts office: receipts and invoices."""

from __future__ import annotations

from typing import Any

from m3bench.checks import (
    AllowedChange,
    Expected,
    MailSent,
    PageLayout,
    PdfArea,
    PdfContent,
    RecordUnchanged,
    UserAsked,
)
from m3bench.core import ASK_USER, Difficulty, Shortcut, SimulatedUser, UserFact
from m3bench.suites import DataFile, Plan, PlanError, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.scenario import Inputs, Scenario
from m3bench_suites.builders.tasks import ScenePicture, format_point, tool_point

MAILED = RecordUnchanged(
    tuple(
        AllowedChange(table, key)
        for table, key in (("mail", "sent-*"), ("outbox", "sent-*"), ("mail_files", "*"))
    )
)
"""Mails were sent, and nothing else was changed."""
_COPY_FROM = 60.0
_PARTS = 10


class ExpenseClaim(Scenario):
    """The photograph of a receipt becomes a claim; the user knows whom it is charged to."""

    difficulty = Difficulty.EASY
    servers = ("mail", "ocr", "claim-done")
    distractors = ("calendar", "sheets", "knowledge-base", "image-toolkit")
    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        office = draw.world.office
        self._receipt = _draw_receipt(draw)
        texts = [each.text for each in self._receipt.scene.letterings]
        self._total = texts[texts.index("TOTAL") + 1].lstrip("$€£")
        self._number = next(text for text in texts if text.startswith("No. ")).removeprefix("No. ")
        self._centre = str(draw.whole(2100, 8900, "centre"))
        self._occasion = draw.pick(
            ("the open day", "the stocktaking", "the staff party", "the visit of the auditors"), "occasion"
        )
        self._accountant = office.colleague("Accountant").address
        self._manager = office.colleague("Office Manager").address
        self.inputs = Inputs(pictures=(self._receipt.picture,))
        self.user = SimulatedUser(
            persona=f"{office.owner.name}, the operations manager",
            goal="I get my money back.",
            facts=(
                UserFact("cost centre", f"It is cost centre {self._centre}.", ("cost center", "charge")),
                UserFact("occasion", f"It was for {self._occasion}.", ("purpose", "what for", "reason")),
            ),
        )
        self.words = {"office": office, "copy_from": _COPY_FROM, "receipt": self._receipt}
        self.shown = (self._number, self._total)
        self.key_facts = (self._number, self._total)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        total, receipt = self._total, self._number
        if skipped is Shortcut.BLIND:
            total, receipt = "24.95", "10001"
        seen, found = yield [
            call("ocr/perform_ocr", input_data=f"${{WORKSPACE}}/{self._receipt.name}"),
            call("mail/search_contacts", group="colleague"),
        ]
        centre, occasion, asked = "1000", "office supplies", []
        if skipped is not Shortcut.UNASKED:
            asked = list(
                (
                    yield [
                        call(ASK_USER, seen, question="Which cost centre is it for?"),
                        call(ASK_USER, seen, question="What was the occasion?"),
                    ]
                )
            )
            centre, occasion = self._centre, self._occasion
        copies = [self._manager] if float(total) >= _COPY_FROM else []
        yield [
            call(
                "mail/send_message", seen, found, *asked, to=[self._accountant], cc=copies,
                subject=f"Expense claim {receipt}", attachments=[self._receipt.name],
                body=f"Total: {total}\nCost centre: {centre}\nOccasion: {occasion}\nThe receipt is attached.",
            )
        ]  # fmt: skip
        yield [call("claim-done/claim_done", summary="The claim is handed in.")]
        return self._solution(receipt, total)

    def _solution(self, receipt: str, total: str) -> Solution:
        to = (self._accountant,)
        cc = (self._manager,) if float(self._total) >= _COPY_FROM else ()
        body = (self._total, self._centre, self._occasion)
        return Solution(
            answer=f"I claimed {total} for receipt {receipt}.",
            fields={"receipt": Expected(receipt), "total": Expected(float(total), grounds=(total,))},
            points=(
                tool_point("The claimant was asked.", UserAsked(("cost centre", "occasion"))),
                tool_point("The claim went to the right people with the receipt.",
                           MailSent(to, cc, files=(self._receipt.name,))),
                format_point("Its subject is as the rules say.",
                             MailSent(to, cc, subject_contains=("Expense claim", self._number))),
                tool_point("Its text has all that is needed.", MailSent(to, cc, body_contains=body)),
                tool_point("Nothing else was changed.", MAILED),
            ),
        )  # fmt: skip


class InvoiceMark(Scenario):
    """An invoice is compared with what was ordered, and marked where nothing is printed."""

    difficulty = Difficulty.MEDIUM
    servers = ("mail", "pdf", "sheets", "render", "claim-done")
    distractors = ("calendar", "orders", "word", "charts")
    closed_loop = True
    shortcuts = (Shortcut.UNINSPECTED,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        office, media = draw.world.office, draw.media_number()
        truth = draw.world.documents.document("invoice", media).truth
        self._number, self._seller = truth["number"], truth["seller"]
        self._order = str(draw.whole(41_000, 48_999, "order"))
        items: list[dict[str, Any]] = truth["items"]
        self._article, self._over = "", ""
        if draw.whole(0, 2, "on hold"):
            dear = draw.pick([item for item in items if item["unit_cents"] >= 100], "dear")
            cents = draw.whole(5, 60, "over")
            self._article, self._over = dear["article"], f"{cents / 100:.2f}"
            items = [item | {"unit_cents": item["unit_cents"] - cents * (item is dear)} for item in items]
        self._mark = f"{'ON HOLD' if self._over else 'APPROVED'} {self._order}"
        self.inputs = Inputs(
            world_files=(WorldFile("invoice.pdf", "document", "invoice", media),),
            files=(DataFile("orders.xlsx", "xlsx", {"Orders": self._rows(items)}),),
        )
        self._accountant, self._counsel = (
            office.colleague(role).address for role in ("Accountant", "Legal Counsel")
        )
        self.words = {"office": office}
        self.key_facts = (self._number,)

    def _rows(self, items: list[dict[str, Any]]) -> list[list[Any]]:
        """Return our orders: the right one is among those to other suppliers."""
        rows = [
            [int(self._order), self._seller, item["article"], item["quantity"], item["unit_cents"] / 100]
            for item in items
        ]
        others = [
            name
            for name in ("Fennel Paper Ltd", "Dover Office GmbH", "Lark Stationery")
            if name != self._seller
        ]
        for place, name in enumerate(others):
            for item in items[place : place + 3]:
                price = (
                    item["unit_cents"] / 100 + self.draw.whole(1, 40, "other", place, item["article"]) / 100
                )
                rows.append([int(self._order) + place + 1, name, item["article"], 5 + place, round(price, 2)])
        rows.sort(key=lambda row: (row[2], row[0]))
        return [["Order", "Supplier", "Article", "Quantity", "Unit price (EUR)"], *rows]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        path = "marked.pdf"
        read, ordered, shown = yield [
            call("pdf/read_text", path="invoice.pdf"),
            call("sheets/read_range", path="orders.xlsx"),
            call("render/render_document", path="invoice.pdf"),
        ]
        look = {"text": self._mark, "size": 18, "color": "#cc0000", "bold": True, "pages": "1"}
        (marked,) = yield [
            call(
                "pdf/stamp_text",
                read,
                ordered,
                shown,
                path="invoice.pdf",
                output=path,
                left=400,
                top=26,
                **look,
            )
        ]
        if skipped is not Shortcut.UNINSPECTED:
            yield [call("render/render_document", marked, path=path, pages="1")]
            (marked,) = yield [
                call("pdf/stamp_text", path="invoice.pdf", output=path, left=350, top=58, **look)
            ]
            yield [call("render/render_document", marked, path=path, pages="1")]
        (found,) = yield [call("mail/search_contacts", group="colleague")]
        body = f"Please find the invoice of {self._seller} attached, marked {self._mark}."
        if self._over:
            body += f" {self._article}: the unit price is {self._over} EUR too high."
        yield [
            call(
                "mail/send_message", found, read, ordered, marked, to=[self._accountant],
                cc=[self._counsel] if self._over else [], subject=f"Invoice {self._number}", body=body,
                attachments=[path],
            )
        ]  # fmt: skip
        yield [
            call("claim-done/claim_done", summary="The invoice is marked and passed on.", artefacts=[path])
        ]
        return self._solution(path)

    def _solution(self, path: str) -> Solution:
        to, cc = (self._accountant,), (self._counsel,) if self._over else ()
        told = (self._mark, self._article, f"{self._over} EUR") if self._over else (self._mark,)
        lacks = "APPROVED" if self._over else "ON HOLD"
        return Solution(
            answer=f"Invoice {self._number} is marked {self._mark} and passed on.",
            points=(
                format_point("marked.pdf is the invoice with the right mark.",
                             PdfContent(path, contains=(self._mark, self._number), lacks=(lacks,))),
                tool_point("The mark is at the upper right.",
                           PdfArea(path, 1, (290.0, 40.0, 290.0, 54.0), "ink", "invoice.pdf", 0.008)),
                tool_point("It covers nothing and does not run off the page.", PageLayout(path),
                           PdfArea(path, 1, (380.0, 24.0, 170.0, 16.0), "source", "invoice.pdf")),
                tool_point("The marked copy went to the right people.", MailSent(to, cc, files=(path,))),
                tool_point("The mail says what was found.",
                           MailSent(to, cc, subject_contains=(self._number,), body_contains=told)),
                tool_point("Nothing else was changed.", MAILED),
            ),
        )  # fmt: skip


def _draw_receipt(draw: TaskDraw) -> ScenePicture:
    """Return the picture of a receipt; some of the kind show price lists."""
    for part in range(_PARTS):
        picture = draw.picture(draw.photo_name(), "receipt", part=part)
        if any(each.text == "TOTAL" for each in picture.scene.letterings):
            return picture
    raise PlanError("no receipt was drawn")
