"""The check of a filled-in form."""

from __future__ import annotations

from typing import Any, ClassVar

from m3bench.checks.check import Check, CheckFailed, Evidence, Verdict
from m3bench.checks.fields import Expected, mismatch
from m3bench.checks.lookup import LiveValue, look_up_value, remember_calls
from m3bench.core import AnswerForm, M3BenchError
from m3bench.core.form import read_form


class AnswerFields(Check, frozen=True):
    """Fields are compared by their types in the task's form. Fields that are not listed are not graded."""

    kind: ClassVar[str] = "answer"
    about: ClassVar[str] = "fills in the task's form with the correct values"

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
        wrong = {name: why for name in self.fields if (why := self._mismatch(form, name, given)) is not None}
        right = len(self.fields) - len(wrong)
        share = right / len(self.fields)
        summary = f"{right} of {len(self.fields)} fields are correct"
        reasons = "; ".join(f"{name} {why}" for name, why in wrong.items())
        return self.verdict(not wrong, f"{summary}: {reasons}" if wrong else summary, share, wrong=wrong)

    def _mismatch(self, form: AnswerForm, name: str, given: dict[str, Any]) -> str | None:
        field = form.field(name)
        assert field is not None
        return mismatch(field, self.fields[name], given.get(name))

    def _form(self, evidence: Evidence) -> AnswerForm:
        form = evidence.task.form
        missing = [name for name in self.fields if form is None or form.field(name) is None]
        if form is None or missing:
            raise M3BenchError(f"the task's form has no field {', '.join(missing)}")
        return form


class LiveFields(Check, frozen=True):
    """For answers that depend on the time: the correct values are asked for when the answer is checked."""

    kind: ClassVar[str] = "answer"
    about: ClassVar[str] = "fills in the task's form with the values that tools return at check time"

    fields: dict[str, LiveValue]

    def __post_init__(self) -> None:
        if not self.fields:
            raise ValueError("fields is empty")

    def resolved(self, evidence: Evidence) -> AnswerFields:
        """Ask for the values. Return the check of these values."""
        evidence = remember_calls(evidence)
        return AnswerFields({name: look_up_value(asked, evidence) for name, asked in self.fields.items()})

    def look(self, evidence: Evidence) -> Verdict:
        found = self.resolved(evidence).look(evidence)
        return self.verdict(
            found.passed, f"{found.reason} (asked at check time)", found.share, **found.details
        )


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
