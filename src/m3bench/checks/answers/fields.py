"""The check of a filled form."""

from __future__ import annotations

from typing import Any, ClassVar

from m3bench.checks.check import Check, Evidence, Unfit, Verdict
from m3bench.checks.fields import Expected, mismatch
from m3bench.core import AnswerForm, M3BenchError
from m3bench.core.form import read_form


class AnswerFields(Check, frozen=True):
    """Fields are compared by their types in the task's form. Those that are not named here are not graded."""

    kind: ClassVar[str] = "answer"
    about: ClassVar[str] = "fills in the task's form: one right value a field"

    fields: dict[str, Expected]

    def __post_init__(self) -> None:
        if not self.fields:
            raise ValueError("no fields are given")

    def look(self, evidence: Evidence) -> Verdict:
        form = self._form(evidence)
        try:
            given = submitted(form, evidence)
        except Unfit as unfit:
            return self.verdict(False, str(unfit), 0.0)
        wrong = {name: why for name in self.fields if (why := self._mismatch(form, name, given)) is not None}
        right = len(self.fields) - len(wrong)
        share = right / len(self.fields)
        told = f"{right} of {len(self.fields)} fields are right"
        reasons = "; ".join(f"{name} {why}" for name, why in wrong.items())
        return self.verdict(not wrong, f"{told}: {reasons}" if wrong else told, share, wrong=wrong)

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


def submitted(form: AnswerForm, evidence: Evidence) -> dict[str, Any]:
    """The form as handed in, or as the answer's text fills it in. Raises `Unfit` where there is neither."""
    if evidence.trajectory.fields is not None:
        return evidence.trajectory.fields
    answer = (evidence.trajectory.answer or "").strip()
    if not answer:
        raise Unfit("there is no answer")
    read = read_form(form, answer)
    if read is None:
        raise Unfit("the answer fills in none of the form's fields")
    return read
