from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from m3bench.core import Call, FormatError, Media, Outcome, Result, Step, Text, Trajectory, Usage
from m3bench.formats import detect, read_trajectories, tasks_from, trajectories_from, write

if TYPE_CHECKING:
    from tests.formats.conftest import Save


def call(call_id: str, name: str = "maps__search", arguments: Any = '{"q": "x"}') -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def asks(*calls: Any, content: Any = None) -> dict[str, Any]:
    return {"role": "assistant", "content": content, "tool_calls": list(calls)}


def tells(call_id: Any, content: Any = "found") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


USER = {"role": "user", "content": "Find it."}
ANSWER = {"role": "assistant", "content": "There."}
DIALOGUE = [
    USER,
    asks(call("1"), call("2", "web__get__page", "not json"), content="Two at once."),
    tells("2", "second"),
    tells("1", "first"),
    asks(call("1", "plain", None)),
    ANSWER,
]
STEPS = (
    Step(
        (
            Call("maps/search", {"q": "x"}, "1", Result((Text("first"),))),
            Call("web/get__page", "not json", "2", Result((Text("second"),))),
        ),
        "Two at once.",
    ),
    Step((Call("plain", None, "1"),)),
)


def read(*messages: Any, **record: Any) -> Trajectory:
    return trajectories_from([{"id": "a", "messages": list(messages), **record}])[0]


def test_every_message_that_calls_tools_is_a_step() -> None:
    assert read(*DIALOGUE) == Trajectory(task_id="a", steps=STEPS, request="Find it.", answer="There.")


def test_the_four_shapes_of_a_file(save: Save) -> None:
    record = {"task_id": "t", "messages": DIALOGUE, "model": "m", "id": "chat-1"}
    for name, content, expected in [
        ("talk.json", DIALOGUE, "talk"),
        ("one.json", record, "t"),
        ("many.json", [record], "t"),
        ("lines.jsonl", f"{json.dumps(record)}\n\n{json.dumps({**record, 'task_id': 'u'})}\n", "t"),
    ]:
        path = save(name, content)
        assert detect(path) == "openai"
        first = read_trajectories(path)[0]
        assert (first.task_id, first.steps) == (expected, STEPS)
    assert [trajectory.task_id for trajectory in read_trajectories(save("lines.jsonl", content))] == [
        "t",
        "u",
    ]
    assert (first.model, first.extra) == ("m", {"id": "chat-1"})
    assert trajectories_from(DIALOGUE)[0].task_id == "0"


def test_names_with_a_slash_have_no_alias() -> None:
    assert read(asks(call("1", "a/b__c"))).steps[0].calls[0].name == "a/b__c"


@pytest.mark.parametrize(
    ("wire", "arguments"),
    [
        ('{"a": [1, NaN]}', None),
        ("[1]", "[1]"),
        ("", ""),
        ("{", "{"),
        ({"a": 1}, {"a": 1}),
        ([1], [1]),
        ("[" * 5000, "[" * 5000),
        ('{"a":' * 300 + "1" + "}" * 300, '{"a":' * 300 + "1" + "}" * 300),
        ('{"n": ' + "1" * 5000 + "}", '{"n": ' + "1" * 5000 + "}"),
    ],
)
def test_arguments_are_an_object_or_stay_what_they_were(wire: Any, arguments: Any) -> None:
    read_back = read(asks(call("1", "a", wire))).steps[0].calls[0].arguments
    assert repr(read_back) == "{'a': [1, nan]}" if arguments is None else read_back == arguments


@pytest.mark.parametrize(
    "raw", [None, "x", {"id": "1"}, {"id": "1", "function": {"name": 3}}, {"function": []}]
)
def test_a_call_without_a_readable_name_is_the_agents_mistake(raw: Any) -> None:
    call_id = raw.get("id") if isinstance(raw, dict) else None
    messages = [asks(raw), *([tells(call_id)] if call_id else [])]
    result = Result((Text("found"),)) if call_id else None
    assert read(*messages).steps == (Step((Call("", raw, call_id, result, Outcome.ILLEGAL_FORMAT),)),)


def test_an_empty_name_is_a_mistake_too() -> None:
    assert read(asks(call("1", "", "{}"))).steps[0].calls[0] == Call(
        "", {}, "1", outcome=Outcome.ILLEGAL_FORMAT
    )


def test_the_older_way_of_calling_functions() -> None:
    messages = [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [],
            "function_call": {"name": "a__b", "arguments": "{}"},
        },
        {"role": "function", "name": "a__b", "content": "found"},
        {"role": "assistant", "function_call": "odd"},
    ]
    assert read(*messages).steps == (
        Step((Call("a/b", {}, result=Result((Text("found"),))),)),
        Step((Call("", "odd", outcome=Outcome.ILLEGAL_FORMAT),)),
    )


def test_ids_may_be_used_again_in_a_later_step() -> None:
    read_back = read(asks(call("1")), tells("1", "a"), asks(call("1")), tells("1", "b"))
    assert [one.result and one.result.text for _, one in read_back.calls()] == ["a", "b"]


@pytest.mark.parametrize(
    ("messages", "message"),
    [
        (
            [tells("9")],
            "messages[0].tool_call_id: expected the id of a call without a result, found the string '9'",
        ),
        (
            [asks(call("1")), tells("1"), tells("1")],
            "messages[2].tool_call_id: expected the id of a call without a result, found the string '1'",
        ),
        ([tells(None)], "messages[0].tool_call_id: expected a string, found null"),
        (
            [{"role": "function", "name": "f", "content": ""}],
            "messages[0].name: expected the name of a call without a result, found the string 'f'",
        ),
        ([3], "messages[0]: expected an object, found the number 3"),
        ([{"content": "x"}], "messages[0].role: expected a string, found nothing"),
        (
            [{"role": "user", "content": 3}],
            "messages[0].content: expected a string or a list of parts, found the number 3",
        ),
        (
            [{"role": "user", "content": [{"text": "x"}]}],
            "messages[0].content[0].type: expected a string, found nothing",
        ),
        (
            [{"role": "user", "content": [{"type": "text"}]}],
            "messages[0].content[0].text: expected a string, found nothing",
        ),
        (
            [{"role": "assistant", "tool_calls": {}}],
            "messages[0].tool_calls: expected a list, found an object",
        ),
    ],
)
def test_what_is_wrong_with_a_message_is_said_with_its_place(messages: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        trajectories_from([{"id": "a", "messages": messages}], file="t.json")
    assert str(caught.value) == f"t.json, record a, {message}"


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"messages": []}, "record #0, id: expected an id (a string or an integer), found nothing"),
        ({"id": "a"}, "record a, messages: expected a list, found nothing"),
        ({"id": "a", "messages": [], "model": 1}, "record a, model: expected a string, found the number 1"),
        ({"id": "a", "messages": [], "usage": 1}, "record a, usage: expected an object, found the number 1"),
        (
            {"id": "a", "messages": [], "usage": {"prompt_tokens": "many"}},
            "record a, usage.prompt_tokens: expected a number of tokens, found the string 'many'",
        ),
    ],
)
def test_what_is_wrong_with_a_record_is_said_with_its_place(record: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        trajectories_from([record], format="openai", file="t.json")
    assert str(caught.value) == f"t.json, {message}"


def test_the_format_holds_no_tasks() -> None:
    with pytest.raises(FormatError) as caught:
        tasks_from(DIALOGUE)
    assert str(caught.value) == "<input>: expected tasks; the format openai holds trajectories only"


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}, Usage(3, 4)),
        ([{"prompt_tokens": 3}, None, {"prompt_tokens": 2, "completion_tokens": 1}], Usage(5, 1, 2)),
        ({}, Usage()),
        (None, None),
    ],
)
def test_tokens_are_added_up(usage: Any, expected: Usage | None) -> None:
    assert read(USER, usage=usage).usage == expected


def test_tokens_may_stand_with_the_messages() -> None:
    bill = {"usage": {"prompt_tokens": 3, "completion_tokens": 1}}
    assert read(USER, {**asks(call("1")), **bill}, {**ANSWER, **bill}).usage == Usage(6, 2)


def test_pictures_of_the_request_are_noted() -> None:
    picture = {"type": "image_url", "image_url": {"url": "http://x/y.png"}}
    text = [{"type": "text", "text": "What"}, {"type": "input_text", "text": "is it?"}]
    read_back = read({"role": "user", "content": [text[0], picture, text[1]]})
    assert read_back.request == "What\nis it?"
    assert read_back.extra == {"attachments": [picture]}


def test_other_messages_and_keys_are_kept(tmp_path: Path) -> None:
    system, later = {"role": "system", "content": "Be brief."}, {"role": "user", "content": "More."}
    musing, silence = {"role": "assistant", "content": "Hm."}, {"role": "assistant", "content": None}
    messages = [
        system,
        USER,
        musing,
        asks(call("1")),
        later,
        {**ANSWER, "reasoning": "r", "refusal": None},
        silence,
    ]
    read_back = read(*messages, seed=7)
    assert read_back.answer == "There."
    assert read_back.extra == {
        "seed": 7,
        "unread": {"messages[5].reasoning": "r"},
        "other_messages": [
            {"at": 0, "message": system},
            {"at": 2, "message": musing},
            {"at": 4, "message": later},
            {"at": 6, "message": silence},
        ],
    }
    write(tmp_path / "t.json", [read_back], format="openai")
    assert read_trajectories(tmp_path / "t.json") == [read_back]
    (written,) = json.loads((tmp_path / "t.json").read_text(encoding="utf-8"))
    assert written["messages"] == [*messages[:5], ANSWER, silence]
    assert "m3bench" not in written


def test_a_trajectory_that_ends_with_calls_has_no_answer() -> None:
    assert read(USER, ANSWER, asks(call("1"))).answer is None


def test_parts_of_an_answer_that_are_not_text_are_kept_by_place() -> None:
    parts = [{"type": "text", "text": "There."}, {"type": "refusal", "refusal": "no"}]
    read_back = read({"role": "assistant", "content": parts})
    assert (read_back.answer, read_back.extra) == ("There.", {"unread": {"messages[0].content": parts[1:]}})


def test_what_was_written(tmp_path: Path) -> None:
    result = Result((Media(media_type="image/png", data=b"x"),))
    steps = (
        Step((Call("a/b", {"q": "ü"}), Call("a/c", "text", "own", result)), "Look."),
        Step((Call("c", None, "call_1_1"), Call("d"), Call("e", id="call_1_1"))),
    )
    trajectory = Trajectory(
        task_id="t", steps=steps, request="Go.", answer="Done.", model="m", usage=Usage(1, 2)
    )
    path = tmp_path / "t.json"
    write(path, [trajectory], format="openai")
    (written,) = json.loads(path.read_text(encoding="utf-8"))
    assert written["messages"] == [
        {"role": "user", "content": "Go."},
        asks(call("call_0_0", "a__b", '{"q": "ü"}'), call("own", "a__c", "text"), content="Look."),
        tells("own", [{"type": "image_url", "image_url": {"url": "data:image/png;base64,eA=="}}]),
        asks(
            *(
                {**call(i, n), "function": {"name": n}}
                for i, n in [("call_1_1", "c"), ("call_1_1_", "d"), ("call_1_2", "e")]
            )
        ),
        {"role": "assistant", "content": "Done."},
    ]
    assert (written["id"], written["model"]) == ("t", "m")
    assert written["usage"] == {"prompt_tokens": 1, "completion_tokens": 2}
    assert read_trajectories(path) == [trajectory]


def test_lines_are_written_where_the_name_says_so(tmp_path: Path) -> None:
    trajectories = [Trajectory(task_id="a"), Trajectory(task_id="b", answer="x")]
    write(tmp_path / "t.jsonl", trajectories, format="openai")
    assert len((tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()) == 2
    assert read_trajectories(tmp_path / "t.jsonl") == trajectories


@pytest.mark.parametrize(
    "extra",
    [
        {"messages": ["x"], "task_id": 3},
        {"attachments": "x", "other_messages": 3},
        {"attachments": [3], "other_messages": [3, {"at": -1}, {"at": 0, "message": {}}]},
        {"attachments": [{"type": "text", "text": "x"}]},
    ],
)
def test_whatever_extra_holds_survives(tmp_path: Path, extra: dict[str, Any]) -> None:
    trajectory = Trajectory(task_id="a", request="?", steps=(Step(), Step(plan="")), extra=extra)
    write(tmp_path / "t.json", [trajectory], format="openai")
    assert read_trajectories(tmp_path / "t.json") == [trajectory]
