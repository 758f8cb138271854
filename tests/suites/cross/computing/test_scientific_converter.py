"""Tasks on vectors and systems in many units, compared with numpy."""

from __future__ import annotations

import numpy as np
import pytest

from m3bench_suites.builders.cross.computing.scientific_converter import brines, ropes
from tests.suites.cross.computing.running import execute

FAMILY = "scientific_converter"
NEWTONS = {
    "pounds force": 4.4482216152605,
    "kilograms force": 9.80665,
    "kilonewtons": 1000.0,
    "kips": 4448.2216152605,
}


@pytest.mark.parametrize("seed", [7, 11])
def test_moments_are_position_cross_force(seed: int) -> None:
    done = execute(FAMILY, ropes, seed=seed)
    tensions = done.arguments("Unit Converter/convert_force")[:4]
    crosses = done.arguments("Scientific Computing/vector_cross_product")
    forces, moments = [], []
    for tension, cross in zip(tensions, crosses, strict=True):
        way = np.array(done.tensor(cross["name_b"]), dtype=float)
        pull = tension["value"] * NEWTONS[tension["from_unit"]]
        forces.append(pull * way / np.linalg.norm(way))
        moments.append(np.cross(0.3048 * np.array(done.tensor(cross["name_a"])), forces[-1]))
    moment, force = np.sum(moments, axis=0), np.sum(forces, axis=0)
    assert [done.value(f"moment_{axis}") for axis in "xyz"] == pytest.approx(list(moment), abs=2e-3)
    assert done.value("pull_pounds") == pytest.approx(np.linalg.norm(force) / 4.4482216152605, abs=2e-3)
    assert done.value("moment_force") == pytest.approx(float(moment @ force), rel=1e-6)
    assert abs(done.value("twist")) == pytest.approx(max(abs(each[2]) for each in moments), abs=2e-3)


@pytest.mark.parametrize("seed", [7, 11])
def test_the_brines_make_the_recipe(seed: int) -> None:
    done = execute(FAMILY, brines, seed=seed)
    contents, recipe = np.reshape(done.tensor("brines"), (3, 3)), np.array(done.tensor("recipe"))
    amounts = np.linalg.solve(contents, recipe)
    ordered = [done.value(f"gallons_{place}") for place in (1, 2, 3)]
    assert ordered == pytest.approx(list(amounts / 4.54609), abs=1e-2)
    assert sum(ordered) * 4.54609 == pytest.approx(recipe[0], abs=0.1)
    assert done.value("sodium") == pytest.approx(recipe[1] / 453.59237, abs=1e-2)
    assert done.value("cost") == pytest.approx(float(amounts @ done.tensor("prices")), abs=1e-2)
