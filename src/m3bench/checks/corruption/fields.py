"""Corrupted forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.answers import AnswerFields, LiveFields, submitted
from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import other_value
from m3bench.checks.fields import Expected, filled_form
from m3bench.core import AnswerField, AnswerForm, FieldType

Corrupted = list[tuple[str, Evidence]]
_REFUSAL = "I am sorry, I cannot help with that."
_OTHER_NAME = "Zzyzx Quorble"


def with_fields(evidence: Evidence, fields: dict[str, Any] | None, answer: str | None = None) -> Evidence:
    """Return the same attempt with another submitted form."""
    trajectory = msgspec.structs.replace(evidence.trajectory, fields=fields, answer=answer)
    return replace(evidence, trajectory=trajectory)


def corrupted_fields(check: AnswerFields, evidence: Evidence, scratch: Path) -> Corrupted:
    """Return forms with one wrong field each, and answers without a form."""
    del scratch
    form = evidence.task.form
    assert form is not None
    right = submitted(form, evidence)
    found = [
        (f"{name}: {how}", with_fields(evidence, {**right, name: value}))
        for name, expected in check.fields.items()
        for how, value in wrong_values(_field(form, name), expected)
    ]
    return [
        *found,
        ("no answer", with_fields(evidence, None)),
        ("a refusal", with_fields(evidence, None, _REFUSAL)),
        ("an empty form", with_fields(evidence, {}))
        if any(not expected.is_null for expected in check.fields.values())
        else ("a refusal in prose", with_fields(evidence, None, _REFUSAL)),
    ]


def wrong_values(field: AnswerField, expected: Expected) -> Iterator[tuple[str, Any]]:
    """Yield wrong values for a field: another value, several at once, and the negated correct one."""
    if expected.is_null:
        yield "a value where there is none", [_OTHER_NAME] if field.many else _stranger(field)
        return
    if expected.items is not None or expected.rows is not None:
        yield from _wrong_lists(field, expected)
        return
    yield "empty", None
    yield from _wrong_scalars(field, expected)


def _wrong_scalars(field: AnswerField, expected: Expected) -> Iterator[tuple[str, Any]]:
    value = expected.value
    if field.type is FieldType.YES_NO:
        yield "the opposite", not value
        yield "yes and no", "yes and no"
        return
    wrong = _wrong(field, expected)
    yield "another value", wrong
    yield "two values", f"{value} or {wrong}"
    yield "a list of values", [value, wrong]
    yield "denied", f"not {value}"


def _wrong_lists(field: AnswerField, expected: Expected) -> Iterator[tuple[str, Any]]:
    right = _plain_list(expected)
    yield "empty", None
    yield "one entry too many", [*right, _extra(field)]
    yield "one entry too few", right[:-1]
    first = dict(right[0]) if isinstance(right[0], dict) else None
    if first is None and expected.items:
        single = AnswerField(field.name, field.type, field.meaning, field.unit, choices=field.choices)
        wrong = next(value for _, value in wrong_values(single, expected.items[0]) if value is not None)
        yield "one entry wrong", [wrong, *right[1:]]
        return
    for part in field.fields:
        wanted = (expected.rows or ({},))[0].get(part.name)
        if wanted is not None:
            how, wrong = next(iter(value for value in wrong_values(part, wanted) if value[1] is not None))
            yield f"first entry, {part.name}: {how}", [{**(first or {}), part.name: wrong}, *right[1:]]


def _plain_list(expected: Expected) -> list[Any]:
    return list(filled_form({"list": expected})["list"])


def _extra(field: AnswerField) -> Any:
    if field.type is FieldType.RECORD:
        return {part.name: _stranger(part) for part in field.fields}
    return _stranger(field)


def _stranger(field: AnswerField) -> Any:
    """Return a value of the field's type that no task expects."""
    if field.type is FieldType.RECORD:
        return {part.name: _stranger(part) for part in field.fields}
    strangers: dict[FieldType, Any] = {
        FieldType.NUMBER: 987654.321,
        FieldType.DURATION: 987654,
        FieldType.DATE: "1803-02-01",
        FieldType.TIME: "03:33",
        FieldType.YES_NO: True,
        FieldType.CODE: "QX-000-ZZ",
    }
    return strangers.get(field.type, _OTHER_NAME)


def _wrong(field: AnswerField, expected: Expected) -> Any:
    value = expected.value
    if isinstance(value, int | float) and field.type in (FieldType.NUMBER, FieldType.DURATION):
        return other_value(value, expected.tolerance.slack(float(value)))
    if field.type is FieldType.CHOICE:
        accepted = {value, *expected.also}
        return next((choice for choice in field.choices if choice not in accepted), _OTHER_NAME)
    return _stranger(field)


def _field(form: AnswerForm, name: str) -> AnswerField:
    field = form.field(name)
    assert field is not None
    return field


def corrupted_live_fields(check: LiveFields, evidence: Evidence, scratch: Path) -> Corrupted:
    """Return forms with one field each that differs from what tools return at check time."""
    return corrupted_fields(check.resolved(evidence), evidence, scratch)


FIELD_CORRUPTIONS: dict[type[Check], Callable[[Any, Evidence, Path], Corrupted]] = {
    AnswerFields: corrupted_fields,
    LiveFields: corrupted_live_fields,
}
