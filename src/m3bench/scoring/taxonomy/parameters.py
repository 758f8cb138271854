"""What is wrong with the arguments of a call, by the schema of its tool."""

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
    """What a run's agent was told of a tool."""

    name: str
    input_schema: dict[str, Any]
    read_only: bool | None = None
    """None where the server does not say."""


class ToolBook:
    """The tools of a run, as far as they are known: those of whole servers."""

    def __init__(self, tools: Iterable[KnownTool] = ()) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._servers = {name.partition("/")[0] for name in self._tools}
        self._compiled: dict[str, CompiledSchema | SchemaProblem] = {}

    def lacks(self, call: Call) -> bool:
        """Whether it is sure that there is no such tool: its server is known, and has none of this name."""
        return call.server in self._servers and call.name not in self._tools

    def read_only(self, name: str) -> bool | None:
        """Whether a tool changes nothing; None where that is not known."""
        return self._tools[name].read_only if name in self._tools else None

    def parameter_errors(self, call: Call) -> frozenset[Error]:
        """What the schema has against the arguments; nothing where tool or arguments cannot be read."""
        arguments = {} if call.arguments is None else parsed_arguments(call.arguments)
        if call.name not in self._tools or not isinstance(arguments, dict):
            return frozenset()
        validator = self._validator(call.name)
        if isinstance(validator, SchemaProblem):
            return frozenset()
        found = set(_schema_errors(validator, arguments))
        if _unlisted(self._tools[call.name].input_schema, arguments):
            found.add(Error.INVENTED_PARAMETER)
        return frozenset(found)

    def _validator(self, name: str) -> CompiledSchema | SchemaProblem:
        if name not in self._compiled:
            self._compiled[name] = compile_schema(self._tools[name].input_schema)
        return self._compiled[name]


def _schema_errors(validator: CompiledSchema, arguments: dict[str, Any]) -> Iterator[Error]:
    try:
        errors = validator.errors(arguments)
        for error in [] if isinstance(errors, SchemaProblem) else errors:
            yield from _sorted_out(error)
    except (ValueError, RecursionError):
        return


def _sorted_out(error: ValidationError) -> Iterator[Error]:
    branches = [branch for branch in getattr(error.kind, "context", ()) if branch]
    if branches:
        yield from _of_branches(branches)
    elif (kind := type(error.kind).__name__) in _KINDS:
        yield _KINDS[kind]


def _of_branches(branches: list[list[ValidationError]]) -> Iterator[Error]:
    """Of several allowed forms, that of the value's type was meant; where none is, the type is wrong."""
    for branch in branches:
        found = {kind for error in branch for kind in _sorted_out(error)}
        if found and Error.WRONG_TYPE not in found:
            yield from sorted(found)
            return
    yield Error.WRONG_TYPE


def _unlisted(schema: dict[str, Any], arguments: dict[str, Any]) -> bool:
    """Whether a parameter has a name that the tool does not list, nor says that it would take."""
    listed = schema.get("properties")
    open_ended = ("additionalProperties", "patternProperties", "unevaluatedProperties")
    combined = ("$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas")
    if not isinstance(listed, dict) or any(key in schema for key in (*open_ended, *combined)):
        return False
    return not arguments.keys() <= listed.keys()
