"""Fields of forms, and their expected values."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench.checks import Expected, Tolerance
from m3bench.core import AnswerField, FieldType

_Scalar = str | int | float


def number(key: str, meaning: str, unit: str | None = None) -> AnswerField:
    return AnswerField(key, FieldType.NUMBER, meaning, unit)


def name(key: str, meaning: str) -> AnswerField:
    return AnswerField(key, FieldType.NAME, meaning)


def code(key: str, meaning: str) -> AnswerField:
    return AnswerField(key, FieldType.CODE, meaning)


def phrase(key: str, meaning: str) -> AnswerField:
    return AnswerField(key, FieldType.TEXT, meaning)


def day(key: str, meaning: str) -> AnswerField:
    return AnswerField(key, FieldType.DATE, meaning)


def listed(field: AnswerField, *, ordered: bool = False) -> AnswerField:
    """Return the field with a list of values."""
    return AnswerField(field.name, field.type, field.meaning, field.unit, many=True, ordered=ordered)


def found(
    value: _Scalar | Iterable[_Scalar], *grounds: _Scalar, also: tuple[_Scalar, ...] = (), within: float = 0
) -> Expected:
    """Return an expected value, or a list of them.

    Args:
        value: The value, or the values of a list.
        grounds: The values that it is computed from. Without any, a result states the value itself.
        also: Other correct values.
        within: The greatest difference that rounding may make.
    """
    if not isinstance(value, str | int | float):
        return Expected(items=tuple(Expected(value=one) for one in value))
    tolerance = Tolerance(absolute=within) if within else Expected().tolerance
    return Expected(value=value, also=also, tolerance=tolerance, grounds=grounds or None)
