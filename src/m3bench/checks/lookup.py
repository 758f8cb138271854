"""Values that change over time are looked up again at check time."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import msgspec

from m3bench.checks.check import Evidence
from m3bench.core import Data, M3BenchError, Result


class LiveNumber(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A number that a tool knows: the tool, and the path of the number in its result."""

    tool: str
    arguments: dict[str, Any] = {}
    field: str = ""
    """Keys and indices joined by dots: ``quotes.0.price``."""


class LookupFailed(M3BenchError):
    """A tool could not be called at check time, or returned something unexpected. Not the agent's fault."""


def look_up_number(asked: LiveNumber, evidence: Evidence) -> float:
    """Return the current number."""
    if evidence.ask is None:
        raise LookupFailed(f"Cannot call {asked.tool} at check time: no servers are available.")
    result = evidence.ask(asked.tool, asked.arguments)
    if result.is_error:
        raise LookupFailed(f"Calling {asked.tool} at check time failed: {result.text[:300]}")
    for value in _values(result):
        found = at(value, asked.field)
        if isinstance(found, int | float) and not isinstance(found, bool):
            return float(found)
    raise LookupFailed(f"{asked.tool} returned no number at {asked.field or 'the top level'}.")


def at(value: Any, path: str) -> Any:
    """Return the value at a path of keys and indices; None if there is none."""
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
