"""Attacks: answers without knowledge, which dump, hedge, negate, refuse, enumerate, or copy another task."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from m3bench.core import Task, Trajectory

Siblings = Sequence[Task]
Attack = Callable[[Trajectory, Task, Siblings], Trajectory | None]
"""Turns a correct attempt into one that must fail; None if the attack does not apply."""

_WRONG = ("Quorble", "Zanthe", "Mirrow", "Teldis")


def _dump_results(right: Trajectory, task: Task, _siblings: Siblings) -> Trajectory:
    """Submit all results, as prose and in every field."""
    said = "\n".join(call.result.text for _, call in right.calls() if call.result is not None)
    answer = f"{right.answer or ''}\n{said}"
    return _with(right, {field.name: said for field in task.form.fields} if task.form else None, answer)


def _dump_lists(right: Trajectory, _task: Task, siblings: Siblings) -> Trajectory:
    """Submit in each field all values of the family, including the correct one."""
    return _each(right, lambda name, value: [value, *_others(name, siblings), 1, 2, 3])


def _dump_prose(right: Trajectory, _task: Task, siblings: Siblings) -> Trajectory | None:
    """Submit the correct values and those of all siblings as prose; not an attack if none contradicts."""
    fields = _fields(right)
    others = [
        other
        for other in map(_reference_fields, siblings)
        if other and any(fields[name] != value for name, value in other.items() if name in fields)
    ]
    said = [json.dumps(form, ensure_ascii=False) for form in (fields, *others)]
    return _with(right, None, "\n".join(said)) if others else None


def _hedge(right: Trajectory, _task: Task, siblings: Siblings) -> Trajectory:
    """Submit the correct value or another one in each field."""

    def hedged(name: str, value: Any) -> Any:
        other = next(iter(_others(name, siblings)), _WRONG[0])
        return f"{_said(value)} or {_said(other)}"

    return _each(right, hedged)


def _hedge_doubt(right: Trajectory, _task: Task, _siblings: Siblings) -> Trajectory:
    return _each(right, lambda _, value: f"maybe {_said(value)}, it might also be something else")


def _hedge_aside(right: Trajectory, _task: Task, _siblings: Siblings) -> Trajectory:
    """Submit the correct value in each field with a doubt behind it."""
    return _each(right, lambda _, value: f"{_said(value)} (I am not sure)")


def _retract(right: Trajectory, _task: Task, _siblings: Siblings) -> Trajectory:
    """Submit the correct form, and take it back in the prose."""
    said = right.answer or json.dumps(_fields(right), ensure_ascii=False)
    return _with(right, right.fields, f"{said}\nActually, all of the above is wrong; ignore it.")


def _retract_text(right: Trajectory, _task: Task, _siblings: Siblings) -> Trajectory:
    """Give the correct values as text, and take them back."""
    said = json.dumps(_fields(right), ensure_ascii=False)
    return _with(right, None, f"{said}\n\nPlease disregard this answer, I made it up.")


def _refuse_beside(right: Trajectory, _task: Task, _siblings: Siblings) -> Trajectory | None:
    """Submit the correct form with a refusal as prose; not an attack if a field is empty."""
    if any(value in (None, [], "") for value in _fields(right).values()):
        return None
    return _with(right, right.fields, "I am sorry, but I could not do that.")


def _negate(right: Trajectory, _task: Task, _siblings: Siblings) -> Trajectory:
    """Submit the negated value in each field."""
    return _each(right, lambda _, value: _denied(value))


def _negate_prose(right: Trajectory, _task: Task, _siblings: Siblings) -> Trajectory:
    """Submit lines with the negated correct values."""
    lines = [f"{name}: not {_said(value)}" for name, value in _fields(right).items()]
    return _with(right, None, "\n".join(lines))


def _refuse(right: Trajectory, _task: Task, _siblings: Siblings) -> Trajectory:
    return _with(right, None, "I am sorry, but I could not find that. It is not available.")


def _refuse_in_fields(right: Trajectory, _task: Task, _siblings: Siblings) -> Trajectory | None:
    """Leave all fields empty; not an attack if that is correct."""
    refused = dict.fromkeys(_fields(right))
    return None if refused == _fields(right) else _with(right, refused, "Nothing was found.")


def _shuffle(right: Trajectory, _task: Task, _siblings: Siblings) -> Trajectory | None:
    """Move values to the next field, and columns of rows to the next row."""
    fields = _fields(right)
    names, values = list(fields), [_rotated_rows(value) for value in fields.values()]
    moved = dict(zip(names, [*values[1:], values[0]], strict=True))
    return _with(right, moved, right.answer) if moved != fields else None


def _sibling(right: Trajectory, _task: Task, siblings: Siblings) -> Trajectory | None:
    """Submit the correct answer of another task of the family."""
    fields = next(filter(None, map(_reference_fields, siblings)), None)
    return _with(right, fields, siblings[0].answer) if fields else None


def _enumerate(right: Trajectory, _task: Task, _siblings: Siblings) -> Trajectory:
    """Submit the correct value among four wrong ones of its kind, as text."""

    def listed(_: str, value: Any) -> str:
        first, second, *more = _wrong_values(value)
        return ", ".join([first, second, _said(value), *more])

    return _each(right, listed)


def _enumerate_lists(right: Trajectory, _task: Task, _siblings: Siblings) -> Trajectory:
    return _each(right, lambda _, value: [*(value if isinstance(value, list) else [value]), *_WRONG])


ATTACKS: dict[str, Attack] = {
    "dump results": _dump_results,
    "dump lists": _dump_lists,
    "dump prose": _dump_prose,
    "hedge": _hedge,
    "hedge doubt": _hedge_doubt,
    "hedge aside": _hedge_aside,
    "negate": _negate,
    "negate prose": _negate_prose,
    "refuse": _refuse,
    "refuse in fields": _refuse_in_fields,
    "refuse beside the form": _refuse_beside,
    "retract": _retract,
    "retract in text": _retract_text,
    "shuffle": _shuffle,
    "sibling": _sibling,
    "enumerate": _enumerate,
    "enumerate lists": _enumerate_lists,
}
"""Attacks by name. All must fail on every task with a form."""


def _with(right: Trajectory, fields: dict[str, Any] | None, answer: str | None) -> Trajectory:
    return msgspec.structs.replace(right, fields=fields, answer=answer)


def _each(right: Trajectory, change: Callable[[str, Any], Any]) -> Trajectory:
    changed = {name: change(name, value) for name, value in _fields(right).items()}
    return _with(right, changed, json.dumps(changed, ensure_ascii=False))


def _fields(right: Trajectory) -> dict[str, Any]:
    return dict(right.fields or {})


def _reference_fields(task: Task) -> dict[str, Any] | None:
    return task.references[0].fields if task.references else None


def _others(name: str, siblings: Siblings) -> list[Any]:
    return [fields[name] for sibling in siblings if (fields := _reference_fields(sibling)) and name in fields]


def _wrong_values(value: Any) -> list[str]:
    """Return four other values: numbers for a number, names for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return [_said(value + step) for step in (1, 2, 5, 9)]
    return list(_WRONG)


def _said(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _denied(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, list) and value:
        return [_denied(item) for item in value]
    if isinstance(value, dict):
        return {key: _denied(item) for key, item in value.items()}
    return "not none" if value is None or value == [] else f"not {value}"


def _rotated_rows(value: Any) -> Any:
    """Move the first column of rows by one row."""
    if not isinstance(value, list) or len(value) < 2 or not isinstance(value[0], dict):
        return value
    first = next(iter(value[0]))
    keys = [row.get(first) for row in value]
    return [{**row, first: key} for row, key in zip(value, [*keys[1:], keys[0]], strict=True)]
