"""Three brines that are mixed to a recipe."""

from __future__ import annotations

from m3bench.suites import Plan, PlanError, call
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    convert,
    convert_all,
    converted,
)
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import (
    determinant,
    read_matrix,
    read_vector,
    store,
    tool,
)
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, require, require_lead, solution, stated

_UNITS = (
    ("ounces per gallon (US)", "oz per US gallon", 7.489151707),
    ("pounds per cubic foot", "lb per cubic foot", 16.01846337),
    ("grains per gallon (US)", "grains per US gallon", 0.01711806105),
    ("ounces per gallon (UK)", "oz per imperial gallon", 6.236023291),
    ("kilograms per cubic meter", "kg per cubic meter", 1.0),
    ("milligrams per liter", "mg per liter", 0.001),
    ("pounds per gallon (UK)", "lb per imperial gallon", 99.77637266),
    ("pounds per gallon (US)", "lb per US gallon", 119.8264273),
)
"""Units of concentration: name, words, and about how many g/L one is, for amounts of like size."""
_NAMES = ("Dead Pan", "Grey Well", "Saltern", "Blue Spring", "Old Shaft", "Lagoon", "Brackwater")
_TRIES = 40


def brines(draw: TaskDraw) -> TaskSpec:
    """Return a task on a mixture of three brines."""
    names = draw.sample(_NAMES, 3, "names")
    units = draw.sample(_UNITS, 8, "units")
    contents = _contents(draw)
    shares = _shares(draw)
    given = [
        [_sized(value / units[3 * row + place][2]) for place, value in enumerate(line)]
        for row, line in enumerate(contents)
    ]
    wanted = [
        _sized(sum(share * value for share, value in zip(shares, line, strict=True)) / units[6 + row][2])
        for row, line in enumerate(contents)
    ]
    batch, prices = (
        draw.whole(80, 260, "batch"),
        [draw.whole(20, 95, "price", place) / 100 for place in range(3)],
    )

    def plan() -> Plan:
        sources = yield from convert_all(
            [
                *(
                    Amount("density", value, units[3 * row + place][0], "grams per liter")
                    for row, line in enumerate(given)
                    for place, value in enumerate(line)
                ),
                *(
                    Amount("density", value, units[6 + row][0], "grams per liter")
                    for row, value in enumerate(wanted)
                ),
                Amount("volume", batch, "gallon (US)", "liter"),
            ]
        )
        values, told = [value for value, _ in sources], [result for _, result in sources]
        liters, salt = values[8], values[8] * values[6]
        matrix, side, price, *masses = yield [
            store("brines", [[1, 1, 1], values[:3], values[3:6]], *told[:6]),
            store("recipe", [liters, salt, liters * values[7]], *told[6:]),
            store("prices", prices),
            convert("mass", salt, "gram", "pound", told[6], told[8]),
        ]
        volume, inverse = yield [
            call(tool(name), matrix, name="brines") for name in ("determinant", "matrix_inverse")
        ]
        (inverted,) = yield [store("inverse", read_matrix(inverse.text), inverse)]
        (solved,) = yield [call(tool("multiply_matrices"), inverted, side, name_a="inverse", name_b="recipe")]
        amounts = dict(zip(names, read_vector(solved.text), strict=True))
        require(min(amounts.values()) > 1, "a brine is not needed.")
        require_lead(amounts.values(), 1)
        *gallons, held = yield [
            *(convert("volume", each, "liter", "gallon (imperial)", solved) for each in amounts.values()),
            store("amounts", list(amounts.values()), solved),
        ]
        (cost,) = yield [call(tool("vector_dot_product"), held, price, name_a="amounts", name_b="prices")]
        most = max(amounts, key=amounts.__getitem__)
        ordered = [rounded(converted(each), 2) for each in gallons]
        return solution(
            {
                "determinant": rounded(read_number(volume), 2),
                **dict(zip(("gallons_1", "gallons_2", "gallons_3"), ordered, strict=True)),
                "most": stated(most),
                "most_liters": rounded(amounts[most], 2),
                "cost": rounded(read_number(cost), 2),
                "sodium": rounded(converted(masses[0]), 2),
            }
        )

    told = "; ".join(
        f"{name} {given[0][place]:g} {units[place][1]} and {given[1][place]:g} {units[3 + place][1]}"
        for place, name in enumerate(names)
    )
    return TaskSpec(
        words={
            "batch": batch,
            "brines": told,
            "sodium": f"{wanted[0]:g} {units[6][1]}",
            "potassium": f"{wanted[1]:g} {units[7][1]}",
            "prices": ", ".join(f"{price:.2f}" for price in prices),
            "names": names[0],
            "names_2": names[1],
            "names_3": names[2],
        },
        plans=(plan,),
    )


def _contents(draw: TaskDraw) -> list[list[int]]:
    """Return sodium and potassium of the brines in g/L, such that the brines are clearly different."""
    for attempt in range(_TRIES):
        rows = [[draw.whole(4, 60, "content", attempt, row, place) for place in range(3)] for row in range(2)]
        if abs(determinant([[1, 1, 1], *rows])) >= 300:
            return rows
    raise PlanError("no different brines were drawn.")


def _shares(draw: TaskDraw) -> list[float]:
    parts = [draw.whole(2, 6, "share", place) for place in range(3)]
    return [part / sum(parts) for part in parts]


def _sized(value: float) -> float:
    """Return an amount with four digits, as people write it."""
    return float(f"{value:.4g}")
