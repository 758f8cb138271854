"""Annotations of an attempt: what people saw, and what they can choose from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import UsageError
from m3bench.runs import Key
from m3bench.runs.store import Annotation, annotate, read_annotations
from m3bench.scoring import Error, Group

_LONGEST_NAME = 80


class AnnotatedError(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One error that a person saw, as the page sends it."""

    error: Error
    call: int | None = None
    note: str = ""


class AnnotationBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request of the page: all that a person notes about an attempt."""

    run: str
    task: str
    epoch: int
    errors: tuple[AnnotatedError, ...]


def check_person(name: str) -> str:
    """Return the name of a person without spaces around it. Raise `UsageError` if it is none."""
    found = " ".join(name.split())
    if not found or len(found) > _LONGEST_NAME or not found.isprintable():
        raise UsageError(f"{name!r} is not a name.", "Give your name: --annotate Ann")
    return found


def annotations_view(folder: Path, key: Key, person: str | None) -> dict[str, Any]:
    """Return the annotations of an attempt, and the kinds of errors by group."""
    found = [annotation for annotation in read_annotations(folder) if annotation.key == key]
    return {
        "person": person,
        "groups": [
            {
                "group": group.value,
                "errors": [
                    {"error": error.value, "by_people": error.by_people}
                    for error in Error
                    if error.group is group
                ],
            }
            for group in Group
        ],
        "annotations": [msgspec.to_builtins(each) for each in found],
    }


def save_annotations(folder: Path, key: Key, person: str | None, errors: Sequence[AnnotatedError]) -> None:
    """Keep what a person notes about an attempt. Raise `UsageError` if nobody annotates."""
    if person is None:
        hint = "Start it with your name: m3bench view DIR --annotate NAME"
        raise UsageError("This page is read-only.", hint)
    task, epoch = key
    noted = [
        Annotation(task_id=task, epoch=epoch, error=error.error, by=person, call=error.call, note=error.note)
        for error in errors
    ]
    annotate(folder, key, person, noted)
