"""A tenant has moved out: what is left of the deposit."""

from __future__ import annotations

from typing import Any

from m3bench.checks import (
    AllowedChange,
    Expected,
    RecordOrder,
    RecordState,
    RecordStep,
    RecordUnchanged,
    UserAsked,
)
from m3bench.core import ASK_USER, Difficulty, Shortcut, UserFact
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.scenario import Inputs, Scenario
from m3bench_suites.builders.omni.service._shared import draw_caller, draw_receipt
from m3bench_suites.builders.tasks import tool_point

_MONTHS, _KEYS, _KEY_CENTS = 2, 3, 1_500
_DAMAGE = (
    "scratched door", "stained carpet", "broken tile", "cracked window", "torn curtain", "burnt worktop",
    "loose handle", "missing shelf",
)  # fmt: skip
_WORDS = {1: "one", 2: "two", 3: "three"}


class DepositReturn(Scenario):
    """A list of damages, the receipt of the tenant for a repair, and keys that only the tenant can count."""

    difficulty = Difficulty.MEDIUM
    servers = ("accounts", "customers", "sheets", "ocr", "claim-done")
    distractors = ("orders", "tickets", "image-toolkit", "mail")
    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "real estate", "accounts", ("status", "active"))
        self._receipt = draw_receipt(draw)
        self._keys = draw.whole(1, _KEYS, "keys")
        blamed = ["tenant", "tenant", "owner", "wear", draw.pick(("tenant", "owner", "wear"), "blamed")]
        rows: list[list[Any]] = [
            [what, draw.pick(("hall", "kitchen", "bedroom", "bath"), "room", what), who, cents]
            for what, who in zip(draw.sample(_DAMAGE, 5, "damage"), blamed, strict=True)
            for cents in [100 * draw.whole(8, 95, "cents", what)]
        ]
        rows = draw.sample(rows, 5, "rows")
        self._charged = int(sum(row[3] for row in rows if row[2] == "tenant"))
        self._deposit: int = _MONTHS * self._caller.record["tariff"]["monthly_cents"]
        self.inputs = Inputs(
            pictures=(self._receipt.picture,),
            files=(
                DataFile("handover.xlsx", "xlsx", {"List": [["Damage", "Room", "Due to", "Cents"], *rows]}),
            ),
        )
        account, company = self._caller.record["id"], self._caller.company
        self._topic = "number of returned keys"
        self.user = self._caller.user(
            f"{self._caller.name}, who has moved out",
            "My deposit is paid back.",
            UserFact(
                self._topic,
                f"I gave back {_WORDS[self._keys]}.",
                ("keys", "how many keys", "returned keys", "key"),
            ),
        )
        self.words = {
            "company": company,
            "months": _MONTHS,
            "keys": _KEYS,
            "key_cents": _KEY_CENTS,
            "account": account,
            "receipt": self._receipt,
        }
        self.shown = (self._receipt.number, str(self._receipt.total_cents))
        self.key_facts = (self._receipt.number,)

    def _rest(self, spent: int, keys: int) -> int:
        return self._deposit - self._charged + spent - (_KEYS - keys) * _KEY_CENTS

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, account, receipt = self._caller, self._caller.record["id"], self._receipt.number
        spent, keys = self._receipt.total_cents, self._keys
        seen, read, found = yield [
            call("ocr/perform_ocr", input_data=f"${{WORKSPACE}}/{self._receipt.name}"),
            call("sheets/read_range", path="handover.xlsx"),
            call("accounts/get_account", account_id=account),
        ]
        told = []
        if skipped is Shortcut.UNASKED:
            keys = _KEYS if keys < _KEYS else 0
        else:
            yield from caller.verify(found)
            told = list((yield [call(ASK_USER, question="What is the number of returned keys?")]))
        if skipped is Shortcut.BLIND:
            receipt, spent = "1001", 2_000
        rest = self._rest(spent, keys)
        (credited,) = yield [
            call("accounts/add_credit", seen, read, found, *told, account_id=account, amount_cents=rest,
                 reason=f"Deposit after the handover, with receipt {receipt}")
        ]  # fmt: skip
        yield [call("accounts/get_account", credited, account_id=account)]
        yield [call("claim-done/claim_done", summary="The deposit is settled.")]
        return self._solution(rest, receipt)

    def _solution(self, rest: int, receipt: str) -> Solution:
        caller, account = self._caller, self._caller.record["id"]
        right = self._rest(self._receipt.total_cents, self._keys)
        verified = RecordStep("customers", caller.id, {"verified_at": {"$any": True}})
        state = {"transactions[-1].amount_cents": right, "transactions[-1].kind": "credit"}
        named = {"transactions[-1].text": {"$contains": self._receipt.number}}
        monthly = caller.record["tariff"]["monthly_cents"]
        return Solution(
            answer=f"{rest} cents are credited, {self._charged} subtracted for damages; receipt {receipt}.",
            fields={
                "credited_cents": Expected(rest, grounds=(monthly, self._receipt.total_cents)),
                "damages_cents": Expected(self._charged, grounds=()),
                "receipt": Expected(receipt),
            },
            points=(
                tool_point("The rest of the deposit is credited.", RecordState("accounts", account, state)),
                tool_point("The credit names the receipt.", RecordState("accounts", account, named)),
                tool_point(
                    "The tenant was asked for the keys and the security answers.",
                    UserAsked((*caller.topics, self._topic), before="accounts/add_credit"),
                ),
                tool_point(
                    "The identity was verified before.",
                    RecordOrder(verified, RecordStep("accounts", account)),
                ),
                tool_point(
                    "Nothing else was changed.",
                    RecordUnchanged(
                        (AllowedChange("customers", caller.id), AllowedChange("accounts", account))
                    ),
                ),
            ),
        )
