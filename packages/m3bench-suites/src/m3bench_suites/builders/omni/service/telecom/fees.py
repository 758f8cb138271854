"""Fees for payments that failed: whose fault it was, a recording of the screen tells."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, Expected, RecordCreated, RecordState
from m3bench.core import Difficulty, Shortcut
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.scenario import Inputs, Scenario
from m3bench_suites.builders.omni.service._shared import draw_film, draw_fitting_caller, unchanged_point
from m3bench_suites.builders.tasks import tool_point

OURS = ("NET", "SRV")


def fees_of(account: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the fees of an account that were not waived, the oldest first."""
    return [each for each in account["transactions"] if each["kind"] == "fee" and each["status"] == "booked"]


class FailedPayment(Scenario):
    """A recording of the app and a late fee: waived if the fault was the company's, else passed on."""

    difficulty = Difficulty.EASY
    servers = ("accounts", "tickets", "video", "claim-done")
    distractors = ("customers", "orders", "speech-recognition", "pdf")
    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_fitting_caller(draw, "telecom", "accounts", lambda one: bool(fees_of(one)))
        self._fee = fees_of(self._caller.record)[-1]
        ours = draw.pick((True, False), "branch")
        self._film = draw_film(
            draw, "app_recording", lambda facts: (facts["code"].partition("-")[0] in OURS) == ours
        )
        self._ours, self._code = ours, str(self._film.facts["code"])
        line = self._caller.record["id"]
        self.inputs = Inputs(world_files=(self._film.file,))
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
            yield [
                call("accounts/waive_fee", *uses, account_id=line, transaction_id=fee, reason=shown),
            ]
        else:
            yield [
                call(
                    "tickets/create_ticket", account, *uses, company=self._caller.code,
                    customer_id=self._caller.id, subject=shown, text="A payment in the app failed.",
                    team="Billing", priority="low", about_id=line,
                )
            ]  # fmt: skip
        yield [call("claim-done/claim_done", summary="The fee is dealt with.")]
        return self._solution(shown, ours)

    def _solution(self, shown: str, ours: bool) -> Solution:
        line, new = self._caller.record["id"], f"{self._caller.code}-T9*"
        if self._ours:
            fee, place = self._fee, self._caller.record["transactions"].index(self._fee)
            done: Check = RecordState("accounts", line, {f"transactions[{place}].status": "waived"})
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
            done = RecordCreated("tickets", fields, keys=new)
            named = RecordCreated("tickets", {"subject": self._code}, keys=new)
            changed = ("tickets", new)
        return Solution(
            answer=f"The message was {shown}; the fee is {'given back' if ours else 'not given back'}.",
            fields={"message": Expected(shown), "waived": Expected(ours)},
            points=(
                tool_point("The fee is dealt with as the rules say.", done),
                tool_point("The code of the message is noted.", named),
                unchanged_point(changed),
            ),
        )
