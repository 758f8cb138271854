from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.judges import Judgement
from m3bench.judges.trust.reliability import reliability


def said(case: str, judge: str, score: float | None, turn: int = 0, problem: str = "") -> Judgement:
    return Judgement(
        case=case,
        judge=judge,
        prompt="rubric@1",
        input=case,
        turn=turn,
        scores=None if score is None else {"quality": score},
        problem=problem,
    )


def test_spread_between_judges_is_of_the_same_case() -> None:
    found = reliability([said("a", "x", 2), said("a", "y", 6), said("b", "x", 9), said("b", "y", 9)])
    spread = found.between_judges["quality"]
    assert (spread.groups, spread.mean_range, spread.mean_deviation) == (2, 2.0, 1.0)
    assert (spread.widest, spread.widest_case) == (4.0, "a")
    assert found.between_turns == {}


def test_spread_between_shuffles_is_of_the_same_case_and_judge() -> None:
    readings = [said("a", "x", score, turn) for turn, score in enumerate((4, 6, 8))]
    found = reliability([*readings, said("a", "y", 1), said("b", "x", 5)])
    spread = found.between_turns["quality"]
    assert (spread.groups, spread.mean_range) == (1, 4.0)
    assert spread.mean_deviation == pytest.approx((8 / 3) ** 0.5)
    # Between judges, the mean of a judge's readings counts.
    assert found.between_judges["quality"].mean_range == 5.0


def test_each_judge_is_compared_with_the_others_on_the_cases_they_share() -> None:
    found = reliability(
        [said("a", "mild", 8), said("a", "x", 6), said("a", "y", 4), said("b", "mild", 10), said("c", "x", 1)]
    )
    records = {judge.judge: judge for judge in found.judges}
    assert records["mild"].means == {"quality": 9.0}
    assert records["mild"].leanings == {"quality": 3.0}
    assert records["x"].leanings == {"quality": 0.0}


def test_what_is_missing_is_counted_and_in_no_mean() -> None:
    found = reliability(
        [
            said("a", "x", None, problem="no reply"),
            said("b", "x", None, problem="no reply"),
            said("c", "x", 3),
        ]
    )
    (record,) = found.judges
    assert (record.asked, record.missing, record.means, record.problems) == (
        3,
        2,
        {"quality": 3.0},
        ("no reply",),
    )
    assert (found.asked, found.missing) == (3, 2)


def test_nothing_judged_is_nothing_known() -> None:
    assert reliability([]).judges == ()


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xyz"), st.floats(0, 10)), max_size=30))
def test_spreads_are_within_the_scale(given_scores: list[tuple[str, str, float]]) -> None:
    found = reliability([said(case, judge, score) for case, judge, score in given_scores])
    for spread in (*found.between_judges.values(), *found.between_turns.values()):
        assert 0 <= spread.mean_deviation <= spread.mean_range <= spread.widest <= 10
    assert found.asked == len(given_scores)
