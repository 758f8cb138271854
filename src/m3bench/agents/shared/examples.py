"""An example of a call for prompts: a mounted tool, with its required arguments.

Small models copy examples. A made-up name or key would come back as a call; a real one is at least valid.
A plausible value would come back as well, so free texts are placeholders such as `<location>`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from m3bench.agents.shared.prompts import Prompts
from m3bench.core import ASK_USER, Call
from m3bench.core.schema import SchemaProblem, compile_schema, schema_violations
from m3bench.hosting import Tool

_MOST_TOOLS = 200
_MOST_VALIDATED = 20
_LONGEST_CALL = 600
_LONGEST_VALUE = 60
_MAX_DEPTH = 4
_MAX_ITEMS = 5
_MOST_OPTIONAL = 2
_ENDS_WORK = ("claim_done", "submit_answer")
_BY_FORMAT = {
    "date": "2025-01-31",
    "date-time": "2025-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "email": "someone@example.com",
    "uri": "https://example.com",
}


def example_call(tools: Sequence[Tool]) -> Call | None:
    """Return a call of one of these tools; None if there is none.

    Prefers tools that only read and have few required arguments. The task plays no part in the choice.
    """
    others = [
        tool for tool in tools[:_MOST_TOOLS] if tool.full_name != ASK_USER and tool.name not in _ENDS_WORK
    ]
    ranked = sorted(map(_candidate, others or tools[:1]), key=lambda candidate: candidate[0])
    fitting = [(tool, arguments) for rank, tool, arguments in ranked if rank[-2] <= _LONGEST_CALL]
    valid = (pair for pair in fitting[:_MOST_VALIDATED] if _is_valid(*pair))
    best = next(valid, None) or next(iter(fitting), None)
    if best is None:
        return None
    tool, arguments = best
    return Call(tool.full_name, {**arguments, **_optional_choices(tool, arguments)})


def call_as_json(call: Call) -> str:
    """Format a call as prompts ask models to write it."""
    return json.dumps({"name": call.name, "arguments": call.arguments}, ensure_ascii=False, default=str)


def fill_example(prompts: Prompts, tools: Sequence[Tool]) -> str:
    """Fill the prompt `example` with a call of one of these tools; empty if there is none."""
    call = example_call(tools)
    return "" if call is None else prompts.fill("example", tool=call.name, call=call_as_json(call))


def _candidate(tool: Tool) -> tuple[tuple[Any, ...], Tool, dict[str, Any]]:
    values = _Values(tool.input_schema)
    required = values.object(tool.input_schema, 0)
    arguments = required or values.first_optional()
    text = call_as_json(Call(tool.full_name, arguments))
    reads = tool.annotations.get("readOnlyHint") is True
    rank = (not reads, not required, len(arguments), len(text), tool.full_name)
    return rank, tool, arguments


def _optional_choices(tool: Tool, arguments: dict[str, Any]) -> dict[str, str]:
    """Return placeholders for optional parameters with choices, which small models otherwise leave out."""
    properties = tool.input_schema.get("properties")
    known = properties.items() if isinstance(properties, dict) else ()
    names = [
        name
        for name, schema in known
        if isinstance(name, str) and name not in arguments and isinstance(schema, dict) and schema.get("enum")
    ]
    short = [name for name in names if len(name) <= _LONGEST_VALUE]
    return {name: f"<{name}>" for name in short[:_MOST_OPTIONAL]}


def _is_valid(tool: Tool, arguments: dict[str, Any]) -> bool:
    schema = compile_schema(tool.input_schema)
    return not isinstance(schema, SchemaProblem) and schema_violations(schema, arguments) == []


class _Values:
    """Makes values for the parameters of one schema. Every part of it may be broken."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root

    def object(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        properties, required = schema.get("properties"), schema.get("required")
        known = properties if isinstance(properties, dict) else {}
        wanted = required if isinstance(required, list) else []
        return {
            name: self._value(name, known.get(name), depth + 1) for name in wanted if isinstance(name, str)
        }

    def first_optional(self) -> dict[str, Any]:
        """Return a value for the first parameter; empty if there are no parameters."""
        properties = self._root.get("properties")
        names = [name for name in properties if isinstance(name, str)] if isinstance(properties, dict) else []
        return {names[0]: self._value(names[0], properties[names[0]], 1)} if properties and names else {}

    def _value(self, name: str, schema: Any, depth: int) -> Any:
        if not isinstance(schema, dict) or depth > _MAX_DEPTH:
            return f"<{name}>"
        if (given := _suggested(schema)) is not None:
            return given
        if "$ref" in schema:
            return self._value(name, self._definition(schema["$ref"]), depth + 1)
        for key in ("anyOf", "oneOf", "allOf"):
            branches = schema.get(key)
            if isinstance(branches, list) and branches:
                best = next((branch for branch in branches if not _is_null(branch)), branches[0])
                return self._value(name, best, depth + 1)
        return self._of_type(name, schema, depth)

    def _of_type(self, name: str, schema: dict[str, Any], depth: int) -> Any:
        kinds = schema.get("type")
        kinds = kinds if isinstance(kinds, list) else [kinds]
        match next((kind for kind in kinds if kind != "null"), None):
            case "object":
                return self.object(schema, depth)
            case "array":
                least = schema.get("minItems")
                count = min(max(least, 1), _MAX_ITEMS) if isinstance(least, int) else 1
                return [self._value(name, schema.get("items"), depth + 1)] * count
            case "boolean":
                return True
            case "integer" | "number":
                return _number(schema)
        return _BY_FORMAT.get(str(schema.get("format")), f"<{name}>")

    def _definition(self, reference: Any) -> Any:
        """Return the part of the schema that a local reference names."""
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return None
        schema: Any = self._root
        for part in reference[2:].split("/"):
            schema = schema.get(part) if isinstance(schema, dict) else None
        return schema


def _suggested(schema: dict[str, Any]) -> Any:
    """Return the first choice or the default of a schema; None if it has none, or a long one."""
    choices = schema.get("enum")
    given = [*(choices[:1] if isinstance(choices, list) else []), schema.get("const"), schema.get("default")]
    return next((value for value in given if value is not None and _is_short(value)), None)


def _is_short(value: Any) -> bool:
    try:
        return len(json.dumps(value)) <= _LONGEST_VALUE
    except (TypeError, ValueError, RecursionError):
        return False


def _is_null(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "null"


def _number(schema: dict[str, Any]) -> int | float:
    low, high = schema.get("minimum"), schema.get("maximum")
    low = low if isinstance(low, int | float) else 1
    value = max(low, 1)
    return high if isinstance(high, int | float) and high < value else value
