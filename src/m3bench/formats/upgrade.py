"""Upgrade of older tasks: values of `extra` move to the fields that exist now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from m3bench.core import TASK_KINDS, AnswerKey, Difficulty, KeyMethod, Task

METHODS = {"llm_as_a_judge": KeyMethod.JUDGE, "eval_script": KeyMethod.SCRIPT}
"""MCPVerse's names of the methods for comparing an answer with the key."""
FLAGS = {"Yes": True, "No": False}


def upgrade_task(task: Task) -> Task:
    """Return the task with values of `extra` moved to their fields.

    Values that are invalid for the field, or whose field is set already, stay in `extra`.
    """
    extra, fields = dict(task.extra), dict[str, Any]()
    for key, (field, reader) in _READERS.items():
        value = reader(extra[key]) if key in extra else None
        if value is not None and field not in fields and getattr(task, field) in (None, ()):
            fields[field] = value
            del extra[key]
    return msgspec.structs.replace(task, extra=extra, **fields) if fields else task


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _rules(value: Any) -> tuple[str, ...] | None:
    if isinstance(value, str):
        return (value,) if value.strip() else None
    texts = isinstance(value, list) and value and all(isinstance(rule, str) for rule in value)
    return tuple(value) if texts else None


def _difficulty(value: Any) -> Difficulty | None:
    return Difficulty(value) if isinstance(value, str) and value in tuple(Difficulty) else None


def _kind(value: Any) -> str | None:
    return value if isinstance(value, str) and value in TASK_KINDS else None


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else FLAGS.get(value) if isinstance(value, str) else None


def _key(value: Any) -> AnswerKey | None:
    method = METHODS.get(value) if isinstance(value, str) else None
    return AnswerKey(method=method) if method is not None else None


_READERS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "role": ("role", _text),
    "rules": ("rules", _rules),
    "difficulty": ("difficulty", _difficulty),
    "kind": ("kind", _kind),
    "time_sensitive": ("time_sensitive", _flag),
    "time-sensitive": ("time_sensitive", _flag),
    "eval_method": ("answer_key", _key),
}
