"""Prose beside a form: what takes a field back, and what does not."""

from __future__ import annotations

import pytest

from m3bench.checks import prose_contradiction
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.suites import SuiteRef, WorldRef, find_suite

FORM = AnswerForm(
    (
        AnswerField("temperature", FieldType.NUMBER, "how warm it is", "°C"),
        AnswerField("humidity", FieldType.NUMBER, "how humid it is", "%"),
        AnswerField("city", FieldType.NAME, "where"),
    )
)
FIELDS = {"temperature": 18.7, "humidity": 64, "city": "Shantou"}


@pytest.mark.parametrize(
    "prose",
    [
        "18.7, 5, 6 or 9",
        "It is 18.7 or 19.5 °C.",
        "It is between 18.7 and 5, 6, 9 degrees.",
        "Perhaps it is 18.7 °C.",
        "It is not 18.7 °C.",
        "It is 18.7 °C. It is 5 °C.",
        "It is 5 °C.",
        "It is 18.7 °C in Shantou or Shenzhen.",
        "Is it Shantou?",
    ],
)
def test_prose_that_takes_a_field_back(prose: str) -> None:
    assert prose_contradiction(FORM, FIELDS, prose) is not None


@pytest.mark.parametrize(
    "prose",
    [
        "",
        "Done.",
        "It is 18.7 °C in Shantou.",
        "18.7 °C, 64 % humidity",
        "It is about 19 °C there.",
        "No rain is expected: it is 18.7 °C.",
        "From 18.7 °C or 64 % it is hard to tell whether it rains; in Shantou it is 18.7 °C.",
        "Shantou or Shenzhen? The question is about Shantou.",
        '```json\n{"temperature": 18.7, "also": [5, 6, 7, 8]}\n```',
    ],
)
def test_prose_that_agrees(prose: str) -> None:
    assert prose_contradiction(FORM, FIELDS, prose, "How warm is it in Shantou, and how humid?") is None


def test_numbers_of_the_request_are_no_alternatives() -> None:
    assert prose_contradiction(FORM, FIELDS, "You asked for 18.7 or 21 °C.", "Is it 21 or less?") is None


@pytest.mark.slow
def test_the_reference_answers_of_m3_do_not_contradict_themselves() -> None:
    tasks = [task for task in find_suite(SuiteRef(name="m3"), WorldRef()).tasks if task.form is not None]
    answers = [(task, reference) for task in tasks for reference in task.references if reference.fields]
    assert answers
    for task, reference in answers:
        assert task.form is not None
        said, asked = reference.answer or "", task.request or ""
        assert prose_contradiction(task.form, reference.fields or {}, said, asked) is None
