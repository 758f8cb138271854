from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import (
    ARTEFACTS_KEY,
    SABOTAGE_KEY,
    Call,
    Outcome,
    Reference,
    Result,
    Step,
    Text,
    Trajectory,
)
from m3bench.encoders import ExactEncoder
from m3bench.scoring import Error, Group, KnownTool, Mistake, Scorer, ToolBook, find_mistakes
from tests.scoring import strategies

GEOCODE = {
    "type": "object",
    "properties": {
        "address": {"type": "string", "minLength": 2},
        "limit": {"type": "integer", "minimum": 1, "maximum": 10},
        "units": {"enum": ["metric", "imperial"]},
        "zoom": {"anyOf": [{"type": "integer", "maximum": 20}, {"type": "null"}]},
    },
    "required": ["address"],
}
BOOK = ToolBook(
    [
        KnownTool("maps/geocode", GEOCODE, read_only=True),
        KnownTool("maps/route", {"type": "object"}, read_only=True),
        KnownTool("picture/crop", {"type": "object"}, read_only=False),
        KnownTool("picture/blur", {"type": "object"}, read_only=False),
        KnownTool("picture/fetch", {"type": "object"}, read_only=False),
        KnownTool("eye/look", {"type": "object"}, read_only=True),
        KnownTool("strange/thing", {"type": "nonsense"}),
    ]
)
PARIS, ROME = {"address": "Paris"}, {"address": "Rome"}


def steps(*calls: Call) -> tuple[Step, ...]:
    return tuple(Step((call,)) for call in calls)


def mistakes(
    prediction: tuple[Step, ...], reference: tuple[Step, ...] = (), tools: ToolBook = BOOK
) -> tuple[Mistake, ...]:
    scorer = Scorer("m3", ExactEncoder())
    attempt = strategies.trajectory(prediction)
    score = scorer.score(attempt, strategies.task(reference))
    return find_mistakes(score, attempt, Reference(steps=reference), tools, request=None, strong=0.8)


def kinds(*arguments: Any) -> list[Error]:
    return [mistake.error for mistake in mistakes(*arguments)]


def test_what_is_done_as_in_the_reference_is_no_mistake() -> None:
    right = steps(Call("maps/geocode", PARIS, outcome=Outcome.SUCCESS), Call("eye/look", {"file": "a.png"}))
    assert kinds(right, right) == []


def test_another_tool_with_the_same_value_is_the_wrong_one() -> None:
    found = mistakes(steps(Call("maps/route", {"to": "Paris"})), steps(Call("maps/geocode", PARIS)))
    assert found == (
        Mistake(
            error=Error.WRONG_TOOL,
            call=0,
            tool="maps/route",
            expected_call=0,
            expected_tool="maps/geocode",
        ),
    )


def test_of_several_the_one_that_shares_most_is_taken() -> None:
    asked = Call("wiki/summary", {"title": "Paris", "language": "French"})
    first = Call("maps/route", {"to": "Paris"})
    nearer = Call("books/find", {"about": "paris", "language": "french"})
    (found,) = mistakes(steps(first, nearer), steps(asked))
    assert (found.error, found.tool) == (Error.WRONG_TOOL, "books/find")


def test_what_nothing_stands_for_is_missing() -> None:
    found = mistakes(steps(Call("maps/route", {"to": "Oslo"})), steps(Call("maps/geocode", PARIS)))
    assert found == (Mistake(error=Error.MISSING_TOOL, expected_call=0, expected_tool="maps/geocode"),)


def test_a_tool_that_is_not_there_is_hallucinated_and_told_as_a_confusion() -> None:
    found = mistakes(steps(Call("maps/locate", PARIS)), steps(Call("maps/geocode", PARIS)))
    assert [(each.error, each.tool, each.expected_tool) for each in found] == [
        (Error.HALLUCINATED_TOOL, "maps/locate", "maps/geocode")
    ]


@pytest.mark.parametrize(
    ("call", "is_hallucinated"),
    [
        (Call("maps/locate"), True),
        (Call("far/away"), False),
        (Call("far/away", outcome=Outcome.UNKNOWN_TOOL), True),
        (Call("maps/locate", outcome=Outcome.SUCCESS), False),
    ],
)
def test_the_outcome_decides_or_else_the_list_of_a_known_server(call: Call, is_hallucinated: bool) -> None:
    assert (Error.HALLUCINATED_TOOL in kinds(steps(call))) is is_hallucinated


def test_a_call_made_again_is_repeated_unless_the_server_was_at_fault() -> None:
    good = Call("maps/geocode", PARIS, outcome=Outcome.SUCCESS)
    refused = Call("maps/geocode", PARIS, outcome=Outcome.INVALID_ARGUMENTS)
    broken = Call("maps/geocode", PARIS, outcome=Outcome.SERVER_FAULT)
    reference = steps(Call("maps/geocode", PARIS))
    assert kinds(steps(good, good), reference) == [Error.REPEATED_CALL]
    assert kinds(steps(refused, refused), reference) == [Error.REPEATED_CALL]
    assert kinds(steps(broken, good), reference) == [Error.SERVER_ISSUE]


def test_there_are_five_groups_with_twenty_kinds() -> None:
    assert Counter(error.group for error in Error) == dict(zip(Group, (4, 5, 5, 3, 3), strict=True))
    assert {error.group for error in Error if error.by_people} == {Group.MULTIMODAL, Group.OTHERS}


def test_a_tool_that_leaves_a_fault_is_an_issue_of_the_server() -> None:
    note = {SABOTAGE_KEY: {"path": "a.png", "fault": "mirror_picture"}}
    crop = Call("picture/crop", {}, result=Result(meta=note), outcome=Outcome.SUCCESS)
    look = Call("eye/look", {"file": "a.png"}, outcome=Outcome.SUCCESS)
    assert Error.SERVER_ISSUE in kinds(steps(crop, look), steps(crop, look))


@pytest.mark.parametrize(
    ("spans", "found"), [([[0.0, 1.0]], []), ([[0.0, 0.4]], [Error.INCOMPLETE_VERIFICATION])]
)
def test_a_look_at_a_part_is_incomplete(spans: list[list[float]], found: list[Error]) -> None:
    wrote = {ARTEFACTS_KEY: {"wrote": ["a.png"]}}
    seen = {ARTEFACTS_KEY: {"looked": [{"path": "a.png", "spans": spans}]}}
    crop = Call("picture/crop", {"output": "a.png"}, result=Result(meta=wrote), outcome=Outcome.SUCCESS)
    look = Call("eye/look", {"file": "a.png"}, result=Result(meta=seen), outcome=Outcome.SUCCESS)
    assert kinds(steps(crop, look), steps(crop, look)) == found


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"address": 5}, {Error.WRONG_TYPE}),
        ({"address": "Rome", "limit": "3"}, {Error.WRONG_TYPE}),
        ({"address": "Rome", "limit": 99}, {Error.OUT_OF_RANGE}),
        ({"address": "R"}, {Error.OUT_OF_RANGE}),
        ({"address": "Rome", "zoom": 21}, {Error.OUT_OF_RANGE}),
        ({"address": "Rome", "zoom": "big"}, {Error.WRONG_TYPE}),
        ({"limit": 3}, {Error.MISSING_PARAMETER}),
        (None, {Error.MISSING_PARAMETER}),
        ({"address": "Rome", "units": "furlongs"}, {Error.INVENTED_PARAMETER}),
        ({"address": "Rome", "colour": "red"}, {Error.INVENTED_PARAMETER}),
        (
            {"place": "Rome", "limit": 0},
            {Error.MISSING_PARAMETER, Error.INVENTED_PARAMETER, Error.OUT_OF_RANGE},
        ),
        ('{"address": "Rome"}', set()),
        ("not an object", set()),
        ({"address": "Rome", "zoom": None}, set()),
    ],
)
def test_schemas_tell_what_is_wrong_with_arguments(arguments: Any, expected: set[Error]) -> None:
    assert BOOK.parameter_errors(Call("maps/geocode", arguments)) == expected


def test_what_has_no_usable_schema_is_not_judged() -> None:
    assert BOOK.parameter_errors(Call("strange/thing", {"a": 1})) == frozenset()
    assert BOOK.parameter_errors(Call("far/away", {"a": 1})) == frozenset()


def test_a_tool_that_takes_anything_has_no_invented_parameters() -> None:
    taker = {"type": "object", "properties": {"a": {}}, "additionalProperties": True}
    assert ToolBook([KnownTool("s/t", taker)]).parameter_errors(Call("s/t", {"b": 1})) == frozenset()


def test_the_right_tool_on_something_else_is_the_wrong_object() -> None:
    (found,) = mistakes(steps(Call("maps/geocode", ROME)), steps(Call("maps/geocode", PARIS)))
    assert (found.error, found.call, found.expected_call) == (Error.WRONG_OBJECT, 0, 0)


def test_a_call_with_unfit_arguments_is_neither_missing_nor_aimed_at_something() -> None:
    unfit = steps(Call("maps/geocode", {"address": 5}, outcome=Outcome.INVALID_ARGUMENTS))
    assert kinds(unfit, steps(Call("maps/geocode", PARIS))) == [Error.WRONG_TYPE]


def test_what_is_not_there_is_the_wrong_object_unless_the_reference_asks_for_it() -> None:
    lost = steps(Call("eye/look", {"file": "lost.png"}, outcome=Outcome.NOT_FOUND))
    assert kinds(lost, lost) == []
    assert kinds(lost, ()) == [Error.WRONG_OBJECT]


CROP = Call("picture/crop", {"input_path": "a.png", "output_path": "b.png"}, outcome=Outcome.SUCCESS)
BLUR = Call(
    "picture/blur",
    {"input_path": "a.png"},
    result=Result((Text("wrote a_blurred.png"),)),
    outcome=Outcome.SUCCESS,
)


def look(file: str, outcome: Outcome = Outcome.SUCCESS) -> Call:
    return Call("eye/look", {"file": file}, outcome=outcome)


@pytest.mark.parametrize(
    ("attempt", "error"),
    [
        ((CROP,), Error.NO_VERIFICATION),
        ((look("a.png"), CROP), Error.NO_VERIFICATION),
        ((CROP, look("b.png")), None),
        ((CROP, look("a.png")), Error.PSEUDO_VERIFICATION),
        ((CROP, look("b.png", Outcome.NOT_FOUND)), None),
        ((CROP, look("b.png", Outcome.INVALID_ARGUMENTS)), Error.NO_VERIFICATION),
        ((BLUR, look("a_blurred.png")), None),
        ((CROP, look("b.png"), BLUR), Error.NO_VERIFICATION),
        ((CROP, Call("far/ponder", {"x": 1})), None),
        ((Call("picture/fetch", {"url": "http://x/y.png"}),), None),
        ((look("a.png"),), None),
        (
            (
                Call("excel/write_data", {"filepath": "s.xlsx"}),
                Call("excel/read_data", {"filepath": "s.xlsx"}),
            ),
            None,
        ),
        (
            (
                Call("excel/write_data", {"filepath": "s.xlsx"}),
                Call("excel/read_data", {"filepath": "t.xlsx"}),
            ),
            Error.PSEUDO_VERIFICATION,
        ),
    ],
)
def test_what_was_made_must_be_looked_at(attempt: tuple[Call, ...], error: Error | None) -> None:
    found = mistakes(steps(*attempt), steps(*attempt))
    told = [mistake.error for mistake in found if mistake.error.group is Group.VERIFICATION]
    assert told == ([error] if error else [])


def test_a_look_in_the_same_step_is_too_early() -> None:
    together = (Step((CROP, look("b.png"))),)
    assert kinds(together, together) == [Error.NO_VERIFICATION]


@settings(max_examples=60)
@given(strategies.steps, strategies.steps)
def test_no_call_has_a_mistake_twice_and_every_reference_call_has_one_fate(
    prediction: tuple[Step, ...], reference: tuple[Step, ...]
) -> None:
    found = mistakes(prediction, reference)
    of_calls = [(each.error, each.call) for each in found if each.call is not None]
    assert len(of_calls) == len(set(of_calls))
    expected = [each.expected_call for each in found if each.expected_call is not None]
    assert len(expected) == len(set(expected))
    calls = [call for step in reference for call in step.calls]
    assert all(
        calls[each.expected_call].name == each.expected_tool
        for each in found
        if each.expected_call is not None
    )
    made = [call for step in prediction for call in step.calls]
    assert all(made[each.call].name == each.tool for each in found if each.call is not None)


@settings(max_examples=40)
@given(strategies.steps)
def test_a_perfect_attempt_makes_no_mistake_of_tools_or_objects(found: tuple[Step, ...]) -> None:
    wrong = {Error.WRONG_TOOL, Error.MISSING_TOOL, Error.WRONG_OBJECT, Error.HALLUCINATED_TOOL}
    assert wrong.isdisjoint(kinds(found, found, ToolBook()))


@given(
    st.recursive(strategies.scalars, lambda inner: st.dictionaries(st.text(max_size=4), inner, max_size=3))
)
def test_any_arguments_can_be_looked_at(arguments: Any) -> None:
    errors = BOOK.parameter_errors(Call("maps/geocode", arguments))
    assert all(error.group is Group.PARAMETER for error in errors)


def test_an_attempt_without_calls_only_misses() -> None:
    attempt = Trajectory(task_id="t")
    score = Scorer("m3", ExactEncoder()).score(attempt, strategies.task(steps(Call("maps/geocode", PARIS))))
    reference = Reference(steps=steps(Call("maps/geocode", PARIS)))
    found = find_mistakes(score, attempt, reference, BOOK, request="Where is Paris?", strong=0.8)
    assert [each.error for each in found] == [Error.MISSING_TOOL]
