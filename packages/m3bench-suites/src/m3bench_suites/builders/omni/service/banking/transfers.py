"""Orders to transfer money, on paper and by telephone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.checks import FileExists, PageLayout, PdfArea, PdfContent, PdfCopy, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, GradedPoint, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, done, given, revise, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import (
    draw_caller_of_domain,
    line_top,
    lines_pdf,
    spoken_hundreds,
    spread_line,
    stamp,
    unchanged_point,
    verified_first,
)
from m3bench_suites.builders.tasks import format_point, tool_point

ORDER, _MARKED = "order.pdf", "order-booked.pdf"
UNITS = {"EUR": "euros", "GBP": "pounds"}
_MARK_SIZE = 16
_UPPER_RIGHT = (297.0, 0.0, 298.0, 420.0)


class TransferOrder(Scenario):
    """A written order, a message that corrects it, and a mark that must not cover what was written."""

    shortcuts: Sequence[Shortcut] = (Shortcut.DEAF, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller_of_domain(draw, "banking", "accounts", _has_money)
        self._savings = next(
            account["id"]
            for account in self._caller.company.accounts.values()
            if account["kind"] == "savings" and account["customer_id"] == self._caller.id
        )
        self._currency = self._caller.record["currency"]
        self._wrong, self._amount = (50 * fifties for fifties in draw.sample(range(4, 14), 2, "amounts"))
        self._mark = f"BOOKED {self._amount:.2f} {self._currency}"
        self._lines = self._written(f"Amount: {self._wrong:.2f} {self._currency}")
        message = (
            f"Hello, this is {self._caller.name}. The amount in my transfer order is wrong. Please transfer "
            f"{spoken_hundreds(self._amount)} {UNITS[self._currency]} instead. Everything else is right. "
            "Thank you, and goodbye."
        )
        self.inputs = given(voice_message(message, draw), lines_pdf(ORDER, self._lines))
        self.words = {"caller": self._caller, "mark_size": _MARK_SIZE, "recording": self.recording}
        self.user_facts = self._caller.facts
        self.key_facts = (self._mark,)

    def _written(self, *amount: str) -> tuple[str, ...]:
        """Return the lines of the order, with those that say how much is to be transferred."""
        record, company = self._caller.record, self._caller.company
        return (
            spread_line(self._caller.name, f"{company.name}, Accounts and Transfers", 350),
            *([""] * (2 + self.draw.whole(0, 1, "gap"))),
            "Order to transfer money between my accounts, received at the counter and checked for signature",
            "",
            f"From: account {record['id']} (current account)",
            f"To: account {self._savings} (savings account)",
            *amount,
            "Purpose: savings for the coming year",
            "",
            "Please carry out this order on the day you receive it, and return it to me with your mark.",
            f"Signed: {self._caller.name}",
        )

    def _find_amount(self, skipped: Shortcut | None) -> Steps[tuple[int, Sequence[CallResult]]]:
        """Find out how much is to be transferred, from which results."""
        heard, read = yield [self.transcribe(), call("pdf/read_text", path=ORDER)]
        return self._wrong if skipped is Shortcut.DEAF else self._amount, (heard, read)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller = self._caller
        amount, told = yield from self._find_amount(skipped)
        mark = f"BOOKED {amount:.2f} {self._currency}"
        (record,) = yield [call("accounts/get_account", account_id=caller.record["id"])]
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(record)
        yield [
            call(
                "accounts/transfer",
                *told,
                from_account_id=caller.record["id"],
                to_account_id=self._savings,
                amount_cents=amount * 100,
            )
        ]
        yield [self._stamp(mark, 28.0)]
        if skipped is not Shortcut.UNINSPECTED:
            yield from revise(_MARKED, self._stamp(mark, line_top(1) + 4))
        yield done("The money is transferred, and the order is marked.", _MARKED)
        return self._solution()

    def _stamp(self, mark: str, top: float) -> PlannedCall:
        return stamp(ORDER, _MARKED, mark, (360, top), _MARK_SIZE, bold=True, pages="1")

    def _solution(self) -> Solution:
        caller, source = self._caller, self._caller.record["id"]
        sent = {"transactions[-1].amount_cents": -100 * self._amount, "transactions[-1].kind": "transfer"}
        got = {"transactions[-1].amount_cents": 100 * self._amount, "transactions[-1].kind": "transfer"}
        texts = tuple(line for line in self._lines[1:] if line)
        return solved(
            f"{self._amount:.2f} {self._currency} are transferred; {_MARKED} is marked.",
            tool_point("The right amount left the current account.", RecordState("accounts", source, sent)),
            tool_point("It arrived in the savings.", RecordState("accounts", self._savings, got)),
            *verified_first(caller, "accounts", source),
            *self._asked_points(),
            unchanged_point(("customers", caller.id), ("accounts", source), ("accounts", self._savings)),
            format_point(
                "The order is returned with the mark.",
                FileExists(_MARKED),
                PdfContent(_MARKED, pages=1, contains=(self._mark, *texts)),
                PdfCopy(_MARKED, ORDER, (self._mark,)),
            ),
            tool_point(
                "The mark is in the upper right quarter, and covers nothing.",
                PdfArea(_MARKED, 1, _UPPER_RIGHT, source=ORDER, least=0.002, texts=(self._mark,)),
                PageLayout(_MARKED),
            ),
        )

    def _asked_points(self) -> tuple[GradedPoint, ...]:
        return ()


def _has_money(_: object, account: dict[str, Any]) -> bool:
    return account["kind"] == "current" and int(account["balance_cents"]) > 80_000
