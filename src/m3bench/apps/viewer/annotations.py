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
    person = " ".join(name.split())
    if not person or len(person) > _LONGEST_NAME or not person.isprintable():
        raise UsageError(f"{name!r} is not a name.", "Give your name: --annotate Ann")
    return person


def annotations_view(folder: Path, key: Key, person: str | None) -> dict[str, Any]:
    """Return the annotations of an attempt, and the kinds of errors by group."""
    errors: dict[str, list[dict[str, Any]]] = {group.value: [] for group in Group}
    for error in Error:
        errors[error.group.value].append({"error": error.value, "by_people": error.by_people})
    return {
        "person": person,
        "groups": [{"group": group, "errors": listed} for group, listed in errors.items()],
        "annotations": [
            msgspec.to_builtins(annotation)
            for annotation in read_annotations(folder)
            if annotation.key == key
        ],
    }


def save_annotations(folder: Path, key: Key, person: str | None, errors: Sequence[AnnotatedError]) -> None:
    """Keep what a person notes about an attempt. Raise `UsageError` if nobody annotates."""
    if person is None:
        hint = "Start it with your name: m3bench view DIR --annotate NAME"
        raise UsageError("This page is read-only.", hint)
    noted = [
        Annotation(task_id=key.task_id, epoch=key.epoch, by=person, **msgspec.structs.asdict(error))
        for error in errors
    ]
    annotate(folder, key, person, noted)
