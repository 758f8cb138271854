"""What code can tell of a way, before anybody is asked."""

from __future__ import annotations

import msgspec

from m3bench.core import Call, Outcome, Result, Status, Step, Text, Trajectory
from m3bench.forge.references.bench import ExecutorRun
from m3bench.forge.references.graph import Action, build_graph
from m3bench.forge.references.verdict import flow_verdict, outcome_verdict, ungrounded_values
from tests.forge.benches import details, find, graph, identifier, task


def _tried(**changes: object) -> ExecutorRun:
    steps = (Step(tuple(graph([find("Alder")]).calls)),)
    trajectory = Trajectory(task_id="inns/1", steps=steps, answer="4.25", status=Status.COMPLETED)
    return ExecutorRun(executor="a", trajectory=msgspec.structs.replace(trajectory, **changes))


def test_a_good_ending_is_accepted() -> None:
    assert outcome_verdict(task(), _tried()).accepted


def test_bad_endings_are_rejected_with_reasons() -> None:
    assert "out_of_steps" in outcome_verdict(task(), _tried(status=Status.OUT_OF_STEPS)).reasons[0]
    assert outcome_verdict(task(), _tried(answer=" ")).reasons == ("the executor gave no answer",)
    assert "has no basis" in outcome_verdict(task(), _tried(steps=())).reasons[0]
    failed = msgspec.structs.replace(_tried(), failed=("answer_number: 3 is not 4",))
    assert "answer_number" in outcome_verdict(task(), failed).reasons[0]


def test_an_identifier_from_nowhere_is_unfounded() -> None:
    ungrounded = ungrounded_values(graph([details("Alder")]), task())
    assert [(value.call, value.value, value.later) for value in ungrounded] == [
        (0, identifier("Alder"), None)
    ]
    verdict = flow_verdict(ungrounded)
    assert not verdict.accepted
    assert "neither in the request nor in an earlier result" in verdict.reasons[0]


def test_an_identifier_that_comes_afterwards_is_out_of_order() -> None:
    (value,) = ungrounded_values(graph([details("Alder"), find("Alder")]), task())
    assert value.later == "inns/find"
    assert "before inns/find returns it" in str(value)


def test_it_is_told_once_where_it_is_first_used() -> None:
    assert len(ungrounded_values(graph([details("Alder"), details("Alder")]), task())) == 1


def test_what_was_fetched_or_asked_for_is_founded() -> None:
    assert ungrounded_values(graph([find("Alder"), details("Alder")]), task()) == []
    asked = graph([details("Alder")], request=f"How good is {identifier('Alder')}?")
    assert ungrounded_values(asked, task()) == []


def test_what_the_picture_is_known_to_say_or_the_judge_has_seen_is_founded() -> None:
    known = msgspec.structs.replace(task(), extra={"key_facts": [identifier("Alder")]})
    assert ungrounded_values(graph([details("Alder")]), known) == []
    assert flow_verdict(ungrounded_values(graph([details("Alder")]), task()), [identifier("Alder")]).accepted


def test_a_figure_near_to_a_known_one_was_worked_out() -> None:
    def action(name: str, arguments: object, said: str) -> Action:
        return Action(Call(name, arguments, result=Result((Text(said),)), outcome=Outcome.SUCCESS))

    tile = [action("maps/geocode", {}, "41.8919"), action("air/now", {"lat": 41.9023}, "fine")]
    assert ungrounded_values(build_graph(tile, ""), task()) == []
    finer = [action("sky/now", {}, "27.18"), action("air/now", {"lat": 27.175015}, "fine")]
    assert [value.value for value in ungrounded_values(build_graph(finer, ""), task())] == ["27.175015"]
    far = [action("maps/geocode", {}, "41.8919"), action("air/now", {"lat": 12.4805}, "fine")]
    assert [value.value for value in ungrounded_values(build_graph(far, ""), task())] == ["12.4805"]
    park = [action("parks/find", {}, "40.5517"), action("maps/matrix", {"lat": 40.5901}, "far")]
    assert [value.value for value in ungrounded_values(build_graph(park, ""), task())] == ["40.5901"]
