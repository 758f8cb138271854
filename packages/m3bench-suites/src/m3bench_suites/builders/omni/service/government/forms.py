"""Forms on screen: what is filled in, and what is cut off when the form is shown."""

from __future__ import annotations

from typing import Any

from m3bench.checks import PdfCopy, PdfForm, RecordCreated
from m3bench.suites import GradedPoint, PlannedCall, call
from m3bench_suites.builders.omni.service._shared import is_wider
from m3bench_suites.builders.tasks import format_point, tool_point
from m3bench_world.service import Company

FORM = "form.pdf"
_DEPARTMENTS = ("Registry", "Licences", "Permits", "Archive")
FIELD_POINTS = 296.0
"""The width for text in a field."""
SEE_FILE = "see file"


def office_settings(office: Company, title: str) -> dict[str, Any]:
    """Return what a form of an office says of it."""
    return {"title": title, "company": office.name, "departments": list(_DEPARTMENTS)}


def fill(values: dict[str, Any], output: str) -> PlannedCall:
    """Return the call that fills in the form."""
    return call("pdf/fill_form", path=FORM, values=values, output=output)


def shortened(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with `see file` in place of those that do not fit."""
    return {name: SEE_FILE if name in cut_off(values) else value for name, value in values.items()}


def cut_off(values: dict[str, Any]) -> list[str]:
    """Return the fields whose texts do not fit."""
    return [
        name for name, value in values.items() if isinstance(value, str) and is_wider(value, FIELD_POINTS)
    ]


def form_points(output: str, values: dict[str, Any], note: RecordCreated) -> tuple[GradedPoint, GradedPoint]:
    """Return the points of a form that is filled in and readable."""
    entries = shortened(values)
    return (
        format_point(
            "The form has the right entries, and none is cut off.",
            PdfForm(output, entries),
            PdfCopy(output, FORM, tuple(value for value in entries.values() if isinstance(value, str))),
        ),
        tool_point("What was cut off is noted in full.", note),
    )
