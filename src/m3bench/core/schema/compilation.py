"""Untrusted JSON Schemas: compiled without fetching anything, and errors as text.

Validation is bounded: a schema that may take long is refused before it is compiled, and a value that may take
long with a schema is not validated.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.core.schema.work import MOST_WORK, TooComplex, Work, is_surely_plain
from m3bench.core.sizes import Size, size_of
from m3bench.core.text import shorten_middle

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError, Validator

_MOST_ERRORS = 1_000
_MOST_FORMS = 3
_LONGEST_FORM = 80
# The pattern is the server's and the text the agent's: together they must not block the harness.
_MOST_BACKTRACKING = 20_000
_LARGEST_PATTERN = 2 * 2**20
"""Bytes of a compiled pattern."""
_PATTERN_GAVE_UP = ("BacktrackLimitExceeded", "RegexEngineFailure")
_MOST_EXPLAINED = 2_000
"""If there may be more errors, only the first is searched for: each costs far more than a step."""
_MOST_QUOTED = 5_000_000
"""Characters that all errors together may quote: each quotes the invalid value."""


_TOO_LARGE = "the schema is too complex to check values of this size"


class SchemaProblem(msgspec.Struct, frozen=True):
    """Why a schema cannot be used. Its author is to blame, not the sender of values."""

    reason: str


class CompiledSchema:
    """A schema that is ready to validate values."""

    def __init__(self, validator: Validator, work: Work) -> None:
        self._validator = validator
        self._work = work

    def errors(self, value: Any) -> list[ValidationError] | SchemaProblem:
        """Return all errors of a value, or only the first if there may be very many.

        Returns a problem if validation may take long. Raises `ValueError` if the value is not JSON.
        """
        size = size_of(value, MOST_WORK)
        problem = self._problem(size)
        if problem is not None:
            return problem
        if self._validator.is_valid(value):
            return []
        most = self._work.errors(size)
        if most <= _MOST_EXPLAINED and most * (size.characters + size.values) <= _MOST_QUOTED:
            return list(islice(self._validator.iter_errors(value), _MOST_ERRORS))
        return self._first_error(value)

    def _problem(self, size: Size) -> SchemaProblem | None:
        try:
            steps = self._work.steps(size)
        except TooComplex as reason:
            return SchemaProblem(str(reason))
        return SchemaProblem(_TOO_LARGE) if steps > MOST_WORK else None

    def _first_error(self, value: Any) -> list[ValidationError]:
        import jsonschema_rs  # noqa: PLC0415

        try:
            self._validator.validate(value)
        except jsonschema_rs.ValidationError as error:
            return [error]
        return []


def compile_schema(schema: Any) -> CompiledSchema | SchemaProblem:
    """Compile a schema, or return why it cannot be used. External references are never followed."""
    import jsonschema_rs  # noqa: PLC0415 - only needed for schemas

    options = jsonschema_rs.FancyRegexOptions(
        backtrack_limit=_MOST_BACKTRACKING, size_limit=_LARGEST_PATTERN, dfa_size_limit=_LARGEST_PATTERN
    )
    try:
        work = Work(schema)
        validator = jsonschema_rs.validator_for(schema, retriever=_refuse, pattern_options=options)
    except TooComplex as reason:
        return SchemaProblem(str(reason))
    except (ValueError, RecursionError) as error:
        return SchemaProblem(shorten_middle(getattr(error, "message", str(error))))
    return CompiledSchema(validator, work)


def complexity_problem(schema: Any) -> SchemaProblem | None:
    """Return why a schema is too complex to use or to pass on, or None if it is not."""
    if is_surely_plain(schema):
        return None
    try:
        Work(schema)
    except TooComplex as reason:
        return SchemaProblem(str(reason))
    return None


def explain_violation(error: ValidationError) -> str:
    """Return an error as a short sentence: where it is, what was given and what was expected."""
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.instance_path)
    message = _forms(error) or error.message
    return shorten_middle(f"{place.lstrip('.')}: {message}" if place else message)


def schema_violations(
    schema: CompiledSchema, value: Any, explain: Callable[[ValidationError], str] = explain_violation
) -> list[str] | SchemaProblem:
    """Return the errors of a value as short sentences in a fixed order; empty if it is valid.

    Returns a problem if the value cannot be validated in bounded time.
    """
    try:
        errors = schema.errors(value)
        if isinstance(errors, SchemaProblem):
            return errors
        return sorted(explain(error) for error in errors if not _pattern_gave_up(error))
    except (ValueError, RecursionError) as error:
        return [shorten_middle(f"not JSON: {error}")]


def _refuse(uri: str) -> Any:  # noqa: ARG001 - the caller adds the URI to the message
    raise ValueError("references to other documents are not followed")


def _pattern_gave_up(error: ValidationError) -> bool:
    return type(error.kind).__name__ in _PATTERN_GAVE_UP


def _forms(error: ValidationError) -> str | None:
    """Explain why no alternative matches. The original message gives no reasons."""
    branches = [branch for branch in getattr(error.kind, "context", ()) if branch]
    if not branches:
        return None
    reasons = list(dict.fromkeys(shorten_middle(branch[0].message, _LONGEST_FORM) for branch in branches))
    more = "; …" if len(reasons) > _MOST_FORMS else ""
    return f"fits none of the allowed forms ({'; '.join(reasons[:_MOST_FORMS])}{more})"
