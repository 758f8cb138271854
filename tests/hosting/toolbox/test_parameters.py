"""Parameters of tools in words, and keys of arguments that a tool does not have."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core.text import LONGEST_REASON
from m3bench.hosting import Tool
from m3bench.hosting.toolbox.arguments import ArgumentChecker
from m3bench.hosting.toolbox.parameters import parameters

WEATHER: dict[str, Any] = {
    "type": "object",
    "properties": {"units": {"enum": ["metric", "us"]}, "location": {"type": "string"}},
    "required": ["location"],
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def tool(schema: dict[str, Any]) -> Tool:
    return Tool(server="s", name="t", input_schema=schema)


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        (WEATHER, 'location (required, string), units (optional, "metric" or "us")'),
        ({"properties": {"a": {"type": ["integer", "null"]}}}, "a (optional, integer or null)"),
        (
            {"properties": {"a": {"anyOf": [{"type": "string"}, {"type": "array"}]}}},
            "a (optional, string or array)",
        ),
        ({"properties": {"a": {"enum": list(range(50)), "type": "integer"}}}, "a (optional, integer)"),
        ({}, "no parameters"),
        ({"properties": None, "required": 3}, "no parameters"),
        ({"properties": {"a": {}, "b": None}, "required": "a"}, "a (optional), b (optional)"),
    ],
)
def test_parameters_in_words(schema: dict[str, Any], words: str) -> None:
    assert parameters(tool(schema)) == words


def test_parameters_in_words_are_bounded() -> None:
    words = parameters(tool({"properties": {f"p{i}": {} for i in range(500)}, "required": ["p499"]}))
    assert len(words) <= 2 * LONGEST_REASON
    assert words.startswith("p499 (required), p0 (optional)")
    assert words.endswith("…")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            {"parameter": "Oslo"},
            '"parameter" (did you mean "location"?) is not a parameter; "location" is missing',
        ),
        (
            {"Location": "Oslo"},
            '"Location" (did you mean "location"?) is not a parameter; "location" is missing',
        ),
        (
            {"location": 5, "unit": "us"},
            '"unit" (did you mean "units"?) is not a parameter; location: expected string, got the number 5',
        ),
        (
            {"type": "object", "properties": WEATHER["properties"]},
            'the arguments are a JSON schema, not values for its properties; "location" is missing',
        ),
        ({"location": "Oslo", "unit": "us"}, None),
        ({"location": "Oslo", "units": "si"}, 'units: "si" is not one of "metric" or "us"'),
    ],
)
def test_wrong_keys_are_named_with_the_right_ones(arguments: dict[str, Any], reason: str | None) -> None:
    assert ArgumentChecker().check(tool(WEATHER), arguments) == reason


@pytest.mark.parametrize("more", [{"patternProperties": {"^x": {}}}, {"allOf": [{"properties": {"x": {}}}]}])
def test_keys_that_a_schema_may_allow_are_not_called_wrong(more: dict[str, Any]) -> None:
    assert ArgumentChecker().check(tool({**WEATHER, **more}), {"x": 1}) == '"location" is missing'


def test_many_unknown_keys_are_counted() -> None:
    reason = ArgumentChecker().check(tool(WEATHER), {f"key{n}": 1 for n in range(9)})
    assert reason is not None
    assert 'and 4 more are not parameters; "location" is missing' in reason


@given(JSON, JSON, st.dictionaries(st.text(max_size=8), JSON, max_size=4))
def test_any_schema_and_arguments_are_explained_alike_each_time(
    properties: Any, required: Any, arguments: dict[str, Any]
) -> None:
    odd = tool({"properties": properties, "required": required})
    first, again = (ArgumentChecker().check(odd, arguments) for _ in range(2))
    assert first == again
    assert first is None or 0 < len(first) < 5 * LONGEST_REASON
    assert len(parameters(odd)) <= 2 * LONGEST_REASON
