"""Prose beside a form: what takes a field back, and what does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from m3bench.checks import AnswerFields, Evidence, Expected, prose_contradiction
from m3bench.core import AnswerField, AnswerForm, FieldType, Task, Trajectory
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


CHECK = AnswerFields({"temperature": Expected(18.7), "humidity": Expected(64), "city": Expected("Shantou")})
AS_JSON = '{"temperature": 18.7, "humidity": 64, "city": "Shantou"}'


def verdict(answer: str, fields: dict[str, Any] | None) -> tuple[bool, str]:
    trajectory = Trajectory(task_id="t", answer=answer, fields=fields)
    said = CHECK.evaluate(Evidence(Task(id="t", form=FORM), trajectory, Path(), {}))
    return said.passed, said.reason


@pytest.mark.parametrize(
    ("answer", "fields", "reason"),
    [
        ("All of the above is wrong.", FIELDS, "takes its values back: “All of the above is wrong”"),
        (f"{AS_JSON}\nIgnore it.", None, "takes its values back: “Ignore it”"),
        ("I am sorry, but I could not find out.", FIELDS, "the prose refuses: “sorry”"),
        ("It is 5 °C.", FIELDS, "the form says 18.7 for temperature, but the prose says 5 °C"),
    ],
)
def test_a_right_form_fails_beside_prose_that_contradicts_it(
    answer: str, fields: dict[str, Any] | None, reason: str
) -> None:
    passed, said = verdict(answer, fields)
    assert not passed
    assert reason in said


@pytest.mark.parametrize(
    ("answer", "fields"),
    [
        ("It is 5 °C. Scratch that, I read the wrong row: it is 18.7 °C in Shantou.", FIELDS),
        (f"I made it up.\nNow I have looked it up: {AS_JSON}", None),
        ("Sorry for the wait: it is 18.7 °C in Shantou.", FIELDS),
        (AS_JSON, None),
        ("Done.", FIELDS),
    ],
)
def test_what_is_said_last_counts(answer: str, fields: dict[str, Any] | None) -> None:
    assert verdict(answer, fields)[0]


def test_a_refusal_beside_an_empty_field_may_mean_that_field() -> None:
    check = AnswerFields({"temperature": Expected(), "humidity": Expected(64), "city": Expected("Shantou")})
    trajectory = Trajectory(
        task_id="t", answer="I could not find the temperature.", fields={**FIELDS, "temperature": None}
    )
    assert check.evaluate(Evidence(Task(id="t", form=FORM), trajectory, Path(), {})).passed


def test_a_title_may_be_a_command() -> None:
    form = AnswerForm((AnswerField("title", FieldType.NAME, "its title"),))
    trajectory = Trajectory(task_id="t", answer="It is called Forget It.", fields={"title": "Forget It"})
    check = AnswerFields({"title": Expected("Forget It")})
    assert check.evaluate(Evidence(Task(id="t", form=form), trajectory, Path(), {})).passed
