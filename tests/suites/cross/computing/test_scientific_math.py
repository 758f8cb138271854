"""Tasks on tensors and sums, compared with numpy."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from m3bench_suites.builders.cross.computing.scientific_math import portfolio, roof, sectors
from tests.suites.cross.computing.running import execute

FAMILY = "scientific_math"


@pytest.mark.parametrize("seed", [7, 11])
def test_the_weights_are_those_of_numpy(seed: int) -> None:
    done = execute(FAMILY, portfolio, seed=seed)
    covariance, returns = np.reshape(done.tensor("covariance"), (4, 4)), np.array(done.tensor("returns"))
    weights = np.linalg.solve(covariance, returns)
    weights = weights / weights.sum()
    assert done.value("largest_weight") == pytest.approx(weights.max(), abs=1e-4)
    assert done.value("smallest_weight") == pytest.approx(weights.min(), abs=1e-4)
    assert done.value("variance") == pytest.approx(weights @ covariance @ weights, abs=1e-4)
    assert done.value("condition") == pytest.approx(np.linalg.cond(covariance), abs=1e-4)
    lead = np.linalg.eigh(covariance)[1][:, -1]
    assert done.value("shadow") == pytest.approx(abs(lead @ weights), abs=1e-4)


@pytest.mark.parametrize("seed", [7, 11])
def test_multipliers_are_column_sums_of_the_inverse(seed: int) -> None:
    done = execute(FAMILY, sectors, seed=seed)
    net = np.eye(4) - np.reshape(done.tensor("A"), (4, 4))
    multipliers = np.linalg.inv(net).sum(axis=0)
    assert done.value("strongest_multiplier") == pytest.approx(multipliers.max(), abs=1e-4)
    assert done.value("weakest_multiplier") == pytest.approx(multipliers.min(), abs=1e-4)
    assert done.value("mean_multiplier") == pytest.approx(multipliers.mean(), abs=1e-4)
    output = np.linalg.solve(net, done.tensor("demand"))
    assert done.value("output") == pytest.approx(output.sum(), abs=1e-3)
    assert done.value("determinant") == pytest.approx(np.linalg.det(net), abs=1e-4)


@pytest.mark.parametrize("seed", [7, 11])
def test_facets_are_half_parallelograms(seed: int) -> None:
    done = execute(FAMILY, roof, seed=seed)
    crosses = done.arguments("Scientific Computing/vector_cross_product")
    areas = [
        float(np.linalg.norm(np.cross(done.tensor(cross["name_a"]), done.tensor(cross["name_b"])))) / 2
        for cross in crosses
    ]
    assert done.value("area") == pytest.approx(sum(areas), abs=1e-3)
    assert done.value("largest_share") == pytest.approx(100 * max(areas) / sum(areas), abs=1e-2)
    told = re.search(r"([\d.]+) tiles", done.blueprint.request)
    assert told is not None
    assert done.value("tiles") == math.ceil(sum(areas) * float(told[1]))
    assert done.value("largest_tiles") == math.ceil(max(areas) * float(told[1]))
