"""What changes with time is asked again when the outcome is checked."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import msgspec

from m3bench.checks.check import Evidence
from m3bench.core import Data, M3BenchError, Result


class Asked(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A number that a tool knows: which tool to ask, and where in its answer the number stands."""

    tool: str
    arguments: dict[str, Any] = {}
    field: str = ""
    """Keys and indices with dots between them: ``quotes.0.price``."""


class AskingError(M3BenchError):
    """A tool that could not be asked again, or did not answer as expected: not the agent's doing."""


def asked_number(asked: Asked, evidence: Evidence) -> float:
    """What the tool says now."""
    if evidence.ask is None:
        raise AskingError(f"{asked.tool} cannot be asked again: no servers are at hand.")
    result = evidence.ask(asked.tool, asked.arguments)
    if result.is_error:
        raise AskingError(f"{asked.tool} could not be asked again: {result.text[:300]}")
    for value in _values(result):
        found = at(value, asked.field)
        if isinstance(found, int | float) and not isinstance(found, bool):
            return float(found)
    raise AskingError(f"{asked.tool} gave no number at {asked.field or 'the top'}.")


def at(value: Any, path: str) -> Any:
    """What stands at a path of keys and indices; None where nothing does."""
    for part in path.split(".") if path else ():
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list | tuple) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


def _values(result: Result) -> list[Any]:
    values = [part.value for part in result.content if isinstance(part, Data)]
    with contextlib.suppress(ValueError, RecursionError):
        values.append(json.loads(result.text))
    return values
