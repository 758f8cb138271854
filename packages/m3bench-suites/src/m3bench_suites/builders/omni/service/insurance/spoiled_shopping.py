"""Food that spoiled in a fridge: a call and the photograph of a receipt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.checks import Check, Expected, RecordCreated, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, read_print, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    day_before,
    draw_caller,
    draw_receipt,
    give_credit,
    is_active,
    unchanged_point,
    verified_first,
)
from m3bench_suites.builders.tasks import tool_point

_EXCESS_CENTS = 1_500
_AT_ONCE_CENTS = 7_500
COOLED = ("milk", "oat milk", "yogurt", "strawberries", "orange juice", "apple juice", "iced tea")


class SpoiledShopping(Scenario):
    """A message on the answering machine and the photograph of a receipt: pay at once or pass on."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "insurance", "accounts", covers_contents)
        self._receipt = draw_receipt(draw, COOLED, day_before(draw, 2, 9, "shopping"))
        self._total, self._number = self._receipt.total_cents, self._receipt.number
        policy = self._caller.record["id"]
        message = (
            f"Hello, this is {self._caller.name}. The policy number is {spelled(policy)}. "
            "Our fridge broke down and everything in it was spoiled. I am sending you the receipt."
        )
        self.inputs = given(self._receipt.picture, voice_message(message, draw))
        self.user_facts = self._caller.facts
        self.words = {
            "caller": self._caller,
            "excess_cents": _EXCESS_CENTS,
            "at_once_cents": _AT_ONCE_CENTS,
            "recording": self.recording,
            "receipt": self._receipt,
        }
        self.shown = (policy, self._number, str(self._total))
        self.key_facts = (policy, self._number)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, policy = self._caller, self._caller.record["id"]
        heard, seen = yield [self.transcribe(), read_print(self._receipt.name)]
        total = 5_000 if skipped is Shortcut.BLIND else self._total
        if skipped is Shortcut.DEAF:
            policy = caller.other["id"]
        (record,) = yield [call("accounts/get_account", heard, account_id=policy)]
        if skipped is not Shortcut.UNASKED:
            yield from caller.verify(record)
        paid = total - _EXCESS_CENTS
        yield [self._settlement(policy, paid, (record, seen))]
        yield done("The claim is settled.")
        if paid > _AT_ONCE_CENTS:
            paid = 0
        return self._solution(policy, paid)

    def _settlement(self, policy: str, amount: int, uses: Sequence[CallResult]) -> PlannedCall:
        if amount <= _AT_ONCE_CENTS:
            reason = f"Claim, receipt {self._number}"
            return give_credit(policy, amount, reason, *uses)
        subject = f"Claim, receipt {self._number}"
        text = f"Spoiled food, {amount} cents after the excess."
        return self._caller.ticket(policy, subject, text, *uses, team="Claims", priority="high")

    def _solution(self, policy: str, paid: int) -> Solution:
        caller, right = self._caller, self._caller.record["id"]
        due = self._total - _EXCESS_CENTS
        if due <= _AT_ONCE_CENTS:
            settled: Check = RecordState("accounts", right, {"transactions[-1].amount_cents": due})
            changed = ("accounts", right)
        else:
            new, named = f"{caller.code}-T9*", {"$contains": self._number}
            fields = {"team": "Claims", "priority": "high", "about": right, "subject": named}
            settled = RecordCreated("tickets", fields, keys=new)
            changed = ("tickets", new)
        return solved(
            f"{policy}: {paid} cents are paid for receipt {self._number}.",
            tool_point("The claim is settled as the rules say.", settled),
            *verified_first(caller, *changed),
            unchanged_point(("customers", caller.id), changed),
            policy=policy,
            paid_cents=Expected(paid, grounds=(self._total,)),
            receipt=self._number,
        )


def covers_contents(policy: dict[str, Any]) -> bool:
    return is_active(policy) and bool(policy["tariff"]["name"] == "Contents cover")
