"""Fill in arguments and forms by type alone: valid, but not meaningful."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from m3bench.agents.attempt import Attempt
from m3bench.agents.filling.arguments import Sources, fill
from m3bench.agents.filling.clues import Clues, read_clues
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.hosting import Tool

_DATE = "2025-01-01"
_CONSTANTS = {FieldType.TIME: "12:00", FieldType.DURATION: 60, FieldType.YES_NO: True}
_MAX_DEPTH = 4


def request_sources(attempt: Attempt) -> Sources:
    """Return values of the request and names of the task's pictures, without results."""
    return Sources([read_clues(attempt.request)], attempt.task.images)


def typed_arguments(tool: Tool, sources: Sources, count: int) -> list[dict[str, Any]]:
    """Return arguments for `count` calls of a tool: plausible values, or any of the right type."""
    rows = fill(tool, sources, count) or [_by_schema(tool.input_schema, sources)]
    return [rows[min(index, len(rows) - 1)] for index in range(count)]


def typed_fields(form: AnswerForm, clues: Clues) -> dict[str, Any]:
    """Fill every field with a value of its type, taken from the request if possible."""
    values = _Values(clues)
    return {field.name: values.entry(field) for field in form.fields}


class _Values:
    """Cycles through the values of a request by type."""

    def __init__(self, clues: Clues) -> None:
        self._texts = _cycle([*clues.quoted, *clues.names, *clues.codes] or clues.text.split()[:1] or ["?"])
        self._numbers = _cycle(list(clues.numbers) or [1])
        self._dates = _cycle(list(clues.dates) or [_DATE])

    def entry(self, field: AnswerField) -> Any:
        value = self._value(field)
        return [value] if field.many else value

    def _value(self, field: AnswerField) -> Any:
        if field.type is FieldType.RECORD:
            return {part.name: self.entry(part) for part in field.fields}
        if field.type is FieldType.CHOICE:
            return field.choices[0]
        if field.type in _CONSTANTS:
            return _CONSTANTS[field.type]
        kinds = {FieldType.NUMBER: self._numbers, FieldType.DATE: self._dates}
        return next(kinds.get(field.type, self._texts))


def _cycle(values: Sequence[Any]) -> Iterator[Any]:
    while True:
        yield from values


def _by_schema(schema: dict[str, Any], sources: Sources) -> dict[str, Any]:
    """Fill every required parameter with a value of its type."""
    clues = sources.clues[0]
    texts = [*clues.quoted, *clues.names, *clues.text.split()[:1], "?"]
    filled: dict[str, Any] = _of_kind({**schema, "type": "object"}, texts[0], 0)
    return filled


def _any_value(schema: Any, text: str, depth: int = 0) -> Any:
    if not isinstance(schema, dict) or depth > _MAX_DEPTH:
        return text
    options = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(options, list) and options:
        return _any_value(options[0], text, depth + 1)
    choices = schema.get("enum")
    if "default" in schema or (isinstance(choices, list) and choices):
        return schema["default"] if "default" in schema else schema["enum"][0]
    return _of_kind(schema, text, depth)


def _of_kind(schema: dict[str, Any], text: str, depth: int) -> Any:
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    if kind == "array":
        return [_any_value(schema.get("items"), text, depth + 1)]
    if kind == "object":
        properties, required = schema.get("properties"), schema.get("required")
        named = properties if isinstance(properties, dict) else {}
        wanted = required if isinstance(required, list) else []
        return {
            name: _any_value(named.get(name), text, depth + 1) for name in wanted if isinstance(name, str)
        }
    return {"number": schema.get("minimum", 1), "integer": schema.get("minimum", 1), "boolean": False}.get(
        str(kind), text
    )
