"""Submitted forms next to the expected values, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from m3bench.checks import AnswerFields, Expected, filled_form, read_checks
from m3bench.checks.fields import mismatch
from m3bench.core import AnswerForm, M3BenchError, Task, Trajectory, canonical_json
from m3bench.core.form import describe, read_form
from m3bench.core.text import shorten
from m3bench.reports.terminal.tables import plain_table

_LONGEST_VALUE = 200
NOT_GRADED = "not graded"


class FormRow(msgspec.Struct, frozen=True):
    """One field: its meaning, the given and expected value, and what is wrong."""

    name: str
    meaning: str
    given: str
    expected: str
    wrong: str | None
    """None if the field is correct."""


def form_rows(task: Task, given: Mapping[str, Any] | None) -> list[FormRow]:
    """Return the fields of a task's form in order; empty without a form."""
    if task.form is None:
        return []
    expected = expected_fields(task)
    gold = filled_form(expected) or (task.references[0].fields if task.references else None) or {}
    entries = given or {}
    return [
        FormRow(
            name=field.name,
            meaning=describe(field),
            given=_shown(entries[field.name]) if field.name in entries else "",
            expected=_shown(gold[field.name]) if field.name in gold else "",
            wrong=mismatch(field, expected[field.name], entries.get(field.name))
            if field.name in expected
            else NOT_GRADED,
        )
        for field in task.form.fields
    ]


def given_fields(task: Task, trajectory: Trajectory) -> dict[str, Any] | None:
    """Return the form that a trajectory submitted, or that its answer contains."""
    if trajectory.fields is not None or task.form is None:
        return trajectory.fields
    return read_form(task.form, trajectory.answer or "")


def expected_fields(task: Task) -> dict[str, Expected]:
    """Return what the task's checks expect of each field."""
    try:
        checks = read_checks(task.checks, task.id)
    except M3BenchError:  # of a plugin that is not installed, or is broken
        return {}
    graded = [check for check in checks if isinstance(check, AnswerFields)]
    return {name: value for check in graded for name, value in check.fields.items()}


def print_form(console: Console, form: AnswerForm) -> None:
    """Print the form as models see it."""
    console.print(Text("Form", style="bold"))
    console.print(Text(form.template()), soft_wrap=True)


def print_filled(console: Console, task: Task, given: Mapping[str, Any] | None) -> None:
    """Print given and expected values side by side; nothing for a task without a form."""
    rows = form_rows(task, given)
    if not rows:
        return
    table = plain_table()
    for title in ("Field", "Given", "Expected", "Verdict"):
        table.add_column(title, overflow="fold")
    for row in rows:
        verdict = "right" if row.wrong is None else row.wrong
        table.add_row(*map(Text, (row.name, row.given or "(none)", row.expected or "(none)", verdict)))
    right, graded = sum(row.wrong is None for row in rows), sum(row.wrong != NOT_GRADED for row in rows)
    console.print(Text(f"Form ({right} of {graded} graded fields are correct)", style="bold"))
    console.print(table)
    console.print()


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else canonical_json(value)
    clean = "".join(letter if letter.isprintable() else "·" for letter in text)
    return shorten(clean, _LONGEST_VALUE)
