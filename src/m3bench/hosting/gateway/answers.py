"""The answer that an external agent submits: text, and the fields of the task's form."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from m3bench.core import AnswerForm
from m3bench.core.form import fit_form
from m3bench.core.schema import SchemaProblem, compile_schema, schema_violations

_MOST_PROBLEMS = 10
_PROSE = {"type": "string", "description": "The final answer to the task, as text."}
_FIELDS = "The fields of the answer: exactly one value per field, null if there is none."


class Submission(msgspec.Struct, frozen=True):
    """A valid answer."""

    answer: str
    fields: dict[str, Any] | None = None


class InvalidSubmission(msgspec.Struct, frozen=True):
    """Why an answer is invalid."""

    reason: str


def answer_schema(form: AnswerForm | None) -> dict[str, Any]:
    """Return the JSON Schema of a submission."""
    properties: dict[str, Any] = {"answer": _PROSE}
    if form is not None:
        properties["fields"] = {**form.json_schema(), "description": _FIELDS}
    return {"type": "object", "properties": properties, "required": list(properties)}


def read_submission(form: AnswerForm | None, arguments: Any) -> Submission | InvalidSubmission:
    """Return the answer in the arguments of a call, or what is wrong with it.

    Field names may be spelled differently: `Total price` for `total_price`.
    """
    given = arguments if isinstance(arguments, dict) else {}
    answer = given.get("answer")
    if not isinstance(answer, str):
        return InvalidSubmission(_expected(form))
    if form is None:
        return Submission(answer)
    submitted = _parsed(given.get("fields"))
    if not isinstance(submitted, dict):
        return InvalidSubmission(_expected(form))
    fields = fit_form(form, submitted) or submitted
    problems = _problems(form, fields)
    return InvalidSubmission("; ".join(problems)) if problems else Submission(answer, fields)


def form_text(form: AnswerForm) -> str:
    """Return the form as shown in a task."""
    return (
        "The answer has a form. Submit it as `fields`, with exactly one value per field and null if there is "
        f"none:\n{form.template()}"
    )


def _expected(form: AnswerForm | None) -> str:
    if form is None:
        return 'it requires the final answer as a string: {"answer": "…"}'
    names = ", ".join(f'"{field.name}": …' for field in form.fields)
    example = f'{{"answer": "…", "fields": {{{names}}}}}'
    return f"it requires the final answer as a string, and its fields as an object: {example}"


def _problems(form: AnswerForm, fields: dict[str, Any]) -> list[str]:
    schema = {**form.json_schema(), "additionalProperties": False}
    validator = compile_schema(schema)
    assert not isinstance(validator, SchemaProblem)  # we write the schemas of forms
    problems = schema_violations(validator, fields)
    if isinstance(problems, SchemaProblem):
        return ["fields: too large"]
    return [f"fields: {problem}" for problem in problems[:_MOST_PROBLEMS]]


def _parsed(value: Any) -> Any:
    """Parse a JSON string: some clients send objects as one."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
