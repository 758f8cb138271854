"""What a person typed, read strictly: arguments as a JSON object, an answer as plain words."""

from __future__ import annotations

import json
from typing import Any

from m3bench.apps.audit.editing.edits import Refused
from m3bench.core import is_too_deep

LONGEST_ARGUMENTS = 200_000
LONGEST_ANSWER = 20_000


def arguments_read(text: str) -> dict[str, Any]:
    """The JSON object that a person wrote, or what is wrong with it."""
    if len(text) > LONGEST_ARGUMENTS:
        raise Refused(f"Arguments have at most {LONGEST_ARGUMENTS} characters here.")
    try:
        value = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise Refused(f"Not JSON: {error.msg}, line {error.lineno}, column {error.colno}.") from None
    except (ValueError, RecursionError) as error:
        raise Refused(f"Not JSON that can be kept: {error}.") from None
    if not isinstance(value, dict):
        raise Refused('Arguments are an object, such as {"city": "Oslo"}.')
    if is_too_deep(value):
        raise Refused("The arguments are nested too deeply.")
    return value


def answer_read(text: str) -> str | None:
    """The answer without space around it; None where nothing was written."""
    if len(text) > LONGEST_ANSWER:
        raise Refused(f"An answer has at most {LONGEST_ANSWER} characters here.")
    return text.strip() or None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        repeated = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
        raise ValueError(f"the key {repeated!r} stands more than once")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")
