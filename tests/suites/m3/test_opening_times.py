"""Opening hours of places as fields of a form."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.checks import filled_form
from m3bench.checks.fields import mismatch
from m3bench.core import AnswerField, FieldType
from m3bench.suites.plans import PlanError
from m3bench_suites.builders.m3._shared.travel.opening_times import expected_hours

_FIELD = AnswerField(
    "hours",
    FieldType.RECORD,
    "when it is open",
    many=True,
    fields=(AnswerField("opens", FieldType.TIME, "from"), AnswerField("closes", FieldType.TIME, "to")),
)


def span(opens: str, closes: str) -> dict[str, str]:
    return {"opens": opens, "closes": closes}


@pytest.mark.parametrize(
    ("hours", "expected"),
    [
        ("12:30 – 00:00", [span("12:30", "00:00")]),
        ("11:30 – 14:30, 17:30 – 22:00", [span("11:30", "14:30"), span("17:30", "22:00")]),
        ("9:00AM - 5:00PM", [span("09:00", "17:00")]),
        ("12:00 AM - 12:00 PM", [span("00:00", "12:00")]),
        ("Open 24 hours", [span("00:00", "24:00")]),
        ("Closed", []),
    ],
)
def test_hours_become_spans(hours: str, expected: list[dict[str, str]]) -> None:
    assert filled_form({"hours": expected_hours(hours)}) == {"hours": expected}


@pytest.mark.parametrize(
    ("hours", "given", "right"),
    [
        ("12:30 – 22:00", [span("12:30 pm", "10 PM")], True),
        ("12:30 – 22:00", [span("12:30", "23:00")], False),
        ("11:30 – 14:30, 17:30 – 22:00", [span("17:30", "22:00"), span("11:30", "14:30")], True),
        ("11:30 – 14:30, 17:30 – 22:00", [span("11:30", "22:00")], False),
        ("Closed", [], True),
        ("Closed", "closed", False),
        ("Closed", [span("10:00", "18:00")], False),
        ("Open 24 hours", [span("00:00", "23:59")], True),
    ],
)
def test_spans_are_compared_by_time(hours: str, given: Any, right: bool) -> None:
    assert (mismatch(_FIELD, expected_hours(hours), given) is None) is right


def test_hours_that_cannot_be_read_are_given_up() -> None:
    with pytest.raises(PlanError, match="cannot be read"):
        expected_hours("by appointment")
