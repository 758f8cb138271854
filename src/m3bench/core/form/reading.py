"""Extract a filled form from text, for models that cannot write JSON only.

The reader never guesses: a field with two different values stays empty.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from m3bench.core.canonical import canonical_json
from m3bench.core.form.form import AnswerField, AnswerForm, FieldType
from m3bench.core.text import json_values

_LONGEST_TEXT = 100_000
_LONGEST_VALUE = 2_000
_LINE = re.compile(
    r"^[ \t>*#_`|\"'•-]*(?P<name>[^:=\n|]{1,60}?)[ \t*_`\"']*[:=][ \t*_`]*(?P<value>\S.*?)[ \t,*_`]*$",
    re.MULTILINE,
)
_WRAPPERS = ("answer", "final_answer", "finalanswer", "fields", "form", "result")


def read_form(form: AnswerForm, text: str, objects: Iterable[Any] | None = None) -> dict[str, Any] | None:
    """Return the fields that a text fills in, by name, or None if there are none.

    Args:
        objects: The JSON values of the text, if the caller has parsed them already.
    """
    text = text[:_LONGEST_TEXT]
    values = (value for value, _, _ in json_values(text)) if objects is None else objects
    filled = [read for value in values for read in _candidates(form, value)]
    read = _agreed(form, filled) if filled else _agreed(form, [_lines(form, text)])
    return read or None


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
        if _plain(str(key)) in map(_plain, _WRAPPERS) and isinstance(inner, dict):
            yield from _candidates(form, inner)


def _named(form: AnswerForm, value: Mapping[Any, Any]) -> dict[str, Any]:
    by_name = {_plain(field.name): field.name for field in form.fields}
    return {by_name[plain]: item for key, item in value.items() if (plain := _plain(str(key))) in by_name}


def _agreed(form: AnswerForm, filled: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the fields for which all candidates have the same value."""
    read: dict[str, Any] = {}
    given = list(filled)
    for field in form.fields:
        values = {_key(fields[field.name]): fields[field.name] for fields in given if field.name in fields}
        if len(values) == 1:
            read[field.name] = next(iter(values.values()))
    return read


def _lines(form: AnswerForm, text: str) -> dict[str, Any]:
    """Return fields written as `name: value` on a line of their own, without conflicting values."""
    by_name = {_plain(field.name): field for field in form.fields}
    values_by_field: dict[str, set[str]] = defaultdict(set)
    for match in _LINE.finditer(text):
        field = by_name.get(_plain(match["name"]))
        if field is not None and field.type is not FieldType.RECORD:
            value = match["value"].strip().strip("\"'|").strip()
            values_by_field[field.name].add(value[:_LONGEST_VALUE])
    return {
        name: _split_list(by_name[_plain(name)], values.pop())
        for name, values in values_by_field.items()
        if len(values) == 1
    }


def _split_list(field: AnswerField, value: str) -> Any:
    if not field.many:
        return value
    return [part.strip() for part in re.split(r"[,;]|\band\b", value) if part.strip()]


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).casefold()


def _key(value: Any) -> str:
    try:
        return canonical_json(value)
    except (TypeError, ValueError, RecursionError):
        return repr(type(value))
