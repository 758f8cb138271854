"""Values that change over time are looked up again at check time."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from m3bench.checks.check import Evidence
from m3bench.checks.fields import Expected
from m3bench.checks.reading import EXACT, Tolerance
from m3bench.core import Data, M3BenchError, Result, canonical_json

_PATH = "$"
"""The only key of an argument that is taken from earlier results."""


class LiveNumber(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A number that a tool knows: the tool, and the path of the number in its result."""

    tool: str
    arguments: dict[str, Any] = {}
    field: str = ""
    """Keys and indices joined by dots: ``quotes.0.price``."""


class LiveCall(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A call at check time. An argument ``{"$": PATH}`` is taken from earlier results."""

    tool: str
    arguments: dict[str, Any] = {}


class LiveValue(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A value that tools know: the calls, and where the value is in the list of their results.

    Paths are JMESPath expressions over that list: ``[0].price``, ``max_by([1].quotes, &price).name``. The
    value is a number, a text, a list of them, or a list of records.
    """

    calls: tuple[LiveCall, ...]
    select: str
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        if not self.calls:
            raise ValueError("calls is empty")
        for path in (self.select, *(path for call in self.calls for path in _paths(call.arguments))):
            compiled_path(path)


class LookupFailed(M3BenchError):
    """A tool could not be called at check time, or returned something unexpected. Not the agent's fault."""


def look_up_number(asked: LiveNumber, evidence: Evidence) -> float:
    """Return the current number."""
    for value in _values(_call(asked.tool, asked.arguments, evidence)):
        number = at(value, asked.field)
        if isinstance(number, int | float) and not isinstance(number, bool):
            return float(number)
    raise LookupFailed(f"{asked.tool} returned no number at {asked.field or 'the top level'}.")


def look_up_value(asked: LiveValue, evidence: Evidence) -> Expected:
    """Return the current value, as it is expected in a field. Raise `LookupFailed` if there is none."""
    results: list[Any] = []
    for call in asked.calls:
        result = _call(call.tool, _filled(call.arguments, results), evidence)
        results.append(next(iter(_values(result)), result.text))
    value = compiled_path(asked.select).search(results)
    if value is None:
        raise LookupFailed(f"{asked.calls[-1].tool} returned nothing at {asked.select}.")
    return _expected(value, asked.tolerance)


def remember_calls(evidence: Evidence) -> Evidence:
    """Return the evidence of the same moment, for which the same call is made only once."""
    ask = evidence.ask
    if ask is None:
        return evidence
    known: dict[str, Result] = {}

    def ask_once(tool: str, arguments: dict[str, Any]) -> Result:
        key = canonical_json([tool, arguments])
        if key not in known:
            known[key] = ask(tool, arguments)
        return known[key]

    return replace(evidence, ask=ask_once)


def _expected(value: Any, tolerance: Tolerance) -> Expected:
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        rows = ({name: _expected(cell, tolerance) for name, cell in row.items()} for row in value)
        return Expected(rows=tuple(rows))
    if isinstance(value, list):
        return Expected(items=tuple(_expected(item, tolerance) for item in value))
    if isinstance(value, dict):
        raise LookupFailed(f"expected a value, a list or a table, not an object: {str(value)[:100]}")
    return Expected(value=value, tolerance=tolerance)


def _call(tool: str, arguments: dict[str, Any], evidence: Evidence) -> Result:
    if evidence.ask is None:
        raise LookupFailed(f"Cannot call {tool} at check time: no servers are available.")
    result = evidence.ask(tool, arguments)
    if result.is_error:
        raise LookupFailed(f"Calling {tool} at check time failed: {result.text[:300]}")
    return result


def _filled(value: Any, results: Sequence[Any]) -> Any:
    """Return arguments with the values from earlier results."""
    if isinstance(value, dict):
        if value.keys() == {_PATH}:
            return compiled_path(value[_PATH]).search(list(results))
        return {name: _filled(part, results) for name, part in value.items()}
    return [_filled(part, results) for part in value] if isinstance(value, list) else value


def _paths(value: Any) -> list[str]:
    if isinstance(value, dict) and value.keys() == {_PATH}:
        return [value[_PATH]]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [path for part in parts for path in _paths(part)]


def compiled_path(path: str) -> Any:
    """Return a JMESPath expression. Raise `ValueError` if it is not one."""
    import jmespath  # noqa: PLC0415 - not needed by other checks

    try:
        return jmespath.compile(path)
    except jmespath.exceptions.JMESPathError as error:
        raise ValueError(f"{path!r} is not a JMESPath expression: {error}") from None


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
