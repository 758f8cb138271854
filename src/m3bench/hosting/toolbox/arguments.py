"""Parse the arguments that models send, and validate them with the tool's schema."""

from __future__ import annotations

import json
from typing import Any

from m3bench.core import MAX_DEPTH, Call, is_too_deep, parsed_arguments
from m3bench.core.schema import CompiledSchema, SchemaProblem, compile_schema
from m3bench.core.text import shorten_middle
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox.parameters import explain_arguments

_MOST_REASONS = 3
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


class UnreadableArguments(Exception):
    """Arguments that are not a JSON object. The message says why."""


def read_arguments(arguments: Any) -> dict[str, Any]:
    """Return the arguments as an object. None is an empty object; a JSON string is parsed.

    Raises:
        Unreadable: They are not a JSON object, or are nested too deeply.
    """
    read = {} if arguments is None else parsed_arguments(arguments)
    if not isinstance(read, dict):
        raise UnreadableArguments(f"{Call('', arguments).oddity}, not as a JSON object")
    try:
        text = _ENCODER.encode(read)
        text.encode()
    except RecursionError:
        raise UnreadableArguments(f"arguments nested deeper than {MAX_DEPTH} levels") from None
    except (TypeError, ValueError) as error:
        raise UnreadableArguments(f"arguments that are not JSON: {shorten_middle(str(error))}") from None
    # Depth cannot exceed the number of brackets, which is quick to count.
    if text.count("{") + text.count("[") > MAX_DEPTH and is_too_deep(read):
        raise UnreadableArguments(f"arguments nested deeper than {MAX_DEPTH} levels")
    return read


class ArgumentChecker:
    """Validates arguments with the tools' schemas. A schema is compiled when its tool is first called.

    A tool with a broken or too complex schema accepts any object; `problems` lists it.
    """

    def __init__(self) -> None:
        self._unchecked: dict[str, SchemaProblem] = {}
        self._compiled: dict[str, CompiledSchema | SchemaProblem] = {}

    def check(self, tool: Tool, arguments: dict[str, Any]) -> str | None:
        """Return which arguments are wrong, what was given and what was expected; None if all are valid."""
        validator = self._compiled.get(tool.full_name) or self._compile(tool)
        if isinstance(validator, SchemaProblem):
            return None
        reasons = explain_arguments(tool, arguments, validator)
        if isinstance(reasons, SchemaProblem):
            self._unchecked[tool.full_name] = reasons
            return None
        if not reasons:
            return None
        more = f"; and {len(reasons) - _MOST_REASONS} more" if len(reasons) > _MOST_REASONS else ""
        return "; ".join(reasons[:_MOST_REASONS]) + more

    def leave_out(self, tool: Tool, problem: SchemaProblem) -> None:
        """Skip validation for a tool, and report `problem` in `problems`."""
        self._compiled[tool.full_name] = problem

    @property
    def problems(self) -> dict[str, SchemaProblem]:
        """Tools, by full name, whose schema cannot validate all arguments."""
        unusable = {
            name: schema for name, schema in self._compiled.items() if isinstance(schema, SchemaProblem)
        }
        return self._unchecked | unusable

    def _compile(self, tool: Tool) -> CompiledSchema | SchemaProblem:
        compiled = self._compiled[tool.full_name] = compile_schema(tool.input_schema)
        return compiled
