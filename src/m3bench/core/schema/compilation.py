"""JSON Schemas that others wrote: compiled without fetching anything, and what breaks them in words.

Checking is bounded: a schema that could take long is refused before it is compiled, and a value that could
take long with a schema is not checked with it.
"""

from __future__ import annotations

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
# A pattern is the server's, the text the agent's: together they must not hold up the harness.
_MOST_BACKTRACKING = 20_000
_LARGEST_PATTERN = 2 * 2**20
"""Bytes of a compiled pattern."""
_PATTERN_GAVE_UP = ("BacktrackLimitExceeded", "RegexEngineFailure")
_MOST_EXPLAINED = 2_000
"""Where there may be more errors, only the first is looked for: each costs far more than a step."""
_MOST_QUOTED = 5_000_000
"""Characters that the errors may quote in all: each quotes the value that it is about."""


_TOO_LARGE = "the schema is too complex to check values of this size"


class SchemaProblem(msgspec.Struct, frozen=True):
    """Why a schema cannot be used. Its author's fault, never that of who sends values."""

    reason: str


class CompiledSchema:
    """A schema that is ready to check values."""

    def __init__(self, validator: Validator, work: Work) -> None:
        self._validator = validator
        self._work = work

    def errors(self, value: Any) -> list[ValidationError] | SchemaProblem:
        """What is wrong with a value: all errors, or the first where there may be very many.

        A problem where checking could take long. Raises `ValueError` for what is not JSON.
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
    """The schema, ready to check values; or why it is unusable. References elsewhere are never followed."""
    import jsonschema_rs  # noqa: PLC0415 - only needed where there are schemas

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
    """Why a schema is too complex to be checked, or to be handed on; None where it is not."""
    if is_surely_plain(schema):
        return None
    try:
        Work(schema)
    except TooComplex as reason:
        return SchemaProblem(str(reason))
    return None


def misfits(schema: CompiledSchema, value: Any) -> list[str] | SchemaProblem:
    """What is wrong with a value, one short sentence each, in a fixed order; empty where it fits.

    A problem where the value cannot be checked in bounded time.
    """
    try:
        errors = schema.errors(value)
        if isinstance(errors, SchemaProblem):
            return errors
        return sorted(_explained(error) for error in errors if not _pattern_gave_up(error))
    except (ValueError, RecursionError) as error:
        return [shorten_middle(f"not JSON: {error}")]


def _refuse(uri: str) -> Any:  # noqa: ARG001 - named in the message that this becomes a part of
    raise ValueError("references to other documents are not followed")


def _pattern_gave_up(error: ValidationError) -> bool:
    return type(error.kind).__name__ in _PATTERN_GAVE_UP


def _explained(error: ValidationError) -> str:
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.instance_path)
    said = _forms(error) or error.message
    return shorten_middle(f"{place.lstrip('.')}: {said}" if place else said)


def _forms(error: ValidationError) -> str | None:
    """Why none of several allowed forms fits; the bare message names neither what was given nor expected."""
    branches = [branch for branch in getattr(error.kind, "context", ()) if branch]
    if not branches:
        return None
    reasons = list(dict.fromkeys(shorten_middle(branch[0].message, _LONGEST_FORM) for branch in branches))
    more = "; …" if len(reasons) > _MOST_FORMS else ""
    return f"fits none of the allowed forms ({'; '.join(reasons[:_MOST_FORMS])}{more})"
