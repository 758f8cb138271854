"""Crates in many units of mass, billed by one carrier after the other."""

from __future__ import annotations

import math
from collections.abc import Callable

from m3bench.suites import Blueprint, Plan
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    Scale,
    convert,
    convert_all,
    converted,
    draw_amounts,
    tool,
)
from m3bench_suites.builders.cross.computing._shared.tasks import make, rounded
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    require_clear,
    require_lead,
    solution,
)
from m3bench_suites.builders.fields import named, number, yes_no

_CRATES = (
    "Amber",
    "Basalt",
    "Cobalt",
    "Damask",
    "Ebony",
    "Flint",
    "Ginger",
    "Hemp",
    "Ivory",
    "Jasper",
    "Kelp",
    "Linen",
)
_COUNT = 10
_SCALES = (
    Scale("short ton (US)", "short tons", 5, 19),
    Scale("long ton (UK)", "long tons", 5, 18),
    Scale("tonne", "tonnes", 5, 18),
    Scale("ounce", "ounces (avoirdupois)", 150000, 400000),
    Scale("troy ounce", "troy ounces", 150000, 400000),
    Scale("hectogram", "hectograms", 50000, 150000),
    Scale("decagram", "decagrams", 500000, 1500000),
)
_WORDING = Wording(
    request=(
        "Convert the masses of ten crates to kilograms: {crates}. Name the heaviest and the lightest with "
        "their kilograms, and give the sum. Three carriers bill the load in turn. The ship bills the sum in "
        "long tons, rounded up to whole ones; the railway converts these billed long tons to short tons and "
        "rounds up to whole ones; the lorries convert those billed short tons to tonnes and round up again. "
        "Report the three bills. The crane may lift {limit} tonnes in all: if the sum is above that, report "
        "by how many pounds, and otherwise report how many stone are left. Kilograms, pounds and stone have "
        "2 decimals."
    ),
    fuzzy=(
        "I'm shipping ten crates from suppliers who all weigh differently: {crates}. Which is the heaviest "
        "and which the lightest in kilograms, and what does the whole lot weigh? The ship charges that in "
        "long tons, any started ton in full. The railway takes over what the ship has charged, expresses it "
        "in short tons and again charges every started one; the lorries do the same with the railway's "
        "figure, in tonnes. I need those three charged weights. And our crane is only good for {limit} "
        "tonnes altogether: should the lot be heavier, tell me by how many pounds, and should it be fine, "
        "how many stone I could still add. 2 decimals for whatever isn't a charged weight."
    ),
)
_FORM = (
    named("heaviest", "the heaviest crate"),
    number("heaviest_mass", "its mass", "kg"),
    named("lightest", "the lightest crate"),
    number("lightest_mass", "its mass", "kg"),
    number("mass", "the mass of all crates", "kg"),
    number("ship_bill", "what the ship bills", "long tons"),
    number("railway_bill", "what the railway bills", "short tons"),
    number("lorry_bill", "what the lorries bill", "tonnes"),
    yes_no("too_heavy", "whether the load is above the limit of the crane"),
    number("excess", "how much the load is above the limit, if it is", "lb"),
    number("spare", "how much may be added, if the load is not above the limit", "stone"),
)


def make_cargo(draw: TaskDraw) -> Blueprint:
    """Return a task on the mass of ten crates."""
    names = draw.sample(_CRATES, _COUNT, "names")
    amounts = draw_amounts(draw, _SCALES, _COUNT, "mass")
    limit = draw.whole(93, 109, "limit") / 10

    def planned(*, batched: bool) -> Callable[[], Plan]:
        def plan() -> Plan:
            *sources, (most, crane) = yield from convert_all(
                [
                    *(Amount("mass", value, scale.unit, "kilogram") for value, scale in amounts),
                    Amount("mass", limit, "tonne", "kilogram"),
                ],
                batched=batched,
            )
            masses = {name: value for name, (value, _) in zip(names, sources, strict=True)}
            told = [result for _, result in sources]
            require_lead(masses.values(), 1)
            require_lead(masses.values(), 1, lowest=True)
            heaviest, lightest = max(masses, key=masses.__getitem__), min(masses, key=masses.__getitem__)
            mass = math.fsum(masses.values())
            require_clear(mass, most, 5)
            heavy = mass > most
            target = "pound" if heavy else "stone"
            ship, rest = yield [
                convert("mass", mass, "kilogram", "long ton (UK)", *told),
                convert("mass", abs(mass - most), "kilogram", target, *told, crane),
            ]
            by_ship = _billed(converted(ship))
            (railway,) = yield [convert("mass", by_ship, "long ton (UK)", "short ton (US)", ship)]
            by_railway = _billed(converted(railway))
            (lorry,) = yield [convert("mass", by_railway, "short ton (US)", "tonne", railway)]
            by_lorry = _billed(converted(lorry))
            left = rounded(converted(rest), 2)
            return solution(
                {
                    "heaviest": found(heaviest),
                    "heaviest_mass": rounded(masses[heaviest], 2),
                    "lightest": found(lightest),
                    "lightest_mass": rounded(masses[lightest], 2),
                    "mass": rounded(mass, 2, *masses.values()),
                    "ship_bill": computed(by_ship, (converted(ship),)),
                    "railway_bill": computed(by_railway, (converted(railway),)),
                    "lorry_bill": computed(by_lorry, (converted(lorry),)),
                    "too_heavy": computed(heavy, (most, *masses.values())),
                    "excess": left if heavy else NOTHING,
                    "spare": NOTHING if heavy else left,
                },
                branches=[
                    branch(
                        f"all crates together are heavier than {limit} tonnes",
                        holds=heavy,
                        met={"tools": [tool("mass")], "values": ["pound"]},
                        unmet={"tools": [tool("mass")], "values": ["stone"]},
                    )
                ],
            )

        return plan

    crates = ", ".join(
        f"{name} {value:.12g} {scale.words}" for name, (value, scale) in zip(names, amounts, strict=True)
    )
    words = {"crates": crates, "limit": f"{limit:g}"}
    return make(draw, _WORDING, words, _FORM, planned(batched=False), planned(batched=True))


def _billed(tons: float) -> int:
    require_clear(tons, round(tons), 0.02)
    return math.ceil(tons)
