"""Bill Split: share bills in several currencies, with tips and totals by hand, among the people of a trip."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import Blueprint, CallResult, DataFile, Plan, Solution, call
from m3bench_suites.builders.m3.family import Family, TaskDraw
from m3bench_suites.builders.m3_camera._pictures import facts_of, find_scene, shows_texts, shows_things

_TIMES, _SUM, _DIVIDE, _ADD = "math/multiply", "math/sum", "math/division", "math/add"
_HOMES = ("EUR", "USD", "GBP")
_CODES = ("USD", "EUR", "GBP", "CHF", "CAD", "SEK")
_CENT, _CENTS = Tolerance(0.011), Tolerance(0.03)
_FILE = "rates.csv"
_LEAST_VISIBLE = 0.85
_REQUESTS = (
    (
        "The photo {photo} shows the bills of our trip; the tips and the totals were added by hand. One "
        "of the handwritten totals is not the printed amount plus the tip: which house is it? Use the "
        "correct sum for that one. {file} says what one unit of each currency is worth in {home}. Give "
        "for each bill the house, and the total with tip in its own currency, then all bills together in "
        "{home}, and the share of each of us {people}."
    ),
    (
        "Please settle the bills in {photo} among {people} people. Each total is what the house printed "
        "plus the tip by hand; where the total by hand does not agree, it is wrong, so name the house and "
        "correct it. With the rates to {home} in {file}, what are the totals (house, own currency), the "
        "sum in {home}, and the amount per person?"
    ),
)
_FUZZY = (
    (
        "We ate our way through {photo} and somebody cannot add up. Whose total is off, what did each "
        "place really get including the tip, and what does each of the {people} of us owe in {home}? The "
        "rates are in {file}."
    ),
    (
        "Here are our restaurant bills, {photo}. Put right the total that was added up wrongly and tell "
        "me where that was; then split everything among {people} in {home} with {file}. I want each "
        "place's amount as well."
    ),
)


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


def make(draw: TaskDraw) -> Blueprint:
    photo = find_scene(draw, "receipt_pile", _is_readable)
    case = _case(draw, facts_of(photo))
    words = {"photo": photo.name, "file": _FILE, "home": case.home, "people": case.people}
    return Blueprint(
        id=draw.id,
        family=draw.family.title,
        request=draw.phrased(*_REQUESTS, **words),
        fuzzy_request=draw.phrased(*_FUZZY, **words),
        servers=("math",),
        form=_form(case.home),
        plans=(partial(_plan, case, adds=True), partial(_plan, case, adds=False)),
        pictures=(photo.picture,),
        files=(DataFile(_FILE, "csv", [("currency", f"worth in {case.home}"), *case.rates.items()]),),
        extra={"modalities": ["text", "image", "spreadsheet"]},
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


def _form(home: str) -> AnswerForm:
    bill = (
        AnswerField("house", FieldType.NAME, "the name on the bill"),
        AnswerField("total", FieldType.NUMBER, "the correct total with tip, in the currency of the bill"),
    )
    return AnswerForm(
        (
            AnswerField("bills", FieldType.RECORD, "each bill", many=True, fields=bill),
            AnswerField("wrong_total", FieldType.NAME, "the house whose handwritten total is wrong"),
            AnswerField("sum", FieldType.NUMBER, "all bills together", unit=home),
            AnswerField("share", FieldType.NUMBER, "what each person pays", unit=home),
        )
    )


def _plan(case: Case, *, adds: bool) -> Plan:
    """Add the tips (with a tool or without), convert, add up and divide."""
    added: Sequence[CallResult] = ()
    if adds:
        added = yield [call(_ADD, firstNumber=bill.printed, secondNumber=bill.tip) for bill in case.bills]
    converted = yield [
        call(
            _TIMES, *added[place : place + 1], firstNumber=bill.total, SecondNumber=case.rates[bill.currency]
        )
        for place, bill in enumerate(case.bills)
    ]
    (total,) = yield [call(_SUM, *converted, numbers=[float(each.data) for each in converted])]
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


FAMILY = Family(
    number=153,
    name="bill_split",
    title="Bill Split",
    goal="Correct and convert overlapping bills with tips by hand, and split them among people.",
    make=make,
)
