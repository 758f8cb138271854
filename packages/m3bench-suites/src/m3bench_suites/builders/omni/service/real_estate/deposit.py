"""A tenant has moved out: what is left of the deposit."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Expected, RecordState, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, read_print, solved
from m3bench_suites.builders.omni.service._shared import (
    day_before,
    draw_caller,
    draw_receipt,
    give_credit,
    is_active,
    unchanged_point,
    verified_point,
)
from m3bench_suites.builders.tasks import tool_point

_MONTHS, _KEYS, _KEY_CENTS = 2, 3, 1_500
_DAMAGE = (
    "scratched door", "stained carpet", "broken tile", "cracked window", "torn curtain", "burnt worktop",
    "loose handle", "missing shelf",
)  # fmt: skip
_MATERIAL = ("screwdriver set", "adhesive tape", "work gloves", "extension cord", "tape measure", "hammer")
_WORDS = {1: "one", 2: "two", 3: "three"}


class DepositReturn(Scenario):
    """A list of damages, the receipt of the tenant for a repair, and keys that only the tenant can count."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_caller(draw, "real estate", "accounts", is_active)
        self._receipt = draw_receipt(draw, _MATERIAL, day_before(draw, 4, 30, "repair"))
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
        self.inputs = given(
            self._receipt.picture,
            DataFile("handover.xlsx", "xlsx", {"List": [["Damage", "Room", "Due to", "Cents"], *rows]}),
        )
        account = self._caller.record["id"]
        self._topic = "number of returned keys"
        self.user_facts = self._caller.facts
        self.words = {
            "caller": self._caller,
            "months": _MONTHS,
            "keys": _KEYS,
            "key_cents": _KEY_CENTS,
            "account": account,
            "receipt": self._receipt,
            "returned": _WORDS[self._keys],
        }
        self.shown = (self._receipt.number, str(self._receipt.total_cents))
        self.key_facts = (self._receipt.number,)

    def _rest(self, spent: int, keys: int) -> int:
        return self._deposit - self._charged + spent - (_KEYS - keys) * _KEY_CENTS

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        caller, account, receipt = self._caller, self._caller.record["id"], self._receipt.number
        spent, keys = self._receipt.total_cents, self._keys
        seen, read, record = yield [
            read_print(self._receipt.name),
            call("sheets/read_range", path="handover.xlsx"),
            call("accounts/get_account", account_id=account),
        ]
        told = []
        if skipped is Shortcut.UNASKED:
            keys = _KEYS if keys < _KEYS else 0
        else:
            yield from caller.verify(record)
            told = list((yield ask("What is the number of returned keys?")))
        if skipped is Shortcut.BLIND:
            receipt, spent = "1001", 2_000
        rest = self._rest(spent, keys)
        (credited,) = yield [
            give_credit(
                account,
                rest,
                f"Deposit after the handover, with receipt {receipt}",
                seen,
                read,
                record,
                *told,
            )
        ]
        yield [call("accounts/get_account", credited, account_id=account)]
        yield done("The deposit is settled.")
        return self._solution(rest, receipt)

    def _solution(self, rest: int, receipt: str) -> Solution:
        caller, account = self._caller, self._caller.record["id"]
        right = self._rest(self._receipt.total_cents, self._keys)
        state = {"transactions[-1].amount_cents": right, "transactions[-1].kind": "credit"}
        named = {"transactions[-1].text": {"$contains": self._receipt.number}}
        monthly = caller.record["tariff"]["monthly_cents"]
        return solved(
            f"{rest} cents are credited, {self._charged} subtracted for damages; receipt {receipt}.",
            tool_point("The rest of the deposit is credited.", RecordState("accounts", account, state)),
            tool_point("The credit names the receipt.", RecordState("accounts", account, named)),
            tool_point(
                "The tenant was asked for the keys and the security answers.",
                UserAsked((*caller.topics, self._topic), before="accounts/add_credit"),
            ),
            verified_point(caller, "accounts", account),
            unchanged_point(("customers", caller.id), ("accounts", account)),
            credited_cents=Expected(rest, grounds=(monthly, self._receipt.total_cents)),
            damages_cents=Expected(self._charged, grounds=()),
            receipt=receipt,
        )
