"""Pooled means of two sides: as `paired_comparison` with equal weights, and exact against all exchanges."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import UsageError
from m3bench.scoring import paired_comparison, paired_means

A, B = [0.9, 0.8, 0.5, 0.7, 1.0], [0.5, 0.4, 0.6, 0.7, 0.0]
WEIGHTS = [3.0, 1.0, 2.0, 4.0, 1.0]
FAMILIES = ["x", "x", "y", "z", "w"]


def test_with_equal_weights_it_is_the_paired_comparison() -> None:
    paired = paired_comparison(A, B, FAMILIES, WEIGHTS, seed=0)
    other = paired_means([(A, WEIGHTS)], [(B, WEIGHTS)], FAMILIES, seed=0)
    assert other.difference == pytest.approx(paired.difference)
    assert (other.interval.low, other.interval.high) == pytest.approx(
        (paired.interval.low, paired.interval.high)
    )
    assert (other.wins, other.losses, other.ties) == (paired.wins, paired.losses, paired.ties)
    assert other.p_value == paired.p_value


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(*(st.sampled_from((0.0, 0.25, 1.0)),) * 2, *(st.integers(0, 3),) * 2),
        min_size=2,
        max_size=6,
    )
)
def test_the_test_against_every_exchange(tasks: list[tuple[float, float, int, int]]) -> None:
    def mean(values: list[float], weights: list[int]) -> float:
        whole = sum(weights)
        return sum(v * w for v, w in zip(values, weights, strict=True)) / whole if whole else 0.0

    def difference(rows: list[tuple[float, float, int, int]]) -> float:
        a, b, left, right = (list(column) for column in zip(*rows, strict=True))
        return mean(a, left) - mean(b, right)

    weighted = [(a, b, v + 1, w + 1) for a, b, v, w in tasks]
    swapped = [(b, a, w, v) for a, b, v, w in weighted]
    differences = [
        abs(
            difference(
                [parts[side] for side, parts in zip(sides, zip(weighted, swapped, strict=True), strict=True)]
            )
        )
        for sides in product((0, 1), repeat=len(tasks))
    ]
    observed = abs(difference(weighted))
    expected = sum(comparison >= observed - 1e-9 for comparison in differences) / len(differences)
    a, b, left, right = (list(column) for column in zip(*weighted, strict=True))
    comparison = paired_means([(a, left)], [(b, right)], list(range(len(tasks))), seed=0)
    assert comparison.p_value == pytest.approx(expected)
    assert comparison.difference == pytest.approx(difference(weighted))


def test_own_weights_change_the_difference() -> None:
    """A made many useless calls on the task that it fails."""
    comparison = paired_means([([1.0, 0.0], [1, 9])], [([1.0, 0.0], [1, 1])], ["x", "y"], seed=0)
    assert comparison.difference == pytest.approx(0.1 - 0.5)
    assert (comparison.wins, comparison.losses, comparison.ties) == (0, 0, 2)


def test_few_tasks_and_wrong_use() -> None:
    alone = paired_means([([1.0], [1])], [([0.0], [1])], ["x"], seed=0)
    assert (alone.difference, alone.p_value, alone.interval.low) == (1.0, None, None)
    assert paired_means([], [], [], seed=0).difference is None
    assert paired_means([([0.0, 0.0], [0, 0])], [([0.0, 0.0], [0, 0])], ["x", "y"], seed=0).p_value == 1.0
    with pytest.raises(UsageError, match="1 against 0"):
        paired_means([([1.0], None)], [], ["x"], seed=0)
    with pytest.raises(UsageError, match="resamples"):
        paired_means([([1, 0], None)], [([0, 0], None)], ["x", "y"], seed=0, flips=0)


def test_repeated_tasks_are_exchanged_as_a_whole() -> None:
    tasks = [task for task in range(6) for _ in range(3)]
    once = paired_means([([1.0] * 6, None)], [([0.0] * 6, None)], ["one"] * 6, seed=0)
    repeated = paired_means([([1.0] * 18, None)], [([0.0] * 18, None)], ["one"] * 18, tasks=tasks, seed=0)
    assert (repeated.p_value, repeated.wins, repeated.interval.tasks) == (once.p_value, 6, 6)
