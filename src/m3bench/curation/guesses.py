"""Blind guesses: answers of an agent that calls no tool and sees nothing but the form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from m3bench.core import AnswerField, AnswerForm, FieldType, Task, Trajectory

_PLAIN = "Done."
_NUMBERS = (0, 1, 2, 3, 5, 10, 100)


def blind_guesses(task: Task, siblings: Sequence[Task]) -> Iterator[Trajectory]:
    """Yield attempts without a call: plausible constants, and remembered answers to siblings of the task."""
    if task.form is None:
        yield Trajectory(task_id=task.id, answer=_PLAIN)
        return
    for index, number in enumerate(_NUMBERS):
        fields = {field.name: _guessed(field, index, number) for field in task.form.fields}
        yield Trajectory(task_id=task.id, fields=fields, answer=_PLAIN)
    yield Trajectory(task_id=task.id, fields={field.name: None for field in task.form.fields}, answer=_PLAIN)
    for sibling in siblings:
        if remembered := _remembered(task.form, sibling):
            yield Trajectory(task_id=task.id, fields=remembered, answer=_PLAIN)


def _guessed(field: AnswerField, index: int, number: int) -> Any:
    """Return a value that is right now and then: yes or no, one of the choices, a small number, nothing."""
    if field.many:
        return []
    if field.type is FieldType.YES_NO:
        return index % 2 == 0
    if field.type is FieldType.CHOICE:
        return field.choices[index % len(field.choices)]
    return number if field.type is FieldType.NUMBER else None


def _remembered(form: AnswerForm, sibling: Task) -> dict[str, Any]:
    fields = next((reference.fields for reference in sibling.references if reference.fields), None) or {}
    return {name: value for name, value in fields.items() if form.field(name) is not None}
