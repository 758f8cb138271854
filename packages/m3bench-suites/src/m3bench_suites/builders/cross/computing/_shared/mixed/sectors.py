"""Sectors that buy from each other, and what more demand does to their output."""

from __future__ import annotations

from statistics import mean

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.computing._shared import sums
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import (
    read_matrix,
    read_vector,
    store,
    tool,
    written,
)
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, require_lead, solution, stated

_SECTORS = ("farming", "timber", "mining", "energy", "transport", "textiles", "fishing", "building")
_COUNT = 4


def sectors(draw: TaskDraw) -> TaskSpec:
    """Return a task on four sectors and four scenarios."""
    sectors = draw.sample(_SECTORS, _COUNT, "sectors")
    inputs = [
        [draw.whole(2, 24, "input", row, column) / 100 for column in range(_COUNT)] for row in range(_COUNT)
    ]
    demand = [draw.whole(40, 220, "demand", place) for place in range(_COUNT)]
    more = [draw.whole(5, 30, "more", place) for place in range(_COUNT)]

    def plan() -> Plan:
        unit, table, *wants = yield [
            store("I", [[int(row == column) for column in range(_COUNT)] for row in range(_COUNT)]),
            store("A", inputs),
            store("demand", demand),
            *(store(f"demand_{name}", _raised(demand, more, place)) for place, name in enumerate(sectors)),
        ]
        (net,) = yield [call(tool("subtract_matrices"), unit, table, name_a="I", name_b="A")]
        (kept,) = yield [store("net", read_matrix(net.text), net)]
        volume, inverse = yield [
            call(tool(name), kept, name="net") for name in ("determinant", "matrix_inverse")
        ]
        (needs,) = yield [store("needs", read_matrix(inverse.text), inverse)]
        wanted = ["demand", *(f"demand_{name}" for name in sectors)]
        outputs = yield [
            call(tool("multiply_matrices"), needs, want, name_a="needs", name_b=name)
            for name, want in zip(wanted, wants, strict=True)
        ]
        base, *raised = yield [sums.of_numbers("sum", read_vector(each.text), each) for each in outputs]
        rises = yield [sums.subtract(read_number(each), read_number(base), each, base) for each in raised]
        ratios = yield [
            sums.divide(read_number(rise), extra, rise) for rise, extra in zip(rises, more, strict=True)
        ]
        effect = {name: read_number(each) for name, each in zip(sectors, ratios, strict=True)}
        made = dict(zip(sectors, read_vector(outputs[0].text), strict=True))
        for values in (effect, made):
            require_lead(values.values(), 0.002)
        require_lead(effect.values(), 0.002, lowest=True)
        (average,) = yield [sums.of_numbers("mean", effect.values(), *ratios)]
        strongest, weakest = max(effect, key=effect.__getitem__), min(effect, key=effect.__getitem__)
        largest = max(made, key=made.__getitem__)
        return solution(
            {
                "determinant": rounded(read_number(volume), 4),
                "output": rounded(read_number(base), 4),
                "largest": stated(largest),
                "largest_output": rounded(made[largest], 4),
                "strongest": stated(strongest),
                "strongest_multiplier": rounded(effect[strongest], 4),
                "weakest": stated(weakest),
                "weakest_multiplier": rounded(effect[weakest], 4),
                "mean_multiplier": rounded(mean(effect.values()), 4, read_number(average)),
            }
        )

    return TaskSpec(
        words={
            "sectors": ", ".join(sectors),
            "inputs": written(inputs),
            "demand": written(demand),
            "more": ", ".join(f"{extra} for {name}" for name, extra in zip(sectors, more, strict=True)),
        },
        plans=(plan,),
    )


def _raised(demand: list[int], more: list[int], place: int) -> list[int]:
    return [each + (more[at] if at == place else 0) for at, each in enumerate(demand)]
