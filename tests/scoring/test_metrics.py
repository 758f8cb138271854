"""The six metrics against values computed by hand, and the edge cases of docs/metrics.md."""

from __future__ import annotations

from math import log

import pytest

from m3bench.core import Call, Step, UsageError
from m3bench.scoring import M3, M3_RELEASED, METRICS, TYPED, Match, Profile, get_profile
from m3bench.scoring.metrics import Metrics, Shape, measure, merge_purity, order_consistency, step_coherence


def _match(reference_step: int, prediction_step: int, similarity: float = 1.0) -> Match:
    return Match(0, 0, reference_step, prediction_step, similarity, "t")


def _measure(
    matches: list[Match], reference: tuple[int, ...], prediction: tuple[int, ...], profile: Profile
) -> Metrics:
    return measure(matches, Shape(reference), Shape(prediction), profile)


def test_step_coherence_by_hand() -> None:
    """Step 0 has three matches in two predicted steps (1/2), step 1 has one in one (1)."""
    matches = [_match(0, 0), _match(0, 0), _match(0, 1), _match(1, 1)]
    assert step_coherence(matches) == pytest.approx((3 * 0.5 + 1) / 4)


def test_merge_purity_by_hand() -> None:
    """Predicted step 0 holds all of steps 0 and 1 in equal parts: no purity; step 1 is pure."""
    assert merge_purity([_match(0, 0), _match(1, 0)]) == pytest.approx(0)
    mixed = [_match(0, 0, 0.9), _match(1, 0, 0.6), _match(2, 1, 1.0)]
    entropy = -(0.6 * log(0.6) + 0.4 * log(0.4))
    assert merge_purity(mixed) == pytest.approx(1 - (1.5 / 2.5) * entropy / log(3))


def test_order_consistency_by_hand() -> None:
    """Of six pairs, two share a step on one side; two of the other four are inverted."""
    matches = [_match(0, 1), _match(0, 2), _match(1, 0), _match(2, 2)]
    assert order_consistency(matches) == pytest.approx(1 - 2 / 4)


def test_many_matches_in_one_cell_count_pair_by_pair() -> None:
    matches = [_match(0, 1)] * 3 + [_match(1, 0)] * 2 + [_match(2, 2)]
    assert order_consistency(matches) == pytest.approx(1 - 6 / 11)


def test_all_six_by_hand() -> None:
    """Two steps of two calls; three matches, one of them weak, both steps merged into one."""
    matches = [_match(0, 0, 0.9), _match(0, 0, 0.7), _match(1, 0, 1.0)]
    entropy = -(1.6 / 2.6 * log(1.6 / 2.6) + 1 / 2.6 * log(1 / 2.6))
    expected = {
        "recall": 0.75,
        "precision": 0.6,
        "argument_similarity": 0.95 * 0.75,
        "step_coherence": 0.75,
        "order_consistency": 0.75,
        "merge_purity": (1 - entropy / log(2)) * 0.75,
    }
    metrics = _measure(matches, (2, 2), (5,), M3)
    assert {name: getattr(metrics, name) for name in METRICS} == pytest.approx(expected)
    assert metrics.average == pytest.approx(sum(expected.values()) / 6)
    released = _measure(matches, (2, 2), (5,), M3_RELEASED)
    assert released.argument_similarity == pytest.approx(1.9 / 4)
    assert released.order_consistency == pytest.approx(1.0 * 2 / 4)


ONE, NONE = (1.0,) * 6, (0.0,) * 6
EDGE_CASES = {
    "both empty": ([], (), (), ONE, NONE),
    "both of empty steps": ([], (0, 0), (0,), ONE, NONE),
    "nothing predicted": ([], (2, 1), (), NONE, NONE),
    "nothing asked for": ([], (), (2,), (1, 0, 1, 1, 1, 1), NONE),
    "one step, perfect": ([_match(0, 0), _match(0, 0)], (2,), (2,), ONE, (1, 1, 1, 1, 0, 1)),
    "no strong match": ([_match(0, 0, 0.7)], (1,), (1,), (1, 1, 0, 1, 1, 1), (1, 1, 0, 1, 0, 1)),
    "no match at all": ([], (1,), (1,), NONE, NONE),
    "one call of two steps": (
        [_match(0, 0)],
        (1, 1),
        (1,),
        (0.5, 1, 0.5, 0.5, 0.5, 0.5),
        (0.5, 1, 0.5, 0.5, 0, 0.5),
    ),
    "two steps merged": (
        [_match(0, 0), _match(1, 0)],
        (1, 1),
        (2,),
        (1, 1, 1, 1, 1, 0),
        (1, 1, 1, 1, 1, 0),
    ),
    "two steps inverted": (
        [_match(0, 1), _match(1, 0)],
        (1, 1),
        (1, 1),
        (1, 1, 1, 1, 0, 1),
        (1, 1, 1, 1, 0, 1),
    ),
    "each call done twice": (
        [_match(0, 0), _match(1, 2)],
        (1, 1),
        (1, 1, 1, 1),
        (1, 0.5, 1, 1, 1, 1),
        (1, 0.5, 1, 1, 1, 1),
    ),
}


@pytest.mark.parametrize("case", EDGE_CASES)
def test_edge_cases(case: str) -> None:
    matches, reference, prediction, paper, released = EDGE_CASES[case]
    assert _measure(matches, reference, prediction, TYPED).values() == pytest.approx(paper)
    assert _measure(matches, reference, prediction, M3).values() == pytest.approx(paper)
    assert _measure(matches, reference, prediction, M3_RELEASED).values() == pytest.approx(released)


def test_shape_counts_pairs_across_steps() -> None:
    shape = Shape.of([Step((Call("a"), Call("b"))), Step(), Step((Call("c"),))])
    assert (shape.calls, shape.cross_step_pairs) == (3, 2)


def test_thresholds_must_make_sense() -> None:
    with pytest.raises(UsageError, match=r"weak 0\.9, strong 0\.8"):
        M3.with_thresholds(weak=0.9)
    with pytest.raises(UsageError, match="Unknown profile 'm4'"):
        get_profile("m4")
