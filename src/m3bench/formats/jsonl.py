"""Our own format: one record a line, which holds everything a task or a trajectory has."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Literal

from m3bench.core import FormatError, Task, Trajectory
from m3bench.formats.io import Cursor, Record, Source, converted, decoded, dump, parse, plain, shown

VERSION = 1

_VERSION_KEY, _KIND_KEY = "m3bench", "kind"
_KINDS: dict[type[Task] | type[Trajectory], str] = {Task: "task", Trajectory: "trajectory"}


def read_tasks(source: Source) -> Iterator[Task]:
    return (_record_from(cursor, Task) for cursor in _cursors(source))


def read_trajectories(source: Source) -> Iterator[Trajectory]:
    return (_record_from(cursor, Trajectory) for cursor in _cursors(source))


def stream(lines: Iterable[bytes], file: str, kind: type[Record]) -> Iterator[Record]:
    """One record after another, while the lines come in."""
    texts = (decoded(line, file=file, line=number) for number, line in enumerate(lines, 1))
    return (_record_from(cursor, kind) for cursor in _line_cursors(texts, file))


def write_tasks(tasks: Iterable[Task], file: str) -> Iterator[bytes]:
    return _lines(tasks, file)


def write_trajectories(trajectories: Iterable[Trajectory], file: str) -> Iterator[bytes]:
    return _lines(trajectories, file)


def kind_of(source: Source) -> Literal["tasks", "trajectories"]:
    for cursor in _cursors(source):
        return "tasks" if cursor.fields().get(_KIND_KEY) == _KINDS[Task] else "trajectories"
    return "trajectories"


def is_record(value: object) -> bool:
    return isinstance(value, dict) and _VERSION_KEY in value and _KIND_KEY in value


def _lines(records: Iterable[Record], file: str) -> Iterator[bytes]:  # noqa: ARG001 - as all writers
    empty = True
    for record in records:
        empty = False
        yield dump({_VERSION_KEY: VERSION, _KIND_KEY: _KINDS[type(record)], **plain(record)})
    if empty:
        # A file without a byte is taken for one that was never written.
        yield b"\n"


def _cursors(source: Source) -> Iterator[Cursor]:
    if source.text.lstrip().startswith("["):
        return source.cursor.records()
    return _line_cursors(io.StringIO(source.text, newline="\n"), source.file)


def _line_cursors(lines: Iterable[str], file: str) -> Iterator[Cursor]:
    number, index = 0, 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield Cursor(_parsed(line, file, f"#{index}", number), file, f"#{index}")
            index += 1
    if number == 0:
        raise FormatError("expected lines of JSON, found nothing: it is empty", file=file)


def _parsed(line: str, file: str, record: str, number: int) -> object:
    try:
        return parse(line.strip(), file=file, record=record, line=number)
    except FormatError as error:
        if line.endswith("\n") or not error.problem.startswith(("truncated", "not valid JSON")):
            raise
        problem = f"the last line is truncated, as if its writing was cut short ({error.problem})"
        raise FormatError(problem, file=file, record=record, place=f"line {number}") from None


def _record_from(cursor: Cursor, kind: type[Record]) -> Record:
    fields = dict(cursor.fields())
    version, found = cursor[_VERSION_KEY], cursor[_KIND_KEY]
    if not version.given:
        raise version.unexpected(f"the version of the format, {VERSION}")
    if version.value is True or version.value != VERSION:
        raise version.error(
            f"unknown version {shown(repr(version.value))}; this m3bench reads version {VERSION}"
        )
    if found.value != _KINDS[kind]:
        raise found.unexpected(f"{_KINDS[kind]!r}")
    id_key = "id" if kind is Task else "task_id"
    named = cursor.named(cursor[id_key].identifier())
    del fields[_VERSION_KEY], fields[_KIND_KEY]
    return converted(fields, kind, named)
