"""Reads a filled form out of a text, for models that cannot write JSON alone.

The reader never guesses between two values: a field that a text gives twice, differently, stays empty.
"""

from __future__ import annotations

import re
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
    """The fields that a text fills in, by name; None where it fills in none.

    `objects` are the JSON values of the text where the caller has read them already.
    """
    text = text[:_LONGEST_TEXT]
    found = [value for value, _, _ in json_values(text)] if objects is None else list(objects)
    filled = [read for value in found for read in _candidates(form, value)]
    read = _agreed(form, filled) if filled else _agreed(form, [_lines(form, text)])
    return read or None


def fit_form(form: AnswerForm, value: Any) -> dict[str, Any] | None:
    """The fields of a form that an object fills in, under their own names; None where it fills in none.

    Keys may be spelled in another way: `Total price` for `total_price`.
    """
    return next(_candidates(form, value), None)


def _candidates(form: AnswerForm, value: Any) -> Iterator[dict[str, Any]]:
    """The objects among a value and its wrappers that fill in a field."""
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
    """Each field with the one value that all give it."""
    read: dict[str, Any] = {}
    given = list(filled)
    for field in form.fields:
        values = {_key(each[field.name]): each[field.name] for each in given if field.name in each}
        if len(values) == 1:
            read[field.name] = next(iter(values.values()))
    return read


def _lines(form: AnswerForm, text: str) -> dict[str, Any]:
    """Fields that stand as `name: value`, each on a line of its own and each given once."""
    by_name = {_plain(field.name): field for field in form.fields}
    said: dict[str, set[str]] = {}
    for match in _LINE.finditer(text):
        field = by_name.get(_plain(match["name"]))
        if field is not None and field.type is not FieldType.RECORD:
            said.setdefault(field.name, set()).add(
                match["value"].strip().strip("\"'|").strip()[:_LONGEST_VALUE]
            )
    return {
        name: _listed(by_name[_plain(name)], values.pop())
        for name, values in said.items()
        if len(values) == 1
    }


def _listed(field: AnswerField, value: str) -> Any:
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
