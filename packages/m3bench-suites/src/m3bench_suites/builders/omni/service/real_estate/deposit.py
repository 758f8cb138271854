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
from m3bench.core import ASK_USER, AnswerForm, Difficulty, Shortcut, UserFact
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.fields import code, number
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.points import tool_point
from m3bench_suites.builders.omni.scenario import Inputs, Scenario
from m3bench_suites.builders.omni.service._shared import draw_caller, draw_receipt

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
    rules = (
        "Nothing is credited before the tenant is verified with two security questions.",
        (
            f"The deposit is {_MONTHS} monthly rents of the account's tariff. Damages that the list puts "
            "down to the tenant are subtracted, those of the owner or by wear are not."
        ),
        "What the tenant has spent on a repair, as the receipt says, is added. Amounts count as printed.",
        (
            f"A home has {_KEYS} keys. For each one that was not returned, {_KEY_CENTS} cents are "
            "subtracted. Ask how many were returned."
        ),
        (
            "The rest is credited to the account in one amount; the reason contains the number of the "
            "receipt. Nothing else in the records is changed."
        ),
    )

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
        self.role = f"You settle deposits at {company.name} (code {company.code})."
        self.request = (
            f"I have moved out, my account is {account}. The list of the handover is handover.xlsx, and "
            f"{self._receipt.name} is the receipt for a repair that I paid myself. Please settle my "
            "deposit. How "
            "many cents do I get, how many were subtracted for damages, and which receipt did you take into "
            "account?"
        )
        self.fuzzy_request = (
            f"Please settle the deposit of {account}: handover.xlsx is the list, {self._receipt.name} my "
            "receipt. Tell me what I get, what you subtracted for damages (cents), and the receipt's number."
        )
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
        self.form = AnswerForm(
            (
                number("credited_cents", "what is credited, in cents", "cents"),
                number("damages_cents", "what is subtracted for damages, in cents", "cents"),
                code("receipt", "the number of the receipt"),
            )
        )
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
