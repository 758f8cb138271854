"""Scientific Computing and Unit Converter: vectors and systems whose numbers come in many units."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, call
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Amount,
    Quantity,
    Scale,
    convert,
    convert_all,
    converted,
    draw_amounts,
)
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import (
    determinant,
    read_matrix,
    read_vector,
    store,
    tool,
    written,
)
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    leader,
    require,
    require_lead,
    solution,
    stated,
    together,
)

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
        [_sized(value / units[3 * row + index][2]) for index, value in enumerate(line)]
        for row, line in enumerate(contents)
    ]
    wanted = [
        _sized(sum(share * value for share, value in zip(shares, line, strict=True)) / units[6 + row][2])
        for row, line in enumerate(contents)
    ]
    batch, prices = (
        draw.whole(80, 260, "batch"),
        [draw.whole(20, 95, "price", index) / 100 for index in range(3)],
    )
    told = "; ".join(
        f"{name} {given[0][index]:g} {units[index][1]} and {given[1][index]:g} {units[3 + index][1]}"
        for index, name in enumerate(names)
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
        plans=(partial(_brines_plan, dict(zip(names, prices, strict=True)), units, given, wanted, batch),),
    )


def _brines_plan(
    prices: Mapping[str, float],
    units: list[tuple[str, str, float]],
    given: list[list[float]],
    wanted: list[float],
    batch: int,
) -> Plan:
    sources = yield from convert_all(
        [
            *(
                Amount("density", value, units[3 * row + index][0], "grams per liter")
                for row, line in enumerate(given)
                for index, value in enumerate(line)
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
        store("prices", list(prices.values())),
        convert("mass", salt, "gram", "pound", told[6], told[8]),
    ]
    volume, inverse = yield [
        call(tool(name), matrix, name="brines") for name in ("determinant", "matrix_inverse")
    ]
    (inverted,) = yield [store("inverse", read_matrix(inverse.text), inverse)]
    (solved,) = yield [call(tool("multiply_matrices"), inverted, side, name_a="inverse", name_b="recipe")]
    amounts = dict(zip(prices, read_vector(solved.text), strict=True))
    require(min(amounts.values()) > 1, "a brine is not needed.")
    *gallons, held = yield [
        *(convert("volume", amount, "liter", "gallon (imperial)", solved) for amount in amounts.values()),
        store("amounts", list(amounts.values()), solved),
    ]
    (cost,) = yield [call(tool("vector_dot_product"), held, price, name_a="amounts", name_b="prices")]
    most = leader(amounts, 1)
    ordered = [rounded(converted(gallon), 2) for gallon in gallons]
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


def _contents(draw: TaskDraw) -> list[list[int]]:
    """Return sodium and potassium of the brines in g/L, such that the brines are clearly different."""
    for attempt in range(_TRIES):
        rows = [[draw.whole(4, 60, "content", attempt, row, index) for index in range(3)] for row in range(2)]
        if abs(determinant([[1, 1, 1], *rows])) >= 300:
            return rows
    raise PlanError("no different brines were drawn.")


def _shares(draw: TaskDraw) -> list[float]:
    parts = [draw.whole(2, 6, "share", index) for index in range(3)]
    return [part / sum(parts) for part in parts]


def _sized(value: float) -> float:
    """Return an amount with four digits, as people write it."""
    return float(f"{value:.4g}")


_ROPES = ("red", "blue", "green", "white", "black", "amber", "violet")
_COUNT = 4
_DIRECTIONS = (
    [2, 3, -6], [-3, 6, -2], [6, -2, -3], [1, -2, -2], [-2, -1, -2], [4, 4, -7], [-4, 7, -4],
    [8, -1, -4], [-1, -4, -8], [2, -6, -9], [-6, -6, -7], [3, 4, -12], [-12, 3, -4],
)  # fmt: skip
_TENSIONS = (
    Scale("pounds force", "pounds-force", 2000, 6000),
    Scale("kilograms force", "kilograms-force", 900, 2700),
    Scale("kilonewtons", "kN", 9, 27),
    Scale("kips", "kips", 2, 6),
)


def ropes(draw: TaskDraw) -> TaskSpec:
    """Return a task on four ropes."""
    names = draw.sample(_ROPES, _COUNT, "names")
    pulls = draw_amounts(draw, _TENSIONS, _COUNT, "tension")
    ways = draw.sample(_DIRECTIONS, _COUNT, "direction")
    knots = [
        [
            draw.whole(-9, 9, "knot", index, 0),
            draw.whole(-9, 9, "knot", index, 1),
            draw.whole(12, 45, "knot", index, 2),
        ]
        for index in range(_COUNT)
    ]
    told = "; ".join(
        f"{name} {value:.12g} {scale.words} along {written(way)} at {written(knot)}"
        for name, (value, scale), way, knot in zip(names, pulls, ways, knots, strict=True)
    )
    return TaskSpec(words={"ropes": told}, plans=(partial(_ropes_plan, names, pulls, ways, knots),))


def _ropes_plan(
    names: list[str], pulls: list[Quantity], ways: list[list[int]], knots: list[list[int]]
) -> Plan:
    results = yield [
        *(convert("force", value, scale.unit, "newtons") for value, scale in pulls),
        convert("length", 1, "foot", "meter"),
        *(store(f"force_{name}", way) for name, way in zip(names, ways, strict=True)),
        *(store(f"point_{name}", knot) for name, knot in zip(names, knots, strict=True)),
    ]
    tensions, foot = results[:_COUNT], results[_COUNT]
    drawn, placed = results[_COUNT + 1 : 2 * _COUNT + 1], results[2 * _COUNT + 1 :]
    newtons = {name: converted(tension) for name, tension in zip(names, tensions, strict=True)}
    require_lead(newtons.values(), 1)
    forces, points = yield from together(
        (
            _scale(f"force_{name}", newtons[name] / math.hypot(*way), line, tension)
            for name, way, line, tension in zip(names, ways, drawn, tensions, strict=True)
        ),
        (
            _scale(f"point_{name}", converted(foot), knot, foot)
            for name, knot in zip(names, placed, strict=True)
        ),
    )
    turns = yield [
        call(tool("vector_cross_product"), point, force, name_a=f"point_{name}", name_b=f"force_{name}")
        for name, point, force in zip(names, points, forces, strict=True)
    ]
    moments = {name: read_vector(turn.text) for name, turn in zip(names, turns, strict=True)}
    require_lead((abs(moment[2]) for moment in moments.values()), 1)
    held = yield [
        store(f"moment_{name}", moments[name], turn) for name, turn in zip(names, turns, strict=True)
    ]
    moment, force = yield from _totals(names, held, forces)
    turning = read_vector(moment.text)
    stored = yield [store("moment", turning, moment), store("force", read_vector(force.text), force)]
    both, square = yield [
        call(tool("vector_dot_product"), *stored, name_a="moment", name_b="force"),
        call(tool("vector_dot_product"), stored[1], name_a="force", name_b="force"),
    ]
    length = math.sqrt(read_number(square))
    require(length > 100, "the forces cancel out.")
    pounds, tonnes = yield [
        convert("force", length, "newtons", unit, square) for unit in ("pounds force", "tonnes force")
    ]
    twisting = max(moments, key=lambda name: abs(moments[name][2]))
    tightest = max(newtons, key=newtons.__getitem__)
    return solution(
        {
            "twisting": stated(twisting),
            "twist": rounded(moments[twisting][2], 3),
            **{f"moment_{axis}": rounded(part, 3) for axis, part in zip("xyz", turning, strict=True)},
            "tightest": stated(tightest),
            "tension": rounded(newtons[tightest], 3),
            "tension_sum": rounded(math.fsum(newtons.values()), 3, *newtons.values()),
            "pull_pounds": rounded(converted(pounds), 3),
            "pull_tonnes": rounded(converted(tonnes), 3),
            "moment_force": rounded(read_number(both), 3),
        }
    )


def _scale(name: str, factor: float, *uses: CallResult) -> PlannedCall:
    return call(tool("scale_matrix"), *uses, name=name, scale_factor=factor, in_place=True)


def _totals(
    names: list[str], moments: Sequence[CallResult], forces: Sequence[CallResult]
) -> Steps[Sequence[CallResult]]:
    """Add the stored moments and the stored forces, first those of two ropes each."""
    pairs = yield [*_added("moment", names, moments), *_added("force", names, forces)]
    halves = yield [
        store(name, read_vector(pair.text), pair)
        for name, pair in zip(("moments_1", "moments_2", "forces_1", "forces_2"), pairs, strict=True)
    ]
    return (
        yield [
            call(tool("add_matrices"), *halves[:2], name_a="moments_1", name_b="moments_2"),
            call(tool("add_matrices"), *halves[2:], name_a="forces_1", name_b="forces_2"),
        ]
    )


def _added(what: str, names: list[str], stored: Sequence[CallResult]) -> list[PlannedCall]:
    """Return the calls that add the vectors of two ropes each."""
    return [
        call(
            tool("add_matrices"),
            stored[index],
            stored[index + 1],
            name_a=f"{what}_{names[index]}",
            name_b=f"{what}_{names[index + 1]}",
        )
        for index in range(0, _COUNT, 2)
    ]


FAMILY = cross_family(
    number=16,
    name="scientific_converter",
    title="Scientific Computing + Unit Converter",
    servers=("Scientific Computing", "Unit Converter"),
    tasks=(ropes, brines),
)
