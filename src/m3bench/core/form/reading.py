"""Extract a filled form from text, for models that cannot write JSON only.

The reader never guesses: a field with two different values stays empty, unless the text corrects itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from m3bench.core.canonical import canonical_json
from m3bench.core.form.form import AnswerForm
from m3bench.core.form.layouts import named_fields, plain_name, written_fields
from m3bench.core.text import json_values

_LONGEST_TEXT = 100_000
_WRAPPERS = ("answer", "final_answer", "finalanswer", "fields", "form", "result")
_CORRECTION = re.compile(
    r"^[ \t>*#_-]*(?:correction|corrected|actually,|wait,|scratch that|sorry, (?:that|this|I)|my mistake"
    r"|(?:the )?(?:final|revised|updated|corrected) (?:answer|form|version|values?)"
    r"|I made a mistake|let me correct)\b[*_ \t]*:?[*_ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
Find = Callable[[str], Iterable[Any]]
"""Finds the JSON values of a text."""


def read_form(form: AnswerForm, text: str, find: Find | None = None) -> dict[str, Any] | None:
    """Return the fields that a text fills in, by name, or None if there are none.

    What follows the words of a correction replaces what stands before them.

    Args:
        find: Finds the JSON values of a text. By default they must be valid JSON.
    """
    read: dict[str, Any] = {}
    for version, part in enumerate(_versions(text[:_LONGEST_TEXT])):
        values = _json_values(part) if find is None else find(part)
        filled = [fields for value in values for fields in _candidates(form, value)]
        filled = filled or [{name: value} for name, value in written_fields(form, part)]
        said = {name for fields in filled for name in fields} | (
            named_fields(form, part) if version else set()
        )
        read = {name: value for name, value in read.items() if name not in said} | _agreed(form, filled)
    return read or None


def _versions(text: str) -> list[str]:
    """Return what stands before, between and after the words of corrections."""
    spans = [match.span() for match in _CORRECTION.finditer(text)]
    starts, ends = [0, *(end for _, end in spans)], [*(start for start, _ in spans), len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


def last_correction(text: str) -> str | None:
    """Return what stands behind the last words of a correction; None if there are none."""
    return versions[-1] if len(versions := _versions(text[:_LONGEST_TEXT])) > 1 else None


def _json_values(text: str) -> Iterator[Any]:
    return (value for value, _, _ in json_values(text))


def fit_form(form: AnswerForm, value: Any) -> dict[str, Any] | None:
    """Return the fields of a form that an object fills in, by name, or None if there are none.

    Other spellings of a key are accepted: `Total price` for `total_price`.
    """
    return next(_candidates(form, value), None)


def _candidates(form: AnswerForm, value: Any) -> Iterator[dict[str, Any]]:
    """Yield the filled fields of a value, or of the objects wrapped in it."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict):
        return
    read = _named(form, value)
    if read:
        yield read
        return
    for key, inner in value.items():
        if plain_name(str(key)) in map(plain_name, _WRAPPERS) and isinstance(inner, dict):
            yield from _candidates(form, inner)


def _named(form: AnswerForm, value: Mapping[Any, Any]) -> dict[str, Any]:
    by_name = {plain_name(field.name): field.name for field in form.fields}
    return {by_name[plain]: item for key, item in value.items() if (plain := plain_name(str(key))) in by_name}


def _agreed(form: AnswerForm, filled: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the fields for which all candidates have the same value."""
    read: dict[str, Any] = {}
    given = list(filled)
    for field in form.fields:
        values = {_key(fields[field.name]): fields[field.name] for fields in given if field.name in fields}
        if len(values) == 1:
            read[field.name] = next(iter(values.values()))
    return read


def _key(value: Any) -> str:
    try:
        return canonical_json(value)
    except (TypeError, ValueError, RecursionError):
        return repr(type(value))
