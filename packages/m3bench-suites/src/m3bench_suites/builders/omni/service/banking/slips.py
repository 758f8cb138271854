"""Slips of card terminals that do not agree with what was booked."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, Expected, RecordCreated, RecordState
from m3bench.core import Shortcut
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, read_print, solved
from m3bench_suites.builders.omni.service._shared import (
    draw_caller_of_domain,
    give_credit,
    slip,
    unchanged_point,
)
from m3bench_suites.builders.tasks import tool_point

_AT_ONCE_CENTS = 2_000
_CREDITED, _DISPUTED = "credited", "disputed"


class WrongAmount(Scenario):
    """The photograph of a slip with a smaller amount than the account shows: credit or dispute."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller_of_domain(draw, "banking", "accounts", _has_larger)
        self._purchase = draw.pick(_larger(self._caller.record), "purchase")
        at_once = draw.pick((True, False), "branch")
        self._difference = draw.whole(310, 1_890, "small") if at_once else draw.whole(2_150, 3_900, "large")
        booked = -self._purchase["amount_cents"]
        self._paid, self._number = booked - self._difference, f"{draw.whole(100_000, 999_999, 'slip')}"
        day = ".".join(reversed(self._purchase["at"][:10].split("-")))
        photo = draw.photo_name()
        self.inputs = given(
            slip(
                photo,
                self._purchase["text"],
                "Card payment",
                f"Date {day}",
                f"Slip no. {self._number}",
                f"Card {'*' * 4} {self._caller.record['cards'][0]['last4']}",
                f"Amount {self._paid / 100:.2f} {self._caller.record['currency']}",
                "Thank you for your visit",
            )
        )
        account = self._caller.record["id"]
        self.words = {
            "caller": self._caller,
            "at_once_cents": _AT_ONCE_CENTS,
            "account": account,
            "photo": photo,
        }
        self.shown = (self._number, str(self._paid), f"{self._paid / 100:.2f}", _CREDITED, _DISPUTED)
        self.key_facts = (self._number, f"{self._paid / 100:.2f}")

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        account, purchase = self._caller.record["id"], self._purchase
        photo = self.inputs.files[0].name
        difference, number_ = self._difference, self._number
        (seen, _) = yield [read_print(photo), call("render/render_picture", path=photo)]
        if skipped is Shortcut.BLIND:
            difference, number_ = 1_000, "unknown"
            purchase = [
                transaction
                for transaction in self._caller.record["transactions"]
                if transaction["kind"] == "purchase"
            ][-1]
        (listed,) = yield [
            call("accounts/list_transactions", seen, account_id=account, query=purchase["text"])
        ]
        reason = f"Slip {number_}: {difference} cents too much"
        if difference <= _AT_ONCE_CENTS:
            yield [give_credit(account, difference, reason, seen, listed)]
        else:
            yield [
                call(
                    "accounts/dispute_transaction", seen, listed,
                    account_id=account, transaction_id=purchase["id"], reason=reason,
                )
            ]  # fmt: skip
        yield [call("accounts/get_account", account_id=account)]
        yield done("The amount is put right.")
        return self._solution(purchase["id"], difference)

    def _solution(self, transaction: str, difference: int) -> Solution:
        account, code_ = self._caller.record["id"], self._caller.code
        outcome = _CREDITED if difference <= _AT_ONCE_CENTS else _DISPUTED
        named, allowed = {"$contains": self._number}, [("accounts", account)]
        status = f"transactions[?id=='{self._purchase['id']}'] | [0].status"
        if self._difference <= _AT_ONCE_CENTS:
            fields = {"transactions[-1].amount_cents": self._difference, "transactions[-1].text": named}
            settled: Check = RecordState("accounts", account, {**fields, "transactions[-1].kind": "credit"})
            state: Check = RecordState("accounts", account, {status: "booked"})
        else:
            about = {"transaction_id": self._purchase["id"], "reason": named}
            settled = RecordCreated("disputes", about, keys=f"{code_}-D9*")
            last = len(self._caller.record["transactions"])
            state = RecordState("accounts", account, {status: "disputed", "length(transactions)": last})
            allowed.append(("disputes", f"{code_}-D9*"))
        return solved(
            f"{difference} cents too much in {transaction}; it is {outcome}.",
            tool_point("The amount is put right as the rules say.", settled),
            tool_point("The purchase has the right state.", state),
            unchanged_point(*allowed),
            transaction=transaction,
            too_much_cents=Expected(difference, grounds=(self._purchase["amount_cents"], self._paid)),
            outcome=outcome,
        )


def _larger(account: dict[str, Any]) -> list[dict[str, Any]]:
    """Return larger purchases at merchants that occur several times."""
    purchases = [transaction for transaction in account["transactions"] if transaction["kind"] == "purchase"]
    texts = [purchase["text"] for purchase in purchases]
    return [
        purchase
        for purchase in purchases
        if purchase["amount_cents"] < -4_500 and texts.count(purchase["text"]) > 1
    ]


def _has_larger(_: object, account: dict[str, Any]) -> bool:
    return bool(_larger(account))
