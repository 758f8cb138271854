from __future__ import annotations

from typing import Any

import pytest

from m3bench.core.schema import SchemaProblem, compile_schema, schema_violations
from m3bench.core.text import LONGEST_REASON


def errors(schema: dict[str, Any], value: Any) -> list[str]:
    validator = compile_schema(schema)
    assert not isinstance(validator, SchemaProblem)
    found = schema_violations(validator, value)
    assert not isinstance(found, SchemaProblem)
    return found


def test_a_value_that_would_take_long_is_not_checked() -> None:
    schema = {"properties": {"a": {"items": {"enum": [{"k": index} for index in range(1_000)]}}}}
    validator = compile_schema(schema)
    assert not isinstance(validator, SchemaProblem)
    assert schema_violations(validator, {"a": [{"k": 7}]}) == []
    problem = schema_violations(validator, {"a": [{"k": -1}] * 5_000})
    assert isinstance(problem, SchemaProblem)
    assert "too complex to check values of this size" in problem.reason


def test_a_value_that_fits_has_no_violations() -> None:
    assert errors({"type": "object"}, {"a": 1}) == []


def test_violations_are_in_a_fixed_order_with_their_places() -> None:
    schema = {"properties": {"b": {"type": "string"}, "a": {"items": {"type": "string"}}}}
    assert errors(schema, {"b": 1, "a": ["x", 2]}) == [
        'a[1]: 2 is not of type "string"',
        'b: 1 is not of type "string"',
    ]


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_several_forms_are_spelled_out(keyword: str) -> None:
    schema = {"properties": {"a": {keyword: [{"type": "integer"}, {"type": "null"}]}}}
    (reason,) = errors(schema, {"a": "x"})
    assert (
        reason
        == 'a: fits none of the allowed forms ("x" is not of type "integer"; "x" is not of type "null")'
    )


def test_many_forms_are_not_all_spelled_out() -> None:
    schema = {"anyOf": [{"const": number} for number in range(9)]}
    (reason,) = errors(schema, "x")
    assert reason.endswith("(0 was expected; 1 was expected; 2 was expected; …)")


@pytest.mark.parametrize(
    "schema",
    [{"type": "strnig"}, {"$ref": "#/absent"}, {"$ref": "file:///x.json"}, {"pattern": "["}, [], 7, None],
)
def test_unusable_schemas_say_why(schema: Any) -> None:
    problem = compile_schema(schema)
    assert isinstance(problem, SchemaProblem)
    assert 0 < len(problem.reason) <= LONGEST_REASON


def test_what_is_not_json_is_a_misfit() -> None:
    (reason,) = errors({"type": "object"}, {1: 2})
    assert reason.startswith("not JSON: ")


def test_patterns_give_up_in_time_and_without_blame() -> None:
    assert errors({"pattern": r"^(a|a)*\1b$"}, "a" * 4_000 + "c") == []
