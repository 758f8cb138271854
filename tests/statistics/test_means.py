from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import UsageError
from m3bench.scoring import Interval, mean_interval
from m3bench.statistics import average_interval

unit = st.floats(0, 1, allow_nan=False)


def ends(interval: Interval) -> tuple[float, float]:
    assert interval.low is not None
    assert interval.high is not None
    return interval.low, interval.high


def test_a_mean_by_hand() -> None:
    """Five values: mean 0.5, standard error 0.1, t of four degrees 2.776, on the logit scale."""
    interval = mean_interval([0.3, 0.4, 0.4, 0.5, 0.9])
    assert interval.method == "logit t"
    error = (sum((value - 0.5) ** 2 for value in (0.3, 0.4, 0.4, 0.5, 0.9)) / 20) ** 0.5
    reach = 2.7764451 * error / 0.25
    low, high = ends(interval)
    assert low == pytest.approx(1 / (1 + 2.718281828459045**reach))
    assert high == pytest.approx(1 - low)


def test_weights_and_clusters_count() -> None:
    assert mean_interval([0.0, 1.0, 1.0], [2, 1, 1]).estimate == 0.5
    assert mean_interval([0.0, 1.0], [0, 0]).estimate == 0.5
    values = [0.2] * 6 + [0.8] * 6
    apart, together = mean_interval(values), mean_interval(values, clusters=[0] * 6 + [1] * 6)
    assert (apart.clusters, together.clusters) == (12, 2)
    assert ends(together)[0] < ends(apart)[0] < ends(apart)[1] < ends(together)[1]


def test_what_does_not_vary_is_as_sure_as_that_many_passes() -> None:
    perfect = mean_interval([1.0] * 28)
    assert (perfect.method, perfect.high) == ("wilson", 1.0)
    assert perfect.low == pytest.approx(0.8794, abs=1e-4)
    assert mean_interval([0.0] * 28).high == pytest.approx(1 - 0.8794, abs=1e-4)
    assert ends(mean_interval([0.25] * 8)) == (0.25, 0.25)


def test_one_value_and_none_have_no_bounds() -> None:
    interval = mean_interval([0.4], clusters=["a"])
    assert (interval.estimate, interval.low, interval.high, interval.method) == (0.4, None, None, "none")
    none = mean_interval([], clusters=[])
    assert (none.estimate, none.low, none.clusters) == (None, None, 0)


@settings(max_examples=60)
@given(st.lists(st.tuples(unit, st.integers(0, 3), st.floats(0.1, 5)), min_size=2, max_size=12))
def test_bounds_are_ordered_within_the_scale_and_wider_at_a_higher_level(
    rows: list[tuple[float, int, float]],
) -> None:
    values, clusters, weights = (list(column) for column in zip(*rows, strict=True))
    interval = mean_interval(values, weights, clusters)
    low, high = ends(interval)
    assert interval.estimate is not None
    assert 0 <= low <= interval.estimate + 1e-9
    assert interval.estimate - 1e-9 <= high <= 1
    assert ends(mean_interval(values, weights, clusters, level=0.99))[0] <= low + 1e-12


@settings(max_examples=30)
@given(st.lists(st.tuples(unit, st.floats(0.1, 5)), min_size=2, max_size=12))
def test_an_average_of_equal_parts_is_that_part(tasks: list[tuple[float, float]]) -> None:
    values, weights = (list(column) for column in zip(*tasks, strict=True))
    clusters = [index % 3 for index in range(len(tasks))]
    alone = mean_interval(values, weights, clusters)
    interval = average_interval([(values, weights)] * 4, clusters)
    assert ends(interval) == pytest.approx(ends(alone), abs=1e-6)
    assert interval.estimate == pytest.approx(alone.estimate)


def test_parts_that_cancel_out_leave_no_doubt() -> None:
    """Where one part rises, the other falls by as much."""
    values = [0.0, 1.0, 0.25, 0.75, 0.5, 0.125]
    interval = average_interval([(values, None), ([1 - value for value in values], None)], list(range(6)))
    assert ends(interval) == pytest.approx((0.5, 0.5))


def test_values_outside_the_scale_are_refused() -> None:
    for wrong in (1.5, -0.1):
        with pytest.raises(UsageError, match="between 0 and 1"):
            mean_interval([0.5, wrong])
    with pytest.raises(UsageError, match="2 values, but 1 weights"):
        mean_interval([0.5, 0.5], [1.0])


def test_repeated_tasks_are_units_and_all_or_nothing_counts_each_once() -> None:
    once = mean_interval([0.2, 0.9, 0.4, 0.6], [2.0, 3.0, 4.0, 5.0])
    values = [value for value in (0.2, 0.9, 0.4, 0.6) for _ in range(3)]
    weights = [weight for weight in (2.0, 3.0, 4.0, 5.0) for _ in range(3)]
    tasks = [task for task in range(4) for _ in range(3)]
    repeated = mean_interval(values, weights, ["one"] * 12, tasks=tasks)
    assert (repeated.low, repeated.high) == pytest.approx((once.low, once.high))
    assert (repeated.clusters, repeated.tasks) == (1, 4)
    assert mean_interval([1.0] * 12, tasks=tasks).low == mean_interval([1.0] * 4).low
