"""A population in age classes, year by year, in a tensor that is replaced."""

from __future__ import annotations

from statistics import mean

from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import (
    read_real_parts,
    read_vector,
    store,
    tool,
    written,
)
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, computed, require_lead, solution

_ANIMALS = ("reindeer", "wild goats", "saiga", "mouflon", "fallow deer", "chamois")


def herd(draw: TaskDraw) -> TaskSpec:
    """Return a task on a herd over about ten years."""
    matrix = [
        [
            draw.whole(5, 20, "young") / 100,
            draw.whole(40, 90, "first") / 100,
            draw.whole(70, 130, "later") / 100,
        ],
        [draw.whole(35, 60, "calves") / 100, 0, 0],
        [0, draw.whole(50, 80, "yearlings") / 100, draw.whole(15, 40, "adults") / 100],
    ]
    start = [draw.whole(60, 300, "start", place) for place in range(3)]
    years, cull = draw.whole(9, 11, "years"), draw.whole(4, 6, "cull")
    kept = draw.pick((0.7, 0.75, 0.8, 0.85), "kept")

    def plan() -> Plan:
        law, herd = yield [store("L", matrix), store("herd", start)]
        eigen, volume, grown = yield [
            call(tool("compute_eigen"), law, name="L"),
            call(tool("determinant"), law, name="L"),
            _project(law, herd),
        ]
        counts = [read_vector(grown.text)]
        for year in range(1, years):
            (herd,) = yield [store("herd", counts[-1], grown)]
            if year == cull:
                (herd,) = yield [
                    call(tool("scale_matrix"), herd, name="herd", scale_factor=kept, in_place=True)
                ]
            (grown,) = yield [_project(law, herd)]
            counts.append(read_vector(grown.text))
        totals = [sum(count) for count in counts]
        require_lead(totals, 1.0, lowest=True)
        lowest = min(range(years), key=totals.__getitem__)
        lead = _leading(eigen)
        every = [value for count in counts for value in count]
        return solution(
            {
                "lowest_year": computed(lowest + 1, every),
                "lowest_total": rounded(totals[lowest], 2, *counts[lowest]),
                "mean_total": rounded(mean(totals), 2, *every),
                "calves": rounded(counts[-1][0], 2),
                "adults": rounded(counts[-1][2], 2),
                "growth": rounded(read_real_parts(eigen.data["eigenvalues"])[0], 4),
                "determinant": rounded(read_number(volume), 4),
                "calf_share": rounded(100 * lead[0] / sum(lead), 2, *lead),
            }
        )

    return TaskSpec(
        words={
            "matrix": written(matrix),
            "animals": draw.turn(_ANIMALS, "animals"),
            "start": written(start),
            "years": years,
            "cull": cull,
            "kept": f"{kept}",
            "span": f"years 1 to {years}",
        },
        plans=(plan,),
    )


def _project(law: CallResult, herd: CallResult) -> PlannedCall:
    return call(tool("multiply_matrices"), law, herd, name_a="L", name_b="herd")


def _leading(eigen: CallResult) -> list[float]:
    """Return the eigenvector of the largest eigenvalue: the first column."""
    return read_real_parts(eigen.data["eigenvectors"])[::3]
