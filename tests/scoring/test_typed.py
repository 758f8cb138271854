"""The profile `typed` beside the alignment: totals, ties, equivalent tools, facts, files that agents name."""

from __future__ import annotations

import pytest

from m3bench.core import (
    Call,
    Equivalence,
    EquivalentTool,
    Fact,
    Reference,
    Result,
    Step,
    Task,
    Text,
    Trajectory,
)
from m3bench.encoders import CachingEncoder, HashingEncoder
from m3bench.scoring import M3, TYPED, Scorer, explain

ENCODER = CachingEncoder(HashingEncoder())
PLACES = Equivalence(
    "place of a name",
    (
        EquivalentTool("maps/search", {"query": "place"}, {"id": ""}),
        EquivalentTool("maps/geocode", {"address": "place"}, {"id": ""}, covers=False),
        EquivalentTool("maps/route", {"from.address": "start", "travelMode": "mode"}, {"m": ""},
                       values={"mode": {"walk": "walking"}}),
        EquivalentTool("maps/way", {"origins": "start", "mode": "mode"}, {"m": ""}),
    ),
)  # fmt: skip


def _trajectory(*calls: Call, task_id: str = "t") -> Trajectory:
    return Trajectory(task_id=task_id, steps=tuple(Step((call,)) for call in calls))


def _task(*calls: Call, facts: tuple[Fact, ...] = (), request: str | None = None, id: str = "t") -> Task:  # noqa: A002
    reference = Reference(steps=tuple(Step((call,)) for call in calls), facts=facts)
    return Task(id=id, request=request, references=(reference,))


def _recall(prediction: Call, reference: Call, **more: object) -> float:
    scorer = Scorer(TYPED, ENCODER, equivalences=(PLACES,))
    return scorer.score(_trajectory(prediction), _task(reference, **more)).metrics.recall  # type: ignore[arg-type]


def test_an_attempt_without_calls_weighs_as_much_as_its_reference_in_precision() -> None:
    call = Call("wiki/summary", {"title": "Quince"})
    tasks = [_task(call, id="done"), _task(call, call, call, id="silent"), _task(call, id="absent")]
    predictions = [_trajectory(call, task_id="done"), Trajectory(task_id="silent")]
    assert Scorer(TYPED, ENCODER).score_many(predictions, tasks).total.metrics.precision == pytest.approx(
        1 / 5
    )
    assert Scorer(M3, ENCODER).score_many(predictions, tasks).total.metrics.precision == 1


def test_nothing_asked_and_nothing_done_weighs_nothing() -> None:
    scorer = Scorer(TYPED, ENCODER)
    empty = Task(id="empty", references=(Reference(),))
    score = scorer.score(Trajectory(task_id="empty"), empty)
    assert score.metrics.values() == (1.0,) * 6
    assert score.precision_calls == 0


def test_a_tool_that_can_stand_for_another_covers_its_call_where_arguments_agree() -> None:
    reference = Call("maps/geocode", {"address": "Eiffel Tower"})
    assert _recall(Call("maps/search", {"query": "eiffel tower", "limit": 3}), reference) == 1
    assert _recall(Call("maps/search", {"query": "Taj Mahal"}), reference) == 0
    assert _recall(Call("maps/search", {}), reference) == 0


def test_a_tool_that_says_only_a_part_covers_no_other() -> None:
    assert (
        _recall(
            Call("maps/geocode", {"address": "Eiffel Tower"}), Call("maps/search", {"query": "Eiffel Tower"})
        )
        == 0
    )


def test_parts_of_parameters_and_other_words_for_values_correspond() -> None:
    reference = Call("maps/route", {"from": {"address": "Belmar, NJ"}, "travelMode": "WALK"})
    assert _recall(Call("maps/way", {"origins": ["Belmar, NJ"], "mode": "walking"}), reference) == 1
    assert _recall(Call("maps/way", {"origins": ["Newark, NJ"], "mode": "walking"}), reference) == 0


def test_without_a_declaration_other_tools_never_match() -> None:
    scorer = Scorer(TYPED, ENCODER)
    reference = Call("maps/geocode", {"address": "Eiffel Tower"})
    prediction = _trajectory(Call("maps/search", {"query": "Eiffel Tower"}))
    assert scorer.score(prediction, _task(reference)).metrics.recall == 0


def test_a_call_that_obtained_the_same_facts_covers_whatever_it_was_given() -> None:
    reference = Call("wiki/summary", {"title": "Petronas Towers"})
    facts = (Fact("451.9", also=("1,483 ft",), call=0), Fact("César Pelli", call=0))
    told = Result((Text("Twin towers of 1,483 ft in Kuala Lumpur, by César Pelli."),))
    found = Call("wiki/summary", {"title": "Menara Kembar"}, result=told)
    assert _recall(found, reference, facts=facts) == 1
    part = Call("wiki/summary", {"title": "Menara Kembar"}, result=Result((Text("By César Pelli."),)))
    assert _recall(part, reference, facts=facts) == 0
    echoed = Call(
        "wiki/summary", {"title": "451.9 César Pelli"}, result=Result((Text("no 451.9 César Pelli"),))
    )
    assert _recall(echoed, reference, facts=facts) == 0
    elsewhere = Call("reddit/post", {"id": "1"}, result=told)
    assert _recall(elsewhere, reference, facts=facts) == 0
    failed = Call("wiki/summary", {"title": "Menara Kembar"}, result=Result(told.content, is_error=True))
    assert _recall(failed, reference, facts=facts) == 0


def test_agents_choose_the_names_of_files_that_nobody_asked_for() -> None:
    reference = [
        Call(
            "image/crop",
            {"input_path": "p.png", "x1": 0, "y1": 0, "x2": 50, "y2": 50, "output_path": "worker.png"},
        ),
        Call("ocr/read", {"input_path": "worker.png"}),
    ]
    made = [
        Call(
            "image/crop",
            {"input_path": "p.png", "x1": 0, "y1": 1, "x2": 50, "y2": 50, "output_path": "cut.png"},
        ),
        Call("ocr/read", {"input_path": "cut.png"}),
    ]
    scorer = Scorer(TYPED, ENCODER)
    free = _task(*reference, request="What stands on the sign in p.png?")
    asked = _task(*reference, request="Cut the worker out of p.png, save that as worker.png and read it.")
    assert scorer.score(_trajectory(*made), free).metrics.recall == 1
    assert scorer.score(_trajectory(*made), asked).metrics.recall == 0


def test_a_number_that_the_request_states_weighs_more_than_a_page_size() -> None:
    reference, other = (
        Call("okx/candles", {"coin_id": "BTC", "limit": 48}),
        Call("okx/candles", {"coin_id": "BTC"}),
    )
    scorer = Scorer(TYPED, ENCODER)
    silent = scorer.score(_trajectory(other), _task(reference)).matches[0].similarity
    stated = scorer.score(_trajectory(other), _task(reference, request="the last 48 hours of BTC")).matches
    assert silent > TYPED.strong
    assert not stated or stated[0].similarity < TYPED.strong


def test_no_threshold_lets_a_forbidden_pair_through() -> None:
    scorer = Scorer(TYPED.with_thresholds(weak=-1, strong=-1), ENCODER)
    wrong = _trajectory(Call("wiki/summary", {"title": "Taj Mahal"}))
    assert scorer.score(wrong, _task(Call("wiki/summary", {"title": "Quince"}))).matches == ()


def test_the_order_inside_a_step_changes_nothing() -> None:
    calls = [Call("wiki/summary", {"title": title}) for title in ("Quince", "Quince tree", "Apple")]
    task = Task(id="t", references=(Reference(steps=(Step(tuple(calls)),)),))
    scorer = Scorer(TYPED, ENCODER)
    one, other = (
        scorer.score(Trajectory(task_id="t", steps=(Step(tuple(order)),)), task)
        for order in (calls[:2], calls[1::-1])
    )
    assert one.metrics == other.metrics


def test_an_explanation_names_the_fields_of_matches_and_near_misses() -> None:
    reference = [Call("wiki/summary", {"title": "Quince", "limit": 3}), Call("shop/get", {"asin": "B01"})]
    made = [Call("wiki/summary", {"title": "quince", "limit": 5}), Call("shop/get", {"asin": "B02"})]
    found = explain(Scorer(TYPED, ENCODER), _trajectory(*made), _task(*reference))
    match, miss = found.compared
    assert [(field.name, field.similarity, field.weight) for field in match.fields] == [
        ("title", 1.0, 1.0),
        ("limit", 0.0, 0.1),
    ]
    assert match.matched
    assert not miss.matched
    assert [(field.name, field.kind, field.forbids) for field in miss.fields] == [("asin", "code", True)]
    assert found.unmatched_reference[0].reason == "the nearest is prediction call 2 at 0.000, below 0.6"
    assert explain(Scorer(M3, ENCODER), _trajectory(*made), _task(*reference)).compared == ()
