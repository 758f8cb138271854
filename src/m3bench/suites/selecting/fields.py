"""The fields of a task that conditions can name."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeAlias

from m3bench.core import EXTRA_FIELDS, Task
from m3bench.suites.pictures import task_cameras

Value: TypeAlias = str | int | float | bool
_EXTRA_NAMES = {"modalities": "modality"}
_MEDIA = {"image": "image", "audio": "audio", "video": "video", "application": "document", "text": "text"}
_LONGEST = 100
_SECRET = frozenset({"canary", "checks", "key_facts", "results"})
"""What tells a solution, or tells a suite apart from others."""


def task_fields(task: Task) -> dict[str, tuple[Value, ...]]:
    """Return the fields of a task by name, each with its values. A field without a value is left out.

    Beside the fields of `Task`, these are `steps` and `calls` of its shortest reference, `modality`, camera
    level (`camera`) and material (`art`) of pictures that are drawn from scenes, and everything in `extra`
    that is a short text, a number, yes or no, or a list of these: `hops`, `tags`.
    """
    fields: dict[str, tuple[Value, ...]] = {}
    for name, value in {**{name: getattr(task, name) for name in EXTRA_FIELDS}, **task.extra}.items():
        if name not in _SECRET and (values := _values(value)):
            fields[_EXTRA_NAMES.get(name, name)] = values
    fields.setdefault("modality", _modalities(task))
    own: dict[str, Any] = {
        "family": task.family, "level": task.level, "difficulty": task.difficulty, "kind": task.kind,
        "turns": task.turns, "servers": task.servers, "time_sensitive": task.time_sensitive,
        "camera": task_cameras(task),
        "art": tuple(dict.fromkeys(picture.art for picture in task.pictures or ())),
        **_reference(task),
    }  # fmt: skip
    fields |= {name: values for name, value in own.items() if (values := _values(value))}
    return fields


def _reference(task: Task) -> Mapping[str, int]:
    if not task.references:
        return {}
    steps, calls = min((len(reference.steps), reference.call_count) for reference in task.references)
    return {"steps": steps, "calls": calls}


def _modalities(task: Task) -> tuple[str, ...]:
    kinds = {_MEDIA.get(file.media_type.partition("/")[0], "file") for file in task.files}
    return ("text", *sorted((kinds | ({"image"} if task.images else set())) - {"text"}))


def _values(value: Any) -> tuple[Value, ...]:
    items = value if isinstance(value, list | tuple) else (value,)
    plain = tuple(item.value if isinstance(item, Enum) else item for item in items)
    return plain if all(map(_is_plain, plain)) else ()


def _is_plain(value: Any) -> bool:
    return isinstance(value, bool | int | float) or (isinstance(value, str) and len(value) <= _LONGEST)
