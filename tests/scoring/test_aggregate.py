"""Sums over columns are those of all numbers together."""

from __future__ import annotations

from math import fsum

from hypothesis import given
from hypothesis import strategies as st

from m3bench.scoring.aggregate import ExactSum

floats = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300)


@given(st.lists(floats, max_size=60))
def test_a_running_sum_is_exact(numbers: list[float]) -> None:
    found = ExactSum()
    for number in numbers:
        found.add(number)
    assert found.value == fsum(numbers)


def test_a_plain_sum_would_not_be() -> None:
    found = ExactSum()
    for number in (1e16, 1.0, -1e16):
        found.add(number)
    assert found.value == 1.0
