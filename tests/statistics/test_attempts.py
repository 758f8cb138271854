from __future__ import annotations

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import UsageError
from m3bench.scoring import pass_at_k, pass_hat_k, pass_rates
from m3bench.statistics import repeated_tasks


@st.composite
def attempts(draw: st.DrawFn) -> tuple[int, int, int]:
    n = draw(st.integers(1, 8))
    return n, draw(st.integers(0, n)), draw(st.integers(1, n))


@given(attempts())
def test_pass_against_every_draw(drawn: tuple[int, int, int]) -> None:
    n, c, k = drawn
    draws = list(combinations([True] * c + [False] * (n - c), k))
    assert pass_at_k(n, c, k) == sum(map(any, draws)) / len(draws)
    assert pass_hat_k(n, c, k) == sum(map(all, draws)) / len(draws)


@given(attempts())
def test_pass_properties(drawn: tuple[int, int, int]) -> None:
    n, c, k = drawn
    assert 0 <= pass_hat_k(n, c, k) <= c / n <= pass_at_k(n, c, k) <= 1
    assert pass_at_k(n, c, 1) == pass_hat_k(n, c, 1) == c / n
    if k < n:
        assert pass_at_k(n, c, k) <= pass_at_k(n, c, k + 1)
        assert pass_hat_k(n, c, k) >= pass_hat_k(n, c, k + 1)


def test_pass_is_exact_for_large_numbers() -> None:
    assert pass_hat_k(2000, 1999, 1000) == 0.5
    assert pass_at_k(2000, 1, 1000) == 0.5
    assert pass_at_k(10_000, 1, 1) == 1 / 10_000
    assert pass_hat_k(60, 30, 5) == comb(30, 5) / comb(60, 5)


@pytest.mark.parametrize(("n", "c", "k"), [(3, 4, 1), (3, -1, 1), (3, 1, 0), (3, 1, 4), (0, 0, 1)])
def test_pass_refuses_what_cannot_be_drawn(n: int, c: int, k: int) -> None:
    for estimate in (pass_at_k, pass_hat_k):
        with pytest.raises(UsageError):
            estimate(n, c, k)


def test_pass_rates_say_what_they_left_out() -> None:
    tries = {"a": [True, False, True], "b": [False, False], "c": [True], "d": []}
    rates = pass_rates(tries, 2)
    assert rates.pass_at_k == pytest.approx((1 + 0) / 2)
    assert rates.pass_hat_k == pytest.approx((1 / 3 + 0) / 2)
    assert (rates.k, rates.tasks_counted, rates.tasks_left_out) == (2, 2, {"c": 1, "d": 0})


def test_pass_rates_without_a_task_are_unknown() -> None:
    rates = pass_rates({"a": [True]}, 2)
    assert (rates.pass_at_k, rates.pass_hat_k, rates.tasks_counted) == (None, None, 0)
    with pytest.raises(UsageError, match="at least 1"):
        pass_rates({}, 0)


def test_repeated_tasks_by_hand() -> None:
    """Of three attempts each, one task passes three times, one once, one never: pass@3 is 2/3, pass^3 1/3."""
    repeated = repeated_tasks({"a": [True] * 3, "b": [False, True, False], "c": [False] * 3})
    assert repeated is not None
    assert (repeated.tasks, repeated.flips, len(repeated.pass_rates)) == (3, 1, 3)
    assert (repeated.most.k, repeated.most.pass_at_k, repeated.most.pass_hat_k) == (3, 2 / 3, 1 / 3)
    assert repeated.pass_rates[0].pass_at_k == repeated.pass_rates[0].pass_hat_k == pytest.approx(4 / 9)
    assert repeated.pass_rates[1].pass_at_k == pytest.approx((1 + 2 / 3) / 3)
    assert repeated_tasks({"a": [True], "b": [False]}) is None
    assert repeated_tasks({}) is None
