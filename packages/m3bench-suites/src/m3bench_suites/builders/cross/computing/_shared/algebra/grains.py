"""A stress tensor in the bases of many grains."""

from __future__ import annotations

import json
from statistics import mean

from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import (
    draw_matrix,
    read_matrix,
    read_vector,
    store,
    tool,
    written,
)
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import TaskSpec, listed, require_clear, require_lead, solution, stated

_GRAINS = (
    "Onyx",
    "Beryl",
    "Topaz",
    "Agate",
    "Opal",
    "Pyrite",
    "Jade",
    "Galena",
    "Zircon",
    "Garnet",
    "Spinel",
)
_COUNT = 8


def grains(draw: TaskDraw) -> TaskSpec:
    """Return a task on the shear in eight grains."""
    stress = _stress(draw)
    factor = draw.pick((1.15, 1.25, 1.35, 1.45), "factor")
    grains = {name: draw_matrix(draw, -2, 3, "grain", name) for name in draw.sample(_GRAINS, _COUNT, "names")}

    def plan() -> Plan:
        stored, *lattices = yield [
            store("sigma", stress),
            *(store(name, rows) for name, rows in grains.items()),
        ]
        loaded, *bases = yield [
            call(tool("scale_matrix"), stored, name="sigma", scale_factor=factor, in_place=True),
            *(
                call(tool("find_orthonormal_basis"), lattice, name=name)
                for name, lattice in zip(grains, lattices, strict=True)
            ),
        ]
        axes = {name: json.loads(basis.text) for name, basis in zip(grains, bases, strict=True)}
        *turned, eigen, volume = yield [
            *(
                call(tool("change_basis"), loaded, basis, name="sigma", new_basis=axes[name])
                for name, basis in zip(grains, bases, strict=True)
            ),
            call(tool("compute_eigen"), loaded, name="sigma"),
            call(tool("determinant"), loaded, name="sigma"),
        ]
        shear = {name: _shear(each) for name, each in zip(grains, turned, strict=True)}
        sizes = {name: abs(value) for name, value in shear.items()}
        require_lead(sizes.values(), 0.5)
        require_lead(sizes.values(), 0.5, lowest=True)
        average = mean(sizes.values())
        for size in sizes.values():
            require_clear(size, average, 0.5)
        hardest, least = max(sizes, key=sizes.__getitem__), min(sizes, key=sizes.__getitem__)
        small = [name for name in grains if sizes[name] < average]
        places = dict(zip(grains, range(_COUNT), strict=True))
        normal, *_ = yield [
            store("normal", axes[hardest][2], bases[places[hardest]], *turned),
            *(call(tool("delete_tensor"), lattices[places[name]], *turned, name=name) for name in small),
        ]
        (traction,) = yield [call(tool("multiply_matrices"), loaded, normal, name_a="sigma", name_b="normal")]
        (pull,) = yield [store("traction", read_vector(traction.text), traction)]
        (along,) = yield [call(tool("vector_dot_product"), pull, normal, name_a="traction", name_b="normal")]
        return solution(
            {
                "hardest": stated(hardest),
                "hardest_shear": rounded(shear[hardest], 3),
                "least": stated(least),
                "least_shear": rounded(shear[least], 3),
                "mean_shear": rounded(average, 3, *shear.values()),
                "principal": rounded(read_vector(eigen.data["eigenvalues"])[0], 3),
                "determinant": rounded(read_number(volume), 3),
                "normal_stress": rounded(read_number(along), 3),
                "left": listed(name for name in grains if name not in small),
            }
        )

    return TaskSpec(
        words={
            "stress": written(stress),
            "factor": factor,
            "grains": "; ".join(f"{name} {written(rows)}" for name, rows in grains.items()),
        },
        plans=(plan,),
    )


def _stress(draw: TaskDraw) -> list[list[int]]:
    a, b, c = (draw.whole(20, 180, "diagonal", place) for place in range(3))
    d, e, f = (draw.whole(-60, 60, "shear", place) for place in range(3))
    return [[a, d, e], [d, b, f], [e, f, c]]


def _shear(turned: CallResult) -> float:
    return read_matrix(turned.text)[0][1]
