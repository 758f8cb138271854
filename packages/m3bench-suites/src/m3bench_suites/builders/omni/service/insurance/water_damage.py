"""Water in a study: a call says which goods of a bill were lost, a table what the cover pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.checks import (
    Expected,
    FileExists,
    PageLayout,
    PdfArea,
    PdfContent,
    PdfCopy,
    RecordState,
    UserAsked,
)
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    Caller,
    Paper,
    day_before,
    draw_paper,
    draw_record,
    give_credit,
    money,
    new_tickets,
    stamp,
    ticket_created,
    unchanged_point,
    verified_point,
)
from m3bench_suites.builders.tasks import format_point, tool_point

_BILL, _TERMS, _STAMPED = "bill.pdf", "terms.xlsx", "bill-settled.pdf"
_TOPIC = "amount paid by others"
_COVER = "Contents cover"
_LEAST_CENTS = 40_000
_UPPER_RIGHT = (235.0, 44.0, 350.0, 46.0)


class WaterDamage(Scenario):
    """Two articles of a bill count, less an excess and what others paid; the bill is stamped."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_record(
            draw, "insurance", "accounts",
            lambda company, policy: company.currency == "EUR" and policy["tariff"]["name"] == _COVER,
        )  # fmt: skip
        self._bill = _bill(draw, self._caller)
        truth = self._bill.truth
        self._lost = sorted(truth["items"], key=_amount)[-2:]
        self._terms = self._drawn_terms()
        others = 100 * draw.whole(20, 90, "others")
        self._others = others
        policy = self._caller.record["id"]
        first, second = (str(item["article"]).partition(",")[0] for item in self._lost)
        message = (
            f"Hello, {self._caller.name} speaking. My policy number is {spelled(policy)}. A pipe burst in my "
            f"study. Of the things on the bill, only the {first} and the {second} replace what was lost. "
            "The rest I bought for myself."
        )
        self.inputs = given(
            voice_message(message, draw),
            self._bill.file,
            DataFile(_TERMS, "xlsx", {"Terms": self._rows()}),
        )
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "others": others // 100, "recording": self.recording}
        self.shown = (policy, str(truth["number"]), *(money(_amount(item)) for item in self._lost))
        self.key_facts = (policy, str(truth["number"]))

    def _drawn_terms(self) -> dict[str, tuple[int, int, int]]:
        """Return percentage, excess and limit by cover."""
        covers = (
            "Bicycle cover",
            "Car cover Basic",
            "Car cover Plus",
            _COVER,
            "Travel cover, family",
        )
        return {
            cover: (
                5 * self.draw.whole(10, 18, "percent", cover),
                500 * self.draw.whole(10, 30, "excess", cover),
                10_000 * self.draw.whole(4, 60, "limit", cover),
            )
            for cover in covers
        }

    def _rows(self) -> list[list[Any]]:
        head = ["Cover", "Percentage paid", "Excess in cents", "Most for one claim in cents"]
        return [head, *([cover, *terms] for cover, terms in self._terms.items())]

    def _paid(self, items: Sequence[dict[str, Any]], others: int) -> int:
        percent, excess, limit = self._terms[self._caller.record["tariff"]["name"]]
        return min(sum(map(_amount, items)) * percent // 100 - excess - others, limit)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, policy = self._caller, self._caller.record["id"]
        heard, bill, terms = yield [
            self.transcribe(),
            call("pdf/read_text", path=_BILL),
            call("sheets/read_range", path=_TERMS),
        ]
        (record,) = yield [call("accounts/get_account", heard, account_id=policy)]
        known = [heard, bill, terms, record]
        others = 0 if skipped is Shortcut.UNASKED else self._others
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(record)
            known += yield ask("Have others paid for the damage, and how much?", uses=(record,))
        items = self._bill.truth["items"][:1] if skipped is Shortcut.DEAF else self._lost
        paid = self._paid(items, others)
        if paid <= 0:
            paid = _LEAST_CENTS
        bill_number = self._bill.truth["number"]
        subject = f"Bill {bill_number} settled"
        text = f"{paid} cents were credited."
        yield [
            give_credit(policy, paid, f"Claim, bill {bill_number}", *known),
            caller.ticket(policy, subject, text, *known, team="Payments", priority="low"),
        ]
        yield from self._stamp(paid, known, draft_only=skipped is Shortcut.UNINSPECTED)
        yield done("The claim is settled.", _STAMPED)
        return self._solution(policy, paid)

    def _stamp(self, paid: int, known: Sequence[CallResult], *, draft_only: bool) -> Steps[None]:
        """Stamp the bill where the corner seems to be; look, and stamp it further left."""
        text = f"SETTLED {self._caller.record['id']} {money(paid)} EUR"
        yield [stamp(_BILL, _STAMPED, text, (390, 60), 14, *known, bold=True, pages="1")]
        if draft_only:
            return
        (seen,) = yield [call("render/render_document", path=_STAMPED, pages="1")]
        yield [stamp(_BILL, _STAMPED, text, (286, 60), 14, seen, bold=True, pages="1")]
        yield [call("render/render_document", path=_STAMPED, pages="1")]

    def _solution(self, policy: str, paid: int) -> Solution:
        caller, right, bill = self._caller, self._caller.record["id"], str(self._bill.truth["number"])
        due = self._paid(self._lost, self._others)
        stamped = f"SETTLED {right} {money(due)} EUR"
        credit = {"transactions[-1].amount_cents": due, "transactions[-1].text": {"$contains": bill}}
        ticket = {"team": "Payments", "priority": "low", "subject": {"$contains": bill}}
        allowed = ("customers", caller.id), ("accounts", right), new_tickets(caller)
        return solved(
            f"{policy}: {paid} cents are paid for bill {bill}.",
            tool_point("The right amount is credited.", RecordState("accounts", right, credit)),
            tool_point("Payments has a ticket.", ticket_created(caller, right, **ticket)),
            tool_point("The customer was asked.", UserAsked((*caller.topics, _TOPIC))),
            verified_point(caller, "accounts", right),
            unchanged_point(*allowed),
            format_point("There is a stamped copy of the bill.", FileExists(_STAMPED)),
            tool_point(
                "The stamp says what it should, in the upper right corner.",
                PdfContent(_STAMPED, contains=(stamped, bill)),
                PdfCopy(_STAMPED, _BILL, (stamped,)),
                PdfArea(_STAMPED, 1, _UPPER_RIGHT, source=_BILL, texts=(stamped,)),
            ),
            tool_point("It covers nothing and is on the page.", PageLayout(_STAMPED)),
            policy=policy,
            bill=bill,
            paid_cents=Expected(paid, grounds=tuple(money(_amount(item)) for item in self._lost)),
        )


def _bill(draw: TaskDraw, caller: Caller) -> Paper:
    """Return a bill for the customer on one page whose two largest amounts are worth a claim."""
    home = caller.customer["address"]
    address = f"{home['street']}, {home['postcode']} {home['city']}"
    settings = {"buyer": caller.name, "buyer address": address, "day": day_before(draw, 3, 20, "bought")}
    for part in range(10):
        bill = draw_paper(draw, _BILL, "invoice", settings, part)
        amounts = sorted(map(_amount, bill.truth["items"]))
        if sum(amounts[-2:]) >= 2 * _LEAST_CENTS and len(set(amounts)) == len(amounts):
            return bill
    return bill


def _amount(item: dict[str, Any]) -> int:
    return int(item["quantity"] * item["unit_cents"])
