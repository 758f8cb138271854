"""Goods in transit: a film shows whether the parcel was dented, and what came out of it."""

from __future__ import annotations

from m3bench.checks import Check, Expected, RecordState
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.service._shared import (
    draw_film,
    draw_record,
    give_credit,
    new_notes,
    note_created,
    unchanged_point,
)
from m3bench_suites.builders.tasks import tool_point

_EXCESS_CENTS = 700
_GOODS = ("ball", "book", "clock", "cup", "kettle", "keyboard", "lamp", "phone", "vase")
_RATES = "rates.csv"


class FilmedParcel(Scenario):
    """A parcel that is dented is paid for by the list of rates; one that is whole is declined."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._caller = draw_record(
            draw, "insurance", "accounts", lambda _, policy: policy["tariff"]["name"] == "Contents cover"
        )
        wanted = ("dented", "whole")[draw.number // 2 % 2]
        self._film = draw_film(draw, "delivery", lambda facts: facts["condition"] == wanted)
        self._label = str(self._film.facts["order"])
        self._rates = {thing: 10 * draw.whole(90, 480, "rate", thing) for thing in _GOODS}
        rows = [["thing", "rate_cents"], *([thing, cents] for thing, cents in self._rates.items())]
        self.inputs = given(self._film.file, DataFile(_RATES, "csv", rows))
        policy = self._caller.record["id"]
        self.words = {
            "caller": self._caller,
            "excess_cents": _EXCESS_CENTS,
            "policy": policy,
            "film": self._film,
        }
        self.shown = (self._label, str(self._film.facts["condition"]))
        self.key_facts = (self._label,)

    def _paid(self, *, dented: bool) -> int:
        goods = self._film.facts["goods"]
        return sum(self._rates[thing] for thing in goods) - _EXCESS_CENTS if dented else 0

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        film = self._film
        dented, label = film.facts["condition"] == "dented", self._label
        if skipped is Shortcut.BLIND:
            dented, label = not dented, self._caller.record["id"]
        sheet, rates = yield [
            call("video/contact_sheet", path=film.name, count=film.count),
            call("files/read_text", path=_RATES),
        ]
        start = film.truth.cuts[0]
        closer, record = yield [
            call("video/extract_frames", sheet, path=film.name, times=[start + 1, film.truth.seconds - 0.5]),
            call("accounts/get_account", account_id=self._caller.record["id"]),
        ]
        paid = self._paid(dented=dented)
        yield [self._settlement(paid, label, (closer, rates, record))]
        yield done("The claim is settled.")
        return self._solution(paid, label, dented=dented)

    def _settlement(self, paid: int, label: str, uses: tuple[CallResult, ...]) -> PlannedCall:
        if not paid:
            text = f"Claim declined: parcel {label} was whole."
            return self._caller.note(text, *uses)
        return give_credit(self._caller.record["id"], paid, f"Dented parcel {label}", *uses)

    def _solution(self, paid: int, label: str, *, dented: bool) -> Solution:
        policy = self._caller.record["id"]
        due = self._paid(dented=self._film.facts["condition"] == "dented")
        grounds = [self._rates[thing] for thing in self._film.facts["goods"]] if due else []
        if due:
            last = {"transactions[-1].amount_cents": due, "transactions[-1].kind": "credit"}
            settled: Check = RecordState("accounts", policy, last)
            named: Check = RecordState(
                "accounts", policy, {"transactions[-1].text": {"$contains": self._label}}
            )
            changed = ("accounts", policy)
        else:
            settled, changed = note_created(self._caller, "declined"), new_notes(self._caller)
            named = note_created(self._caller, self._label)
        return solved(
            f"Parcel {label}: {paid} cents are paid.",
            tool_point("The claim is settled as the rules say.", settled),
            tool_point("The entry names the label of the parcel.", named),
            unchanged_point(changed),
            label=label,
            state="dented" if dented else "whole",
            paid_cents=Expected(paid, grounds=tuple(grounds)),
        )
