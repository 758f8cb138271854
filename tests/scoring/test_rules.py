from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from m3bench.core import Call, FormatError, Outcome, Result, Step, Text, Trajectory
from m3bench.scoring.rules import (
    Rule,
    RuleChecker,
    RuleMetrics,
    RuleRates,
    ToolSchema,
    pool,
    read_tools,
    recorded_rates,
)

POINT = {
    "type": "object",
    "properties": {"x": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "string"}}},
    "required": ["x"],
    "additionalProperties": False,
}
TOOLS = read_tools({"maps": [{"name": "draw_point", "inputSchema": POINT}, {"name": "clear"}]})


def check(*calls: Call, tools: dict[str, ToolSchema] = TOOLS) -> RuleMetrics:
    return RuleChecker(tools).check(Trajectory(task_id="t", steps=(Step(calls),)))


def only_reason(metrics: RuleMetrics, rule: Rule) -> str:
    (violation,) = metrics.violations
    assert violation.rule is rule
    return violation.reason


@pytest.mark.parametrize("key", ["inputSchema", "input_schema", "parameters"])
def test_both_forms_read_alike(key: str) -> None:
    by_server = read_tools({"maps": [{"name": "draw_point", key: POINT}]})
    assert by_server == read_tools([{"name": "maps/draw_point", key: POINT}])
    assert by_server == {"maps/draw_point": ToolSchema("maps/draw_point", POINT)}


def test_a_name_with_its_server_is_not_prefixed_again() -> None:
    assert set(read_tools({"maps": [{"name": "maps/go"}, {"name": "a/b"}]})) == {"maps/go", "maps/a/b"}


def test_a_tool_listed_twice() -> None:
    same = {"name": "s/t", "inputSchema": POINT}
    assert len(read_tools([same, same])) == 1
    with pytest.raises(FormatError, match=r"f.json, \[1\]: tool 's/t' is listed twice"):
        read_tools([same, {"name": "s/t"}], file="f.json")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("text", "expected a list of tools, or an object of servers"),
        (None, "expected a list of tools, or an object of servers"),
        ({"maps": {"name": "x"}}, "<input>, maps: expected a list of tools"),
        ([{"description": "nameless"}], r"<input>, \[0\]: expected a tool"),
        ({"maps": ["x"]}, r"<input>, maps\[0\]: expected a tool"),
        ([{"name": ""}], "expected a tool"),
        ([{"name": "a"}, {"name": "b", "parameters": [1]}], r"\[1\]: the schema of 'b' is not an object"),
    ],
)
def test_what_is_no_list_of_tools(data: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_tools(data)


def test_a_good_trajectory() -> None:
    found = check(
        Call("maps/draw_point", {"x": 1, "tags": ["a"]}, outcome=Outcome.SUCCESS),
        Call("maps/draw_point", '{"x": 2}', result=Result((Text("ok"),))),
        Call("maps/clear", None, outcome=Outcome.NOT_FOUND),
    )
    assert found == RuleMetrics(
        calls=3, valid_names=3, schema_checked=3, schema_valid=3, executions=3, successes=3
    )


def test_rates_by_hand() -> None:
    found = check(
        Call("maps/draw_point", {"x": "one"}, outcome=Outcome.INVALID_ARGUMENTS),
        Call("maps/draw_dot", {"x": 1}, outcome=Outcome.UNKNOWN_TOOL),
        Call("maps/draw_point", {"x": 1}, outcome=Outcome.SUCCESS),
        Call("maps/draw_point", {"x": 1}, outcome=Outcome.SERVER_FAULT),
        Call("maps/clear", {}, result=Result((Text("boom"),), is_error=True)),
        Call("maps/clear", {}),
    )
    assert (found.calls, found.valid_names, found.schema_checked, found.schema_valid) == (6, 5, 5, 4)
    assert (found.executions, found.successes, found.server_faults) == (4, 1, 1)
    assert [(v.task_id, v.call, v.tool, v.rule) for v in found.violations] == [
        ("t", 0, "maps/draw_point", Rule.INVALID_ARGUMENTS),
        ("t", 0, "maps/draw_point", Rule.EXECUTION_FAILED),
        ("t", 1, "maps/draw_dot", Rule.UNKNOWN_TOOL),
        ("t", 1, "maps/draw_dot", Rule.EXECUTION_FAILED),
        ("t", 4, "maps/clear", Rule.EXECUTION_FAILED),
    ]
    assert found.violations[-1].reason == "boom"


def test_an_outcome_says_more_than_a_result() -> None:
    failed = Result((Text("no such point"),), is_error=True)
    assert check(Call("maps/clear", {}, result=failed, outcome=Outcome.NOT_FOUND)).successes == 1
    blamed = check(Call("maps/clear", {}, result=failed, outcome=Outcome.ILLEGAL_FORMAT))
    assert only_reason(blamed, Rule.EXECUTION_FAILED) == "illegal_format: no such point"
    fault = check(Call("maps/clear", {}, result=failed, outcome=Outcome.SERVER_FAULT))
    assert (fault.executions, fault.server_faults, fault.violations) == (0, 1, ())
    error = check(Call("maps/clear", {}, result=failed, outcome=Outcome.TOOL_ERROR))
    assert (error.executions, error.tool_errors, error.violations) == (0, 1, ())


def test_what_is_not_checked_does_not_count() -> None:
    assert check() == RuleMetrics()
    unknown = check(Call("x/y"))
    assert (unknown.calls, unknown.valid_names, unknown.schema_checked) == (1, 0, 0)
    assert check(Call("maps/clear")).executions == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({}, '"x" is a required property'),
        ({"x": 1.5}, 'x: 1.5 is not of type "integer"'),
        ({"x": True}, 'x: true is not of type "integer"'),
        ({"x": 1, "tags": ["a", 2]}, 'tags[1]: 2 is not of type "string"'),
        ({"x": 1, "z": 0}, "Additional properties are not allowed ('z' was unexpected)"),
        (None, '"x" is a required property'),
        ("draw it", "arguments as plain text, not an object"),
        ([1], "arguments as a JSON array, not an object"),
        ({1: 2}, "not JSON: "),
    ],
)
def test_reasons_name_the_place(arguments: Any, reason: str) -> None:
    assert only_reason(check(Call("maps/draw_point", arguments)), Rule.INVALID_ARGUMENTS).startswith(reason)


def test_several_errors_and_long_ones_are_cut_short() -> None:
    found = check(Call("maps/draw_point", {"x": "y" * 10_000, "tags": 1}))
    reason = only_reason(found, Rule.INVALID_ARGUMENTS)
    assert reason == 'tags: 1 is not of type "array" (and 1 more)'
    long = only_reason(check(Call("maps/draw_point", {"x": "y" * 10_000})), Rule.INVALID_ARGUMENTS)
    assert len(long) == 300


def test_a_tool_without_a_schema_takes_any_object_and_nothing_else() -> None:
    assert check(Call("maps/clear", {"any": [1]})).schema_valid == 1
    assert check(Call("maps/clear", "all")).schema_valid == 0


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "strnig"},
        {"properties": {"x": {"$ref": "#/$defs/absent"}}},
    ],
)
def test_a_broken_schema_is_reported_and_not_held_against_the_agent(schema: dict[str, Any]) -> None:
    tools = TOOLS | {"maps/broken": ToolSchema("maps/broken", schema)}
    found = check(Call("maps/broken", {}), Call("maps/broken", "x"), Call("maps/clear", {}), tools=tools)
    assert (found.calls, found.valid_names, found.schema_checked, found.schema_valid) == (3, 3, 1, 1)
    assert found.violations == ()
    assert list(found.broken_schemas) == ["maps/broken"]
    assert found.broken_schemas["maps/broken"]


@pytest.mark.parametrize("scheme", ["file", "https"])
def test_other_documents_are_not_fetched(scheme: str, tmp_path: Path) -> None:
    (tmp_path / "point.json").write_text(json.dumps(POINT), encoding="utf-8")
    address = (tmp_path / "point.json").as_uri() if scheme == "file" else "https://schemas.invalid/point.json"
    tools = {"maps/far": ToolSchema("maps/far", {"$ref": address})}
    found = check(Call("maps/far", {"x": 1}), tools=tools)
    assert found.schema_checked == 0
    assert "not followed" in found.broken_schemas["maps/far"]


def test_a_broken_schema_that_is_not_used_does_not_matter() -> None:
    tools = TOOLS | {"maps/broken": ToolSchema("maps/broken", {"type": 5})}
    assert check(Call("maps/clear"), tools=tools).broken_schemas == {}


def test_unknown_tools_come_with_the_nearest_names() -> None:
    checker = RuleChecker(TOOLS)
    assert checker.nearest("draw_point") == ("maps/draw_point",)
    assert checker.nearest("Maps/Draw_Points") == ("maps/draw_point",)
    assert checker.nearest("zzz") == ()
    close = only_reason(check(Call("maps/draw_points")), Rule.UNKNOWN_TOOL)
    assert close == "unknown tool; did you mean maps/draw_point?"
    assert only_reason(check(Call("zzz")), Rule.UNKNOWN_TOOL) == "unknown tool"


def test_calls_are_counted_through_all_steps() -> None:
    steps = (Step((Call("maps/clear"), Call("maps/clear"))), Step(), Step((Call("nope"),)))
    (violation,) = RuleChecker(TOOLS).check(Trajectory(task_id="q", steps=steps)).violations
    assert (violation.task_id, violation.call) == ("q", 2)


def test_pool_sums_calls_and_not_rates() -> None:
    one = check(Call("maps/clear", {}, outcome=Outcome.SUCCESS))
    other = check(*[Call("nope", {}, outcome=Outcome.UNKNOWN_TOOL)] * 3)
    both = pool([one, other])
    assert (both.calls, both.valid_names, both.executions, both.successes) == (4, 1, 4, 1)
    assert both.violations == one.violations + other.violations
    assert pool([]) == RuleMetrics()


def test_real_tools_and_references() -> None:
    folder = Path(__file__).parents[3] / "shared" / "data" / "m3"
    if not folder.is_dir():
        pytest.skip("the public M³-Bench data is not beside the repository")
    tools = read_tools(json.loads((folder / "tools.json").read_text(encoding="utf-8")))
    assert len(tools) == 247
    records = json.loads((folder / "references.json").read_text(encoding="utf-8"))
    calls = [call for record in records for step in record["steps"] for call in step["calls"]]
    found = check(*[Call(call["name"], call.get("arguments")) for call in calls], tools=tools)
    assert (found.calls, found.valid_names, found.schema_checked) == (1387, 1387, 1387)
    assert found.broken_schemas == {}
    assert found.schema_valid == 1375
    assert found.executions == 0


@pytest.mark.parametrize(
    ("outcomes", "rates"),
    [
        ((Outcome.SUCCESS, Outcome.NOT_FOUND), (1.0, 1.0, 1.0)),
        ((Outcome.SUCCESS, Outcome.UNKNOWN_TOOL), (0.5, 1.0, 0.5)),
        ((Outcome.SUCCESS, Outcome.INVALID_ARGUMENTS), (1.0, 0.5, 0.5)),
        ((Outcome.UNKNOWN_TOOL,), (0.0, None, 0.0)),
        ((Outcome.SUCCESS, Outcome.SERVER_FAULT, Outcome.TOOL_ERROR), (1.0, 1.0, 1.0)),
        ((Outcome.SERVER_FAULT,), (None, None, None)),
        ((), (None, None, None)),
    ],
)
def test_rates_from_outcomes(outcomes: tuple[Outcome, ...], rates: tuple[float | None, ...]) -> None:
    calls = tuple(Call("maps/clear", {}, outcome=outcome) for outcome in outcomes)
    found = recorded_rates(Trajectory(task_id="t", steps=(Step(calls),)))
    assert found == RuleRates(
        valid_tool_name=rates[0], schema_compliance=rates[1], execution_success=rates[2]
    )
