"""Forms for people: what was given beside what was expected."""

from __future__ import annotations

import io

import msgspec
from rich.console import Console

from m3bench.checks import AnswerFields, Expected, write_checks
from m3bench.core import AnswerField, AnswerForm, FieldType, Reference, Task, Trajectory
from m3bench.reports import print_task
from m3bench.reports.terminal.forms import NOT_GRADED, form_rows, given_fields, print_filled

FORM = AnswerForm(
    (
        AnswerField("price", FieldType.NUMBER, "what it costs", unit="EUR"),
        AnswerField("title", FieldType.NAME, "what it is called"),
        AnswerField("remark", FieldType.TEXT, "anything else"),
    )
)
TASK = Task(
    id="t",
    request="?",
    form=FORM,
    references=(Reference(answer="5", fields={"price": 5, "title": "Apple", "remark": "ripe"}),),
    extra={
        "checks": write_checks([AnswerFields({"price": Expected(value=5), "title": Expected(value="Apple")})])
    },
)


def printed(given: dict[str, object] | None) -> str:
    file = io.StringIO()
    print_filled(Console(file=file, width=120), TASK, given)
    return file.getvalue()


def test_every_field_has_a_row_with_its_verdict() -> None:
    price, title, remark = form_rows(TASK, {"price": 7, "title": "apple"})
    assert (price.given, price.expected, price.meaning) == ("7", "5", "what it costs (in EUR)")
    assert price.wrong is not None
    assert (title.given, title.expected, title.wrong) == ("apple", "Apple", None)
    assert (remark.given, remark.wrong) == ("", NOT_GRADED)


def test_they_are_printed_side_by_side() -> None:
    text = printed({"price": 7, "title": "apple\x1b[31m"})
    assert "Form (0 of 2 graded fields are correct)" in text
    assert "\x1b" not in text
    assert "Form (2 of 2 graded fields are correct)" in printed({"price": "5 EUR", "title": "Apple"})
    assert "(none)" in printed(None)


def test_a_task_without_a_form_prints_nothing() -> None:
    file = io.StringIO()
    print_filled(Console(file=file), msgspec.structs.replace(TASK, form=None), {"price": 5})
    assert file.getvalue() == ""


def test_fields_are_read_from_an_answer_that_hands_in_none() -> None:
    assert given_fields(TASK, Trajectory(task_id="t", answer="price: 5")) == {"price": "5"}
    assert given_fields(TASK, Trajectory(task_id="t", answer="price: 5", fields={"price": 7})) == {"price": 7}


def test_a_task_is_shown_with_its_form() -> None:
    file = io.StringIO()
    print_task(Console(file=file, width=120), TASK, [])
    assert '"price": <what it costs (in EUR)>' in file.getvalue()
    assert 'fields: {"price":5' in file.getvalue()
