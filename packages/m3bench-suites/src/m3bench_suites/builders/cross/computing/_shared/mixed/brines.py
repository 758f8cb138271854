"""Three brines that are mixed to a recipe."""

from __future__ import annotations

from m3bench.suites import Blueprint, Plan, PlanError, call
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    convert,
    convert_all,
    converted,
)
from m3bench_suites.builders.cross.computing._shared.tasks import make, read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import (
    determinant,
    read_matrix,
    read_vector,
    store,
    tool,
)
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.cross.tasks import Wording, found, require, require_lead, solution
from m3bench_suites.builders.fields import named, number

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
_WORDING = Wording(
    request=(
        "Mix {batch} US gallons of a bath from three brines with these contents of sodium and potassium: "
        "{brines}. The bath needs {sodium} of sodium and {potassium} of potassium. Convert all contents to "
        "grams per liter and the batch to liters. Store the matrix with the rows (1, 1, 1), sodium and "
        "potassium of the brines, and the right side (batch, batch times sodium wanted, batch times "
        "potassium wanted). Report the determinant of the matrix, and from its inverse the liters of each "
        "brine, converted to imperial gallons. Name the brine of which most is needed and give its liters. "
        "A liter of the brines costs {prices} (in their order): report the cost of the batch. Also report "
        "the mass of sodium in the batch, in pounds. Volumes are assumed to add up. Give 2 decimals."
    ),
    fuzzy=(
        "I want to fill a bath of {batch} US gallons with {sodium} of sodium and {potassium} of potassium "
        "in it, out of three brines that I can get, each with its sodium and, behind that, its potassium: "
        "{brines}. Volumes just add up, say. How many imperial gallons do I have to order of each, in that "
        "order, which of them do I need most and how many litres of it? At {prices} a litre for the three, "
        "what does the batch cost, and how many pounds of sodium will be in the tub? To convince my "
        "chemist, please work in grams per litre with a matrix whose rows are (1, 1, 1), the sodium and the "
        "potassium of the brines, and tell me its determinant. 2 decimals are all I need."
    ),
)


def make_brines(draw: TaskDraw) -> Blueprint:
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
                "most": found(most),
                "most_liters": rounded(amounts[most], 2),
                "cost": rounded(read_number(cost), 2),
                "sodium": rounded(converted(masses[0]), 2),
            }
        )

    form = (
        number("determinant", "the determinant of the matrix"),
        *(
            number(f"gallons_{place}", f"how much of {name} is needed", "imperial gallons")
            for place, name in enumerate(names, start=1)
        ),
        named("most", "the brine of which most is needed"),
        number("most_liters", "how much of it is needed", "L"),
        number("cost", "the cost of the batch"),
        number("sodium", "the mass of sodium in the batch", "lb"),
    )
    told = "; ".join(
        f"{name} {given[0][place]:g} {units[place][1]} and {given[1][place]:g} {units[3 + place][1]}"
        for place, name in enumerate(names)
    )
    words = {
        "batch": batch,
        "brines": told,
        "sodium": f"{wanted[0]:g} {units[6][1]}",
        "potassium": f"{wanted[1]:g} {units[7][1]}",
        "prices": ", ".join(f"{price:.2f}" for price in prices),
    }
    return make(draw, _WORDING, words, form, plan)


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
