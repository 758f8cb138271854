"""Tasks on mechanics in mixed units, compared with numpy."""

from __future__ import annotations

import numpy as np
import pytest

from m3bench_suites.builders.cross.computing.scientific_converter_math import inertia, springs
from tests.suites.cross.computing.running import execute

FAMILY = "scientific_converter_math"
NEWTONS = {"pounds force": 4.4482216152605, "kilograms force": 9.80665, "dynes": 1e-5}
METERS = {"inch": 0.0254, "millimeter": 0.001, "centimeter": 0.01, "thou": 0.0000254}
KILOGRAMS = {
    "pound": 0.45359237,
    "ounce": 0.028349523125,
    "stone": 6.35029318,
    "hectogram": 0.1,
    "troy ounce": 0.0311034768,
}


@pytest.mark.parametrize("seed", [7, 11])
def test_springs_balance_the_loads(seed: int) -> None:
    done = execute(FAMILY, springs, seed=seed)
    given = done.arguments("Unit Converter/convert_force")[:7]
    forces = [each["value"] * NEWTONS[each["from_unit"]] for each in given]
    stretches = done.arguments("Unit Converter/convert_length")[:4]
    k = [
        force / (stretch["value"] * METERS[stretch["from_unit"]])
        for force, stretch in zip(forces[:4], stretches, strict=True)
    ]
    matrix = np.array([[k[0] + k[1], -k[1], 0], [-k[1], k[1] + k[2], -k[2]], [0, -k[2], k[2] + k[3]]])
    u = np.linalg.solve(matrix, forces[4:])
    moves = [done.value(f"move_{name}") for name in ("anna", "berta", "clara")]
    assert moves == pytest.approx(list(u / 0.0254), abs=1e-4)
    carried = np.array(k) * np.diff([0, *u, 0]) / 4.4482216152605
    assert done.value("tension") == pytest.approx(carried.max(), abs=1e-4)
    assert done.value("compression") == pytest.approx(-carried.min(), abs=1e-4)
    assert done.value("eigenvalue") == pytest.approx(np.linalg.eigvalsh(matrix)[0], rel=1e-6)


@pytest.mark.parametrize("seed", [7, 11])
def test_moments_are_those_of_the_inertia_tensor(seed: int) -> None:
    done = execute(FAMILY, inertia, seed=seed)
    given = done.arguments("Unit Converter/convert_mass")
    masses = np.array([each["value"] * KILOGRAMS[each["from_unit"]] for each in given])
    places = 0.0254 * np.reshape(done.tensor("X"), (-1, 3))
    tensor = sum(
        mass * (place @ place * np.eye(3) - np.outer(place, place))
        for mass, place in zip(masses, places, strict=True)
    )
    found = [done.value(name) for name in ("smallest", "middle", "largest")]
    assert found == pytest.approx(list(np.linalg.eigvalsh(tensor)), abs=1e-5)
    centre = masses @ places / masses.sum() / 0.0254
    assert [done.value(f"centre_{axis}") for axis in "xyz"] == pytest.approx(list(centre), abs=1e-3)
