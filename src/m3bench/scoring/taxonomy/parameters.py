"""Errors in the arguments of a call, by the schema of its tool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.core import Call, parsed_arguments
from m3bench.core.schema import CompiledSchema, SchemaProblem, compile_schema
from m3bench.scoring.taxonomy.records import Error

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

_BOUNDS = frozenset(
    {"Minimum", "Maximum", "ExclusiveMinimum", "ExclusiveMaximum", "MultipleOf", "UniqueItems"}
    | {"MinLength", "MaxLength", "MinItems", "MaxItems", "MinProperties", "MaxProperties"}
)
_KINDS = {
    "Type": Error.WRONG_TYPE,
    "Pattern": Error.WRONG_TYPE,
    "Format": Error.WRONG_TYPE,
    "Required": Error.MISSING_PARAMETER,
    "AdditionalProperties": Error.INVENTED_PARAMETER,
    "UnevaluatedProperties": Error.INVENTED_PARAMETER,
    "PropertyNames": Error.INVENTED_PARAMETER,
    "Enum": Error.INVENTED_PARAMETER,
    "Constant": Error.INVENTED_PARAMETER,
    **dict.fromkeys(_BOUNDS, Error.OUT_OF_RANGE),
}


class KnownTool(msgspec.Struct, frozen=True):
    """A tool as the agent of a run saw it."""

    name: str
    input_schema: dict[str, Any]
    read_only: bool | None = None
    """None if the server does not declare it."""


class ToolBook:
    """The known tools of a run, always of whole servers."""

    def __init__(self, tools: Iterable[KnownTool] = ()) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._servers = {name.partition("/")[0] for name in self._tools}
        self._compiled: dict[str, CompiledSchema | SchemaProblem] = {}

    def lacks(self, call: Call) -> bool:
        """Return whether the tool does not exist for sure: its server is known and has no such tool."""
        return call.server in self._servers and call.name not in self._tools

    def read_only(self, name: str) -> bool | None:
        """Return whether a tool changes nothing; None if unknown."""
        return self._tools[name].read_only if name in self._tools else None

    def parameter_errors(self, call: Call) -> frozenset[Error]:
        """Return the schema errors of the arguments; empty if the tool is unknown or they are unreadable."""
        arguments = {} if call.arguments is None else parsed_arguments(call.arguments)
        if call.name not in self._tools or not isinstance(arguments, dict):
            return frozenset()
        validator = self._validator(call.name)
        if isinstance(validator, SchemaProblem):
            return frozenset()
        errors = set(_schema_errors(validator, arguments))
        if _unlisted(self._tools[call.name].input_schema, arguments):
            errors.add(Error.INVENTED_PARAMETER)
        return frozenset(errors)

    def _validator(self, name: str) -> CompiledSchema | SchemaProblem:
        if name not in self._compiled:
            self._compiled[name] = compile_schema(self._tools[name].input_schema)
        return self._compiled[name]


def _schema_errors(validator: CompiledSchema, arguments: dict[str, Any]) -> Iterator[Error]:
    try:
        errors = validator.errors(arguments)
        for error in [] if isinstance(errors, SchemaProblem) else errors:
            yield from _classify(error)
    except (ValueError, RecursionError):
        return


def _classify(error: ValidationError) -> Iterator[Error]:
    branches = [branch for branch in getattr(error.kind, "context", ()) if branch]
    if branches:
        yield from _classify_branches(branches)
    elif (kind := type(error.kind).__name__) in _KINDS:
        yield _KINDS[kind]


def _classify_branches(branches: list[list[ValidationError]]) -> Iterator[Error]:
    """Yield the errors of the alternative that fits the value's type; if none does, the type is wrong."""
    for branch in branches:
        errors = {kind for error in branch for kind in _classify(error)}
        if errors and Error.WRONG_TYPE not in errors:
            yield from sorted(errors)
            return
    yield Error.WRONG_TYPE


def _unlisted(schema: dict[str, Any], arguments: dict[str, Any]) -> bool:
    """Return whether a parameter is neither listed nor allowed by the schema."""
    listed = schema.get("properties")
    open_ended = ("additionalProperties", "patternProperties", "unevaluatedProperties")
    combined = ("$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas")
    if not isinstance(listed, dict) or any(key in schema for key in (*open_ended, *combined)):
        return False
    return not arguments.keys() <= listed.keys()
