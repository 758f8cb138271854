"""Food that spoiled, and a receipt for food that was bought afterwards: the caller has to be asked."""

from __future__ import annotations

from datetime import date, timedelta

from m3bench.checks import RecordCreated, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, read_print, solved
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.service._shared import (
    day_before,
    draw_receipt,
    draw_record,
    give_credit,
    spoken_day,
    unchanged_point,
)
from m3bench_suites.builders.omni.service.insurance.spoiled_shopping import COOLED, covers_contents
from m3bench_suites.builders.tasks import tool_point

_TOPIC = "day of the shopping"


class WrongReceipt(Scenario):
    """What is on the receipt was bought days after the fridge broke down; the caller withdraws it."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNASKED)
    contradiction = _TOPIC

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_record(draw, "insurance", "accounts", lambda _, policy: covers_contents(policy))
        bought = day_before(draw, 2, 6, "shopping")
        self._broken = str(date.fromisoformat(bought) - timedelta(days=draw.whole(4, 8, "broken")))
        self._receipt = draw_receipt(draw, COOLED, bought)
        policy = self._caller.record["id"]
        message = (
            f"Hello, this is {self._caller.name}. The policy number is {spelled(policy)}. Our fridge broke "
            f"down on {spoken_day(self._broken)}, and all the food that was in it that day was spoiled. I am "
            "sending you the receipt."
        )
        self.inputs = given(self._receipt.picture, voice_message(message, draw))
        self.user_facts = self._caller.facts
        self.words = {"caller": self._caller, "recording": self.recording, "receipt": self._receipt}
        self.shown = (policy, self._receipt.number, self._receipt.day, self._broken)
        self.key_facts = (policy, self._receipt.number)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, policy = self._caller, self._caller.record["id"]
        heard, seen = yield [self.transcribe(), read_print(self._receipt.name)]
        if skipped is Shortcut.DEAF:
            policy = caller.other["id"]
        (record,) = yield [call("accounts/get_account", heard, account_id=policy)]
        if skipped is not None:
            yield from caller.verify(record)
            yield [give_credit(policy, 2_000, f"Claim, receipt {self._receipt.number}", record, seen)]
            yield done("The claim is settled.")
            return self._solution(policy, 2_000)
        told = yield ask(
            f"The receipt is from {self._receipt.day}, after the fridge broke down. On which day was the "
            "shopping?",
            uses=(heard, seen),
        )
        note = f"Receipt {self._receipt.number} was withdrawn."
        yield [caller.note(note, record, seen, *told)]
        yield done("Nothing was paid: the customer sends another receipt.")
        return self._solution(policy, 0)

    def _solution(self, policy: str, paid: int) -> Solution:
        caller, notes = self._caller, f"{self._caller.code}-N9*"
        noted = {"customer_id": caller.id, "text": {"$contains": self._receipt.number}}
        return solved(
            f"{policy}: {paid} cents were paid on receipt {self._receipt.number}.",
            tool_point("The customer was asked about the day.", UserAsked((_TOPIC,))),
            tool_point("The withdrawn receipt is noted.", RecordCreated("customer_notes", noted, keys=notes)),
            unchanged_point(("customers", caller.id), ("customer_notes", notes)),
            policy=policy,
            receipt=self._receipt.number,
            bought=self._receipt.day,
            broken=self._broken,
            paid_cents=paid,
        )
