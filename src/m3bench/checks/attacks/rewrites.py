"""Rewrites: a correct answer in other formats, spellings and orders, which must still pass."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, TypeGuard

import msgspec

from m3bench.checks.fields import Expected
from m3bench.core import AnswerField, AnswerForm, FieldType, Step, Trajectory
from m3bench.core.text import join

Fields = Mapping[str, Expected]
Rewrite = Callable[[Trajectory, AnswerForm, Fields], Trajectory | None]
"""Turns a correct attempt into another correct one; None if it would not change."""
Change = Callable[[AnswerField, Any], Any]


def _values(change: Change) -> Rewrite:
    """Return a rewrite that changes each value by its field."""

    def rewrite(right: Trajectory, form: AnswerForm, _expected: Fields) -> Trajectory | None:
        given = right.fields or {}
        fields = {field.name: _changed(field, given.get(field.name), change) for field in form.fields}
        return _with(right, fields)

    return rewrite


def _changed(field: AnswerField, value: Any, change: Change) -> Any:
    if field.many and isinstance(value, list):
        return [_changed_one(field, item, change) for item in value]
    return _changed_one(field, value, change)


def _changed_one(field: AnswerField, value: Any, change: Change) -> Any:
    if field.type is FieldType.RECORD and isinstance(value, dict):
        return {part.name: _changed(part, value.get(part.name), change) for part in field.fields}
    return value if value is None else change(field, value)


def _capitals(field: AnswerField, value: Any) -> Any:
    wordy = field.type in (FieldType.NAME, FieldType.TEXT, FieldType.CODE, FieldType.CHOICE)
    return value.upper() if wordy and isinstance(value, str) else value


def _as_text(field: AnswerField, value: Any) -> Any:
    """Write numbers and booleans as text, like a model that quotes everything."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value}" if isinstance(value, int | float) and field.type is not FieldType.CODE else value


def _grouped(field: AnswerField, value: Any) -> Any:
    if field.type is not FieldType.NUMBER or not isinstance(value, int | float) or isinstance(value, bool):
        return value
    return f"{value:,}"


def _with_unit(field: AnswerField, value: Any) -> Any:
    known = field.type in (FieldType.NUMBER, FieldType.DURATION) and field.unit
    return f"{value} {field.unit}" if known and isinstance(value, int | float) else value


def _with_decimals(field: AnswerField, value: Any) -> Any:
    plain = isinstance(value, int) and not isinstance(value, bool) and field.type is FieldType.NUMBER
    return f"{value}.00" if plain else value


def _long_dates(field: AnswerField, value: Any) -> Any:
    if field.type is not FieldType.DATE or not isinstance(value, str):
        return value
    try:
        day = date.fromisoformat(value)
    except ValueError:
        return value
    return f"{day.strftime('%B')} {day.day}, {day.year}"


def _twelve_hours(field: AnswerField, value: Any) -> Any:
    if field.type is not FieldType.TIME or not isinstance(value, str) or ":" not in value:
        return value
    hour, minute = (int(part) for part in value.split(":")[:2])
    return f"{hour % 12 or 12}:{minute:02} {'pm' if hour % 24 >= 12 else 'am'}"


def _spoken_durations(field: AnswerField, value: Any) -> Any:
    minutes = {"minutes": 1, "min": 1, "hours": 60, "h": 60}.get(field.unit or "")
    if field.type is not FieldType.DURATION or minutes is None or not isinstance(value, int | float):
        return value
    whole = value * minutes
    if whole != int(whole):
        return value
    hours, rest = divmod(int(whole), 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def _spaced_codes(field: AnswerField, value: Any) -> Any:
    plain = field.type is FieldType.CODE and isinstance(value, str) and value.isdigit() and len(value) > 6
    return f"{value[:3]}-{value[3:6]} {value[6:]}" if plain else value


def _punctuated(field: AnswerField, value: Any) -> Any:
    """Add a full stop and quotes, as in prose."""
    return f"“{value}”." if field.type is FieldType.NAME and isinstance(value, str) else value


def _synonyms(right: Trajectory, _form: AnswerForm, expected: Fields) -> Trajectory | None:
    """Use the first other spelling of each value."""
    given = right.fields or {}
    return _with(right, given | {name: _synonym(expected[name]) for name in given if name in expected})


def _synonym(expected: Expected) -> Any:
    if expected.items is not None:
        return [_synonym(item) for item in expected.items]
    if expected.rows is not None:
        return [{name: _synonym(part) for name, part in row.items()} for row in expected.rows]
    return expected.also[0] if expected.also else expected.value


def _reversed_lists(right: Trajectory, form: AnswerForm, _expected: Fields) -> Trajectory | None:
    given = right.fields or {}
    free = [field.name for field in form.fields if field.many and not field.ordered]
    lists = {name: given[name] for name in free if isinstance(given.get(name), list)}
    return _with(right, given | {name: value[::-1] for name, value in lists.items()})


def _lists_as_text(right: Trajectory, form: AnswerForm, _expected: Fields) -> Trajectory | None:
    """Join lists of plain words as in prose."""
    given = right.fields or {}
    lists = {field.name: given.get(field.name) for field in form.fields if field.many}
    return _with(right, given | {name: join(value) for name, value in lists.items() if _is_plain_list(value)})


def _is_plain_list(value: Any) -> TypeGuard[list[str]]:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, str) and item.replace(" ", "").isalpha() for item in value)
        and not any(" and " in item for item in value)
    )


def _other_keys(right: Trajectory, _form: AnswerForm, _expected: Fields) -> Trajectory | None:
    """Write keys as titles with one extra key, submitted as text."""
    titled = {name.replace("_", " ").title(): value for name, value in (right.fields or {}).items()}
    text = json.dumps({**titled, "Confidence": "high"}, ensure_ascii=False)
    return msgspec.structs.replace(right, fields=None, answer=f"Here is what I found:\n```json\n{text}\n```")


def _in_prose(right: Trajectory, _form: AnswerForm, _expected: Fields) -> Trajectory | None:
    """Write the answer in words, followed by the form as JSON."""
    text = json.dumps(right.fields, ensure_ascii=False, indent=2)
    return msgspec.structs.replace(right, fields=None, answer=f"{right.answer or 'Done.'}\n\n{text}\n")


def _as_lines(right: Trajectory, form: AnswerForm, _expected: Fields) -> Trajectory | None:
    """Write a line for each field, like a model without JSON; impossible for rows."""
    given = right.fields or {}
    if any(field.type is FieldType.RECORD for field in form.fields):
        return None
    listed = [str(item) for value in given.values() if isinstance(value, list) for item in value]
    if any(mark in item for item in listed for mark in (",", ";", " and ")):
        return None
    lines = [f"- **{name.replace('_', ' ')}**: {_line(value)}" for name, value in given.items()]
    return msgspec.structs.replace(right, fields=None, answer="\n".join(lines))


def _line(value: Any) -> str:
    if value is None or value == []:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _one_by_one(right: Trajectory, _form: AnswerForm, _expected: Fields) -> Trajectory | None:
    """Make the same calls one after the other."""
    steps = tuple(Step((call,)) for step in right.steps for call in step.calls)
    return msgspec.structs.replace(right, steps=steps) if steps != right.steps else None


def _other_order(right: Trajectory, _form: AnswerForm, _expected: Fields) -> Trajectory | None:
    """Make the calls of each step in another order."""
    steps = tuple(Step(step.calls[::-1], step.plan) for step in right.steps)
    return msgspec.structs.replace(right, steps=steps) if steps != right.steps else None


def _with(right: Trajectory, fields: dict[str, Any]) -> Trajectory | None:
    return None if fields == right.fields else msgspec.structs.replace(right, fields=fields)


REWRITES: dict[str, Rewrite] = {
    "capitals": _values(_capitals),
    "values as text": _values(_as_text),
    "grouped digits": _values(_grouped),
    "unit behind": _values(_with_unit),
    "decimals behind whole numbers": _values(_with_decimals),
    "long dates": _values(_long_dates),
    "twelve-hour clock": _values(_twelve_hours),
    "spoken durations": _values(_spoken_durations),
    "hyphens in codes": _values(_spaced_codes),
    "quotes and full stops": _values(_punctuated),
    "synonyms": _synonyms,
    "lists reversed": _reversed_lists,
    "lists as text": _lists_as_text,
    "keys as titles": _other_keys,
    "JSON behind prose": _in_prose,
    "a line a field": _as_lines,
    "one call a step": _one_by_one,
    "other order in steps": _other_order,
}
"""Rewrites by name. All must pass on every task with a form."""
