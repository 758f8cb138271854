"""Crates in many units of mass, billed by one carrier after the other."""

from __future__ import annotations

import math
from collections.abc import Callable

from m3bench.suites import Plan
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    Scale,
    convert,
    convert_all,
    converted,
    draw_amounts,
    tool,
)
from m3bench_suites.builders.cross.computing._shared.numbers import rounded
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require_clear,
    require_lead,
    solution,
    stated,
)

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


def cargo(draw: TaskDraw) -> TaskSpec:
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
                    "heaviest": stated(heaviest),
                    "heaviest_mass": rounded(masses[heaviest], 2),
                    "lightest": stated(lightest),
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
    return TaskSpec(
        words={"crates": crates, "limit": f"{limit:g}"}, plans=(planned(batched=False), planned(batched=True))
    )


def _billed(tons: float) -> int:
    require_clear(tons, round(tons), 0.02)
    return math.ceil(tons)
