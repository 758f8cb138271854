"""A form says how many decimals its computed numbers need."""

from __future__ import annotations

import pytest

from m3bench.checks import AnswerFields, Expected, Tolerance, read_checks
from m3bench.core import AnswerField, AnswerForm, FieldType, Task
from m3bench.curation.precision import unsaid_precision, with_precision
from m3bench.suites import SuiteRef, WorldRef, find_suite

RATIO = AnswerField("ratio", FieldType.NUMBER, "the ratio of both")
ROWS = AnswerField("rows", FieldType.RECORD, "both", many=True, fields=(RATIO,))


def computed(value: float, absolute: float = 0.0, relative: float = 0.0) -> Expected:
    return Expected(value, tolerance=Tolerance(absolute, relative), grounds=(1, 3))


def meaning(field: AnswerField, expected: Expected, request: str = "") -> str:
    task = with_precision(Task(id="t", request=request, form=AnswerForm((field,))), {field.name: expected})
    assert task.form is not None
    (made,) = task.form.fields
    assert unsaid_precision(task, {field.name: expected}) == []
    return (made.fields or (made,))[0].meaning


@pytest.mark.parametrize(
    ("expected", "decimals"),
    [(computed(0.33333, 0.006), 2), (computed(0.33333, 0.0006), 3), (computed(0.33333, relative=0.001), 4)],
)
def test_the_tolerance_gives_the_decimals(expected: Expected, decimals: int) -> None:
    assert meaning(RATIO, expected) == f"the ratio of both, to {decimals} decimals"
    assert (
        meaning(ROWS, Expected(rows=({"ratio": expected},))) == f"the ratio of both, to {decimals} decimals"
    )


@pytest.mark.parametrize(
    ("field", "expected", "request_text"),
    [
        (RATIO, Expected(0.33333), ""),
        (RATIO, computed(6, 0.006), ""),
        (RATIO, computed(0.33333, 0.06), ""),
        (RATIO, computed(0.33333, 0.006), "Give the ratio, rounded to two decimals."),
        (AnswerField("price", FieldType.NUMBER, "the ratio of both", "USD"), computed(12.34, 0.006), ""),
        (AnswerField("name", FieldType.NAME, "the ratio of both"), Expected("third"), ""),
    ],
)
def test_nothing_is_added_where_it_is_clear(
    field: AnswerField, expected: Expected, request_text: str
) -> None:
    assert meaning(field, expected, request_text) == "the ratio of both"


def test_a_task_that_does_not_say_it_is_found() -> None:
    task = Task(id="t", form=AnswerForm((RATIO, ROWS)))
    assert unsaid_precision(task, {"ratio": computed(0.33333, 0.006)}) == ["ratio"]


@pytest.mark.slow
def test_released_tasks_say_it() -> None:
    for suite in ("cross", "m3", "m3-camera", "m3-photo", "omni", "verse"):
        for task in find_suite(SuiteRef(name=suite), WorldRef()).tasks:
            expected: dict[str, Expected] = {}
            for check in read_checks(task.checks, task.id):
                expected |= check.fields if isinstance(check, AnswerFields) else {}
            assert unsaid_precision(task, expected) == [], task.id
