"""Every rule finds a breach, and a good tool breaks none."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.hosting import Tool
from m3bench.server_tests import RULES, Severity, lint_tools
from m3bench.server_tests.lint import seems_to_write, tool_costs

CITY = {"type": "string", "description": "Name of a city, such as 'Oslo'."}
GOOD = Tool(
    server="weather",
    name="get_forecast",
    description="Get the weather forecast of a city for the next three days: temperature and wind by hour.",
    input_schema={"type": "object", "properties": {"city": CITY}, "required": ["city"]},
    output_schema={"type": "object"},
    annotations={"readOnlyHint": True},
)


def changed(**fields: Any) -> Tool:
    return msgspec.structs.replace(GOOD, **fields)


def with_parameter(schema: Any, name: str = "city") -> Tool:
    return changed(input_schema={"type": "object", "properties": {name: schema}, "required": [name]})


def rules(*tools: Tool) -> set[str]:
    return {finding.rule for finding in lint_tools(tools)}


def nested(depth: int) -> dict[str, Any]:
    return {"type": "object", "properties": {"city": nested(depth - 1) if depth else CITY}}


OTHER = changed(name="other", description="List the ports of a country with their depth and their tides.")
BREACHES = [
    ("name-characters", changed(name="get forecast")),
    ("name-characters", changed(name="g" * 65)),
    ("name-long", changed(name="g" * 60)),
    ("description-missing", changed(description="  ")),
    ("description-short", changed(description="Storm warnings.")),
    ("description-long", changed(description="Forecast of storms. " * 60)),
    ("description-repeats-name", changed(description="Gets the forecast.")),
    ("description-unknown-parameter", changed(description="Storms.\n\nArgs:\n    town: A town.\n")),
    ("description-unknown-parameter", changed(description=f"{GOOD.description} Set `wind_unit`.")),
    ("parameter-description", with_parameter({"type": "string"}, "zone")),
    ("parameter-docstring", with_parameter({"type": "string"})),
    ("parameter-type", with_parameter({"description": "A city."})),
    ("parameter-choices", with_parameter({"type": "string", "description": "One of 'C' or 'F'."})),
    ("parameter-vague", with_parameter({"type": "string"}, "data")),
    ("schema-invalid", changed(input_schema={"type": "array"})),
    ("schema-invalid", changed(input_schema={"type": "object", "properties": {"city": 3}})),
    ("schema-invalid", with_parameter({"type": "no-such-type"})),
    ("schema-deep", changed(input_schema=nested(4))),
    ("schema-required", changed(input_schema={"type": "object", "properties": {"city": CITY}})),
    ("output-schema", changed(output_schema=None)),
    ("annotation-missing", changed(annotations={})),
    ("annotation-contradiction", changed(name="delete_forecast")),
    ("annotation-contradiction", changed(annotations={"readOnlyHint": True, "destructiveHint": True})),
    ("annotation-contradiction", changed(annotations={"destructiveHint": True})),
    ("tool-tokens", changed(input_schema={**GOOD.input_schema, "examples": ["a longer text"] * 900})),
]  # fmt: skip


def test_a_good_tool_breaks_no_rule() -> None:
    assert lint_tools([GOOD, OTHER]) == []


@pytest.mark.parametrize(("rule", "tool"), BREACHES, ids=[rule for rule, _ in BREACHES])
def test_a_breach_is_found(rule: str, tool: Tool) -> None:
    findings = [finding for finding in lint_tools([tool]) if finding.rule == rule]
    assert findings
    assert findings[0].severity is RULES[rule].severity
    assert findings[0].tool == tool.full_name
    assert findings[0].advice


def test_choices_in_an_enum_are_no_breach() -> None:
    assert "parameter-choices" not in rules(
        with_parameter({"type": "string", "enum": ["C", "F"], "description": "One of 'C' or 'F'."})
    )


def test_tools_are_compared_with_each_other() -> None:
    twin = changed(name="fetch_forecast", description=GOOD.description.replace("next three", "following"))
    assert "description-alike" in rules(GOOD, twin)
    number = changed(name="other", description=OTHER.description, input_schema=_whole("city"))
    assert "parameter-ambiguous" in rules(GOOD, number)
    assert "parameter-ambiguous" not in rules(GOOD, OTHER)


def _whole(name: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {**CITY, "type": "integer"}}, "required": [name]}


def test_sizes_of_servers() -> None:
    many = [changed(name=f"tool_{index}") for index in range(41)]
    assert "server-many-tools" in rules(*many)
    assert "server-many-tools" not in rules(*many[:40])
    long = [changed(name=f"tool_{index}", description="storm wind rain " * 60) for index in range(60)]
    assert "server-tokens" in rules(*long)
    costs = tool_costs([GOOD, changed(name="long", description="storm " * 100)])
    assert [cost.tool for cost in costs] == ["weather/long", "weather/get_forecast"]


@pytest.mark.parametrize(
    ("tool", "writes"),
    [
        (GOOD, False),
        (changed(annotations={}), False),
        (changed(name="delete_forecast"), False),  # it says that it reads
        (changed(name="delete_forecast", annotations={}), True),
        (changed(name="forecast", description="Deletes the forecast.", annotations={}), True),
        (changed(annotations={"readOnlyHint": False}), True),
        (changed(annotations={"destructiveHint": True}), True),
    ],
)
def test_what_may_write(tool: Tool, writes: bool) -> None:
    assert seems_to_write(tool) is writes


def test_a_schema_that_refers_to_itself_is_read() -> None:
    assert "schema-invalid" in rules(with_parameter({"anyOf": [{"$ref": "#/properties/city"}]}))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "properties", "enum", "anyOf", "items", "a", "$ref"]), inner
        )
    ),
    max_leaves=12,
)


@settings(max_examples=40)
@given(
    st.text(max_size=80),
    st.text(max_size=200),
    st.dictionaries(st.sampled_from(["type", "properties", "required"]), JSON),
)
def test_whatever_a_server_lists_is_linted(name: str, description: str, schema: dict[str, Any]) -> None:
    tool = Tool(server="s", name=name, description=description, input_schema=schema)
    assert all(finding.severity in Severity for finding in lint_tools([tool, tool]))
