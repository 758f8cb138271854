"""Strict parsing of typed arguments and answers."""

from __future__ import annotations

import json
from typing import Any

from m3bench.apps.audit.editing.edits import EditRefused
from m3bench.core import is_too_deep

LONGEST_ARGUMENTS = 200_000
LONGEST_ANSWER = 20_000


def parse_arguments(text: str) -> dict[str, Any]:
    """Parse arguments as a JSON object. Raise `EditRefused` with the error."""
    if len(text) > LONGEST_ARGUMENTS:
        raise EditRefused(f"Arguments have at most {LONGEST_ARGUMENTS} characters here.")
    try:
        value = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise EditRefused(f"Not JSON: {error.msg}, line {error.lineno}, column {error.colno}.") from None
    except (ValueError, RecursionError) as error:
        raise EditRefused(f"Unsupported JSON: {error}.") from None
    if not isinstance(value, dict):
        raise EditRefused('Arguments must be an object, such as {"city": "Oslo"}.')
    if is_too_deep(value):
        raise EditRefused("The arguments are nested too deeply.")
    return value


def parse_answer(text: str) -> str | None:
    """Return the answer without surrounding space, or None if it is empty."""
    if len(text) > LONGEST_ANSWER:
        raise EditRefused(f"An answer has at most {LONGEST_ANSWER} characters here.")
    return text.strip() or None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        repeated = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
        raise ValueError(f"the key {repeated!r} is repeated")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")
