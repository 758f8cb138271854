"""Calls that are written as text are read; answers, however they look, are never taken for calls."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.agents.parsing import ToolNames, read_calls, read_written_calls, refuse_repaired
from m3bench.core import AnswerField, AnswerForm, Call, FieldType
from m3bench.hosting import Tool
from tests.agents.model_styles import FULL_NAMES, NAMES, STYLES
from tests.agents.plain_answers import KINDS, an_answer

TOOLS = (
    Tool(
        server="weather",
        name="get_weather",
        input_schema={"properties": {"location": {"type": "string"}, "units": {}}, "required": ["location"]},
    ),
    Tool(server="math", name="sum", input_schema={"properties": {"numbers": {"type": "array"}}}),
    Tool(server="Paper Search", name="search"),
    Tool(server="library", name="search"),
)
NATIVE = ToolNames(TOOLS, own=["claim_done"], native=True)
PROMPTED = ToolNames(TOOLS)
OSLO = {"location": "Oslo"}
RECORDED = Path(__file__).parents[3] / "shared" / "data" / "replies" / "real05.jsonl"


@pytest.mark.parametrize(
    ("text", "repairs"),
    [
        ('{"name": "weather__get_weather", "arguments": {"location": "Oslo"}}', ""),
        ('{{"name": "weather__get_weather", "arguments": {"location": "Oslo"}}}', ""),
        ('I look.\n```json\n[{"name": "weather/get_weather", "arguments": {"location": "Oslo"}}]\n```', ""),
        ('<tool_call>\n{"name": "weather/get_weather", "arguments": {"location": "Oslo"}}\n</tool_call>', ""),
        ('[TOOL_CALLS][{"name": "weather/get_weather", "arguments": {"location": "Oslo"}}]', ""),
        ('{"name": "weather.get_weather", "args": {"location": "Oslo"}}', "renamed_tool renamed_keys"),
        ('{"name": "getWeather", "arguments": "{\\"location\\": \\"Oslo\\"}"}', "renamed_tool"),
        ('{"tool": "weather__get_weather", "location": "Oslo"}', "renamed_keys"),
        ('{"weather/get_weather": {"location": "Oslo"}}', "renamed_keys"),
        ("{'name': 'weather/get_weather', 'arguments': {'location': 'Oslo',}}", "broken_json"),
        ('{"name": "weather/get_weather", "arguments": {"location": "Oslo"', "broken_json"),
        ('weather.get_weather(location="Oslo")', "python_call"),
        ("```python\nresult = weather.get_weather('Oslo')  # look\n```", "python_call"),
        ('Let me see.\n[get_weather(location="Oslo")]', "python_call renamed_tool"),
        ("`get_weather(location='Oslo')`", "python_call renamed_tool"),
        ('Thought: so\nAction: weather/get_weather\nAction Input: {"location": "Oslo"}', "action_input"),
        ("**Action:** `weather/get_weather`\n**Action Input:** Oslo\nObservation: 5", "action_input"),
        (
            'Action: Get-Weather\nAction Input: ```json\n{"location": "Oslo"}\n```',
            "action_input renamed_tool",
        ),
        ("<function=weather/get_weather><parameter=location>Oslo</parameter></function>", "tagged_call"),
    ],
)
def test_written_calls_are_read_and_marked(text: str, repairs: str) -> None:
    (call,) = read_written_calls(text, NATIVE)
    assert (call.name, call.arguments) == ("weather/get_weather", OSLO)
    assert set(call.repairs) == {"written_call", *repairs.split()}
    (prompted,) = read_calls(text, PROMPTED).calls
    assert (prompted.name, prompted.arguments) == ("weather/get_weather", OSLO)
    assert set(repairs.split()) <= set(prompted.repairs)


@pytest.mark.parametrize("style", sorted(STYLES.keys() - {"boxed", "a string", "parameter tags"}))
def test_most_styles_are_read_in_native_replies_too(style: str) -> None:
    calls = (Call("math/add", {"a": 1}), Call("wiki/summary", {"title": "Oslo"}))
    text = STYLES[style](calls)
    found = read_written_calls(text.partition("</think>")[2] or text, NAMES)
    assert [(call.name, call.arguments) for call in found] == [(call.name, call.arguments) for call in calls]


@pytest.mark.parametrize(
    "text",
    [
        'I called weather.get_weather(location="Oslo"), and it is 5 °C.',
        'I used {"name": "weather/get_weather", "arguments": {"location": "Oslo"}} and it is 5 °C.',
        '{"name": "weather/get_rain", "arguments": {"location": "Oslo"}}',
        '[{"name": "weather/get_weather", "arguments": {}}, {"name": "x/y", "arguments": {}}]',
        '[{"name": "weather/get_weather", "arguments": {}}, 5]',
        '{"name": "search", "arguments": {"query": "fits two tools"}}',
        '{"answer": "5", "fields": {"location": "Oslo"}}',
        '{"answer": "5", "tool_calls": [{"name": "weather/get_weather", "arguments": {}}]}',
        '{"sum": 5}',
        '{"name": "Sum", "value": 5}',
        '{"name": "sum", "parameters": {"total": 5}}',
        '{"name": "math/sum", "description": "Adds.", "parameters": {"properties": {"numbers": {}}}}',
        "```python\nsum([1, 2])\n```",
        "```python\nprint(weather.get_weather(location='Oslo'))\n```",
        "```python\nplace = 'Oslo'\nweather.get_weather(location=place)\n```",
        "I ran\n```python\nweather.get_weather(location='Oslo')\n```\nand it is 5 °C.",
        "Action: sign the form\nAction Input: your name",
        'Action: math/sum\nAction Input: {"numbers": [1]}\nObservation: 1\nFinal Answer: 1',
        'Final answer: 5\n\n{"name": "math/sum", "arguments": {"numbers": [5]}}',
        '<answer>5</answer>\n{"name": "math/sum", "arguments": {"numbers": [5]}}',
        "There is no tool 'server/tool'. There is none like it.",
    ],
)
def test_answers_stay_answers(text: str) -> None:
    assert read_written_calls(text, NATIVE) == ()


def test_an_object_that_fills_the_form_is_an_answer() -> None:
    fields = tuple(AnswerField(name, FieldType.NAME, name) for name in ("name", "arguments"))
    text = '{"name": "math/sum", "arguments": {"numbers": [1]}}'
    assert read_written_calls(text, NATIVE, AnswerForm(fields)) == ()
    assert len(read_written_calls(text, NATIVE, AnswerForm(fields[:1]))) == 1
    both = f'{{"name": "Oslo"}}\n{text}'
    assert read_written_calls(both, NATIVE, AnswerForm(fields[:1])) == ()


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(KINDS))
def test_no_well_formed_answer_is_a_call(dice: random.Random, kind: Callable[[random.Random], str]) -> None:
    assert read_written_calls(kind(dice), NAMES) == ()
    assert read_written_calls(an_answer(dice), NAMES) == ()


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["name", "location", "units", "numbers", "tool", "a"]), st.text(max_size=9)
    )
)
def test_no_form_with_fields_like_arguments_is_a_call(fields: dict[str, str]) -> None:
    for text in (json.dumps(fields), f"It is so.\n\n{json.dumps(fields, indent=2)}"):
        assert read_written_calls(text, NATIVE) == ()
        assert not any(call.name in FULL_NAMES for call in read_calls(text, PROMPTED).calls)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("weather/get_weather", "weather/get_weather"),
        ("weather.get_weather", "weather/get_weather"),
        ("weather_get_weather", "weather/get_weather"),
        ("Weather-Get-Weather", "weather/get_weather"),
        ("mcp__weather__get_weather", "weather/get_weather"),
        ("get_weather", "weather/get_weather"),
        ("GetWeather", "weather/get_weather"),
        ("paper_search.search", "Paper Search/search"),
        ("search", None),
        ("Search", None),
        ("other/get_weather", None),
        ("weather", None),
        ("/", None),
        ("x" * 1_000, None),
    ],
)
def test_names_are_repaired_where_only_one_tool_fits(written: str, name: str | None) -> None:
    assert PROMPTED.name(written) == name


def test_names_that_fit_two_tools_are_not_repaired() -> None:
    names = ToolNames(
        [Tool(server="a_b", name="c"), Tool(server="a", name="b_c"), Tool(server="x", name="d")]
    )
    assert names.name("a_b/c") == "a_b/c"
    assert names.name("a.b.c") is None
    assert names.name("a__b_c") == "a/b_c"
    assert names.name("D") == "x/d"


def test_exact_names_are_not_marked() -> None:
    assert read_calls('[{"name": "math/sum", "arguments": {}}]', PROMPTED).calls == (Call("math/sum", {}),)
    (call,) = read_calls('[{"name": "math__sum", "arguments": {}}]', PROMPTED).calls
    assert call.repairs == ("renamed_tool",)


def test_a_refused_call_keeps_what_was_written() -> None:
    exact = Call("math/sum", {"numbers": [1]})
    assert refuse_repaired(exact) is exact
    refused = refuse_repaired(Call("math/sum", {"numbers": [1]}, "id", repairs=("python_call",)))
    assert (refused.name, refused.id, refused.repairs) == ("", "id", ("python_call",))
    assert json.loads(refused.arguments) == {"name": "math/sum", "arguments": {"numbers": [1]}}


def test_recorded_replies_of_a_small_model() -> None:
    if not RECORDED.exists():
        pytest.skip("the recorded replies are not here")
    names = ToolNames(TOOLS, native=True)
    rows = [json.loads(line) for line in RECORDED.read_text("utf-8").splitlines()]
    replies = [row["reply"]["choices"][0]["message"]["content"] for row in rows if row["code"] == 200]
    calls = [read_written_calls(reply, names) for reply in replies]
    assert unmarked_call(calls[0]) == [
        ("weather/get_weather", {"location": "Shantou, China", "units": "metric"})
    ]
    echoed = [reply for reply, call in zip(replies, calls, strict=True) if "server/tool" in reply and call]
    assert echoed == []


def unmarked_call(calls: tuple[Call, ...]) -> list[tuple[str, object]]:
    return [(call.name, call.arguments) for call in calls]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_ten_thousand_answers(seed: int) -> None:
    dice = random.Random(seed)
    assert [text for _ in range(5_000) if read_written_calls(text := an_answer(dice), NAMES)] == []
