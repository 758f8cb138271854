"""Scientific Computing alone: stored tensors and vector fields."""

from __future__ import annotations

import json
from functools import partial
from statistics import mean

from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.computing._shared.numbers import read_number, rounded
from m3bench_suites.builders.cross.computing._shared.tensors import (
    draw_matrix,
    read_matrix,
    read_real_parts,
    read_vector,
    store,
    tool,
    written,
)
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    leader,
    listed,
    pluck,
    require,
    require_clear,
    require_lead,
    solution,
    stated,
)

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
    return TaskSpec(
        words={
            "stress": written(stress),
            "factor": factor,
            "grains": "; ".join(f"{name} {written(rows)}" for name, rows in grains.items()),
        },
        plans=(partial(_grains_plan, stress, factor, grains),),
    )


def _grains_plan(stress: list[list[int]], factor: float, grains: dict[str, list[list[int]]]) -> Plan:
    stored, *lattices = yield [store("sigma", stress), *(store(name, rows) for name, rows in grains.items())]
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
    shear = {name: _shear(item) for name, item in zip(grains, turned, strict=True)}
    sizes = {name: abs(value) for name, value in shear.items()}
    average = mean(sizes.values())
    for size in sizes.values():
        require_clear(size, average, 0.5)
    hardest, least = leader(sizes, 0.5), leader(sizes, 0.5, lowest=True)
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


def _stress(draw: TaskDraw) -> list[list[int]]:
    a, b, c = (draw.whole(20, 180, "diagonal", index) for index in range(3))
    d, e, f = (draw.whole(-60, 60, "shear", index) for index in range(3))
    return [[a, d, e], [d, b, f], [e, f, c]]


def _shear(turned: CallResult) -> float:
    return read_matrix(turned.text)[0][1]


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
    start = [draw.whole(60, 300, "start", index) for index in range(3)]
    years, cull = draw.whole(9, 11, "years"), draw.whole(4, 6, "cull")
    kept = draw.pick((0.7, 0.75, 0.8, 0.85), "kept")
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
        plans=(partial(_herd_plan, matrix, start, years, cull, kept),),
    )


def _herd_plan(matrix: list[list[float]], start: list[int], years: int, cull: int, kept: float) -> Plan:
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
            (herd,) = yield [call(tool("scale_matrix"), herd, name="herd", scale_factor=kept, in_place=True)]
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


def _project(law: CallResult, herd: CallResult) -> PlannedCall:
    return call(tool("multiply_matrices"), law, herd, name_a="L", name_b="herd")


def _leading(eigen: CallResult) -> list[float]:
    """Return the eigenvector of the largest eigenvalue: the first column."""
    return read_real_parts(eigen.data["eigenvectors"])[::3]


_PLOTS = ("Ashby", "Brook", "Croft", "Dell", "Elmfield", "Fen", "Glebe", "Heath", "Inham", "Knoll")
_PLANE_COUNT = 7


def plane(draw: TaskDraw) -> TaskSpec:
    """Return a task on a fit with two inputs."""
    plots = {name: _plot(draw, name) for name in draw.sample(_PLOTS, _PLANE_COUNT, "names")}
    new = [[draw.whole(2, 14, "new", index, part) for part in range(2)] for index in range(3)]
    design = [[1, water, feed] for water, feed, _ in plots.values()]
    return TaskSpec(
        words={
            "plots": "; ".join(f"{name} {', '.join(map(str, values))}" for name, values in plots.items()),
            "new": " and ".join(f"({water}, {feed})" for water, feed in new),
        },
        plans=(partial(_plane_plan, plots, new, design),),
    )


def _plane_plan(
    plots: dict[str, tuple[int, int, float]], new: list[list[int]], design: list[list[int]]
) -> Plan:
    x, y, *asked = yield [
        store("X", design),
        store("y", [plot[2] for plot in plots.values()]),
        *(store(f"new{index}", [1, *values]) for index, values in enumerate(new, start=1)),
    ]
    turned, svd = yield [call(tool("transpose"), x, name="X"), call(tool("svd_decompose"), x, name="X")]
    (xt,) = yield [store("Xt", read_matrix(turned.text), turned)]
    square, right = yield [
        call(tool("multiply_matrices"), xt, x, name_a="Xt", name_b="X"),
        call(tool("multiply_matrices"), xt, y, name_a="Xt", name_b="y"),
    ]
    normal, side = yield [
        store("N", read_matrix(square.text), square),
        store("r", read_vector(right.text), right),
    ]
    volume, inverse = yield [
        call(tool("determinant"), normal, name="N"),
        call(tool("matrix_inverse"), normal, name="N"),
    ]
    require(read_number(volume) > 100, "the normal matrix is nearly singular.")
    (inverted,) = yield [store("Ninv", read_matrix(inverse.text), inverse)]
    (solved,) = yield [call(tool("multiply_matrices"), inverted, side, name_a="Ninv", name_b="r")]
    factors = read_vector(solved.text)
    (beta,) = yield [store("beta", factors, solved)]
    fit, *guesses = yield [
        call(tool("multiply_matrices"), x, beta, name_a="X", name_b="beta"),
        *(
            call(tool("vector_dot_product"), item, beta, name_a=f"new{index}", name_b="beta")
            for index, item in enumerate(asked, start=1)
        ),
    ]
    (fitted,) = yield [store("fit", read_vector(fit.text), fit)]
    (off,) = yield [call(tool("subtract_matrices"), y, fitted, name_a="y", name_b="fit")]
    residuals = dict(zip(plots, read_vector(off.text), strict=True))
    (rest,) = yield [store("residual", list(residuals.values()), off)]
    (error,) = yield [call(tool("vector_dot_product"), rest, name_a="residual", name_b="residual")]
    require_lead(map(abs, residuals.values()), 0.02)
    furthest = max(residuals, key=lambda name: abs(residuals[name]))
    predicted = [read_number(guess) for guess in guesses]
    return solution(
        {
            **{name: rounded(value, 3) for name, value in zip("abc", factors, strict=True)},
            "determinant": rounded(read_number(volume), 3),
            "squared_error": rounded(read_number(error), 3),
            "furthest": stated(furthest),
            "furthest_residual": rounded(residuals[furthest], 3),
            "singular_value": rounded(read_vector(svd.data["s"])[0], 3),
            "best": rounded(max(predicted), 3),
            "mean_prediction": rounded(sum(predicted) / 3, 3, *predicted),
        }
    )


def _plot(draw: TaskDraw, name: str) -> tuple[int, int, float]:
    water, feed = draw.whole(1, 12, "water", name), draw.whole(1, 9, "feed", name)
    noise = draw.whole(-40, 40, "noise", name)
    return water, feed, (120 + 18 * water + 25 * feed + noise) / 10


_PROBES = ("Heron", "Teal", "Avocet", "Curlew", "Plover", "Dunlin", "Osprey", "Bittern", "Egret", "Grebe")
_PROBES_COUNT = 7
_AXES = ([2, -1, 2], [1, 2, -2], [2, 3, 6], [-3, 2, 6], [4, 4, -7], [1, -4, 8])


def probes(draw: TaskDraw) -> TaskSpec:
    """Return a task on divergences and curls at seven points."""
    factors = [draw.whole(2, 7, "factor", index) for index in range(6)]
    potential = "{}*x**2*y**2 + {}*y*z**3 - {}*x**3*z".format(*factors[:3])
    field = "[{}*y*z**2, {}*x**2*z, {}*x*y**2]".format(*factors[3:])
    axis = draw.turn(_AXES, "axis")
    probes = {
        name: [draw.whole(-7, 7, "point", name, part) / 2 for part in range(3)]
        for name in draw.sample(_PROBES, _PROBES_COUNT, "names")
    }
    return TaskSpec(
        words={
            "potential": potential,
            "field": field,
            "axis": written(axis),
            "probes": "; ".join(f"{name} {written(point)}" for name, point in probes.items()),
        },
        plans=(partial(_probes_plan, potential, field, axis, probes),),
    )


def _probes_plan(potential: str, field: str, axis: list[int], probes: dict[str, list[float]]) -> Plan:
    slope, mast, *curls = yield [
        call(tool("gradient"), f_str=potential),
        store("axis", axis),
        *(call(tool("curl"), f_str=field, point=point) for point in probes.values()),
    ]
    vectors = pluck(probes, curls, "curl_val")
    results = yield [
        *(call(tool("divergence"), slope, f_str=slope.text, point=point) for point in probes.values()),
        *(store(name, vectors[name], curl) for name, curl in zip(probes, curls, strict=True)),
    ]
    spread = {
        name: float(result.data["divergence_val"])
        for name, result in zip(probes, results[:_PROBES_COUNT], strict=True)
    }
    stored = dict(zip(probes, results[_PROBES_COUNT:], strict=True))
    dots = yield [
        call(tool("vector_dot_product"), stored[name], mast, name_a=name, name_b="axis") for name in probes
    ]
    swirl = {name: read_number(dot) for name, dot in zip(probes, dots, strict=True)}
    require_lead(map(abs, swirl.values()), 0.5)
    source = leader(spread, 0.5)
    most = max(swirl, key=lambda name: abs(swirl[name]))
    (shadow,) = yield [call(tool("vector_project"), stored[most], *dots, name=most, new_vector=axis)]
    part = read_vector(shadow.text)
    (held,) = yield [store("along", part, shadow)]
    (across,) = yield [call(tool("subtract_matrices"), stored[most], held, name_a=most, name_b="along")]
    (rest,) = yield [store("across", read_vector(across.text), across)]
    (square,) = yield [call(tool("vector_dot_product"), rest, name_a="across", name_b="across")]
    return solution(
        {
            "source": stated(source),
            "source_divergence": rounded(spread[source], 3),
            "mean_divergence": rounded(mean(spread.values()), 3, *spread.values()),
            "swirliest": stated(most),
            "swirl": rounded(swirl[most], 3),
            "swirl_sum": rounded(sum(swirl.values()), 3, *swirl.values()),
            "along_x": rounded(part[0], 3),
            "rest": rounded(read_number(square), 3),
        }
    )


FAMILY = cross_family(
    number=11,
    name="scientific_computing",
    title="Scientific Computing",
    servers=("Scientific Computing",),
    tasks=(grains, herd, plane, probes),
)
