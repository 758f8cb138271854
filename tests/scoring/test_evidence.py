"""What an attempt saw of the facts that a right answer rests on."""

from __future__ import annotations

import msgspec
import pytest

from m3bench.core import Call, Fact, Outcome, Reference, Result, Step, Task, Text, Trajectory
from m3bench.scoring import score_evidence

FACTS = (
    Fact("Asian Art", call=1, field="department"),
    Fact(1792946, call=0, field="object_number"),
    Fact("Bowl with lid", picture=True, field="title"),
    Fact("B-77", call=0),
)
TASK = Task(id="t", request="Which piece is this, and is it from 1723?", references=(Reference(facts=FACTS),))


def attempt(*calls: tuple[dict[str, object], str], outcome: Outcome = Outcome.SUCCESS) -> Trajectory:
    made = (Call("met/get", given, result=Result((Text(said),)), outcome=outcome) for given, said in calls)
    return Trajectory(task_id="t", steps=tuple(Step((call,)) for call in made))


def test_all_facts_seen_by_another_way_count() -> None:
    seen = score_evidence(attempt(({"q": "bowl"}, '{"id": 1792946, "in": "asian art"}')), TASK)
    assert seen.recall == 1.0
    assert seen.ungrounded == ()


def test_half_of_the_facts() -> None:
    seen = score_evidence(attempt(({"q": "bowl"}, "object 1792946")), TASK)
    assert seen.recall == 0.5
    assert [fact.value for fact in seen.missing] == ["Asian Art"]
    assert [fact.value for fact in seen.ungrounded] == ["Asian Art"]


def test_an_echo_of_the_arguments_is_no_evidence() -> None:
    echoed = attempt(({"q": "1792946 asian art"}, "nothing found for 1792946 Asian Art"))
    assert score_evidence(echoed, TASK).recall == 0.0


def test_what_was_seen_after_the_answer_is_no_evidence() -> None:
    tried = attempt(({"q": "bowl"}, "object 1792946"), ({"q": "art"}, "Asian Art"))
    early = msgspec.structs.replace(tried, extra={"answered_after_steps": 1})
    assert score_evidence(tried, TASK).recall == 1.0
    assert score_evidence(early, TASK).recall == 0.5


def test_a_failed_call_is_no_evidence() -> None:
    failed = attempt(({"q": "bowl"}, "1792946, Asian Art"), outcome=Outcome.INVALID_ARGUMENTS)
    assert score_evidence(failed, TASK).recall == 0.0


def test_part_of_a_number_or_word_is_no_evidence() -> None:
    assert score_evidence(attempt(({"q": "bowl"}, "21792946 in Caucasian Arts")), TASK).recall == 0.0


@pytest.mark.parametrize(("pictures", "left"), [(True, 0), (False, 1)])
def test_what_only_the_picture_shows_needs_the_picture(pictures: bool, left: int) -> None:
    seen = score_evidence(attempt(({}, "1792946, Asian Art")), TASK, pictures=pictures)
    assert len(seen.ungrounded) == left


def test_what_the_request_states_is_known() -> None:
    task = Task(
        id="t", request="Was it made in 1723?", references=(Reference(facts=(Fact(1723, field="year"),)),)
    )
    assert score_evidence(attempt(), task).ungrounded == ()


def test_an_answer_that_rests_on_no_result_has_no_recall() -> None:
    task = Task(id="t", references=(Reference(facts=FACTS[2:]),))
    assert score_evidence(attempt(), task).recall is None


def test_the_reference_that_the_attempt_saw_most_of_counts() -> None:
    other = Reference(facts=(Fact("Japan", call=0, field="culture"),))
    task = Task(id="t", references=(Reference(facts=FACTS), other))
    assert score_evidence(attempt(({}, "Japan")), task).recall == 1.0


def test_other_spellings_count() -> None:
    fact = Fact("Köln", ("Cologne",), call=0, field="city")
    task = Task(id="t", references=(Reference(facts=(fact,)),))
    assert score_evidence(attempt(({}, "It is in Cologne.")), task).recall == 1.0
