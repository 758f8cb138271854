"""The values of a task's solution, which its user must never tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from m3bench.agents.user.leaks import Searched, holds_value
from m3bench.core import Task, is_too_deep

_LEAST_CHARACTERS = 2
_MOST = 200


def solution_values(task: Task) -> tuple[str, ...]:
    """Return the values of the fields and of the answer key that the request does not state itself."""
    sources = [reference.fields for reference in task.references if reference.fields]
    key = task.answer_key.value if task.answer_key is not None else None
    known = Searched(" ".join(filter(None, (task.request, task.fuzzy_request, task.role, *task.rules))))
    values = dict.fromkeys(text for source in (*sources, key) for text in _values(source))
    return tuple(text for text in values if not holds_value(known, text))[:_MOST]


def _values(value: Any) -> Iterator[str]:
    if value is None or isinstance(value, bool) or is_too_deep(value):
        return
    if isinstance(value, dict | list | tuple):
        for child in value.values() if isinstance(value, dict) else value:
            yield from _values(child)
    elif len(text := str(value)) >= _LEAST_CHARACTERS:
        yield text
