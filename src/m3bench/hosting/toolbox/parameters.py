"""The parameters of a tool in words, and what is wrong with the arguments of a call."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from m3bench.core.schema import CompiledSchema, SchemaProblem, explain_violation, schema_violations
from m3bench.core.text import join, nearest_names, shorten_middle
from m3bench.hosting.tool import Tool

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

_LONGEST_LIST = 600
_LONGEST_NAME = 60
_MOST_CHOICES = 6
_MOST_KEYS = 5
_NOT_PLAIN = ("allOf", "anyOf", "oneOf", "$ref", "patternProperties", "if", "dependentSchemas")
"""A schema with one of these at its top may allow more keys than its `properties`."""
_TYPES = {'"': "string", "{": "object", "[": "array", "t": "boolean", "f": "boolean", "n": "null"}


def parameters(tool: Tool) -> str:
    """List the parameters of a tool, the required ones first, each with its type or choices."""
    properties = tool.input_schema.get("properties")
    if not isinstance(properties, Mapping) or not properties:
        return "no parameters"
    needed = _required(tool)
    ordered = sorted(properties, key=lambda name: name not in needed)
    shown: list[str] = []
    length = 0
    for name in ordered:
        about = ("required" if name in needed else "optional", _kind(properties[name]))
        words = f"{shorten_middle(str(name), _LONGEST_NAME)} ({', '.join(filter(None, about))})"
        length += len(words) + 2
        if length > _LONGEST_LIST:
            return ", ".join([*shown, "…"])
        shown.append(words)
    return ", ".join(shown)


def explain_arguments(
    tool: Tool, arguments: dict[str, Any], schema: CompiledSchema
) -> list[str] | SchemaProblem:
    """Return what is wrong with arguments: unknown keys first, with the nearest ones that the tool has.

    Empty if they are valid; a problem if they cannot be validated in bounded time.
    """
    known = _only_parameters(tool)
    reasons = schema_violations(schema, arguments, partial(_explain, keys_apart=bool(known)))
    if isinstance(reasons, SchemaProblem) or not reasons:
        return reasons
    return [*_about_keys(known, _required(tool), arguments), *filter(None, reasons)]


def _required(tool: Tool) -> list[Any]:
    required = tool.input_schema.get("required")
    return required if isinstance(required, list) else []


def _only_parameters(tool: Tool) -> list[str]:
    """Return the parameters of a tool; empty if its schema may allow others."""
    properties = tool.input_schema.get("properties")
    if not isinstance(properties, Mapping) or any(key in tool.input_schema for key in _NOT_PLAIN):
        return []
    return [name for name in properties if isinstance(name, str)]


def _about_keys(known: Sequence[str], required: Sequence[Any], arguments: dict[str, Any]) -> list[str]:
    unknown = [key for key in arguments if key not in known] if known else []
    if not unknown:
        return []
    if {"type", "properties"} <= set(unknown) and isinstance(arguments["properties"], dict):
        return ["the arguments are a JSON schema, not values for its properties"]
    missing = [name for name in known if name not in arguments]
    names = [f"{_quoted(key)}{_suggestion(key, missing, required)}" for key in unknown[:_MOST_KEYS]]
    more = [f"{len(unknown) - _MOST_KEYS} more"] if len(unknown) > _MOST_KEYS else []
    are = "is not a parameter" if len(unknown) == 1 else "are not parameters"
    return [f"{join([*names, *more])} {are}"]


def _suggestion(key: str, missing: Sequence[str], required: Sequence[Any]) -> str:
    """Suggest the parameter with the nearest name, or the only one that is required and missing."""
    needed = [name for name in missing if name in required]
    near = nearest_names(key[:_LONGEST_NAME], missing, most=1) or (needed if len(needed) == 1 else [])
    return f" (did you mean {_quoted(near[0])}?)" if near else ""


def _explain(error: ValidationError, *, keys_apart: bool) -> str:
    """Explain an error. Empty for unknown keys that are explained apart."""
    kind, path = error.kind.name, error.instance_path
    if kind == "additionalProperties" and keys_apart and not path:
        return ""
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
    prefix = f"{where}: " if where else ""
    if kind == "required":
        return shorten_middle(f"{prefix}{error.message.removesuffix(' is a required property')} is missing")
    wrong = _type_errors(error)
    if not wrong:
        return explain_violation(error)
    expected = dict.fromkeys(str(kind) for mistake in wrong for kind in getattr(mistake.kind, "types", ()))
    return shorten_middle(f"{prefix}expected {join(expected, 'or')}, got {_given(wrong[0])}")


def _type_errors(error: ValidationError) -> list[ValidationError]:
    """Return the errors of a value that has none of the allowed types; empty if something else is wrong."""
    if error.kind.name == "type":
        return [error]
    branches = [branch for branch in getattr(error.kind, "context", ()) if branch]
    types = [branch[0] for branch in branches if branch[0].kind.name == "type"]
    same = [type_ for type_ in types if type_.instance_path == error.instance_path]
    return same if len(same) == len(branches) else []


def _given(error: ValidationError) -> str:
    """Return the type of an invalid value, and the value."""
    value = error.message.rpartition(" is not of type")[0] or error.message
    return value if value == "null" else f"the {_TYPES.get(value[:1], 'number')} {value}"


def _kind(schema: Any) -> str:
    """Return the type of a parameter, or its choices; empty if the schema does not say."""
    if not isinstance(schema, Mapping):
        return ""
    choices = schema.get("enum")
    if isinstance(choices, list) and 0 < len(choices) <= _MOST_CHOICES:
        return join(
            (shorten_middle(json.dumps(choice, default=str), _LONGEST_NAME) for choice in choices), "or"
        )
    kinds = schema.get("type")
    branches = schema.get("anyOf") or schema.get("oneOf")
    if kinds is None and isinstance(branches, list):
        kinds = [branch.get("type") for branch in branches if isinstance(branch, Mapping)]
    listed = kinds if isinstance(kinds, list) else [kinds]
    return join(dict.fromkeys(kind for kind in listed if isinstance(kind, str)), "or")


def _quoted(name: str) -> str:
    return f'"{shorten_middle(name, _LONGEST_NAME)}"'
