"""Fees for payments that failed: whose fault it was, a recording of the screen tells."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, RecordCreated, RecordState
from m3bench.core import Shortcut
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.service._shared import draw_caller, draw_film, unchanged_point
from m3bench_suites.builders.tasks import tool_point

OURS = ("NET", "SRV")


def fees_of(account: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the fees of an account that were not waived, the oldest first."""
    return [
        transaction
        for transaction in account["transactions"]
        if transaction["kind"] == "fee" and transaction["status"] == "booked"
    ]


class FailedPayment(Scenario):
    """A recording of the app and a late fee: waived if the fault was the company's, else passed on."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "telecom", "accounts", lambda account: bool(fees_of(account)))
        self._fee = fees_of(self._caller.record)[-1]
        ours = draw.pick((True, False), "branch")
        self._film = draw_film(
            draw, "app_recording", lambda facts: (facts["code"].partition("-")[0] in OURS) == ours
        )
        self._ours, self._code = ours, str(self._film.facts["code"])
        line = self._caller.record["id"]
        self.inputs = given(self._film.file)
        self.words = {"caller": self._caller, "film": self._film, "line": line}
        self.shown = (self._code,)
        self.key_facts = (self._code,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        line, shown, ours = self._caller.record["id"], self._code, self._ours
        account, *uses = yield [
            call("accounts/get_account", account_id=line),
            call("accounts/list_transactions", account_id=line),
        ]
        if skipped is Shortcut.BLIND:
            shown, ours = ("NET-999", True) if not ours else ("PAY-999", False)
        else:
            uses.append((yield from self._film.watch()))
        if ours:
            fee = self._fee["id"]
            yield [call("accounts/waive_fee", *uses, account_id=line, transaction_id=fee, reason=shown)]
        else:
            text = "A payment in the app failed."
            yield [self._caller.ticket(line, shown, text, account, *uses, team="Billing", priority="low")]
        yield done("The fee is dealt with.")
        return self._solution(shown, ours)

    def _solution(self, shown: str, ours: bool) -> Solution:
        line, new = self._caller.record["id"], f"{self._caller.code}-T9*"
        if self._ours:
            fee, place = self._fee, self._caller.record["transactions"].index(self._fee)
            settled: Check = RecordState("accounts", line, {f"transactions[{place}].status": "waived"})
            named: Check = RecordState(
                "accounts",
                line,
                {
                    "transactions[-1].text": {"$contains": self._code},
                    "transactions[-1].amount_cents": -fee["amount_cents"],
                },
            )
            changed = ("accounts", line)
        else:
            fields = {"team": "Billing", "priority": "low", "about": line}
            settled = RecordCreated("tickets", fields, keys=new)
            named = RecordCreated("tickets", {"subject": self._code}, keys=new)
            changed = ("tickets", new)
        return solved(
            f"The message was {shown}; the fee is {'given back' if ours else 'not given back'}.",
            tool_point("The fee is dealt with as the rules say.", settled),
            tool_point("The code of the message is noted.", named),
            unchanged_point(changed),
            message=shown,
            waived=ours,
        )
