"""The answer that an agent hands in: its prose, and the form of the task."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from m3bench.core import AnswerForm
from m3bench.core.form import fit_form
from m3bench.core.schema import SchemaProblem, compile_schema, misfits

_MOST_PROBLEMS = 10
_PROSE = {"type": "string", "description": "The final answer to the task, in prose."}
_FIELDS = "The form of the answer: exactly one value for each field, null where there is none."


class Submission(msgspec.Struct, frozen=True):
    """An answer that can be taken."""

    answer: str
    fields: dict[str, Any] | None = None


class Misfit(msgspec.Struct, frozen=True):
    """Why an answer cannot be taken."""

    reason: str


def answer_schema(form: AnswerForm | None) -> dict[str, Any]:
    """The JSON Schema of what is handed in."""
    properties: dict[str, Any] = {"answer": _PROSE}
    if form is not None:
        properties["fields"] = {**form.json_schema(), "description": _FIELDS}
    return {"type": "object", "properties": properties, "required": list(properties)}


def read_submission(form: AnswerForm | None, arguments: Any) -> Submission | Misfit:
    """The answer in the arguments of a call, or what is wrong with it.

    The names of fields may be spelled in another way: `Total price` for `total_price`.
    """
    given = arguments if isinstance(arguments, dict) else {}
    answer = given.get("answer")
    if not isinstance(answer, str):
        return Misfit(_expected(form))
    if form is None:
        return Submission(answer)
    held = _parsed(given.get("fields"))
    if not isinstance(held, dict):
        return Misfit(_expected(form))
    fields = fit_form(form, held) or held
    problems = _problems(form, fields)
    return Misfit("; ".join(problems)) if problems else Submission(answer, fields)


def form_text(form: AnswerForm) -> str:
    """The form as a task shows it."""
    return (
        "The answer has a form. Hand it in under the name `fields`, with exactly one value for each field "
        f"and null where there is none:\n{form.template()}"
    )


def _expected(form: AnswerForm | None) -> str:
    if form is None:
        return 'it takes the final answer as a text: {"answer": "…"}'
    names = ", ".join(f'"{field.name}": …' for field in form.fields)
    example = f'{{"answer": "…", "fields": {{{names}}}}}'
    return f"it takes the final answer as a text, and its form as an object: {example}"


def _problems(form: AnswerForm, fields: dict[str, Any]) -> list[str]:
    schema = {**form.json_schema(), "additionalProperties": False}
    validator = compile_schema(schema)
    assert not isinstance(validator, SchemaProblem)  # forms have no schemas but ours
    problems = misfits(validator, fields)
    if isinstance(problems, SchemaProblem):
        return ["fields: too large"]
    return [f"fields: {problem}" for problem in problems[:_MOST_PROBLEMS]]


def _parsed(value: Any) -> Any:
    """Some clients send objects as JSON texts."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value
