"""Conditions on the arguments of calls."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import Any

from m3bench.checks.check import Evidence
from m3bench.checks.files import WORKSPACE
from m3bench.checks.reading import EXACT, Tolerance, as_number, same, states
from m3bench.core import Call, Outcome, parsed_arguments
from m3bench.workers import LimitExceeded, matches

_LONGEST = 2_000
OPERATORS = ("$any", "$regex", "$near", "$one_of", "$contains")


def require_matcher(expected: Any) -> None:
    """Raise `ValueError` for an invalid condition."""
    operator = _operator(expected)
    if operator is None:
        return
    if operator not in OPERATORS:
        raise ValueError(f"unknown condition {operator!r}; use one of {', '.join(OPERATORS)}")
    value = expected[operator]
    if operator == "$regex":
        try:
            re.compile(value)
        except (re.error, TypeError, RecursionError, OverflowError) as error:
            raise ValueError(f"{value!r} is not a regular expression: {error}") from None
    if operator == "$near" and as_number(value) is None:
        raise ValueError(f"$near takes a number, not {value!r}")
    if operator == "$one_of" and not (isinstance(value, list) and value):
        raise ValueError("$one_of takes a list")


def fits(found: Any, expected: Any) -> bool:
    """Return whether an argument equals the expected value, or meets the condition."""
    operator = _operator(expected)
    if operator is None:
        return same(_plain(found), _plain(expected), EXACT)
    value = expected[operator]
    if operator == "$any":
        return found is not None
    if operator == "$near":
        number = as_number(found)
        tolerance = Tolerance(float(expected.get("absolute", 0)), float(expected.get("relative", 0)))
        return number is not None and tolerance.fits(number, float(value))
    if operator == "$one_of":
        return any(fits(found, alternative) for alternative in value)
    text = str(_plain(found))[:_LONGEST]
    return _found(value, text) if operator == "$regex" else states(value, text)


def _found(pattern: str, text: str) -> bool:
    try:
        return matches(pattern, text)
    except LimitExceeded:
        raise ValueError(f"matching the pattern {pattern[:80]!r} timed out") from None


def _operator(expected: Any) -> str | None:
    if not isinstance(expected, dict):
        return None
    return next((key for key in expected if isinstance(key, str) and key.startswith("$")), None)


def _plain(value: Any) -> Any:
    """Return file names without the workspace prefix."""
    return value.removeprefix(f"{WORKSPACE}/").removeprefix("./") if isinstance(value, str) else value


def is_tool(name: str, wanted: str) -> bool:
    """Return whether a tool name matches: `*` matches any part, bars separate alternatives."""
    return any(fnmatchcase(name, pattern.strip()) for pattern in wanted.split("|"))


def succeeded(call: Call) -> bool:
    """Return whether a call succeeded, by its outcome or else by its result."""
    if call.outcome is not None:
        return call.outcome is Outcome.SUCCESS
    return call.result is not None and not call.result.is_error


def successes(evidence: Evidence, tool: str) -> list[tuple[int, Call]]:
    """Return the successful calls of a tool, with the numbers of their steps."""
    calls = evidence.trajectory.calls()
    return [(step, call) for step, call in calls if is_tool(call.name, tool) and succeeded(call)]


def arguments_of(call: Call) -> dict[str, Any]:
    read = parsed_arguments(call.arguments)
    return read if isinstance(read, dict) else {}
