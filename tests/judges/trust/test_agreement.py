from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.judges.trust.agreement import Scale, agreement, ranks, spearman, weighted_kappa

TEN = Scale(0, 10)
GRADES = st.integers(0, 10)
PAIRS = st.lists(st.tuples(GRADES, GRADES), min_size=1, max_size=40)


def test_kappa_by_hand() -> None:
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
    places = [(i, j) for i in range(size) for j in range(size)]
    chance = sum(weight[i][j] * rows[i] * columns[j] / len(grades) for i, j in places)
    return 1 - sum(weight[i][j] * seen[i][j] for i, j in places) / chance if chance else None


@given(PAIRS, st.sampled_from([1, 2]))
def test_kappa_is_that_of_the_textbook(grades: list[tuple[int, int]], power: int) -> None:
    wanted = _matrix_kappa(grades, power)
    assert weighted_kappa(grades, power=power) == (None if wanted is None else pytest.approx(wanted))


@given(PAIRS)
def test_kappa_is_at_most_one_and_the_same_both_ways(grades: list[tuple[int, int]]) -> None:
    found, turned = weighted_kappa(grades), weighted_kappa([(b, a) for a, b in grades])
    assert found == (None if turned is None else pytest.approx(turned))
    assert found is None or found <= 1
    same = weighted_kappa([(a, a) for a, _ in grades])
    assert same is None or same == 1


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 10)), min_size=2, max_size=30))
def test_spearman_is_the_correlation_of_ranks(pairs: list[tuple[float, float]]) -> None:
    from scipy.stats import pearsonr, rankdata

    first, second = [one for one, _ in pairs], [other for _, other in pairs]
    found = spearman(first, second)
    assert ranks(first) == pytest.approx(rankdata(first).tolist())
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert found is None
    else:
        assert found == pytest.approx(pearsonr(rankdata(first), rankdata(second)).statistic)


@pytest.mark.parametrize(
    ("scale", "score", "grade"),
    [
        (TEN, 6.4, 6),
        (TEN, 6.5, 7),
        (TEN, 12, 10),
        (TEN, -1, 0),
        (Scale(0, 1, 0.1), 0.7, 7),
        (Scale(0, 1, 0.1), 0.1 + 0.2, 3),
        (Scale(0, 1, 0.1), 0.25, 3),
        (Scale(1, 10), 1, 0),
        (Scale(1, 10), 10, 9),
    ],
)
def test_scores_have_grades(scale: Scale, score: float, grade: int) -> None:
    assert scale.grade(score) == grade


def test_all_of_it_by_hand() -> None:
    found = agreement([8, 5, 2, 10], [8, 6, 5, 10], TEN)
    assert (found.cases, found.exact, found.within_one) == (4, 0.5, 0.75)
    assert found.difference == -1.0
    assert found.spearman == 1.0
    # Observed 10/4; by chance the mean of (a-b)² over all sixteen pairs, which is 241/16.
    chance = sum((a - b) ** 2 for a in (8, 5, 2, 10) for b in (8, 6, 5, 10)) / 16
    assert found.quadratic_kappa == pytest.approx(1 - 2.5 / chance)


def test_nothing_in_common_is_nothing_known() -> None:
    found = agreement([], [], TEN)
    assert (found.cases, found.exact, found.quadratic_kappa, found.spearman) == (0, None, None, None)
    with pytest.raises(ValueError, match="same cases"):
        agreement([1], [], TEN)
