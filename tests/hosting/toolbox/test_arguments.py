from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import MAX_DEPTH
from m3bench.core.text import LONGEST_REASON
from m3bench.hosting import Tool
from m3bench.hosting.toolbox.arguments import (
    ArgumentChecker,
    UnreadableArguments,
    read_arguments,
)

POINT = {
    "type": "object",
    "properties": {
        "x": {"type": "integer", "minimum": 0},
        "tags": {"type": "array", "items": {"type": "string"}},
        "colour": {"anyOf": [{"enum": ["red"]}, {"type": "null"}]},
        "size": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    },
    "required": ["x"],
    "additionalProperties": False,
}
DRAW = Tool(server="maps", name="draw", input_schema=POINT)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
ANYTHING = (
    JSON
    | st.text()
    | JSON.map(json.dumps)
    | st.binary()
    | st.dictionaries(st.integers() | st.binary(), JSON, max_size=3)
    | st.dictionaries(st.text(), st.binary() | st.sets(st.integers()), max_size=3)
)


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth - 1):
        value = {"a": value}
    return value


def tool(schema: dict[str, Any]) -> Tool:
    return Tool(server="s", name="t", input_schema=schema)


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        (None, {}),
        ({}, {}),
        ({"x": [1, None]}, {"x": [1, None]}),
        ('{"x": 1}', {"x": 1}),
        (' {"x": {"y": "é😀"}}\n', {"x": {"y": "é😀"}}),
    ],
)
def test_what_reads_as_an_object(arguments: Any, read: dict[str, Any]) -> None:
    assert read_arguments(arguments) == read


def test_an_object_is_handed_on_and_not_copied() -> None:
    given = {"x": [1]}
    assert read_arguments(given) is given


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("draw it", "arguments as plain text, not as a JSON object"),
        ("", "arguments as plain text, not as a JSON object"),
        ("[1]", "arguments as plain text, not as a JSON object"),
        ('{"x": 1', "arguments as plain text, not as a JSON object"),
        ([1], "arguments as a JSON array, not as a JSON object"),
        (3, "arguments as a JSON number, not as a JSON object"),
        (True, "arguments as a JSON boolean, not as a JSON object"),
        ({"x": float("nan")}, "arguments that are not JSON: "),
        ('{"x": NaN}', "arguments that are not JSON: "),
        ({"x": b"1"}, "arguments that are not JSON: "),
        ({("a", "b"): 1}, "arguments that are not JSON: "),
        ({"x": "\ud800"}, "arguments that are not JSON: "),
        ('{"x": "\\ud800"}', "arguments that are not JSON: "),
        (nested(MAX_DEPTH + 1), f"arguments nested deeper than {MAX_DEPTH} levels"),
        (nested(100_000), f"arguments nested deeper than {MAX_DEPTH} levels"),
    ],
)
def test_what_cannot_be_read(arguments: Any, why: str) -> None:
    with pytest.raises(UnreadableArguments) as error:
        read_arguments(arguments)
    assert str(error.value).startswith(why)


def test_depth_is_counted_and_not_brackets() -> None:
    deep, wide = nested(MAX_DEPTH), {"a": [[] for _ in range(2 * MAX_DEPTH)], "b": "{" * 2 * MAX_DEPTH}
    assert read_arguments(deep) is deep
    assert read_arguments(wide) is wide


@pytest.mark.slow
@given(ANYTHING)
def test_reading_gives_an_object_that_can_be_sent_or_says_why_not(arguments: Any) -> None:
    read: object
    try:
        read = read_arguments(arguments)
    except UnreadableArguments as error:
        read = str(error)
    if isinstance(read, str):
        assert read.startswith("arguments ")
        assert len(read) < LONGEST_REASON + 50
    else:
        assert isinstance(read, dict)
        json.dumps(read, allow_nan=False, ensure_ascii=False).encode()


@given(st.dictionaries(st.text(alphabet=st.characters(codec="utf-8")), st.integers() | st.booleans()))
def test_an_object_and_its_json_read_alike(arguments: dict[str, Any]) -> None:
    assert read_arguments(json.dumps(arguments)) == read_arguments(arguments) == arguments


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"x": 1, "tags": ["a"], "colour": "red"}, None),
        ({"x": 1, "colour": None}, None),
        ({}, '"x" is missing'),
        ({"x": "one"}, 'x: expected integer, got the string "one"'),
        ({"x": None}, "x: expected integer, got null"),
        ({"x": 1.5}, "x: expected integer, got the number 1.5"),
        ({"x": -1}, "x: -1 is less than the minimum of 0"),
        ({"x": 1, "tags": ["a", 2]}, "tags[1]: expected string, got the number 2"),
        ({"x": 1, "z": 0}, '"z" is not a parameter'),
        ({"x": 1, "z": 0, "tag": []}, '"z" and "tag" (did you mean "tags"?) are not parameters'),
        ({"parameter": 1}, '"parameter" (did you mean "x"?) is not a parameter; "x" is missing'),
        (POINT, 'the arguments are a JSON schema, not values for its properties; "x" is missing'),
        ({"x": 1, "size": "a"}, 'size: expected integer or null, got the string "a"'),
        (
            {"x": 1, "colour": 5},
            'colour: fits none of the allowed forms (5 is not one of "red"; 5 is not of type "null")',
        ),
        ({"tags": 1}, '"x" is missing; tags: expected array, got the number 1'),
    ],
)
def test_reasons_say_which_argument_what_was_given_and_what_expected(
    arguments: dict[str, Any], reason: str | None
) -> None:
    assert ArgumentChecker().check(DRAW, arguments) == reason


def test_reasons_are_few_and_short_and_keep_what_was_expected() -> None:
    many = ArgumentChecker().check(DRAW, {"x": 1, "tags": list(range(50))})
    assert many is not None
    assert many.count("expected string, got the number") == 3
    assert many.endswith("; and 47 more")
    long = ArgumentChecker().check(DRAW, {"x": "y" * 10_000})
    assert long is not None
    assert long.startswith('x: expected integer, got the string "yyy')
    assert len(long) == LONGEST_REASON


def test_where_there_may_be_very_many_errors_the_first_is_told() -> None:
    reason = ArgumentChecker().check(DRAW, {"x": 1, "tags": [0] * 5_000})
    assert reason == "tags[0]: expected string, got the number 0"


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "strnig"},
        {"type": "object", "properties": None},
        {"properties": {"x": {"$ref": "#/$defs/absent"}}},
        {"properties": {"x": {"pattern": "["}}},
        {"$schema": "https://schemas.invalid/own"},
        {"properties": {"\ud800": {}}},
    ],
)
def test_a_broken_schema_is_noted_and_not_held_against_the_agent(schema: dict[str, Any]) -> None:
    checker = ArgumentChecker()
    broken = tool(schema)
    assert checker.problems == {}
    assert checker.check(broken, {"x": object}) is None
    assert checker.check(DRAW, {}) is not None
    assert list(checker.problems) == ["s/t"]
    assert 0 < len(checker.problems["s/t"].reason) <= LONGEST_REASON


@pytest.mark.parametrize("scheme", ["file", "https"])
def test_other_documents_are_never_fetched(scheme: str, tmp_path: Path) -> None:
    (tmp_path / "point.json").write_text(json.dumps(POINT), encoding="utf-8")
    address = (tmp_path / "point.json").as_uri() if scheme == "file" else "https://schemas.invalid/point.json"
    checker = ArgumentChecker()
    assert checker.check(tool({"$ref": address}), {"x": "wrong"}) is None
    assert "not followed" in checker.problems["s/t"].reason


def test_a_pattern_that_gives_up_is_not_held_against_the_agent() -> None:
    endless = tool({"properties": {"x": {"pattern": r"^(a|a)*\1b$"}}})
    assert ArgumentChecker().check(endless, {"x": "a" * 4_000 + "c"}) is None


def test_a_schema_is_compiled_once_and_only_when_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    import jsonschema_rs

    compiled: list[Any] = []
    original = jsonschema_rs.validator_for

    def counted(schema: Any, **options: Any) -> Any:
        compiled.append(schema)
        return original(schema, **options)

    monkeypatch.setattr(jsonschema_rs, "validator_for", counted)
    checker = ArgumentChecker()
    assert compiled == []
    broken = tool({"type": 5})
    for _ in range(3):
        checker.check(DRAW, {"x": 1})
        checker.check(broken, {})
    assert compiled == [POINT, {"type": 5}]
