from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings

from m3bench.core import Call, Outcome, Step, Trajectory
from m3bench.encoders import CachingEncoder, HashingEncoder
from m3bench.scoring import M3_RELEASED, METRICS, Explanation, Profile, Scorer, explain, get_profile
from tests.scoring.strategies import steps, task, trajectory

Steps = tuple[Step, ...]
ENCODER = CachingEncoder(HashingEncoder())


def _explain(prediction: Steps, reference: Steps, profile: Profile | str = "m3") -> Explanation:
    return explain(Scorer(profile, ENCODER), trajectory(prediction), task(reference))


def _losses(explanation: Explanation) -> dict[str, tuple[str, ...]]:
    return {reason.metric: reason.losses for reason in explanation.reasons}


def _geocode(*queries: str) -> Step:
    return Step(tuple(Call("maps/geocode", {"query": query}) for query in queries))


def test_nothing_is_lost_by_a_perfect_copy() -> None:
    reference = (_geocode("a", "b"), _geocode("c"))
    assert set(_losses(_explain(reference, reference)).values()) == {()}


def test_every_kind_of_loss_is_named() -> None:
    reference = (_geocode("harbour", "lighthouse"), _geocode("museum"), Step((Call("wiki/summary"),)))
    prediction = (_geocode("museum", "lighthouse"), _geocode("harbour"), Step((Call("reddit/search"),)))
    losses = _losses(_explain(prediction, reference))
    assert losses["recall"] == ("reference call 4 (wiki/summary) unmatched",)
    assert losses["precision"] == ("predicted call 4 (reddit/search) unmatched",)
    assert losses["step_coherence"] == (
        "reference step 1 is split over predicted steps 1, 2",
        "× 0.750, the recall",
    )
    assert losses["merge_purity"][0] == "predicted step 1 merges reference steps 1, 2"
    assert losses["order_consistency"][0] == "1↔3 and 3↔1 are in inverted order"
    assert losses["argument_similarity"] == ("× 0.750, the recall",)


def test_weak_matches_are_told_from_strong_ones() -> None:
    reference, prediction = (_geocode("Grey Lighthouse"),), (_geocode("Grey Lighthouse Skagen, north"),)
    score = _explain(prediction, reference).score.matches[0].similarity
    assert 0.6 <= score < 0.97
    strict = get_profile("m3").with_thresholds(strong=0.99)
    (loss,) = _losses(_explain(prediction, reference, strict))["argument_similarity"]
    assert loss == f"1↔1 at {score:.3f} is weak and does not count"


def test_calls_that_came_near_are_told_how_near() -> None:
    reference = (
        Step((Call("wiki/summary", {"title": "Quince"}), Call("wiki/summary", {"title": "Quince"}))),
    )
    prediction = (Step((Call("wiki/summary", {"title": "Quince"}), Call("wiki/summary", "zzzzz 0000 ????"))),)
    explanation = _explain(prediction, reference)
    (missed,), (spare,) = explanation.unmatched_reference, explanation.unmatched_prediction
    assert missed.reason == "the nearest is prediction call 1 at 1.000, but another call fits it better"
    assert spare.reason.startswith("the nearest is reference call 1 at 0.")
    assert spare.reason.endswith(", below 0.6")


def test_the_released_profile_names_its_own_coverage() -> None:
    reference = (_geocode("a harbour"), _geocode("b lighthouse"), _geocode("c museum"))
    losses = _losses(_explain(reference[:2], reference, M3_RELEASED))
    assert losses["order_consistency"] == ("× 0.333, the covered share of the reference's cross-step pairs",)
    assert losses["argument_similarity"] == ("× 0.667, the strong recall",)


def test_long_lists_are_cut() -> None:
    reference = (_geocode(*map(str, range(20))),)
    losses = _losses(_explain((), reference))
    assert losses["recall"][-1] == "and 14 more"


def test_no_prediction_can_be_explained() -> None:
    explanation = explain(Scorer("m3", ENCODER), None, task((_geocode("a"),)))
    assert explanation.score.missing
    assert [call.reason for call in explanation.unmatched_reference] == [
        "the prediction never calls this tool"
    ]


@pytest.mark.parametrize("profile", ["m3", "m3-released"])
@given(steps, steps)
@settings(max_examples=100)
def test_a_metric_below_one_has_a_reason(profile: str, reference: Steps, prediction: Steps) -> None:
    explanation = _explain(prediction, reference, profile)
    score = explanation.score
    assert len(explanation.unmatched_reference) == score.reference_calls - len(score.matches)
    assert len(explanation.unmatched_prediction) == score.prediction_calls - len(score.matches)
    assert [reason.metric for reason in explanation.reasons] == list(METRICS)
    for reason in explanation.reasons:
        if score.matches and reason.value < 1 - 1e-9:
            assert reason.losses, reason.metric


GEOCODE = Call("maps/geocode", {"query": "Graz"})


def made(call: Call, outcome: Outcome | None) -> Trajectory:
    return trajectory((Step((msgspec.structs.replace(call, outcome=outcome),)),))


@pytest.mark.parametrize("outcome", [Outcome.INVALID_ARGUMENTS, Outcome.UNKNOWN_TOOL, Outcome.ILLEGAL_FORMAT])
def test_a_refused_call_matches_nothing_in_typed(outcome: Outcome) -> None:
    prediction, reference = made(GEOCODE, outcome), task((Step((GEOCODE,)),))
    explanation = explain(Scorer("typed", ENCODER), prediction, reference)
    assert explanation.score.metrics.average == 0
    assert explanation.score.prediction_calls == 1
    (missed,), (spare,) = explanation.unmatched_reference, explanation.unmatched_prediction
    assert missed.reason == "the prediction's calls of this tool were refused and never ran"
    assert spare.reason == "it was refused and never ran"
    for profile in ("m3", "m3-released"):  # as published
        assert len(Scorer(profile, ENCODER).score(prediction, reference).matches) == 1


@pytest.mark.parametrize("outcome", [None, Outcome.SUCCESS, Outcome.NOT_FOUND, Outcome.TOOL_ERROR])
def test_a_call_that_ran_matches_whatever_came_of_it(outcome: Outcome | None) -> None:
    score = Scorer("typed", ENCODER).score(made(GEOCODE, outcome), task((Step((GEOCODE,)),)))
    assert score.metrics.average == 1


def test_a_second_try_matches_after_a_refused_one() -> None:
    refused = msgspec.structs.replace(GEOCODE, outcome=Outcome.INVALID_ARGUMENTS)
    prediction = trajectory((Step((refused,)), Step((GEOCODE,))))
    score = Scorer("typed", ENCODER).score(prediction, task((Step((GEOCODE,)),)))
    assert [(match.reference_call, match.prediction_call) for match in score.matches] == [(0, 1)]
    assert score.metrics.precision == 0.5
