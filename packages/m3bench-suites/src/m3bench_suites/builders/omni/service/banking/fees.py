"""Requests to waive fees, decided by the manager of a branch."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, RecordState, SheetCells
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.omni.service._shared import draw_company, give_credit, unchanged_point
from m3bench_suites.builders.tasks import format_point, tool_point

_IN_FULL_CENTS = 500
_REQUESTS = 5
_NUMBERS = ("one", "two", "three", "four", "five")
_BOOK, _SHEET = "fee-requests.xlsx", "Requests"
_COLUMNS = ("No", "Account", "Customer", "Fee of", "Decision", "Cents")


class FeeRequests(Scenario):
    """A table of requests and a memo with the decisions: waive, credit half, or reject."""

    shortcuts = (Shortcut.DEAF,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company = draw_company(draw, "banking")
        self._accounts, self._fees = _draw_fees(draw, list(self._company.accounts.values()))
        self._approved = sorted(draw.sample(range(_REQUESTS), 2, "approved"))
        customers = self._company.customers
        self._rows = [
            [index + 1, account["id"], customers[account["customer_id"]]["name"], fee["at"][:10]]
            for index, (account, fee) in enumerate(zip(self._accounts, self._fees, strict=True))
        ]
        first, second = (_NUMBERS[place] for place in self._approved)
        memo = (
            f"Hello, I went through the fee requests this morning. Request number {first} is approved, "
            f"and request number {second} is approved as well. I reject all the others. Please book it today."
        )
        self.inputs = given(
            voice_message(memo, draw, channel="clean"),
            DataFile(_BOOK, "xlsx", {_SHEET: [list(_COLUMNS), *self._rows]}),
        )
        self.words = {"company": self._company, "in_full_cents": _IN_FULL_CENTS, "recording": self.recording}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        approved = self._approved
        if skipped is Shortcut.DEAF:
            approved = [index for index in range(_REQUESTS) if index not in self._approved][:2]
        heard, read = yield [self.transcribe(), call("sheets/read_range", path=_BOOK)]
        yield [
            call(
                "accounts/list_transactions",
                heard,
                read,
                account_id=self._accounts[place]["id"],
                query="fee",
                first_day=self._fees[place]["at"][:10],
                last_day=self._fees[place]["at"][:10],
            )
            for place in approved
        ]
        for place in approved:
            yield [self._booking(place)]
        rows = [list(self._decision(index, approved)) for index in range(_REQUESTS)]
        yield [call("sheets/write_range", heard, path=_BOOK, start="E2", rows=rows)]
        yield [call("render/render_document", path=_BOOK)]
        yield done("The fees are booked and the table is complete.", _BOOK)
        return self._solution()

    def _booking(self, place: int) -> PlannedCall:
        account, fee, reason = self._accounts[place]["id"], self._fees[place], f"Fee request {place + 1}"
        if -fee["amount_cents"] <= _IN_FULL_CENTS:
            return call("accounts/waive_fee", account_id=account, transaction_id=fee["id"], reason=reason)
        half = -fee["amount_cents"] // 2
        return give_credit(account, half, reason)

    def _decision(self, place: int, approved: list[int]) -> tuple[str, int]:
        cents = -self._fees[place]["amount_cents"]
        if place not in approved:
            return "rejected", 0
        return ("waived", cents) if cents <= _IN_FULL_CENTS else ("half", cents // 2)

    def _state(self, place: int) -> Check:
        account, fee = self._accounts[place], self._fees[place]
        word, cents = self._decision(place, self._approved)
        fields = {
            f"transactions[?id=='{fee['id']}'] | [0].status": "waived" if word == "waived" else "booked",
            "transactions[-1].amount_cents": cents,
            "transactions[-1].text": {"$regex": rf"(?i)request\D*{place + 1}\b"},
            "length(transactions)": len(account["transactions"]) + 1,
        }
        return RecordState("accounts", account["id"], fields)

    def _solution(self) -> Solution:
        rows = tuple((*row, *self._decision(index, self._approved)) for index, row in enumerate(self._rows))
        first, second = self._approved
        paid = [("accounts", self._accounts[place]["id"]) for place in self._approved]
        return solved(
            f"Requests {first + 1} and {second + 1} are booked; the others are rejected.",
            tool_point("The first approved fee is booked as the rules say.", self._state(first)),
            tool_point("The second approved fee is booked as the rules say.", self._state(second)),
            format_point(
                "The table has all decisions, and its rows are as they were.",
                SheetCells(_BOOK, sheet=_SHEET, columns=_COLUMNS, rows=rows, ordered=True),
            ),
            unchanged_point(*paid),
        )


def _draw_fees(
    draw: TaskDraw, accounts: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Draw accounts with their latest fees."""
    fees = {
        account["id"]: [
            transaction for transaction in account["transactions"] if transaction["kind"] == "fee"
        ]
        for account in accounts
    }
    chosen = draw.sample([account for account in accounts if fees[account["id"]]], _REQUESTS, "accounts")
    if len(chosen) < _REQUESTS:
        raise PlanError("too few accounts have fees")
    return chosen, [fees[account["id"]][-1] for account in chosen]
