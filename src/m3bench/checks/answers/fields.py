"""The check of a filled-in form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.answers.prose import prose_contradiction, refused_beside, taken_back
from m3bench.checks.check import Check, CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import other_value
from m3bench.checks.fields import Expected, filled_form, mismatch
from m3bench.checks.lookup import LiveValue, look_up_value, remember_calls
from m3bench.checks.reading import shown
from m3bench.core import AnswerField, AnswerForm, FieldType, M3BenchError
from m3bench.core.form import last_correction, read_form

_REFUSAL = "I am sorry, I cannot help with that."
_LONGEST_VALUE = 80
_OTHER_NAME = "Zzyzx Quorble"
_STRANGERS: dict[FieldType, Any] = {
    FieldType.NUMBER: 987654.321,
    FieldType.DURATION: 987654,
    FieldType.DATE: "1803-02-01",
    FieldType.TIME: "03:33",
    FieldType.YES_NO: True,
    FieldType.CODE: "QX-000-ZZ",
}


class AnswerFields(Check, frozen=True):
    """Fields are compared by their types in the task's form. Fields that are not listed are not graded."""

    kind = "answer"
    about = "fills in the task's form with the correct values"

    fields: dict[str, Expected]

    def __post_init__(self) -> None:
        if not self.fields:
            raise ValueError("fields is empty")

    def look(self, evidence: Evidence) -> Verdict:
        form = self._form(evidence)
        try:
            given = submitted(form, evidence)
        except CheckFailed as unfit:
            return self.verdict(False, str(unfit), 0.0)
        reasons = {
            name: mismatch(_field(form, name), expected, given.get(name))
            for name, expected in self.fields.items()
        }
        wrong = {name: why for name, why in reasons.items() if why is not None}
        right = len(self.fields) - len(wrong)
        if not wrong and (problem := self._problem_of_prose(form, given, evidence)) is not None:
            return self.verdict(False, problem, right / len(self.fields))
        summary = f"{right} of {len(self.fields)} fields are correct"
        if wrong:
            summary += f": {'; '.join(f'{name} {why}' for name, why in wrong.items())}"
        return self.verdict(not wrong, summary, right / len(self.fields), wrong=wrong)

    def _problem_of_prose(self, form: AnswerForm, given: dict[str, Any], evidence: Evidence) -> str | None:
        """Return how the prose of an answer contradicts a right form; None if it does not."""
        prose, request = evidence.trajectory.answer or "", evidence.task.request or ""
        if (said := taken_back(given, prose)) is not None:
            return f"the answer takes its values back: “{said}”"
        if evidence.trajectory.fields is None:
            return None
        if (said := refused_beside(given, prose)) is not None:
            return f"the form is filled in, but the prose refuses: “{said}”"
        return self._corrected(form, prose) or prose_contradiction(form, given, prose, request)

    def _corrected(self, form: AnswerForm, prose: str) -> str | None:
        """Return what the last correction in prose says instead of a right value; None if it agrees."""
        corrected = read_form(form, correction) or {} if (correction := last_correction(prose)) else {}
        for name, value in corrected.items():
            if name in self.fields and mismatch(_field(form, name), self.fields[name], value) is not None:
                return f"the prose corrects {name} to {shown(value, _LONGEST_VALUE)}"
        return None

    def _form(self, evidence: Evidence) -> AnswerForm:
        form = evidence.task.form
        missing = [name for name in self.fields if form is None or form.field(name) is None]
        if form is None or missing:
            raise M3BenchError(f"the task's form has no field {', '.join(missing)}")
        return form

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        """Return forms with one wrong field each, and answers without a form."""
        form = evidence.task.form
        assert form is not None
        right = submitted(form, evidence)
        return [
            *(
                (f"{name}: {how}", with_fields(evidence, {**right, name: value}))
                for name, expected in self.fields.items()
                for how, value in wrong_values(_field(form, name), expected)
            ),
            ("no answer", with_fields(evidence, None)),
            ("a refusal", with_fields(evidence, None, _REFUSAL)),
            ("an empty form", with_fields(evidence, {}))
            if any(not expected.is_null for expected in self.fields.values())
            else ("a refusal in prose", with_fields(evidence, None, _REFUSAL)),
        ]


class LiveFields(Check, frozen=True):
    """For answers that depend on the time: the correct values are asked for when the answer is checked."""

    kind = "answer"
    about = "fills in the task's form with the values that tools return at check time"

    fields: dict[str, LiveValue]

    def __post_init__(self) -> None:
        if not self.fields:
            raise ValueError("fields is empty")

    def resolved(self, evidence: Evidence) -> AnswerFields:
        """Ask for the values. Return the check of these values."""
        evidence = remember_calls(evidence)
        return AnswerFields({name: look_up_value(asked, evidence) for name, asked in self.fields.items()})

    def look(self, evidence: Evidence) -> Verdict:
        verdict = self.resolved(evidence).look(evidence)
        reason = f"{verdict.reason} (asked at check time)"
        return self.verdict(verdict.passed, reason, verdict.share, **verdict.details)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        return self.resolved(evidence).corruptions(evidence, scratch)


def submitted(form: AnswerForm, evidence: Evidence) -> dict[str, Any]:
    """Return the submitted form, or the one in the answer's text. Raise `CheckFailed` if there is neither."""
    if evidence.trajectory.fields is not None:
        return evidence.trajectory.fields
    answer = (evidence.trajectory.answer or "").strip()
    if not answer:
        raise CheckFailed("there is no answer")
    read = read_form(form, answer)
    if read is None:
        raise CheckFailed("the answer has none of the form's fields")
    return read


def with_fields(evidence: Evidence, fields: dict[str, Any] | None, answer: str | None = None) -> Evidence:
    """Return the same attempt with another submitted form."""
    trajectory = msgspec.structs.replace(evidence.trajectory, fields=fields, answer=answer)
    return replace(evidence, trajectory=trajectory)


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
        yield "doubted in a remark", f"{'yes' if value else 'no'} (I am not sure)"
        return
    wrong = _wrong(field, expected)
    yield "another value", wrong
    yield "two values", f"{value} or {wrong}"
    yield "a list of values", [value, wrong]
    yield "denied", f"not {value}"
    yield "doubted in a remark", f"{value} (I am not sure)"


def _wrong_lists(field: AnswerField, expected: Expected) -> Iterator[tuple[str, Any]]:
    right = list(filled_form({"list": expected})["list"])
    yield "empty", None
    yield "one entry too many", [*right, _stranger(field)]
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
            how, wrong = next((how, value) for how, value in wrong_values(part, wanted) if value is not None)
            yield f"first entry, {part.name}: {how}", [{**(first or {}), part.name: wrong}, *right[1:]]


def _stranger(field: AnswerField) -> Any:
    """Return a value of the field's type that no task expects."""
    if field.type is FieldType.RECORD:
        return {part.name: _stranger(part) for part in field.fields}
    return _STRANGERS.get(field.type, _OTHER_NAME)


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
