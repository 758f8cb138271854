"""Annotations: which errors people saw in the attempts of a run, in a file of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from m3bench.core import FormatError, UsageError
from m3bench.core.redaction import redactor
from m3bench.formats import write_atomically
from m3bench.runs.store.folder import ANNOTATIONS
from m3bench.runs.store.records import Key
from m3bench.scoring import Error

LONGEST_NOTE = 2_000
_MOST_BYTES = 64 * 2**20


class Annotation(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An error that a person saw in an attempt."""

    task_id: str
    epoch: int = 1
    error: Error
    by: str
    """The name of the person."""
    call: int | None = None
    """The call that it is about, counted through all steps from 0."""
    note: str = ""

    @property
    def key(self) -> Key:
        return Key(self.task_id, self.epoch)


def read_annotations(folder: Path) -> list[Annotation]:
    """Return the annotations of a run; none if nobody wrote any.

    Raises:
        FormatError: The file cannot be read.
    """
    path = folder / ANNOTATIONS
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise FormatError("the file is too large", file=str(path))
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", file=str(path)) from None
    return [_decoded(line, number, path) for number, line in enumerate(lines, 1) if line.strip()]


def annotate(folder: Path, key: Key, by: str, annotations: Sequence[Annotation]) -> None:
    """Replace what a person noted about an attempt. Notes of others stay.

    Raises:
        UsageError: A note is too long, or belongs to another attempt or person.
    """
    if any(annotation.key != key or annotation.by != by for annotation in annotations):
        raise UsageError("The annotations belong to another attempt or person.")
    if any(len(annotation.note) > LONGEST_NOTE for annotation in annotations):
        raise UsageError(f"A note is longer than {LONGEST_NOTE} characters.")
    known = read_annotations(folder)
    kept = [annotation for annotation in known if (annotation.key, annotation.by) != (key, by)]
    write_atomically(folder / ANNOTATIONS, map(_line, (*kept, *annotations)))


def _line(annotation: Annotation) -> bytes:
    clean = redactor().value(msgspec.to_builtins(annotation))
    return redactor().document(msgspec.json.encode(clean)) + b"\n"


def _decoded(line: bytes, number: int, path: Path) -> Annotation:
    try:
        return msgspec.json.decode(line, type=Annotation)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise FormatError(str(error), file=str(path), place=f"line {number}") from None
