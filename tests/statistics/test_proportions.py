from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from m3bench.core import UsageError
from m3bench.scoring import success_interval
from m3bench.statistics.design import design_effect
from m3bench.statistics.proportions import wilson, wilson_interval

Z = 1.959963984540054


def bounds(successes: int, tasks: int) -> tuple[float, float]:
    interval = success_interval([True] * successes + [False] * (tasks - successes))
    assert interval.low is not None
    assert interval.high is not None
    return interval.low, interval.high


@pytest.mark.parametrize(
    ("successes", "tasks"), [(0, 1), (1, 1), (0, 28), (28, 28), (1, 28), (14, 28), (205, 211)]
)
def test_bounds_solve_the_score_equation(successes: int, tasks: int) -> None:
    """A bound is a rate from which the share is 1.96 standard errors away, or an end of the scale."""
    for bound in bounds(successes, tasks):
        if bound in (0.0, 1.0):
            assert bound == successes / tasks
        else:
            distance = abs(successes / tasks - bound) / np.sqrt(bound * (1 - bound) / tasks)
            assert distance == pytest.approx(Z)


def test_no_success_and_all_successes_leave_doubt() -> None:
    low, high = bounds(0, 28)
    assert low == 0.0
    assert high == pytest.approx(0.1206, abs=1e-4)
    assert bounds(28, 28) == pytest.approx((1 - high, 1.0))
    interval = success_interval([True])
    assert (interval.estimate, interval.high, interval.method) == (1.0, 1.0, "wilson")
    assert interval.low == pytest.approx(0.2065, abs=1e-4)


@given(st.integers(1, 60), st.data())
def test_bounds_hold_the_share_and_more_tasks_narrow_them(tasks: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, tasks))
    low, high = bounds(successes, tasks)
    assert 0 <= low <= successes / tasks <= high <= 1
    wide, narrow = wilson(successes / tasks, tasks, Z), wilson(successes / tasks, 4 * tasks, Z)
    assert narrow[1] - narrow[0] < wide[1] - wide[0]


def test_families_that_move_together_count_as_fewer_tasks() -> None:
    together = success_interval([family < 5 for family in range(10) for _ in range(8)], _families(10, 8))
    apart = success_interval([task % 2 == 0 for _ in range(10) for task in range(8)], _families(10, 8))
    assert (apart.method, apart.effective) == ("wilson", 80)
    assert together.method == "wilson with design effect"
    assert together.effective == pytest.approx(10)
    assert together.low is not None
    assert apart.low is not None
    assert together.low < apart.low - 0.1


def test_one_family_and_one_task_a_family_are_independent_tasks() -> None:
    passed = [True, False, True, True]
    for clusters in (None, ["a"] * 4, list("abcd")):
        interval = success_interval(passed, clusters)
        assert (interval.method, interval.effective) == ("wilson", 4)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 4)), min_size=1, max_size=40))
def test_the_design_effect_never_narrows_and_labels_do_not_matter(rows: list[tuple[bool, int]]) -> None:
    passed, families = [success for success, _ in rows], [family for _, family in rows]
    interval = success_interval(passed, families)
    plain = success_interval(passed)
    assert interval.low is not None
    assert plain.low is not None
    assert interval.low <= plain.low + 1e-12
    assert interval == success_interval(passed, [f"family {family}" for family in families])


def test_the_design_effect_by_hand() -> None:
    """Two families of three: all pass, none passes. Then half of each."""
    unit = np.array([0, 0, 0, 1, 1, 1])
    assert design_effect(np.array([1.0, 1, 1, 0, 0, 0]), unit) == 3
    assert design_effect(np.array([1.0, 0, 1, 0, 1, 0]), unit) == 1


def test_repeating_tasks_with_the_same_outcome_does_not_narrow_the_interval() -> None:
    """Six tasks, three times each: 18 attempts, and no more certainty than after six."""
    once = success_interval([True, True, False, True, False, True], ["one"] * 6)
    tasks = [task for task in "abcdef" for _ in range(3)]
    passed = [task in "abdf" for task in tasks]
    three_times = success_interval(passed, ["one"] * 18, tasks=tasks)
    assert (three_times.low, three_times.high, three_times.effective) == (once.low, once.high, 6)
    assert (three_times.tasks, three_times.clusters, once.tasks) == (6, 1, 6)
    for value in (True, False):
        agreed = success_interval([value] * 18, tasks=tasks)
        assert (agreed.effective, agreed.low) == (6, success_interval([value] * 6).low)


def test_attempts_that_vary_as_if_independent_narrow_it() -> None:
    tasks = [task for task in range(6) for _ in range(4)]
    passed = [attempt % 2 == 0 for _ in range(6) for attempt in range(4)]
    interval = success_interval(passed, tasks=tasks)
    assert (interval.effective, interval.method) == (24, "wilson")


def test_attempts_at_one_task_alone_are_the_units() -> None:
    passed = [True, False, True, True]
    interval = success_interval(passed, ["f"] * 4, tasks=["a"] * 4)
    assert (interval.effective, interval.tasks, interval.low) == (4, 1, success_interval(passed).low)


@given(st.lists(st.lists(st.booleans(), min_size=1, max_size=4), min_size=1, max_size=8))
def test_tasks_never_narrow_the_interval_and_their_order_does_not_matter(attempts: list[list[bool]]) -> None:
    rows = [(task, success) for task, tries in enumerate(attempts) for success in tries]
    labels, passed = [task for task, _ in rows], [success for _, success in rows]
    interval, plain = success_interval(passed, tasks=labels), success_interval(passed)
    assert interval.low is not None
    assert plain.low is not None
    assert interval.effective is not None
    assert interval.low <= plain.low + 1e-12
    assert interval.effective <= len(passed) + 1e-9
    assert interval == success_interval(passed, tasks=np.array(labels))


def test_nothing_and_wrong_use() -> None:
    empty = success_interval([])
    assert (empty.estimate, empty.low, empty.high, empty.method) == (None, None, None, "none")
    with pytest.raises(UsageError, match="2 values, but 1 clusters"):
        success_interval([True, False], ["a"])
    with pytest.raises(UsageError, match="2 values, but 1 tasks"):
        success_interval([True, False], tasks=["a"])
    with pytest.raises(UsageError, match="level"):
        success_interval([True], level=1.0)


def _families(families: int, size: int) -> list[int]:
    return [family for family in range(families) for _ in range(size)]


def test_wilson_by_the_book() -> None:
    # p = 0.5, n = 100: (0.5 + z²/200 ± z·sqrt(0.0025 + z²/40000)) / (1 + z²/100) with z = 1.959964
    bounds = wilson_interval(50, 100)
    assert bounds is not None
    assert list(bounds) == pytest.approx([0.40383, 0.59617], abs=1e-5)
    assert wilson_interval(0, 0) is None


@given(st.integers(1, 400).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_wilson_holds_the_share_and_mirrors(counts: tuple[int, int]) -> None:
    hits, total = counts
    bounds, mirrored = wilson_interval(hits, total), wilson_interval(total - hits, total)
    assert bounds is not None
    assert mirrored is not None
    assert -1e-12 <= bounds[0] <= hits / total + 1e-12
    assert hits / total - 1e-12 <= bounds[1] <= 1
    assert bounds[0] == pytest.approx(1 - mirrored[1], abs=1e-9)


@given(st.integers(1, 400).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_wilson_is_that_of_scipy(counts: tuple[int, int]) -> None:
    hits, total = counts
    known = binomtest(hits, total).proportion_ci(0.95, method="wilson")
    assert wilson_interval(hits, total) == pytest.approx((known.low, known.high), abs=1e-12)
