"""The first task of a suite: ask for what a call returned."""

from __future__ import annotations

import re
from collections.abc import Sequence

from m3bench.checks import (
    AnswerFields,
    AnswerNames,
    AnswerNumber,
    Called,
    Check,
    Expected,
    NoStrayFiles,
    Tolerance,
    filled_form,
    write_checks,
)
from m3bench.core import AnswerField, AnswerForm, Call, FieldType, Reference, Step, Task, canonical_json
from m3bench.core.text import join
from m3bench.curation.scaffold.calls import MadeCall
from m3bench.curation.scaffold.values import Value

_MIN_FIELDS = 2
_CODE = re.compile(r"(?=.*\d)[\w.:/-]+")
_MOST_NAME_WORDS = 6


def first_task(suite: str, made: MadeCall) -> Task:
    """Return a task that asks for the values of a call, with that call as its reference.

    With two values or more it has a form, otherwise checks of the answer's text.
    """
    call, values = made.call, made.values
    answer = "; ".join(f"{value.name}: {_shown(value)}" for value in values)
    fields = {value.name: _expected(value) for value in values}
    questions = tuple(AnswerField(value.name, _type(value.value), value.meaning) for value in values)
    form = AnswerForm(questions) if len(values) >= _MIN_FIELDS else None
    checks: list[Check] = [AnswerFields(fields)] if form else [_text_check(values[0])]
    checks += [Called(call.name), NoStrayFiles()]
    reference = Reference(steps=(Step((call,)),), answer=answer, fields=filled_form(fields) if form else None)
    return Task(
        id=f"{suite}/{_plain(call.tool)}", family=suite, request=_request(call, values),
        servers=(call.server,), level="L1", answer=answer, form=form, references=(reference,),
        checks=write_checks(checks),
    )  # fmt: skip


def _request(call: Call, values: Sequence[Value]) -> str:
    given = f" with {canonical_json(call.arguments)}" if call.arguments else ""
    entry = " of the first entry"
    inner = all(value.meaning.endswith(entry) for value in values)
    names = [value.meaning.removesuffix(entry) if inner else value.meaning for value in values]
    wanted = f"{join(names)}{entry if inner else ''}"
    return f"Use the tool {call.tool} of the server {call.server}{given}, and report {wanted}."


def _type(value: str | int | float | bool) -> FieldType:
    if isinstance(value, bool):
        return FieldType.YES_NO
    if isinstance(value, int | float):
        return FieldType.NUMBER
    if _CODE.fullmatch(value):
        return FieldType.CODE
    return FieldType.NAME if len(value.split()) <= _MOST_NAME_WORDS else FieldType.TEXT


def _expected(value: Value) -> Expected:
    is_fraction = isinstance(value.value, float) and not value.value.is_integer()
    return (
        Expected(value.value, tolerance=Tolerance(relative=0.001)) if is_fraction else Expected(value.value)
    )


def _text_check(value: Value) -> Check:
    if isinstance(value.value, bool):
        return AnswerNames(all_of=(_shown(value),))
    if isinstance(value.value, int | float):
        return AnswerNumber(float(value.value), tolerance=_expected(value).tolerance)
    return AnswerNames(all_of=(value.value.replace("|", " "),))


def _shown(value: Value) -> str:
    return ("yes" if value.value else "no") if isinstance(value.value, bool) else str(value.value)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "task"
