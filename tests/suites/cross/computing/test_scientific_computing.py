"""Tasks on stored tensors and fields, compared with numpy and with derivatives by hand."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

from m3bench_suites.builders.cross.computing.scientific_computing import grains, herd, plane, probes
from m3bench_suites.builders.tasks import Maker
from tests.suites.cross.computing.running import Executed, execute

FAMILY = "scientific_computing"
SERVER = "Scientific Computing"


def test_the_shear_of_grains_is_that_of_numpy() -> None:
    done = execute(FAMILY, grains)
    (scaled,) = done.arguments(f"{SERVER}/scale_matrix")
    sigma = np.reshape(done.tensor("sigma"), (3, 3)) * scaled["scale_factor"]
    names = [argument["name"] for argument in done.arguments(f"{SERVER}/find_orthonormal_basis")]
    shear = {name: _shear(sigma, np.reshape(done.tensor(name), (3, 3))) for name in names}
    hardest = max(shear, key=lambda name: abs(shear[name]))
    assert done.value("hardest") == hardest
    assert done.value("hardest_shear") == pytest.approx(shear[hardest], abs=1e-3)
    average = float(np.mean(np.abs(list(shear.values()))))
    assert done.value("mean_shear") == pytest.approx(average, abs=1e-3)
    assert done.value("principal") == pytest.approx(np.linalg.eigvalsh(sigma)[-1], abs=1e-3)
    left = {item.value for item in done.solution.fields["left"].items or ()}
    assert left == {name for name in names if abs(shear[name]) >= average}
    assert {argument["name"] for argument in done.arguments(f"{SERVER}/delete_tensor")} == set(names) - left


def _shear(sigma: np.ndarray, lattice: np.ndarray) -> float:
    q, r = np.linalg.qr(lattice)
    q = q * np.sign(np.diag(r))
    return float((q.T @ sigma @ q)[0, 1])


def test_the_herd_is_replaced_each_year_and_culled_once() -> None:
    done = execute(FAMILY, herd)
    law, animals = np.reshape(done.tensor("L"), (3, 3)), np.array(done.tensor("herd"))
    cull = int(re.findall(r"(?:count of|In) year (\d+)", done.blueprint.request)[0])
    years = int(re.findall(r"[Pp]roject (\d+) years", done.blueprint.request)[0])
    (scaled,) = done.arguments(f"{SERVER}/scale_matrix")
    totals = []
    for year in range(1, years + 1):
        animals = law @ animals
        totals.append(animals.sum())
        counted, animals = animals, animals * (scaled["scale_factor"] if year == cull else 1)
    assert done.value("lowest_year") == 1 + int(np.argmin(totals))
    assert done.value("mean_total") == pytest.approx(np.mean(totals), abs=1e-2)
    assert done.value("adults") == pytest.approx(counted[2], abs=1e-2)
    values, vectors = np.linalg.eig(law)
    lead = vectors[:, np.argmax(values.real)].real
    assert done.value("growth") == pytest.approx(values.real.max(), abs=1e-4)
    assert done.value("calf_share") == pytest.approx(100 * lead[0] / lead.sum(), abs=1e-2)


def test_the_plane_is_that_of_least_squares() -> None:
    done = execute(FAMILY, plane)
    design, measured = np.reshape(done.tensor("X"), (-1, 3)), np.array(done.tensor("y"))
    factors, (error,), _, sizes = np.linalg.lstsq(design, measured, rcond=None)
    assert [done.value(name) for name in "abc"] == pytest.approx(list(factors), abs=1e-3)
    assert done.value("squared_error") == pytest.approx(error, abs=1e-3)
    assert done.value("singular_value") == pytest.approx(sizes[0], abs=1e-3)
    new = np.array([done.tensor(f"new{place}") for place in (1, 2, 3)]) @ factors
    assert done.value("best") == pytest.approx(new.max(), abs=1e-3)


def test_curls_and_divergences_are_those_of_small_steps() -> None:
    done = execute(FAMILY, probes)
    curls, axis = done.arguments(f"{SERVER}/curl"), np.array(done.tensor("axis"))
    swirls = [float(_curl(curl["f_str"], curl["point"]) @ axis) for curl in curls]
    assert done.value("swirl_sum") == pytest.approx(sum(swirls), rel=1e-4)
    assert abs(done.value("swirl")) == pytest.approx(max(map(abs, swirls)), rel=1e-4)
    (potential,) = done.arguments(f"{SERVER}/gradient")
    spread = [_laplacian(potential["f_str"], curl["point"]) for curl in curls]
    assert done.value("mean_divergence") == pytest.approx(np.mean(spread), rel=1e-3, abs=1e-2)


def _at(formula: str, point: np.ndarray) -> np.ndarray:
    x, y, z = point
    return np.array(eval(formula, {}, {"x": x, "y": y, "z": z}), dtype=float)


def _curl(field: str, point: list[float]) -> np.ndarray:
    step = 1e-5 * np.eye(3)
    d = [(_at(field, np.array(point) + each) - _at(field, np.array(point) - each)) / 2e-5 for each in step]
    return np.array([d[1][2] - d[2][1], d[2][0] - d[0][2], d[0][1] - d[1][0]])


def _laplacian(formula: str, point: list[float]) -> float:
    here = np.array(point)
    around = [_at(formula, here + sign * each) for each in 1e-3 * np.eye(3) for sign in (1, -1)]
    return float((sum(around) - 6 * _at(formula, here)) / 1e-6)


@pytest.mark.parametrize("make", [grains, probes])
def test_tasks_of_one_maker_ask_for_different_things(make: Maker) -> None:
    first, other = (execute(FAMILY, make, seed=seed) for seed in (7, 11))
    assert _values(first) != _values(other)


def _values(done: Executed) -> list[object]:
    return [field.value for field in done.solution.fields.values()]


def test_every_year_needs_the_year_before() -> None:
    done = execute(FAMILY, herd)
    grown = [text for tool, _, text in done.calls if tool.endswith("multiply_matrices")]
    assert all(one != other for one, other in pairwise(grown))
    assert done.rounds > len(grown)
