"""Papers of the accounts office: receipts and invoices."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Expected, MailSent, PageLayout, PdfArea, PdfContent, PdfCopy, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import (
    Scenario,
    TaskDraw,
    ask,
    done,
    given,
    read_print,
    solved,
)
from m3bench_suites.builders.omni.service._shared import (
    day_before,
    draw_paper,
    draw_receipt,
    stamp,
    unchanged_point,
)
from m3bench_suites.builders.tasks import format_point, tool_point

_MAILED = (("mail", "sent-*"), ("outbox", "sent-*"), ("mail_files", "*"))
"""What changes when mails are sent."""
_COPY_FROM = 60.0
_REFRESHMENTS = (
    "ground coffee", "tea bags", "sparkling water", "orange juice", "crackers", "chocolate chip cookies",
)  # fmt: skip


class ExpenseClaim(Scenario):
    """The photograph of a receipt becomes a claim; the user knows whom it is charged to."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        office = draw.world.office
        self._receipt = draw_receipt(draw, _REFRESHMENTS, day_before(draw, 1, 9, "bought"))
        self._total = f"{self._receipt.total_cents / 100:.2f}"
        self._number = self._receipt.number
        self._centre = str(draw.whole(2100, 8900, "centre"))
        self._occasion = draw.pick(
            ("the open day", "the stocktaking", "the staff party", "the visit of the auditors"), "occasion"
        )
        self._accountant = office.colleague("Accountant").address
        self._manager = office.colleague("Office Manager").address
        self.inputs = given(self._receipt.picture)
        self.words = {
            "office": office,
            "copy_from": _COPY_FROM,
            "receipt": self._receipt,
            "centre": self._centre,
            "occasion": self._occasion,
        }
        self.shown = (self._number, self._total)
        self.key_facts = (self._number, self._total)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        total, receipt = self._total, self._number
        if skipped is Shortcut.BLIND:
            total, receipt = "24.95", "10001"
        seen, contacts = yield [
            read_print(self._receipt.name),
            call("mail/search_contacts", group="colleague"),
        ]
        centre, occasion, asked = "1000", "office supplies", []
        if skipped is not Shortcut.UNASKED:
            asked = list((yield ask("Which cost centre is it for?", "What was the occasion?", uses=(seen,))))
            centre, occasion = self._centre, self._occasion
        copies = [self._manager] if float(total) >= _COPY_FROM else []
        yield [
            call(
                "mail/send_message", seen, contacts, *asked, to=[self._accountant], cc=copies,
                subject=f"Expense claim {receipt}", attachments=[self._receipt.name],
                body=f"Total: {total}\nCost centre: {centre}\nOccasion: {occasion}\nThe receipt is attached.",
            )
        ]  # fmt: skip
        yield done("The claim is handed in.")
        return self._solution(receipt, total)

    def _solution(self, receipt: str, total: str) -> Solution:
        to = (self._accountant,)
        cc = (self._manager,) if float(self._total) >= _COPY_FROM else ()
        body = (self._total, self._centre, self._occasion)
        return solved(
            f"I claimed {total} for receipt {receipt}.",
            tool_point("The claimant was asked.", UserAsked(("cost centre", "occasion"))),
            tool_point(
                "The claim went to the right people with the receipt.",
                MailSent(to, cc, files=(self._receipt.name,)),
            ),
            format_point(
                "Its subject is as the rules say.",
                MailSent(to, cc, subject_contains=("Expense claim", self._number)),
            ),
            tool_point("Its text has all that is needed.", MailSent(to, cc, body_contains=body)),
            unchanged_point(*_MAILED),
            receipt=receipt,
            total=Expected(float(total), grounds=(total,)),
        )


class InvoiceMark(Scenario):
    """An invoice is compared with what was ordered, and marked where nothing is printed."""

    shortcuts = (Shortcut.UNINSPECTED,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        office = draw.world.office
        settings = {"buyer": office.company, "day": day_before(draw, 1, 6, "sent")}
        invoice = draw_paper(draw, "invoice.pdf", "invoice", settings)
        truth = invoice.truth
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
        self.inputs = given(
            invoice.file,
            DataFile("orders.xlsx", "xlsx", {"Orders": self._rows(items)}),
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
        for index, name in enumerate(others):
            for item in items[index : index + 3]:
                price = (
                    item["unit_cents"] / 100 + self.draw.whole(1, 40, "other", index, item["article"]) / 100
                )
                rows.append([int(self._order) + index + 1, name, item["article"], 5 + index, round(price, 2)])
        rows.sort(key=lambda row: (row[2], row[0]))
        return [["Order", "Supplier", "Article", "Quantity", "Unit price (EUR)"], *rows]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        path = "marked.pdf"
        read, ordered, shown = yield [
            call("pdf/read_text", path="invoice.pdf"),
            call("sheets/read_range", path="orders.xlsx"),
            call("render/render_document", path="invoice.pdf"),
        ]
        look = {"color": "#cc0000", "bold": True, "pages": "1"}
        uses = (read, ordered, shown)
        (marked,) = yield [stamp("invoice.pdf", path, self._mark, (400, 26), 18, *uses, **look)]
        if skipped is not Shortcut.UNINSPECTED:
            yield [call("render/render_document", marked, path=path, pages="1")]
            (marked,) = yield [stamp("invoice.pdf", path, self._mark, (350, 58), 18, **look)]
            yield [call("render/render_document", marked, path=path, pages="1")]
        (contacts,) = yield [call("mail/search_contacts", group="colleague")]
        body = f"Please find the invoice of {self._seller} attached, marked {self._mark}."
        if self._over:
            body += f" {self._article}: the unit price is {self._over} EUR too high."
        yield [
            call(
                "mail/send_message", contacts, read, ordered, marked, to=[self._accountant],
                cc=[self._counsel] if self._over else [], subject=f"Invoice {self._number}", body=body,
                attachments=[path],
            )
        ]  # fmt: skip
        yield done("The invoice is marked and passed on.", path)
        return self._solution(path)

    def _solution(self, path: str) -> Solution:
        to, cc = (self._accountant,), (self._counsel,) if self._over else ()
        told = (self._mark, self._article, f"{self._over} EUR") if self._over else (self._mark,)
        lacks = "APPROVED" if self._over else "ON HOLD"
        return solved(
            f"Invoice {self._number} is marked {self._mark} and passed on.",
            format_point(
                "marked.pdf is the invoice with the right mark.",
                PdfContent(path, contains=(self._mark, self._number), lacks=(lacks,)),
                PdfCopy(path, "invoice.pdf", (self._mark,)),
            ),
            tool_point(
                "The mark is at the upper right.",
                PdfArea(
                    path, 1, (290.0, 40.0, 290.0, 54.0), "ink", "invoice.pdf", 0.008, texts=(self._mark,)
                ),
            ),
            tool_point(
                "It covers nothing and does not run off the page.",
                PageLayout(path),
                PdfArea(path, 1, (380.0, 24.0, 170.0, 16.0), "source", "invoice.pdf"),
            ),
            tool_point("The marked copy went to the right people.", MailSent(to, cc, files=(path,))),
            tool_point(
                "The mail says what was found.",
                MailSent(to, cc, subject_contains=(self._number,), body_contains=told),
            ),
            unchanged_point(*_MAILED),
        )
