"""Parameters of the tools: types and descriptions of fields, and checks that a schema cannot express."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from m3bench.servers.kit import BadArgument, about, check_range, check_text, parse_date
from m3bench_world.servers.synthetic.records import Records
from m3bench_world.servers.synthetic.table import Field, FieldType, Kind
from m3bench_world.servers.synthetic.words import EXAMPLES

_LONGEST_TEXT = 300
Parameter = tuple[str, Any] | tuple[str, Any, Any]


def parameters(name: str, fields: list[Parameter]) -> type[msgspec.Struct]:
    """Return the type of the arguments of a tool."""
    return msgspec.defstruct(name, fields, kw_only=True, frozen=True, forbid_unknown_fields=True)


def id_parameter(kind: Kind) -> Parameter:
    return "id", Annotated[str, about(f"Id of the {kind.label}, such as {kind.example_id}.")]


def required(field: Field) -> Parameter:
    return field.name, described(_type(field), _description(field))


def optional(field: Field, beginning: str = "") -> Parameter:
    """Return a parameter that may be left out. `beginning` opens its description."""
    text = _description(field)
    return field.name, described(_type(field) | None, f"{beginning}{text}" if beginning else text), None


def choice_of(names: tuple[str, ...]) -> Any:
    """Return the type of one of these texts."""
    return Literal[names]


def described(kind: Any, description: str) -> Any:
    return Annotated[kind, about(description)]


def _type(field: Field) -> Any:
    if field.type is FieldType.CHOICE:
        return choice_of(field.words)
    if field.type is FieldType.NUMBER:
        return int if field.is_whole else float
    return str


def _description(field: Field) -> str:
    label = field.label.capitalize()
    match field.type:
        case FieldType.NUMBER:
            low, high = field.bounds
            return f"{label}, from {low:,.0f} to {high:,.0f}."
        case FieldType.DATE:
            return f"{label}, as YYYY-MM-DD."
        case FieldType.REFERENCE:
            return f"Id of the {field.label}, such as {field.target.replace('_', '-')}-1004."
        case FieldType.CHOICE:
            return f"{label} of the record."
    return f"{label}, such as '{EXAMPLES[field.pool] if field.pool else field.words[0]}'."


def checked(records: Records, given: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that arguments give, as records have them."""
    fields = {field.name: field for field in records.kind.fields}
    return {
        name: _checked(records, fields[name], value)
        for name, value in given.items()
        if name in fields and value is not None
    }


def _checked(records: Records, field: Field, value: Any) -> Any:
    match field.type:
        case FieldType.NUMBER:
            number = check_range(value, field.name, *field.bounds)
            return number if field.is_whole else round(number, 2)
        case FieldType.DATE:
            return parse_date(value, field.name).isoformat()
        case FieldType.REFERENCE:
            return records.refer(field.name, value)
        case FieldType.TEXT:
            return _short(value, field.name)
    return value


def _short(text: str, name: str) -> str:
    if len(text) > _LONGEST_TEXT:
        raise BadArgument(name, f"it has {len(text):,} characters; the maximum is {_LONGEST_TEXT}")
    return check_text(text, name)
