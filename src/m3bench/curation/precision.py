"""Say in a form how precise its computed numbers must be, where neither it nor the request does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import ceil, log10

import msgspec

from m3bench.checks import Expected
from m3bench.core import AnswerField, FieldType, Task

_SAYS = re.compile(
    r"\b(?:round\w*|decimals?|digits?|places|hundredths?|tenths?|nearest|exact\w*|percent more or less)\b",
    re.IGNORECASE,
)
_CURRENCY = re.compile(r"[A-Z]{3}|[$€£¥]")
_USUAL = 2
"""Decimals from which an answer may be rounded too far by somebody who is not told how many it needs."""
_MOST = 8


def with_precision(task: Task, expected: Mapping[str, Expected]) -> Task:
    """Return the task with a form that says how many decimals its computed numbers need."""
    if task.form is None:
        return task
    fields = tuple(
        _precise(field, expected[field.name], task.request or "") if field.name in expected else field
        for field in task.form.fields
    )
    return msgspec.structs.replace(task, form=msgspec.structs.replace(task.form, fields=fields))


def unsaid_precision(task: Task, expected: Mapping[str, Expected]) -> list[str]:
    """Return the fields of which neither the form nor the request says how precise they must be."""
    if task.form is None:
        return []
    pairs = (pair for field in task.form.fields for pair in _values(field, expected.get(field.name)))
    asked = task.request or ""
    return sorted({field.name for field, value in pairs if _decimals(field, value, asked) is not None})


def _precise(field: AnswerField, expected: Expected, request: str) -> AnswerField:
    if field.type is FieldType.RECORD:
        parts = tuple(
            _noted(part, [row[part.name] for row in expected.rows or () if part.name in row], request)
            for part in field.fields
        )
        return msgspec.structs.replace(field, fields=parts)
    return _noted(field, [value for _, value in _values(field, expected)], request)


def _noted(field: AnswerField, values: list[Expected], request: str) -> AnswerField:
    demanded = [count for value in values if (count := _decimals(field, value, request)) is not None]
    if not demanded:
        return field
    return msgspec.structs.replace(field, meaning=f"{field.meaning}, to {max(demanded)} decimals")


def _values(field: AnswerField, expected: Expected | None) -> Iterator[tuple[AnswerField, Expected]]:
    if expected is None:
        return
    if expected.rows is not None:
        for row in expected.rows:
            for part in field.fields:
                yield from _values(part, row.get(part.name))
    elif expected.items is not None:
        yield from ((field, item) for item in expected.items)
    else:
        yield field, expected


def _decimals(field: AnswerField, expected: Expected, request: str) -> int | None:
    """Return how many decimals a computed number needs; None if it needs no word. Money has two."""
    value = expected.value
    if field.type is not FieldType.NUMBER or not isinstance(value, float) or expected.grounds is None:
        return None
    if _SAYS.search(field.meaning) or _SAYS.search(request):
        return None
    slack = expected.tolerance.slack(value)
    needed = min(_MOST, max(0, ceil(-log10(2 * slack) - 1e-9)))
    needed = min(needed, len(f"{value:.{_MOST}f}".rstrip("0").partition(".")[2]))
    least = _USUAL + 1 if field.unit and _CURRENCY.fullmatch(field.unit) else _USUAL
    return needed if needed >= least else None
