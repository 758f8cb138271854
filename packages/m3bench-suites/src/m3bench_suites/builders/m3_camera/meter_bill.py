"""Meter Bill: read a meter at two times, and work out what the consumption costs."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, DataFile, Plan, Solution, call
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.pictures import find_pair, shows_things
from m3bench_suites.builders.tasks import TaskSpec

_TIMES, _SUM, _ADD, _LESS = "math/multiply", "math/sum", "math/add", "math/subtract"
_FILE = "tariff.csv"
_CENT = Tolerance(0.011)
_COUNTER = 2
"""Scenes 4 n are meters with dials only, 4 n + 2 those with a counter."""


class Tariff(NamedTuple):
    """A price for the first units, another for the rest, and a fixed charge."""

    block: int
    first_price: float
    rest_price: float
    fixed: float

    def rows(self, unit: str) -> list[tuple[str, Any]]:
        return [
            ("item", "EUR"),
            (f"price per {unit}, first {self.block} {unit}", self.first_price),
            (f"price per {unit}, every further {unit}", self.rest_price),
            ("fixed charge for the period", self.fixed),
        ]


class Case(NamedTuple):
    unit: str
    earlier: float
    later: float
    tariff: Tariff


def meter_bill(draw: TaskDraw) -> TaskSpec:
    counter = draw.number // 3 % 2
    pair = find_pair(draw, "meter", _are_readable, first=_COUNTER * counter, step=4)
    case = _case(draw, pair)
    what = "electricity" if case.unit == "kWh" else "water"
    return TaskSpec(
        words={
            "first": pair[0].name,
            "second": pair[1].name,
            "what": what,
            "how": case.unit,
            "unit": case.unit,
            "file": _FILE,
        },
        plans=(partial(_plan, case, sums=True), partial(_plan, case, sums=False)),
        pictures=(pair[0].picture, pair[1].picture),
        files=(DataFile(_FILE, "csv", case.tariff.rows(case.unit)),),
        shown=(str(case.earlier), str(case.later)),
        key_facts=(str(case.earlier), str(case.later)),
    )


def _are_readable(before: Any, after: Any) -> bool:
    return all(
        shows_things(scene, "meter", 1) and all(spot.visible for spot in scene.things[0].points)
        for scene in (before, after)
    )


def _case(draw: TaskDraw, pair: tuple[ScenePicture, ScenePicture]) -> Case:
    first, second = (photo.scene.facts for photo in pair)
    earlier, later = first["reading"], second["reading"]
    is_power = first["unit"] == "kWh"
    block = max(5, round((later - earlier) * draw.whole(35, 70, "block") / 100))
    cheap = draw.whole(1900, 2900, "price") / 1e4 if is_power else draw.whole(210, 330, "price") / 100
    dear = round(cheap * draw.whole(112, 145, "rest") / 100, 4 if is_power else 2)
    return Case(
        first["unit"], earlier, later, Tariff(block, cheap, dear, draw.whole(600, 1900, "fixed") / 100)
    )


def _plan(case: Case, *, sums: bool) -> Plan:
    """Subtract the readings, price both parts of the consumption, and add the fixed charge."""
    tariff = case.tariff
    (used,) = yield [call(_LESS, minuend=case.later, subtrahend=case.earlier)]
    amount = round(float(used.data), 2)
    (rest,) = yield [call(_LESS, used, minuend=amount, subtrahend=tariff.block)]
    beyond = round(float(rest.data), 2)
    prices = yield [
        call(_TIMES, used, firstNumber=tariff.block, SecondNumber=tariff.first_price),
        call(_TIMES, rest, firstNumber=beyond, SecondNumber=tariff.rest_price),
    ]
    parts = [float(price.data) for price in prices]
    if sums:
        (cost,) = yield [call(_SUM, *prices, numbers=[*parts, tariff.fixed])]
    else:
        (both,) = yield [call(_ADD, *prices, firstNumber=parts[0], secondNumber=parts[1])]
        (cost,) = yield [call(_ADD, both, firstNumber=float(both.data), secondNumber=tariff.fixed)]
    return _solution(case, amount, cost)


def _solution(case: Case, used: float, cost: CallResult) -> Solution:
    grounds = (case.earlier, case.later)
    total = round(float(cost.data), 2)
    return Solution(
        answer=f"The meter went from {case.earlier} to {case.later} {case.unit}. The {used:g} {case.unit} "
        f"cost {total:.2f} EUR with the fixed charge.",
        fields={
            "earlier": Expected(case.earlier),
            "later": Expected(case.later),
            "used": Expected(used, tolerance=Tolerance(0.001), grounds=grounds),
            "cost": Expected(total, tolerance=_CENT, grounds=grounds),
        },
    )


FAMILY = m3_family(
    number=154,
    name="meter_bill",
    title="Meter Bill",
    goal="Read pointers and counters of a meter at two times, and work out the bill by a tariff.",
    servers=("math",),
    modalities=("text", "image", "spreadsheet"),
    level="L2",
    tasks=(meter_bill,),
)
