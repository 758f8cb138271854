"""Arguments as models send them: read as an object, and held against the tool's own schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from m3bench.core import MAX_DEPTH, Call, is_too_deep, parsed_arguments
from m3bench.core.schema import CompiledSchema, SchemaProblem, compile_schema, misfits
from m3bench.core.text import shorten_middle
from m3bench.hosting.tool import Tool

_MOST_REASONS = 3
_MOST_PARAMETERS = 30
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


class Unreadable(Exception):
    """Arguments that cannot be sent as a JSON object, and why."""


def read_arguments(arguments: Any) -> dict[str, Any]:
    """The object that was meant: none is an empty one, and a JSON string is read. Raises `Unreadable`."""
    read = {} if arguments is None else parsed_arguments(arguments)
    if not isinstance(read, dict):
        raise Unreadable(f"{Call('', arguments).oddity}, not as a JSON object")
    try:
        text = _ENCODER.encode(read)
        text.encode()
    except RecursionError:
        raise Unreadable(f"arguments nested deeper than {MAX_DEPTH} levels") from None
    except (TypeError, ValueError) as error:
        raise Unreadable(f"arguments that are not JSON: {shorten_middle(str(error))}") from None
    # Depth cannot exceed the number of brackets, and counting them is quick.
    if text.count("{") + text.count("[") > MAX_DEPTH and is_too_deep(read):
        raise Unreadable(f"arguments nested deeper than {MAX_DEPTH} levels")
    return read


class ArgumentChecker:
    """Checks arguments by the schemas of tools. A schema is compiled when its tool is first called.

    A tool whose schema is broken or too complex takes any object; `problems` says so, and the agent is not
    blamed for it.
    """

    def __init__(self) -> None:
        self._unchecked: dict[str, SchemaProblem] = {}
        self._compiled: dict[str, CompiledSchema | SchemaProblem] = {}

    def check(self, tool: Tool, arguments: dict[str, Any]) -> str | None:
        """Which arguments are wrong, what was given and what was expected; None where all fit."""
        validator = self._compiled.get(tool.full_name) or self._compile(tool)
        if isinstance(validator, SchemaProblem):
            return None
        reasons = misfits(validator, arguments)
        if isinstance(reasons, SchemaProblem):
            self._unchecked[tool.full_name] = reasons
            return None
        if not reasons:
            return None
        more = f"; and {len(reasons) - _MOST_REASONS} more" if len(reasons) > _MOST_REASONS else ""
        return "; ".join(reasons[:_MOST_REASONS]) + more

    def leave_out(self, tool: Tool, problem: SchemaProblem) -> None:
        """Do not check the arguments of a tool, and say why in `problems`."""
        self._compiled[tool.full_name] = problem

    @property
    def problems(self) -> dict[str, SchemaProblem]:
        """Tools, by full name, whose schemas turned out to be unusable, at least for some arguments."""
        unusable = {name: found for name, found in self._compiled.items() if isinstance(found, SchemaProblem)}
        return self._unchecked | unusable

    def _compile(self, tool: Tool) -> CompiledSchema | SchemaProblem:
        compiled = self._compiled[tool.full_name] = compile_schema(tool.input_schema)
        return compiled


def parameters(tool: Tool) -> str:
    """What a tool takes, in a few words: the names of its parameters, the required ones marked."""
    properties = tool.input_schema.get("properties")
    required = tool.input_schema.get("required")
    if not isinstance(properties, Mapping) or not properties:
        return "no parameters"
    needed = required if isinstance(required, list) else []
    names = [f"{name} (required)" if name in needed else str(name) for name in properties]
    return shorten_middle(
        ", ".join([*names[:_MOST_PARAMETERS], *(["…"] if len(names) > _MOST_PARAMETERS else [])])
    )
