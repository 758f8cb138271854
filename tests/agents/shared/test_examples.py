"""Examples of calls name a mounted tool and its required arguments, whatever its schema is like."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.agents.shared import call_as_json, example_call, fill_example, load_prompts
from m3bench.core import ASK_USER
from m3bench.core.schema import CompiledSchema, compile_schema, schema_violations
from m3bench.hosting import Tool

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def tool(name: str = "t", *, reads: bool = True, server: str = "s", **parameters: Any) -> Tool:
    schema = {"type": "object", "properties": parameters, "required": list(parameters)}
    return Tool(server=server, name=name, input_schema=schema, annotations={"readOnlyHint": reads})


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string"}, "<x>"),
        ({"type": "string", "description": "A town, best with its country ('Paris, FR')."}, "<x>"),
        ({"type": "string", "enum": ["metric", "us"]}, "metric"),
        ({"type": "string", "examples": ["Oslo"], "default": "Rome"}, "Rome"),
        ({"type": "string", "default": "y" * 1_000}, "<x>"),
        ({"type": "string", "format": "date"}, "2025-01-31"),
        ({"type": "integer", "minimum": 5}, 5),
        ({"type": "number", "maximum": 0}, 0),
        ({"type": "boolean"}, True),
        ({"type": "array", "items": {"type": "number"}, "minItems": 2}, [1, 1]),
        ({"type": "array", "items": {"type": "string"}}, ["<x>"]),
        ({"type": "object", "properties": {"a": {}, "b": {}}, "required": ["b"]}, {"b": "<b>"}),
        ({"type": ["null", "integer"]}, 1),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, 1),
        ({"anyOf": [{"type": "string"}]}, "<x>"),
        ({"$ref": "#/properties/y"}, "<x>"),
        (None, "<x>"),
    ],
)
def test_values_are_choices_defaults_or_placeholders(schema: Any, value: Any) -> None:
    found = example_call([tool(x=schema)])
    assert found is not None
    assert (found.name, found.arguments) == ("s/t", {"x": value})


def test_optional_arguments_with_choices_are_shown_as_placeholders() -> None:
    choice = {"enum": ["metric", "us"]}
    properties = {
        "place": {"type": "string"},
        "days": {"type": "integer"},
        "units": choice,
        "b": choice,
        "c": choice,
    }
    found = example_call(
        [Tool(server="s", name="t", input_schema={"properties": properties, "required": ["place"]})]
    )
    assert found is not None
    assert found.arguments == {"place": "<place>", "units": "<units>", "b": "<b>"}


def test_other_optional_arguments_are_not_shown() -> None:
    optional = Tool(server="s", name="t", input_schema={"properties": {"a": {}, "b": {}}, "required": ["b"]})
    found = example_call([optional])
    assert found is not None
    assert call_as_json(found) == '{"name": "s/t", "arguments": {"b": "<b>"}}'


def test_without_required_arguments_one_that_is_optional_is_shown() -> None:
    optional = Tool(server="s", name="t", input_schema={"properties": {"a": {"type": "integer"}, "b": {}}})
    found, nothing = example_call([optional]), example_call([Tool(server="s", name="t")])
    assert found is not None
    assert nothing is not None
    assert (found.arguments, nothing.arguments) == ({"a": 1}, {})


def test_a_short_tool_that_reads_with_few_arguments_is_preferred() -> None:
    plain, many = tool("plain", x={"type": "integer"}), tool("many", x={"type": "integer"}, y={"enum": ["a"]})
    vague, writes = tool("a_long_name", x={"type": "string"}), tool("b", reads=False, x={"type": "integer"})
    asks = tool("ask_user", server="user", x={"type": "integer"})
    assert asks.full_name == ASK_USER
    for tools in ([asks, vague, writes, many, plain, tool("none")], [plain, many, writes, vague]):
        found = example_call(tools)
        assert found is not None
        assert found.name == "s/plain"
    assert example_call([tool("claim_done", x={"type": "integer"}), vague]) == example_call([vague])
    alone = example_call([asks])
    assert alone is not None
    assert alone.name == ASK_USER


def test_a_tool_whose_schema_the_values_do_not_fit_comes_last() -> None:
    picky = tool("picky", x={"type": "string", "pattern": "^[0-9]{13}$"})
    found = example_call([picky, tool("long_name_of_a_tool", x={"type": "string"})])
    assert found is not None
    assert found.name == "s/long_name_of_a_tool"
    alone = example_call([picky])
    assert alone is not None
    assert alone.name == "s/picky"


def test_nothing_to_show() -> None:
    assert example_call([]) is None
    assert example_call([tool("x" * 10_000)]) is None
    prompts = load_prompts("caller")
    assert fill_example(prompts, []) == ""
    assert '[{"name": "s/t", "arguments": {"x": 1}}]' in fill_example(prompts, [tool(x={"type": "integer"})])


@given(JSON, JSON)
def test_any_schema_gives_an_example_that_is_json(properties: Any, required: Any) -> None:
    odd = Tool(server="s", name="t", input_schema={"properties": properties, "required": required})
    found = example_call([odd])
    if found is not None:
        assert json.loads(call_as_json(found))["name"] == "s/t"


def test_examples_of_bundled_tools_fit_their_schemas() -> None:
    from m3bench.runs.serving import bundled_tools

    for server in ("math", "weather", "pyzbar-mcp", "tmdb", "openlibrary_mcp", "google-maps"):
        tools = bundled_tools(server)
        found = example_call(tools)
        assert found is not None
        named = next(each for each in tools if each.full_name == found.name)
        schema = compile_schema(named.input_schema)
        assert isinstance(schema, CompiledSchema)
        required = {name: found.arguments[name] for name in named.input_schema.get("required", ())}
        assert schema_violations(schema, required) == []
