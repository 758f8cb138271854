"""Ropes that pull at a mast: forces and moments in space."""

from __future__ import annotations

import math
from collections.abc import Sequence

from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.computing._shared.conversions import (
    Scale,
    convert,
    converted,
    draw_amounts,
)
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import read_vector, store, tool, written
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, require, require_lead, solution, stated

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
            draw.whole(-9, 9, "knot", place, 0),
            draw.whole(-9, 9, "knot", place, 1),
            draw.whole(12, 45, "knot", place, 2),
        ]
        for place in range(_COUNT)
    ]

    def plan() -> Plan:
        results = yield [
            *(convert("force", value, scale.unit, "newtons") for value, scale in pulls),
            convert("length", 1, "foot", "meter"),
            *(store(f"force_{name}", way) for name, way in zip(names, ways, strict=True)),
            *(store(f"point_{name}", knot) for name, knot in zip(names, knots, strict=True)),
        ]
        tensions, foot = results[:_COUNT], results[_COUNT]
        drawn, placed = results[_COUNT + 1 : 2 * _COUNT + 1], results[2 * _COUNT + 1 :]
        newtons = {name: converted(each) for name, each in zip(names, tensions, strict=True)}
        require_lead(newtons.values(), 1)
        scaled = yield [
            *(
                _scale(f"force_{name}", newtons[name] / math.hypot(*way), line, tension)
                for name, way, line, tension in zip(names, ways, drawn, tensions, strict=True)
            ),
            *(
                _scale(f"point_{name}", converted(foot), knot, foot)
                for name, knot in zip(names, placed, strict=True)
            ),
        ]
        forces, points = scaled[:_COUNT], scaled[_COUNT:]
        turns = yield [
            call(tool("vector_cross_product"), point, force, name_a=f"point_{name}", name_b=f"force_{name}")
            for name, point, force in zip(names, points, forces, strict=True)
        ]
        moments = {name: read_vector(each.text) for name, each in zip(names, turns, strict=True)}
        require_lead((abs(each[2]) for each in moments.values()), 1)
        held = yield [
            store(f"moment_{name}", moments[name], turn) for name, turn in zip(names, turns, strict=True)
        ]
        pairs = yield [*_added("moment", names, held), *_added("force", names, forces)]
        halves = yield [
            store(name, read_vector(each.text), each)
            for name, each in zip(("moments_1", "moments_2", "forces_1", "forces_2"), pairs, strict=True)
        ]
        moment, force = yield [
            call(tool("add_matrices"), *halves[:2], name_a="moments_1", name_b="moments_2"),
            call(tool("add_matrices"), *halves[2:], name_a="forces_1", name_b="forces_2"),
        ]
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

    told = "; ".join(
        f"{name} {value:.12g} {scale.words} along {written(way)} at {written(knot)}"
        for name, (value, scale), way, knot in zip(names, pulls, ways, knots, strict=True)
    )
    return TaskSpec(words={"ropes": told}, plans=(plan,))


def _scale(name: str, factor: float, *uses: CallResult) -> PlannedCall:
    return call(tool("scale_matrix"), *uses, name=name, scale_factor=factor, in_place=True)


def _added(what: str, names: list[str], stored: Sequence[CallResult]) -> list[PlannedCall]:
    """Return the calls that add the vectors of two ropes each."""
    return [
        call(
            tool("add_matrices"),
            stored[place],
            stored[place + 1],
            name_a=f"{what}_{names[place]}",
            name_b=f"{what}_{names[place + 1]}",
        )
        for place in range(0, _COUNT, 2)
    ]
