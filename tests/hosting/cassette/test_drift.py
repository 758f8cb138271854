from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.hosting.cassette.drift import Drift, ToolDrift, compare, digest
from m3bench.hosting.tool import Tool

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)
SCHEMA_KEYS = st.sampled_from(["type", "properties", "required", "items", "anyOf", "enum", "title", "a"])


def tool(name: str = "t", required: tuple[str, ...] = (), **properties: Any) -> Tool:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return Tool(server="s", name=name, input_schema=schema)


def changed(recorded: Tool, live: Tool) -> ToolDrift:
    drift = compare([recorded], [live])
    assert drift
    assert (drift.added, drift.removed, len(drift.changed)) == ((), (), 1)
    return drift.changed[0]


TEXT, NUMBER = {"type": "string"}, {"type": "number"}


def test_equal_lists_have_no_drift_whatever_their_order() -> None:
    tools = [tool("a", x=TEXT), tool("b")]
    drift = compare(tools, tools[::-1])
    assert not drift
    assert drift == Drift()
    assert drift.report() == "The tools have not changed since the recording."
    assert digest(tools) == digest(tools[::-1])


def test_added_and_removed_tools_are_counted_by_server() -> None:
    gone = [Tool(server="reddit", name=f"t{i}") for i in range(18)]
    drift = compare([*gone, tool("a")], [*gone[:2], tool("a"), tool("b")])
    assert drift.removed == tuple(sorted(f"reddit/t{i}" for i in range(2, 18)))
    assert drift.added == ("s/b",)
    assert drift.counts == {"reddit": (18, 2), "s": (1, 2)}
    assert drift.breaking
    assert drift.report().splitlines()[:3] == [
        "reddit: 18 tools recorded, 2 now",
        "s: 1 tools recorded, 2 now",
        "- reddit/t10",
    ]
    assert not compare([], [tool()]).breaking


def test_changes_of_parameters_are_told_apart() -> None:
    old = tool(required=("keep", "free"), keep=TEXT, free=TEXT, bound=TEXT, gone=TEXT, typed=TEXT)
    new = tool(
        required=("keep", "bound", "fresh"),
        keep=TEXT,
        free=TEXT,
        bound=TEXT,
        typed=NUMBER,
        fresh=TEXT,
        more=TEXT,
    )
    drift = changed(old, new)
    assert drift == ToolDrift(
        tool="s/t",
        parameters_added=("fresh", "more"),
        parameters_removed=("gone",),
        retyped={"typed": ("string", "number")},
        newly_required=("bound", "fresh"),
        no_longer_required=("free",),
    )
    assert drift.breaking
    assert compare([old], [new]).report().splitlines() == [
        "~ s/t",
        "    - gone",
        "    + fresh (required)",
        "    + more",
        "    typed: string → number",
        "    bound: now required",
        "    free: no longer required",
    ]


def test_an_optional_parameter_more_breaks_nothing() -> None:
    assert not changed(tool(a=TEXT), tool(a=TEXT, b=TEXT)).breaking
    assert changed(tool(a=TEXT), tool(required=("b",), a=TEXT, b=TEXT)).breaking


def test_parameters_inside_objects_and_arrays_are_named_by_place() -> None:
    def nested(**inner: Any) -> Tool:
        shape = {"type": "object", "properties": inner}
        return tool(filter=shape, stops={"type": "array", "items": shape})

    drift = changed(nested(id=TEXT, old=TEXT), nested(id=NUMBER))
    assert drift.parameters_removed == ("filter.old", "stops[].old")
    assert drift.retyped == {"filter.id": ("string", "number"), "stops[].id": ("string", "number")}
    assert drift.other == ()


@pytest.mark.parametrize(
    ("old", "new", "types"),
    [
        ({"enum": ["a"]}, {"enum": ["a", "b"]}, ('enum ["a"]', 'enum ["a","b"]')),
        ({"type": ["string", "null"]}, TEXT, ('["string","null"]', "string")),
        (
            {"type": "array", "items": TEXT},
            {"type": "array", "items": NUMBER},
            ("array of string", "array of number"),
        ),
        ({}, TEXT, ("anything", "string")),
        ({"anyOf": [TEXT]}, {"anyOf": [NUMBER]}, ('anyOf [{"type":"string"}]', 'anyOf [{"type":"number"}]')),
        (True, TEXT, ("true", "string")),
    ],
)
def test_types_are_named_in_a_few_words(old: Any, new: Any, types: tuple[str, str]) -> None:
    assert changed(tool(p=old), tool(p=new)).retyped == {"p": types}


def test_wording_and_details_are_other_changes() -> None:
    old = tool(a={**TEXT, "description": "one"}, b={**NUMBER, "maximum": 5}, title={**TEXT, "title": "T"})
    new = tool(a={**TEXT, "description": "two"}, b={**NUMBER, "maximum": 9}, title={**TEXT, "title": "U"})
    drift = changed(old, new)
    assert drift.other == ("descriptions of a", "limits, defaults or other details of b")
    assert not drift.breaking


def test_a_parameter_that_is_called_title_is_a_parameter() -> None:
    old = {"anyOf": [{"type": "object", "properties": {"title": TEXT}}]}
    new = {"anyOf": [{"type": "object", "properties": {"title": NUMBER}}]}
    assert "p" in changed(tool(p=old), tool(p=new)).retyped


def test_long_descriptions_are_shown_where_they_part() -> None:
    old = Tool(server="s", name="t", description="Common words. " * 20 + "It takes metres.")
    new = msgspec.structs.replace(old, description="Common words. " * 20 + "It takes feet.")
    (line,) = changed(old, new).other
    assert line == "description: “…mon words. It takes metres.” → “…mon words. It takes feet.”"
    assert changed(Tool(server="s", name="t"), Tool(server="s", name="t", description="New")).other == (
        "description: “” → “New”",
    )


@pytest.mark.parametrize(
    ("part", "value"), [("title", "T"), ("output_schema", {"type": "object"}), ("annotations", {"a": 1})]
)
def test_other_parts_are_named(part: str, value: Any) -> None:
    assert changed(tool(), msgspec.structs.replace(tool(), **{part: value})).other == (
        part.replace("_", " "),
    )


def test_the_schema_around_the_parameters_is_compared_too() -> None:
    strict = Tool(server="s", name="t", input_schema={**tool().input_schema, "additionalProperties": False})
    assert changed(tool(), strict).other == ("input schema beyond its parameters",)


@given(st.dictionaries(SCHEMA_KEYS, JSON, max_size=5), st.dictionaries(SCHEMA_KEYS, JSON, max_size=5))
def test_any_schema_however_broken_is_compared(old: dict[str, Any], new: dict[str, Any]) -> None:
    tool, other = (Tool(server="s", name="t", input_schema=schema) for schema in (old, new))
    drift = compare([tool], [other])
    assert bool(drift) == (tool != other)
    assert (digest([tool]) == digest([other])) == (
        msgspec.json.encode(old, order="sorted") == msgspec.json.encode(new, order="sorted")
    )
    assert drift.report()
