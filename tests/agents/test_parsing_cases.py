"""What models write, case by case, and what they mean by it."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.agents.parsing import (
    Calls,
    ToolNames,
    Unreadable,
    calls_of,
    claimed_answer,
    illegal_call,
    read_answer,
    read_calls,
    read_flag,
    read_json,
    without_thinking,
)
from m3bench.core import Call
from m3bench.hosting import Tool
from tests.agents.model_styles import NAMES, unmarked

ADD = Call("math/add", {"a": 1})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, 2.5, -3e2, true, null]}', {"a": [1, 2.5, -300.0, True, None]}),
        ("{'a': True, 'b': None, 'c': (1, 2),}", {"a": True, "b": None, "c": [1, 2]}),
        ("{a: 1, b: hello there, 7: 'x'}", {"a": 1, "b": "hello there", "7": "x"}),
        ('{“a”: “b”, ‘c’: ‘it’s’}', {"a": "b", "c": "it’s"}),
        ('{"a": "he said "hi", and left", "b": 2}', {"a": 'he said "hi", and left', "b": 2}),
        ("{'a': 'don't', 'b': 1}", {"a": "don't", "b": 1}),
        ('{"a": 1 "b": 2}', {"a": 1, "b": 2}),
        ('{"a": "x"\n "b": "y"}', {"a": "x", "b": "y"}),
        ('{"a": NaN, "b": -Infinity, "c": 1e999}', {"a": None, "b": None, "c": None}),
        ('{"a": "line\nbreak\x01"}', {"a": "line\nbreak\x01"}),
        ('{"path": "C:\\dir\\users", \'x\': 1}', {"path": "C:\\dir\\users", "x": 1}),
        ("{'a': '\\u00e9\\x41\\U0001F600\\ud83d\\ude00\\''}", {"a": "éA😀😀'"}),
        ('{"a": "\\ud800"}', {"a": "\ufffd"}),
        ('{"a": 1, // one\n "b": 2, # two\n /* three */ "c": 3}', {"a": 1, "b": 2, "c": 3}),
        ('{"a": [1, 2, ...]}', {"a": [1, 2]}),
        ('{"a": 1, "b', {"a": 1}),
        ('{"a": 1, "b":', {"a": 1}),
        ('{"a": 1, "b": "half a str', {"a": 1, "b": "half a str"}),
        ('{"a": [{"b": 1}, {', {"a": [{"b": 1}]}),
        ('{"a": "cut \\u00', {"a": "cut "}),
        ('{"a": [{"b": 1]}', {"a": [{"b": 1}]}),
        ('{"a": , "b":}', {"a": None, "b": None}),
        ('[{"a": 1}}]', [{"a": 1}]),
        ('"{\\"a\\": \\"1\\"}"', {"a": "1"}),
        ("\\boxed{42}", 42),
        ("The value is \\boxed{'so'}.", "so"),
        ("```\ntrue\n```", True),
        ("None", None),
        ("<think>[1, 2, 3]</think> {}", {}),
        ("<think>not closed, but [1]", [1]),
        ('Use {x} as in [this], e.g. {"a": 1}.', {"a": 1}),
        ("9" * 2_000, "9" * 2_000),
        ('{"a": 1} or rather {"b": 2, "c": 3}', {"b": 2, "c": 3}),
    ],
)  # fmt: skip
def test_values(text: str, value: Any) -> None:
    assert read_json(text) == value


@pytest.mark.parametrize("text", ["", "   ", "Hello!", "{x}", "<think>{}</think>", "[see above]"])
def test_what_holds_no_value_is_unreadable(text: str) -> None:
    assert read_json(text) == Unreadable("there is no JSON in it")


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "math/add", "arguments": {"a": 1}}',
        '{"tool": "math__add", "args": {"a": 1}}',
        '{"toolName": "add", "toolInput": {"a": 1}}',
        '{"function": "functions.math__add", "parameters": {"a": 1}}',
        '{"function": {"name": "add", "arguments": "{\\"a\\": 1}"}}',
        '{"server": "math", "tool": "add", "input": {"a": 1}}',
        '{"server_name": "math", "name": "math/add", "kwargs": {"a": 1}}',
        '{"action": "math/add", "action_input": "{\'a\': 1}"}',
        '{"tool": "math/add", "a": 1}',
        '{"math/add": {"a": 1}}',
        '{"tool_calls": {"name": "math/add", "arguments": {"a": 1}}}',
        '{"tool_calls": "[{\\"name\\": \\"add\\", \\"arguments\\": {\\"a\\": 1}}]"}',
        '["{\\"name\\": \\"add\\", \\"arguments\\": {\\"a\\": 1}}"]',
        '<tool_call>{"name": "add", "arguments": {"a": 1}}',
        '<tool_call><name>math/add</name><arguments>{"a": 1}</arguments></tool_call>',
        "<tool_call>\n<function=math/add>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>",
        '<invoke name="add"><parameter name="a">1</parameter></invoke>',
        'First [1]. Then: {"name": "math/add", "arguments": {"a": 1}} as {"id": 5}.',
        'No: [{"name": "add", "arguments": {"a": 2}}]. Yes: [{"name": "add", "arguments": {"a": 1}}]',
    ],
)
def test_the_usual_wrong_keys_and_wrappings(text: str) -> None:
    assert unmarked(read_calls(text, NAMES)) == Calls((ADD,))


def test_an_id_is_kept() -> None:
    read = read_calls('{"id": "c1", "name": "math/add", "arguments": null}', NAMES)
    assert read.calls == (Call("math/add", {}, "c1"),)


def test_a_parameter_of_text_is_text_even_if_it_looks_like_a_number() -> None:
    text = (
        '<invoke name="add"><parameter name="a">42</parameter><parameter name="note">42</parameter></invoke>'
    )
    assert unmarked(read_calls(text, NAMES)).calls == (Call("math/add", {"a": 42, "note": "42"}),)


def test_items_that_are_no_calls_stay_on_record() -> None:
    read = read_calls('[{"name": "add", "arguments": {"a": 1}}, 5, "so", {"x": 1}]', NAMES)
    assert unmarked(read).calls == (ADD, Call("", "5"), Call("", "so"), Call("", '{"x": 1}'))
    assert len(read.problems) == 3


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"tool_calls": []}', '{"tool_calls": null}', "```json\n[]\n```"]
)
def test_no_call_may_be_wished(text: str) -> None:
    assert read_calls(text, NAMES) == Calls()


@pytest.mark.parametrize(
    "text", ["", "It is 4.", '{"answer": "4"}', 'She is {"name": "Ada", "age": 36}.', "[1, 2]!", "true"]
)
def test_what_holds_no_call_is_a_problem_and_no_call(text: str) -> None:
    read = read_calls(text, NAMES)
    assert read.calls == ()
    assert len(read.problems) == 1


def test_unknown_and_ambiguous_names_stay_as_they_are_written() -> None:
    read = read_calls('[{"name": "search", "arguments": {}}, {"name": "Math/Addd", "arguments": {}}]', NAMES)
    assert [call.name for call in read.calls] == ["search", "Math/Addd"]
    apart = calls_of({"server": "nowhere", "tool": "nothing", "arguments": {}}, NAMES)
    assert unmarked(apart).calls == (Call("nowhere/nothing", {}),)


def test_arguments_that_are_no_object_are_left_to_the_toolbox() -> None:
    assert read_calls('{"name": "math/add", "arguments": [1, 2]}', NAMES).calls == (Call("math/add", [1, 2]),)
    assert read_calls('{"name": "math/add", "arguments": "so"}', NAMES).calls == (Call("math/add", "so"),)


def test_an_illegal_call_keeps_what_was_written_up_to_a_length() -> None:
    assert illegal_call("so \ud800") == Call("", "so \ufffd")
    assert len(illegal_call("x" * 100_000).arguments) == 20_000


def test_names() -> None:
    names = ToolNames(
        [Tool(server="a", name="one"), Tool(server="b", name="one"), Tool(server="b", name="two")]
    )
    assert names.name("two") == names.name(" b/two ") == names.name("b__two") == "b/two"
    assert names.name("one") is None
    assert names.name("") is None


@pytest.mark.parametrize(
    ("value", "flag"),
    [
        ("yes", True), ("No.", False), ("**Yes**, all of it", True), ("<think>no</think>\nyes", True),
        ('{"done": true}', True), ('{"Done": "no"}', False), ('"yes"', True), ("perhaps", None), ("", None),
        ({"done": 1}, True), ({"other": True}, None), (False, False), (3, None), ("```\nfalse\n```", False),
    ],
)  # fmt: skip
def test_flags(value: Any, flag: bool | None) -> None:
    assert read_flag(value, ("done",)) is flag


@pytest.mark.parametrize(
    ("text", "answer", "claimed"),
    [
        ("It is 5.", "It is 5.", False),
        ("<think>4?</think>\n\nIt is 5.", "It is 5.", False),
        ("**Final Answer:** 5", "5", True),
        ('{"final_answer": " 5 "}', "5", True),
        ('```json\n{"answer": "5"}\n```', "5", True),
        ('{"answer": 5}', "5", True),
        ("So: <answer>5</answer>.", "5", True),
        ("<answer>5", "5", True),
        ("\\boxed{5}", "5", True),
        ('{"name": "x"}', '{"name": "x"}', False),
        ("<think>only thoughts", "only thoughts", False),
    ],
)
def test_answers(text: str, answer: str, claimed: bool) -> None:
    assert read_answer(text) == answer
    assert claimed_answer(text) == (answer if claimed else None)


def test_thinking_is_left_out_wherever_it_stands() -> None:
    assert without_thinking("a\n<think>b</think>c\n<thinking>d</thinking>e") == "a\nc\ne"
    assert without_thinking("opened in the prompt</think>said") == "said"
    assert without_thinking("said\n<think>never closed") == "said\n"
