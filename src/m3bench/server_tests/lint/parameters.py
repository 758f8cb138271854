"""Parameters and schemas of tools."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from m3bench.core.schema import SchemaProblem, compile_schema
from m3bench.forge.links import slots
from m3bench.hosting import Tool
from m3bench.server_tests.lint.rules import find
from m3bench.server_tests.records import Finding

_DEEPEST = 3
_MOST_NODES = 5_000
_TYPED = ("type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref")
_VAGUE = frozenset(
    {"data", "input", "value", "arg", "args", "param", "params", "x", "y", "obj", "thing", "s"}
)
_CHOICES = re.compile(
    r"\b(?:one of|either|must be|can be|choose from|options?|allowed|(?:possible|valid) values)\b",
    re.IGNORECASE,
)
_OPTION = re.compile(r"['\"`‘“]([\w .-]{1,40})['\"`’”]")
_FEWEST_OPTIONS = 2
_READ = 5_000


def check_schema(tool: Tool) -> Iterator[Finding]:
    """Yield findings on the schemas of a tool as a whole."""
    if problem := _schema_problem(tool.input_schema):
        yield find("schema-invalid", tool.full_name, "input schema", problem)
        return
    depth = _depth(tool.input_schema)
    if depth > _DEEPEST:
        yield find("schema-deep", tool.full_name, "input schema", f"objects are nested {depth} deep")
    known = slots(tool)
    if known and "required" not in tool.input_schema and all(slot.default is None for slot in known):
        problem = "no parameter is required, and none has a default"
        yield find("schema-required", tool.full_name, "input schema", problem)
    if tool.output_schema is None:
        yield find("output-schema", tool.full_name, "output schema", "there is none")


def check_parameters(tool: Tool) -> Iterator[Finding]:
    properties = tool.input_schema.get("properties")
    if not isinstance(properties, Mapping):
        return
    described = {slot.name: slot.description for slot in slots(tool)}
    for name, schema in properties.items():
        if isinstance(schema, Mapping):
            yield from _check_parameter(tool, str(name), schema, described.get(str(name), ""))


def check_same_names(tools: Sequence[Tool]) -> Iterator[Finding]:
    """Yield parameters that have one name and different types on one server."""
    uses: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for tool in tools:
        for slot in slots(tool):
            uses[tool.server, slot.name].setdefault(slot.kind, tool.full_name)
    for (_, name), kinds in uses.items():
        plain = {kind: tool for kind, tool in kinds.items() if kind != "any"}
        if len(plain) > 1 and not set(plain) <= {"integer", "number"}:
            (kind, first), (other, second) = list(plain.items())[:2]
            problem = f"it is of type {other}, but {kind} in {first}"
            yield find("parameter-ambiguous", second, f"parameter {name}", problem)


def _check_parameter(tool: Tool, name: str, schema: Mapping[str, Any], described: str) -> Iterator[Finding]:
    where, own = f"parameter {name}", str(schema.get("description") or "")
    if not described:
        yield find("parameter-description", tool.full_name, where, "it has no description")
    elif not own:
        yield find("parameter-docstring", tool.full_name, where, "only the text of the tool describes it")
    if not any(key in schema for key in _TYPED):
        yield find("parameter-type", tool.full_name, where, "it has no type")
    if options := _options(schema, described):
        problem = f"its choices are only in the text: {', '.join(options[:4])}"
        yield find("parameter-choices", tool.full_name, where, problem)
    if name.casefold() in _VAGUE and not own:
        yield find("parameter-vague", tool.full_name, where, f"the name {name!r} says nothing")


def _options(schema: Mapping[str, Any], described: str) -> list[str]:
    if schema.get("type") != "string" or "enum" in schema or "pattern" in schema:
        return []
    text = described[:_READ]
    signal = _CHOICES.search(text)
    options = list(dict.fromkeys(_OPTION.findall(text[signal.end() :]))) if signal else []
    return options if len(options) >= _FEWEST_OPTIONS else []


def _schema_problem(schema: Mapping[str, Any]) -> str | None:
    if schema.get("type", "object") != "object":
        return f"its type is {schema.get('type')!r}"
    for name, below in (schema.get("properties") or {}).items() if _is_object(schema, "properties") else ():
        if not isinstance(below, Mapping | bool):
            return f"the schema of {name} is no object"
    if "properties" in schema and not _is_object(schema, "properties"):
        return "properties is no object"
    compiled = compile_schema(dict(schema))
    return compiled.reason if isinstance(compiled, SchemaProblem) else None


def _is_object(schema: Mapping[str, Any], key: str) -> bool:
    return isinstance(schema.get(key), Mapping)


def _depth(schema: Any) -> int:
    """Return how deep objects with properties are nested, without following references."""
    deepest, seen = 0, 0
    waiting = [(schema, 0)]
    while waiting and seen < _MOST_NODES:
        node, depth = waiting.pop()
        seen += 1
        if isinstance(node, Mapping):
            inner = depth + (1 if isinstance(node.get("properties"), Mapping) else 0)
            deepest = max(deepest, inner)
            waiting += [(below, inner) for key, below in node.items() if key not in ("$defs", "definitions")]
        elif isinstance(node, list):
            waiting += [(below, depth) for below in node]
    return deepest
