"""Quantiles of Student's t."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtrit

from m3bench.statistics.student import student_quantile


@given(st.floats(0.01, 0.9999), st.integers(1, 3_000))
def test_the_quantile_is_that_of_scipy(level: float, freedom: int) -> None:
    assert student_quantile(level, freedom) == pytest.approx(
        float(stdtrit(freedom, (1 + level) / 2)), rel=1e-9
    )


def test_a_known_one() -> None:
    assert student_quantile(0.95, 9) == pytest.approx(2.262157, abs=1e-6)
    assert student_quantile(0.95, 9) > student_quantile(0.95, 10) > student_quantile(0.95, 10**9)
