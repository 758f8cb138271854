"""Whether the prose beside a filled-in form takes it back, refuses, or says something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from m3bench.checks.fields import undressed
from m3bench.checks.reading import (
    amounts,
    committed,
    contradicts_itself,
    find_refusal,
    has_unit,
    leaves_name_open,
    leaves_number_open,
    number_in,
    retractions,
    shown,
    single_amounts,
    stands,
    words,
)
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import json_values

_NEAR = 0.1
"""The relative difference up to which a number in prose may be a coarse rounding of another."""
_ROUNDED = 1e-4
"""The relative difference up to which it is the same number."""
_OPEN = "leaves it open"
_LONGEST_VALUE = 80


def taken_back(fields: Mapping[str, Any], answer: str) -> str | None:
    """Return the words with which an answer takes back its values; None if there are none.

    What is said last counts: an answer may correct itself, and then states a value again.
    """
    said = _without(map(str, _texts(fields)), answer)
    for match in retractions(said):
        if not _states(fields, answer[match.end() :]):
            return " ".join(match[0].split())
    return None


def refused_beside(fields: Mapping[str, Any], prose: str) -> str | None:
    """Return the words of a refusal in prose that says nothing of a form without empty fields; else None."""
    if any(value in (None, "", [], {}) for value in fields.values()) or _states(fields, prose):
        return None
    return find_refusal(_without_json(prose))


def _states(fields: Mapping[str, Any], text: str) -> bool:
    """Return whether a text has a value of the form."""
    said, stated = words(text), {amount.value for amount in amounts(text)}
    return any(stands(value, said) for value in _texts(fields)) or any(
        _differ_by(value, number) <= _ROUNDED for number in _numbers(fields) for value in stated
    )


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts of a form."""
    if isinstance(value, Mapping | list):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(item)
    elif isinstance(value, str):
        yield value


def _without(texts: Iterable[str], prose: str) -> str:
    """Return the prose with blanks for texts in it: a title may be a command."""
    for text in filter(None, map(str.strip, texts)):
        prose = re.sub(re.escape(text), lambda match: " " * len(match[0]), prose, flags=re.IGNORECASE)
    return prose


def prose_contradiction(
    form: AnswerForm, fields: Mapping[str, Any], prose: str, request: str = ""
) -> str | None:
    """Return why the prose of an answer takes back one of its numbers or names; None if it does not.

    It does if it has the value only in doubt or among values that are neither in the form nor in the request,
    or if it states another number with the unit of the field instead. Prose without the value agrees with it.
    """
    text, fields = _without_json(prose), plain_fields(form, fields)
    known = {*_numbers(fields), *(amount.value for amount in amounts(request))}
    for field in form.fields:
        value = fields.get(field.name)
        why = None if field.many else _contradiction(field, value, text, known)
        if why is not None:
            return f"the form says {shown(value, _LONGEST_VALUE)} for {field.name}, but the prose {why}"
    return None


def plain_fields(form: AnswerForm, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the single values of a form without the marks and words around them."""
    plain = dict(fields)
    for field in form.fields:
        if not field.many and field.name in plain:
            *_, plain[field.name] = undressed(field, plain[field.name])
    return plain


def _contradiction(field: AnswerField, value: Any, text: str, known: set[float]) -> str | None:
    if field.type in (FieldType.NAME, FieldType.CHOICE) and isinstance(value, str):
        return _OPEN if leaves_name_open(value, text) else None
    number = number_in(value, field.unit) if field.type is FieldType.NUMBER else None
    return None if number is None else _other_number(number, field.unit, text, known)


def _other_number(number: float, unit: str | None, text: str, known: set[float]) -> str | None:
    def fits(value: float) -> bool:
        return _differ_by(value, number) <= _ROUNDED

    def is_known(value: float) -> bool:
        return any(_differ_by(value, other) <= _ROUNDED for other in known)

    if leaves_number_open(text, fits, is_known):
        return _OPEN
    if contradicts_itself(committed(text), fits):
        return "says several numbers for it"
    if any(_differ_by(amount.value, number) <= _NEAR for amount in amounts(text)):
        return None
    others = [amount for amount in single_amounts(committed(text)) if not is_known(amount.value)]
    with_unit = [amount.value for amount in others if unit and has_unit(amount, (unit,), text)]
    return f"says {with_unit[0]:.12g} {unit}" if with_unit else None


def _differ_by(value: float, number: float) -> float:
    """Return the relative difference."""
    return abs(value - number) / (abs(number) or 1.0)


def _numbers(value: Any) -> Iterator[float]:
    """Yield the numbers of a form."""
    if isinstance(value, Mapping | list):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _numbers(item)
    elif (number := number_in(value, None)) is not None:
        yield number


def _without_json(text: str) -> str:
    """Return the text without the JSON in it: a form is no prose."""
    for _, start, end in reversed(list(json_values(text))):
        text = f"{text[:start]} {text[end:]}"
    return text.strip()
