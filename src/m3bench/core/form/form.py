"""The form of an answer: named fields with a type, a unit and a description."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import msgspec


class FieldType(StrEnum):
    """How the value of a field is written and compared."""

    NAME = "name"
    """The name of a thing. Case, accents, punctuation and plural are ignored."""
    TEXT = "text"
    """A phrase quoted from a source."""
    CODE = "code"
    """An identifier. Hyphens, spaces and case are ignored."""
    NUMBER = "number"
    DATE = "date"
    TIME = "time"
    """A time of day."""
    DURATION = "duration"
    YES_NO = "yes_no"
    CHOICE = "choice"
    """One of `choices`."""
    RECORD = "record"
    """A group of `fields`."""


class AnswerField(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One field of a form. `meaning` describes its content without hinting at the value."""

    name: str
    type: FieldType
    meaning: str
    unit: str | None = None
    many: bool = False
    """The value is a list. Its order matters only if `ordered`."""
    ordered: bool = False
    choices: tuple[str, ...] = ()
    fields: tuple[AnswerField, ...] = ()
    """The parts of a record."""

    def __post_init__(self) -> None:
        if (self.type is FieldType.RECORD) != bool(self.fields):
            raise ValueError(f"field {self.name!r}: a record needs fields; other types must not have any")
        if (self.type is FieldType.CHOICE) != bool(self.choices):
            raise ValueError(f"field {self.name!r}: a choice needs choices; other types must not have any")
        if self.type is FieldType.RECORD and not self.many:
            raise ValueError(
                f"field {self.name!r}: a record must be a list (many); use separate fields for single values"
            )
        _require_distinct(self.fields)


class AnswerForm(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The fields that an answer must fill in: one value each, or null."""

    fields: tuple[AnswerField, ...]

    def __post_init__(self) -> None:
        if not self.fields:
            raise ValueError("a form needs fields")
        _require_distinct(self.fields)

    def field(self, name: str) -> AnswerField | None:
        return next((field for field in self.fields if field.name == name), None)

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a filled form. Every field is required and may be null."""
        return _object_schema(self.fields)

    def template(self) -> str:
        """Return the form as shown to a model: a JSON object with a description in place of each value."""
        lines = ",\n".join(_template_lines(self.fields, "  "))
        return f"{{\n{lines}\n}}"

    def outline(self) -> str:
        """Return the fields as a list in words, for a prompt that asks for the form later.

        Small models fill in a JSON object as soon as they see one.
        """
        return "\n".join(_outline_lines(self.fields, ""))


def _require_distinct(fields: tuple[AnswerField, ...]) -> None:
    names = [field.name for field in fields]
    if len(set(names)) < len(names):
        raise ValueError(f"duplicate field names: {', '.join(names)}")


_JSON_TYPES = {FieldType.NUMBER: "number", FieldType.YES_NO: "boolean"}
_FORMATS = {
    FieldType.DATE: "as YYYY-MM-DD",
    FieldType.TIME: "as HH:MM, 24 hours",
    FieldType.YES_NO: "true or false",
}


def _object_schema(fields: tuple[AnswerField, ...]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {field.name: _schema(field) for field in fields},
        "required": [field.name for field in fields],
    }


def _schema(field: AnswerField) -> dict[str, Any]:
    schema = _single_schema(field)
    if field.many:
        return {"type": ["array", "null"], "items": schema, "description": describe(field)}
    nullable = {**schema, "type": [schema["type"], "null"], "description": describe(field)}
    return {**nullable, "enum": [*schema["enum"], None]} if "enum" in schema else nullable


def _single_schema(field: AnswerField) -> dict[str, Any]:
    if field.type is FieldType.RECORD:
        return _object_schema(field.fields)
    # A duration is a number in the field's unit; a lenient reader also takes "1 h 23 min".
    if field.type is FieldType.DURATION:
        return {"type": "number" if field.unit else "string"}
    schema: dict[str, Any] = {"type": _JSON_TYPES.get(field.type, "string")}
    return {**schema, "enum": list(field.choices)} if field.choices else schema


def describe(field: AnswerField) -> str:
    """Describe a field in one line: meaning, format, unit and choices."""
    notes = [f"in {field.unit}"] if field.unit else []
    if field.type in _FORMATS:
        notes.append(_FORMATS[field.type])
    if field.choices:
        notes.append(f"one of: {', '.join(field.choices)}")
    if field.many and field.ordered:
        notes.append("in this order")
    return f"{field.meaning} ({'; '.join(notes)})" if notes else field.meaning


def _template_lines(fields: tuple[AnswerField, ...], indent: str) -> list[str]:
    return [f'{indent}"{field.name}": {_blank(field)}' for field in fields]


def _outline_lines(fields: tuple[AnswerField, ...], indent: str) -> Iterator[str]:
    for field in fields:
        yield f"{indent}- {field.name}{' (a list)' if field.many else ''}: {describe(field)}"
        yield from _outline_lines(field.fields, f"{indent}  ")


def _blank(field: AnswerField) -> str:
    if field.type is FieldType.RECORD:
        inner = ", ".join(_template_lines(field.fields, ""))
        value = f"{{{inner}}} /* {describe(field)} */"
    else:
        value = f"<{describe(field)}>"
    return f"[{value}, …]" if field.many else value
