"""What must hold for any two trajectories, whatever they are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import Step
from m3bench.encoders import CachingEncoder, Encoder, HashingEncoder
from m3bench.scoring import M3, M3_RELEASED, METRICS, Profile, Scorer
from m3bench.scoring.metrics import Shape
from tests.scoring.strategies import shuffled, steps, task, trajectory, without_call

Steps = tuple[Step, ...]
HASHING = CachingEncoder(HashingEncoder())
PROFILES = [M3, M3_RELEASED]


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
@given(steps, steps)
@settings(max_examples=150)
def test_scores_lie_between_0_and_1(profile: Profile, reference: Steps, prediction: Steps) -> None:
    score = Scorer(profile, HASHING).score(trajectory(prediction), task(reference))
    assert all(0 <= value <= 1 for value in score.metrics.values())
    assert len(score.matches) <= min(score.reference_calls, score.prediction_calls)


@given(steps, steps, st.integers(0, 1000))
@settings(max_examples=150)
def test_order_inside_steps_and_objects_does_not_matter(
    reference: Steps, prediction: Steps, seed: int
) -> None:
    scorer = Scorer(M3, HASHING)
    plain = scorer.score(trajectory(prediction), task(reference))
    mixed = scorer.score(trajectory(shuffled(prediction, seed)), task(shuffled(reference, seed + 1)))
    assert mixed.metrics == plain.metrics


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
@given(steps, steps, st.data())
@settings(max_examples=150)
def test_recall_never_rises_when_a_call_is_removed(
    profile: Profile, reference: Steps, prediction: Steps, data: st.DataObject
) -> None:
    calls = Shape.of(prediction).calls
    scorer = Scorer(profile, HASHING)
    before = scorer.score(trajectory(prediction), task(reference)).metrics.recall
    index = data.draw(st.integers(0, max(0, calls - 1)))
    after = scorer.score(trajectory(without_call(prediction, index)), task(reference)).metrics.recall
    assert after <= before


@given(steps)
@settings(max_examples=100)
def test_a_perfect_copy_scores_one_throughout(reference: Steps) -> None:
    score = Scorer(M3, HASHING).score(trajectory(reference), task(reference))
    assert score.metrics.values() == pytest.approx((1.0,) * len(METRICS))


@given(steps, steps)
@settings(max_examples=100)
def test_matches_are_one_to_one_and_of_one_tool(reference: Steps, prediction: Steps) -> None:
    score = Scorer(M3, HASHING).score(trajectory(prediction), task(reference))
    left, right = ([call for step in side for call in step.calls] for side in (reference, prediction))
    assert len({match.reference_call for match in score.matches}) == len(score.matches)
    assert len({match.prediction_call for match in score.matches}) == len(score.matches)
    for match in score.matches:
        assert left[match.reference_call].name == right[match.prediction_call].name == match.tool
        assert match.similarity >= M3.weak


@given(st.lists(st.tuples(steps, steps), min_size=1, max_size=3))
@settings(max_examples=15)
def test_company_does_not_change_a_score(minilm: Encoder, pairs: list[tuple[Steps, Steps]]) -> None:
    """With the real encoder: one by one and all together give the same numbers, to the bit."""
    scorer = Scorer(M3, minilm)
    tasks = [task(reference, task_id=str(number)) for number, (reference, _) in enumerate(pairs)]
    predictions = [trajectory(found, task_id=str(number)) for number, (_, found) in enumerate(pairs)]
    report = scorer.score_many(predictions, tasks)
    assert list(report.tasks) == [
        scorer.score(prediction, one) for prediction, one in zip(predictions, tasks, strict=True)
    ]
