"""Kappa and Spearman, against the textbook and against scipy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr, rankdata

from m3bench.statistics import cohens_kappa, spearman, weighted_kappa

GRADES = st.integers(0, 10)
PAIRS = st.lists(st.tuples(GRADES, GRADES), min_size=1, max_size=40)
labels = st.sampled_from(["approved", "rejected"])


def test_kappa_by_hand() -> None:
    # 20 times both yes, 5 times only the first, 10 times only the second, 15 times both no: 0.7 of which
    # chance gives 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert cohens_kappa(pairs) == pytest.approx(0.4)


def test_kappa_is_undefined_where_chance_alone_agrees() -> None:
    assert cohens_kappa([]) is None
    assert cohens_kappa([("y", "y")] * 7) is None
    assert cohens_kappa([("y", "n")] * 7) == 0.0


@given(st.lists(st.tuples(labels, labels), max_size=60))
def test_kappa_is_the_same_from_both_sides_and_at_most_one(pairs: list[tuple[str, str]]) -> None:
    kappa = cohens_kappa(pairs)
    assert kappa == cohens_kappa([(other, left) for left, other in pairs])
    if kappa is not None:
        share = sum(left == other for left, other in pairs) / len(pairs)
        assert -1 <= kappa <= 1
        assert kappa <= share
        assert (kappa == 1) == (share == 1)


def test_weighted_kappa_by_hand() -> None:
    # Observed: one of four is off by one, (0 + 0 + 1 + 0) / 4. By chance, from the margins {1: 2, 2: 2} and
    # {1: 3, 2: 1}: (2·1 + 2·3) / 16 = 1/2 of distance 1.
    grades = [(1, 1), (1, 1), (2, 1), (2, 2)]
    assert weighted_kappa(grades, power=1) == pytest.approx(0.5)
    assert weighted_kappa(grades, power=2) == pytest.approx(0.5)


def test_far_mistakes_weigh_more_in_the_quadratic_one() -> None:
    near = [(0, 1), (1, 0), (2, 2), (5, 5), (10, 10)]
    far = [(0, 10), (1, 1), (2, 2), (5, 5), (10, 10)]
    assert (weighted_kappa(near) or 0) > (weighted_kappa(near, power=1) or 0)
    assert (weighted_kappa(far) or 0) < (weighted_kappa(near) or 0)


def _matrix_kappa(grades: list[tuple[int, int]], power: int) -> float | None:
    """The textbook way: weights, a matrix of counts and one of what chance would give."""
    size = 11
    weight = [[abs(i - j) ** power / (size - 1) ** power for j in range(size)] for i in range(size)]
    seen = [[grades.count((i, j)) for j in range(size)] for i in range(size)]
    rows = [sum(row) for row in seen]
    columns = [sum(row[j] for row in seen) for j in range(size)]
    cells = [(i, j) for i in range(size) for j in range(size)]
    chance = sum(weight[i][j] * rows[i] * columns[j] / len(grades) for i, j in cells)
    return 1 - sum(weight[i][j] * seen[i][j] for i, j in cells) / chance if chance else None


@given(PAIRS, st.sampled_from([1, 2]))
def test_kappa_is_that_of_the_textbook(grades: list[tuple[int, int]], power: int) -> None:
    wanted = _matrix_kappa(grades, power)
    assert weighted_kappa(grades, power=power) == (None if wanted is None else pytest.approx(wanted))


@given(PAIRS)
def test_kappa_is_at_most_one_and_the_same_both_ways(grades: list[tuple[int, int]]) -> None:
    kappa, turned = weighted_kappa(grades), weighted_kappa([(b, a) for a, b in grades])
    assert kappa == (None if turned is None else pytest.approx(turned))
    assert kappa is None or kappa <= 1
    same = weighted_kappa([(a, a) for a, _ in grades])
    assert same is None or same == 1


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 10)), min_size=2, max_size=30))
def test_spearman_is_the_correlation_of_ranks(pairs: list[tuple[float, float]]) -> None:
    first, second = [left for left, _ in pairs], [other for _, other in pairs]
    correlation = spearman(first, second)
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert correlation is None
    else:
        assert correlation == pytest.approx(pearsonr(rankdata(first), rankdata(second)).statistic, abs=1e-12)


@given(PAIRS)
def test_plain_kappa_is_the_weighted_one_of_two_grades(pairs: list[tuple[int, int]]) -> None:
    halved = [(left // 6, other // 6) for left, other in pairs]
    assert cohens_kappa(halved) == weighted_kappa(halved, power=1) == weighted_kappa(halved)


def test_spearman_is_undefined_where_nothing_varies() -> None:
    assert spearman([], []) is None
    assert spearman([1.0], [2.0]) is None
    assert spearman([1.0, 1.0, 1.0], [1.0, 2.0, 3.0]) is None
    assert spearman([1.0, 2.0, 3.0], [3.0, 2.0, 1.0]) == pytest.approx(-1)
