"""Assignments and matchings: those of SciPy, with and without it."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from m3bench.statistics import assign, largest_matching
from m3bench.statistics.matching import Floats

SIZES = arrays.array_shapes(min_dims=2, max_dims=2, max_side=7)
FEW_VALUES = st.sampled_from([0.0, 0.1, 0.3, 0.5, 1.0, 1e6])
MANY_VALUES = st.floats(-1e9, 1e9, allow_subnormal=False)


@given(arrays.arrays(np.float64, SIZES, elements=FEW_VALUES | MANY_VALUES), st.booleans())
def test_scipy_is_not_missed(costs: Floats, maximize: bool) -> None:
    """Of equally cheap assignments, the same one: the published scores depend on it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(sys.modules, "scipy.optimize", None)
        rows, columns = assign(costs, maximize=maximize)
    expected = linear_sum_assignment(costs, maximize=maximize)
    assert rows.tolist() == expected[0].tolist()
    assert columns.tolist() == expected[1].tolist()


@given(arrays.arrays(np.float64, SIZES, elements=FEW_VALUES))
def test_with_scipy(costs: Floats) -> None:
    rows, columns = assign(costs)
    assert float(costs[rows, columns].sum()) == pytest.approx(costs[linear_sum_assignment(costs)].sum())


def test_the_best_for_one_row_is_not_always_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    costs = np.array([[1.0, 2.0], [1.0, 5.0]])
    assert assign(costs)[1].tolist() == [1, 0]
    assert assign(np.zeros((3, 3)))[1].tolist() == [0, 1, 2]


@given(arrays.arrays(np.bool_, SIZES))
def test_no_matching_is_larger(fits: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> None:
    partners = largest_matching(fits)
    taken = [column for column in partners if column is not None]
    assert len(set(taken)) == len(taken)
    assert all(fits[row, column] for row, column in enumerate(partners) if column is not None)
    largest = maximum_bipartite_matching(csr_array(fits.astype(np.int8)), perm_type="column")
    assert len(taken) == int((largest >= 0).sum())


def test_a_greedy_matching_would_be_smaller() -> None:
    assert largest_matching(np.array([[1, 1], [1, 0]])) == [1, 0]
    assert largest_matching(np.zeros((2, 0))) == [None, None]
