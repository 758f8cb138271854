"""Bill Split: share bills in several currencies, with tips and totals by hand, among the people of a trip."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, DataFile, Plan, Solution, call
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.pictures import find_scene, shows_texts, shows_things
from m3bench_suites.builders.tasks import TaskSpec

_TIMES, _SUM, _DIVIDE, _ADD = "math/multiply", "math/sum", "math/division", "math/add"
_HOMES = ("EUR", "USD", "GBP")
_CODES = ("USD", "EUR", "GBP", "CHF", "CAD", "SEK")
_CENT, _CENTS = Tolerance(0.011), Tolerance(0.03)
_FILE = "rates.csv"
_LEAST_VISIBLE = 0.85


class Paid(NamedTuple):
    """A bill: the printed amount, the tip and the total by hand, in its currency."""

    house: str
    currency: str
    printed: float
    tip: float
    written: float
    total: float


class Case(NamedTuple):
    bills: list[Paid]
    home: str
    people: int
    rates: dict[str, float]

    @property
    def slip(self) -> Paid:
        return next(bill for bill in self.bills if bill.written != bill.total)


def bill_split(draw: TaskDraw) -> TaskSpec:
    photo = find_scene(draw, "receipt_pile", _is_readable)
    case = _case(draw, photo.scene.facts)
    return TaskSpec(
        words={"photo": photo.name, "file": _FILE, "home": case.home, "people": case.people},
        plans=(partial(_plan, case, adds=True), partial(_plan, case, adds=False)),
        pictures=(photo.picture,),
        files=(DataFile(_FILE, "csv", [("currency", f"worth in {case.home}"), *case.rates.items()]),),
        key_facts=tuple(bill.house for bill in case.bills),
    )


def _is_readable(scene: Any) -> bool:
    bills = scene.facts["bills"]
    texts = [f"{bill[name]:.2f}" for bill in bills for name in ("printed", "tip", "written")]
    texts += [bill["house"] for bill in bills] + [f"TO PAY {bill['currency']}" for bill in bills]
    return shows_texts(scene, texts) and shows_things(scene, "bill", len(bills), _LEAST_VISIBLE)


def _case(draw: TaskDraw, facts: dict[str, Any]) -> Case:
    bills = [Paid(*(bill[name] for name in Paid._fields)) for bill in facts["bills"]]
    home = draw.pick(_HOMES, "home")
    money = draw.world.money
    day = max(draw.world.now.date(), money.first_day)
    rates = {code: round(money.rate(code, home, day), 4) for code in _CODES}
    return Case(bills, home, draw.whole(3, 7, "people"), rates)


def _plan(case: Case, *, adds: bool) -> Plan:
    """Add the tips (with a tool or without), convert, add up and divide."""
    added: Sequence[CallResult] = ()
    if adds:
        added = yield [call(_ADD, firstNumber=bill.printed, secondNumber=bill.tip) for bill in case.bills]
    converted = yield [
        call(
            _TIMES, *added[index : index + 1], firstNumber=bill.total, SecondNumber=case.rates[bill.currency]
        )
        for index, bill in enumerate(case.bills)
    ]
    (total,) = yield [call(_SUM, *converted, numbers=[float(amount.data) for amount in converted])]
    (share,) = yield [call(_DIVIDE, total, numerator=float(total.data), denominator=case.people)]
    return _solution(case, float(total.data), float(share.data))


def _solution(case: Case, total: float, share: float) -> Solution:
    grounds = tuple(amount for bill in case.bills for amount in (bill.printed, bill.tip))
    rows = tuple(
        {
            "house": Expected(bill.house),
            "total": Expected(bill.total, tolerance=_CENT, grounds=(bill.printed, bill.tip)),
        }
        for bill in case.bills
    )
    listed = ", ".join(f"{bill.house} {bill.total:.2f} {bill.currency}" for bill in case.bills)
    return Solution(
        answer=f"With tips: {listed}. The total of {case.slip.house} was written wrongly. Together that is "
        f"{total:.2f} {case.home}, or {share:.2f} {case.home} for each of {case.people}.",
        fields={
            "bills": Expected(rows=rows),
            "wrong_total": Expected(case.slip.house),
            "sum": Expected(round(total, 2), tolerance=_CENTS, grounds=grounds),
            "share": Expected(round(share, 2), tolerance=_CENT, grounds=grounds),
        },
    )


FAMILY = m3_family(
    number=153,
    name="bill_split",
    title="Bill Split",
    goal="Correct and convert overlapping bills with tips by hand, and split them among people.",
    servers=("math",),
    modalities=("text", "image", "spreadsheet"),
    level="L2",
    tasks=(bill_split,),
)
