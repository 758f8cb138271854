from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import UsageError
from m3bench.scoring import bootstrap_interval

unit = st.floats(0, 1, allow_nan=False)


def test_weighted_mean_and_ratio_by_hand() -> None:
    assert bootstrap_interval([0, 1, 1], seed=0).estimate == pytest.approx(2 / 3)
    assert bootstrap_interval([0, 1, 1], [2, 1, 1], seed=0).estimate == pytest.approx(1 / 2)
    ratio = bootstrap_interval([1, 3, 0], denominators=[2, 4, 4], seed=0)
    assert ratio.estimate == pytest.approx(4 / 10)
    assert bootstrap_interval([1, 3], [2, 1], denominators=[2, 4], seed=0).estimate == pytest.approx(5 / 8)


def test_same_seed_same_bits() -> None:
    values = np.random.Generator(np.random.PCG64(1)).random(60).tolist()
    clusters = [index % 7 for index in range(60)]
    interval = bootstrap_interval(values, clusters=clusters, seed=5)
    assert interval == bootstrap_interval(values, clusters=clusters, seed=5)
    assert interval != bootstrap_interval(values, clusters=clusters, seed=6)


def test_labels_of_clusters_do_not_matter() -> None:
    values = [0.1, 0.5, 0.2, 0.9, 0.4]
    named = bootstrap_interval(values, clusters=["x", "y", "x", None, "y"], seed=3)
    assert named == bootstrap_interval(values, clusters=[1, 2, 1, 3, 2], seed=3)
    assert (named.clusters, named.resampled, named.resamples) == (3, "clusters", 2000)


def test_quantiles_against_every_possible_resample() -> None:
    values, clusters = [0.0, 0.3, 1.0, 0.6, 0.1, 0.8], [0, 0, 1, 2, 2, 3]
    members = [[v for v, c in zip(values, clusters, strict=True) if c == index] for index in range(4)]
    means = [
        np.mean([v for cluster in chosen for v in members[cluster]]) for chosen in product(range(4), repeat=4)
    ]
    low, high = np.quantile(means, [0.1, 0.9])
    interval = bootstrap_interval(values, clusters=clusters, seed=0, resamples=40_000, level=0.8)
    assert interval.low == pytest.approx(low, abs=0.015)
    assert interval.high == pytest.approx(high, abs=0.015)


def test_blocks_do_not_change_the_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.Generator(np.random.PCG64(2)).random(50).tolist()
    whole = bootstrap_interval(values, seed=1, resamples=300)
    monkeypatch.setattr("m3bench.statistics.bootstrap._BLOCK", 1000)
    assert bootstrap_interval(values, seed=1, resamples=300) == whole


def test_coverage_needs_clusters() -> None:
    """Values of a family move together: only resampling families covers the truth as often as said."""
    generator = np.random.Generator(np.random.PCG64(11))
    covered = {"families": 0, "values": 0}
    families = np.repeat(np.arange(25), 6)
    for trial in range(120):
        values = (generator.normal(size=25)[families] + 0.3 * generator.normal(size=150)).tolist()
        for name, clusters in (("families", families.tolist()), ("values", None)):
            interval = bootstrap_interval(values, clusters=clusters, seed=trial, resamples=400, level=0.9)
            assert interval.low is not None
            assert interval.high is not None
            covered[name] += interval.low <= 0 <= interval.high
    assert 0.80 <= covered["families"] / 120 <= 0.97
    assert covered["values"] / 120 < 0.65


def test_no_value() -> None:
    interval = bootstrap_interval([], clusters=[], seed=0)
    assert (interval.estimate, interval.low, interval.high) == (None, None, None)
    assert (interval.clusters, interval.resamples, interval.resampled) == (0, 0, "nothing")


def test_one_value_has_no_bounds() -> None:
    interval = bootstrap_interval([0.4], clusters=["a"], seed=0)
    assert (interval.estimate, interval.low, interval.high) == (0.4, None, None)
    assert (interval.clusters, interval.resamples, interval.resampled) == (1, 0, "nothing")


def test_one_cluster_resamples_its_values_and_says_so() -> None:
    values = [0.0, 1.0, 0.5, 0.2]
    inside, free = bootstrap_interval(values, clusters=["a"] * 4, seed=0), bootstrap_interval(values, seed=0)
    assert inside.resampled == free.resampled == "values"
    assert (inside.low, inside.high) == (free.low, free.high)
    assert inside.low is not None
    assert inside.high is not None
    assert inside.low < inside.high
    assert (inside.clusters, free.clusters) == (1, 4)


def test_nothing_to_divide_by() -> None:
    empty = bootstrap_interval([1, 2], [0, 0], seed=0)
    assert (empty.estimate, empty.low, empty.resamples) == (None, None, 0)
    # One draw in four takes twice the cluster without weight.
    part = bootstrap_interval([1, 2], [0, 1], clusters=[0, 1], seed=0, resamples=4000)
    assert part.estimate == part.low == part.high == 2
    assert part.resamples == pytest.approx(3000, abs=150)


@settings(max_examples=50)
@given(st.lists(st.tuples(unit, st.integers(0, 3), st.floats(0.1, 5)), min_size=2, max_size=12))
def test_bounds_are_ordered_and_within_the_values(rows: list[tuple[float, int, float]]) -> None:
    values, clusters, weights = (list(column) for column in zip(*rows, strict=True))
    interval = bootstrap_interval(values, weights, clusters, seed=0, resamples=100)
    assert interval.low is not None
    assert interval.high is not None
    assert interval.estimate is not None
    assert min(values) - 1e-12 <= interval.low <= interval.high <= max(values) + 1e-12
    wider = bootstrap_interval(values, weights, clusters, seed=0, resamples=100, level=0.99)
    assert wider.low is not None
    assert wider.low <= interval.low


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"values": [1.0, float("nan")]}, "values must be finite"),
        ({"values": [1.0, 2.0], "weights": [1.0]}, "2 values, but 1 weights"),
        ({"values": [1.0, 2.0], "weights": [1.0, -1.0]}, "weights must not be negative"),
        ({"values": [1.0], "denominators": [-1.0]}, "denominators must not be negative"),
        ({"values": [1.0, 2.0], "clusters": ["a"]}, "2 values, but 1 clusters"),
        ({"values": [1.0], "resamples": 0}, "resamples"),
        ({"values": [1.0], "level": 1.0}, "level"),
    ],
)
def test_wrong_use(arguments: dict[str, list[float]], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        bootstrap_interval(**arguments, seed=0)  # type: ignore[arg-type]
