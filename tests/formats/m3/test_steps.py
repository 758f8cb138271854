from __future__ import annotations

from typing import Any

import pytest

from m3bench.core import Call, FormatError, Outcome, Result, Step, Text
from m3bench.formats import tasks_from, trajectories_from


def steps_of(*steps: Any) -> tuple[Step, ...]:
    return trajectories_from([{"id": "a", "steps": list(steps)}])[0].steps


def unread_of(*steps: Any) -> Any:
    return trajectories_from([{"id": "a", "steps": list(steps)}])[0].extra.get("unread")


@pytest.mark.parametrize("key", ["calls", "tool_calls"])
def test_calls_of_a_step_have_two_names(key: str) -> None:
    assert steps_of({"step": 1, key: [{"name": "a/b"}]}) == (Step((Call("a/b"),)),)


def test_a_step_may_be_a_bare_list_and_may_be_empty() -> None:
    assert steps_of([{"name": "a/b"}], [], {"calls": []}) == (Step((Call("a/b"),)), Step(), Step())


def test_a_call_may_lack_arguments_and_have_an_id() -> None:
    assert steps_of([{"name": "a/b", "id": "x"}, {"name": "a/b", "id": 3}]) == (
        Step((Call("a/b", None, "x"), Call("a/b", None, "3"))),
    )


@pytest.mark.parametrize("arguments", [{"a": None}, "{}", "text", [1], 0, False, 2.5, "\ud800"])
def test_arguments_of_any_type_are_kept_as_they_came(arguments: Any) -> None:
    kept = steps_of([{"name": "a/b", "arguments": arguments}])[0].calls[0].arguments
    assert kept == arguments
    assert type(kept) is type(arguments)


def test_a_plan_and_a_result_are_read() -> None:
    assert steps_of({"plan": "Search.", "calls": [{"name": "a/b", "result": "found"}]}) == (
        Step((Call("a/b", result=Result((Text("found"),))),), "Search."),
    )


def test_a_call_wrapped_as_chat_apis_do_it() -> None:
    wrapped = {"id": "1", "type": "function", "function": {"name": "a/b", "arguments": "{}"}, "result": "r"}
    assert steps_of({"tool_calls": [wrapped]}) == (Step((Call("a/b", "{}", "1", Result((Text("r"),))),)),)


@pytest.mark.parametrize(
    "raw", [None, "a/b", 3, [], {}, {"name": None}, {"name": 3, "arguments": {}}, {"id": "x"}]
)
def test_a_call_without_a_readable_name_is_the_agents_mistake(raw: Any) -> None:
    assert steps_of([raw]) == (Step((Call("", raw, outcome=Outcome.ILLEGAL_FORMAT),)),)


def test_a_call_with_an_empty_name_is_a_mistake_too() -> None:
    assert steps_of([{"name": "", "arguments": {"a": 1}}]) == (
        Step((Call("", {"a": 1}, outcome=Outcome.ILLEGAL_FORMAT),)),
    )


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (3, "steps[0].calls[1]: expected an object, found the number 3"),
        ({}, "steps[0].calls[1].name: expected a string, found nothing"),
        ({"name": None}, "steps[0].calls[1].name: expected a string, found null"),
        ({"name": ""}, "steps[0].calls[1].name: expected the name of a tool, found the string ''"),
    ],
)
def test_in_a_reference_it_is_an_error(raw: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        tasks_from([{"id": "a", "steps": [{"calls": [{"name": "a/b"}, raw]}]}], file="r.json")
    assert str(caught.value) == f"r.json, record a, {message}"


def test_keys_without_a_field_are_kept_by_place() -> None:
    step = {"step": 1, "thought": "hm", "plan": 3, "calls": [{"name": "a/b", "latency": 2, "note": None}]}
    assert unread_of(step) == {
        "steps[0].thought": "hm",
        "steps[0].plan": 3,
        "steps[0].calls[0].latency": 2,
    }
    assert unread_of({"calls": [], "tool_calls": [1]}) == {"steps[0].tool_calls": [1]}
    wrapped = {"function": {"name": "a/b", "strict": True}, "odd key": 1}
    assert unread_of([wrapped]) == {"steps[0][0]['odd key']": 1, "steps[0][0].function.strict": True}


def test_what_was_unread_before_stays() -> None:
    record = {"id": "a", "steps": [{"calls": [], "x": 1}]}
    cases: list[tuple[Any, dict[str, Any]]] = [({"old": 0}, {"old": 0}), ("text", {"unread": "text"})]
    for earlier, kept in cases:
        (read,) = trajectories_from([{**record, "unread": earlier}])
        assert read.extra == {"unread": {**kept, "steps[0].x": 1}}
