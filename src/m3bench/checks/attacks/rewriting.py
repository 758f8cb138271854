"""How values of a form are written in another way, one by one, or all of them in a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from m3bench.checks.fields import Expected
from m3bench.core import AnswerField, AnswerForm, FieldType, Trajectory

Fields = Mapping[str, Expected]
Rewrite = Callable[[Trajectory, AnswerForm, Fields], Trajectory | None]
"""Turns a correct attempt into another correct one; None if it would not change."""
Change = Callable[[AnswerField, Any], Any]
"""Writes a single value of a field in another way."""
Layout = Callable[[AnswerForm, Mapping[str, Any]], str | None]
"""Writes a filled form as text; None if it cannot hold these values."""
WORDY = frozenset((FieldType.NAME, FieldType.TEXT, FieldType.CODE, FieldType.CHOICE))
TITLED = frozenset((FieldType.NAME, FieldType.CHOICE))


def values(change: Change) -> Rewrite:
    """Return a rewrite that changes each value by its field."""

    def rewrite(right: Trajectory, form: AnswerForm, _expected: Fields) -> Trajectory | None:
        return with_fields(right, changed_values(right, form, change))

    return rewrite


def changed_values(right: Trajectory, form: AnswerForm, change: Change) -> dict[str, Any]:
    given = right.fields or {}
    return {field.name: _changed(field, given.get(field.name), change) for field in form.fields}


def layout(write: Layout) -> Rewrite:
    """Return a rewrite that writes the form as text."""

    def rewrite(right: Trajectory, form: AnswerForm, _expected: Fields) -> Trajectory | None:
        text = write(form, right.fields or {})
        return None if text is None else msgspec.structs.replace(right, fields=None, answer=text)

    return rewrite


def _changed(field: AnswerField, value: Any, change: Change) -> Any:
    if field.many and isinstance(value, list):
        return [_changed_one(field, item, change) for item in value]
    return _changed_one(field, value, change)


def _changed_one(field: AnswerField, value: Any, change: Change) -> Any:
    if field.type is FieldType.RECORD and isinstance(value, dict):
        return {part.name: _changed(part, value.get(part.name), change) for part in field.fields}
    return value if value is None or isinstance(value, list | dict) else change(field, value)


def with_fields(right: Trajectory, fields: dict[str, Any]) -> Trajectory | None:
    return None if fields == right.fields else msgspec.structs.replace(right, fields=fields)


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
