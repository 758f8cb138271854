"""JSON Schemas that others wrote: compiled without fetching anything, and what breaks them in words."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError, Validator

LONGEST_REASON = 300
_MOST_ERRORS = 1_000
_MOST_FORMS = 3
_LONGEST_FORM = 80
# A pattern is the server's, the text the agent's: together they must not hold up the harness.
_MOST_BACKTRACKING = 100_000
_PATTERN_GAVE_UP = ("BacktrackLimitExceeded", "RegexEngineFailure")


class SchemaProblem(msgspec.Struct, frozen=True):
    """Why a schema cannot be used. Its author's fault, never that of who sends values."""

    reason: str


def compile_schema(schema: Any) -> Validator | SchemaProblem:
    """The schema, ready to check values; or why it is unusable. References elsewhere are never followed."""
    import jsonschema_rs  # noqa: PLC0415 - only needed where there are schemas

    options = jsonschema_rs.FancyRegexOptions(backtrack_limit=_MOST_BACKTRACKING)
    try:
        return jsonschema_rs.validator_for(schema, retriever=_refuse, pattern_options=options)
    except (ValueError, RecursionError) as error:
        return SchemaProblem(shortened(getattr(error, "message", str(error))))


def misfits(validator: Validator, value: Any) -> list[str]:
    """What is wrong with a value, one short sentence each, in a fixed order; empty where it fits."""
    try:
        if validator.is_valid(value):
            return []
        errors = islice(validator.iter_errors(value), _MOST_ERRORS)
        return sorted(_explained(error) for error in errors if not _pattern_gave_up(error))
    except (ValueError, RecursionError) as error:
        return [shortened(f"not JSON: {error}")]


def shortened(text: str, longest: int = LONGEST_REASON) -> str:
    """The text without its middle where it is too long: what was given and what was expected both stay."""
    if len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - tail - 1]}…{text[-tail:]}"


def _refuse(uri: str) -> Any:  # noqa: ARG001 - named in the message that this becomes a part of
    raise ValueError("references to other documents are not followed")


def _pattern_gave_up(error: ValidationError) -> bool:
    return type(error.kind).__name__ in _PATTERN_GAVE_UP


def _explained(error: ValidationError) -> str:
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.instance_path)
    said = _forms(error) or error.message
    return shortened(f"{place.lstrip('.')}: {said}" if place else said)


def _forms(error: ValidationError) -> str | None:
    """Why none of several allowed forms fits; the bare message names neither what was given nor expected."""
    branches = [branch for branch in getattr(error.kind, "context", ()) if branch]
    if not branches:
        return None
    reasons = list(dict.fromkeys(shortened(branch[0].message, _LONGEST_FORM) for branch in branches))
    more = "; …" if len(reasons) > _MOST_FORMS else ""
    return f"fits none of the allowed forms ({'; '.join(reasons[:_MOST_FORMS])}{more})"
