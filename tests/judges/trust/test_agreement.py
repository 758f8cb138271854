from __future__ import annotations

import pytest

from m3bench.judges.trust.agreement import Scale, agreement

TEN = Scale(0, 10)


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


def test_the_distance_has_no_sign() -> None:
    found = agreement([2.0, 8.0], [4.0, 6.0], Scale(1, 10))
    assert (found.difference, found.distance) == (0.0, 2.0)
    assert agreement([], [], Scale(1, 10)).distance is None
