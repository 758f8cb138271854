"""The native format: one complete task or trajectory per line.

Each record has a version. Trajectories, and tasks without the fields of `_VERSION_2_FIELDS`, have version 1;
other tasks have version 2. A record is written in the lowest possible version, so that an older m3bench reads
all files that it could have written, and reports the version of others.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from m3bench.core import EXTRA_FIELDS, FormatError, Task, Trajectory
from m3bench.formats.io import Cursor, Record, Source, convert, decode, dump, parse, plain, printable_text
from m3bench.formats.upgrade import upgrade_task

VERSION = 2
"""The latest version."""

_VERSION_KEY, _KIND_KEY = "m3bench", "kind"
_KINDS: dict[type[Task] | type[Trajectory], str] = {Task: "task", Trajectory: "trajectory"}
_TASK_KIND_KEY = "task_kind"
"""The key of `Task.kind`: `kind` is the kind of the record."""
_UPGRADES: dict[type, Callable[[Any], Any]] = {Task: upgrade_task}
_VERSION_2_FIELDS = {
    "files", "role", "rules", "user", "turns", "difficulty", "kind", "time_sensitive", "answer_key",
}  # fmt: skip
"""Task fields introduced with version 2."""


def read_tasks(source: Source) -> Iterator[Task]:
    return (_record_from(cursor, Task) for cursor in _cursors(source))


def read_trajectories(source: Source) -> Iterator[Trajectory]:
    return (_record_from(cursor, Trajectory) for cursor in _cursors(source))


def stream(lines: Iterable[bytes], file: str, kind: type[Record]) -> Iterator[Record]:
    """Yield one record per line."""
    texts = (decode(line, file=file, line=number) for number, line in enumerate(lines, 1))
    return (_record_from(cursor, kind) for cursor in _line_cursors(texts, file))


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
        yield dump(json_of(record))
    if empty:
        # A file of 0 bytes would look as if it was never written.
        yield b"\n"


write_tasks = write_trajectories = _lines


def json_of(record: Task | Trajectory) -> dict[str, Any]:
    """Return the JSON of a record, with its version and kind."""
    fields = plain(record)
    second = isinstance(record, Task) and (
        not _VERSION_2_FIELDS.isdisjoint(fields) or upgrade_task(record) is not record
    )
    if isinstance(record, Task) and "kind" in fields:
        fields[_TASK_KIND_KEY] = fields.pop("kind")
    return {_VERSION_KEY: 2 if second else 1, _KIND_KEY: _KINDS[type(record)], **fields}


def _cursors(source: Source) -> Iterator[Cursor]:
    if source.text.lstrip().startswith("["):
        return source.cursor.records()
    return _line_cursors(io.StringIO(source.text, newline="\n"), source.file)


def _line_cursors(lines: Iterable[str], file: str) -> Iterator[Cursor]:
    number, index = 0, 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield Cursor(_parse_line(line, file, f"#{index}", number), file, f"#{index}")
            index += 1
    if number == 0:
        raise FormatError("expected lines of JSON, found an empty file", file=file)


def _parse_line(line: str, file: str, record: str, number: int) -> object:
    try:
        return parse(line.strip(), file=file, record=record, line=number)
    except FormatError as error:
        if line.endswith("\n") or not error.problem.startswith(("truncated", "not valid JSON")):
            raise
        problem = f"the last line is truncated ({error.problem})"
        raise FormatError(problem, file=file, record=record, place=f"line {number}") from None


def record_of(fields: dict[str, Any], kind: type[Record], file: str, record: str) -> Record:
    """Return the task or trajectory of the JSON of a record. `file` and `record` are for messages."""
    return _record_from(Cursor(fields, file, record), kind)


def _record_from(cursor: Cursor, kind: type[Record]) -> Record:
    fields = dict(cursor.fields())
    version, record_kind = _version(cursor[_VERSION_KEY]), cursor[_KIND_KEY]
    if record_kind.value != _KINDS[kind]:
        raise record_kind.unexpected(f"{_KINDS[kind]!r}")
    id_key = "id" if kind is Task else "task_id"
    named = cursor.named(cursor[id_key].identifier())
    del fields[_VERSION_KEY], fields[_KIND_KEY]
    if kind is Task and _TASK_KIND_KEY in fields:
        fields["kind"] = fields.pop(_TASK_KIND_KEY)
    if version == 1 and (early := sorted(_VERSION_2_FIELDS & fields.keys())) and kind is Task:
        raise named[early[0]].error(f"version 1 has no such field; mark the record {_VERSION_KEY}: 2")
    if kind is Task and (misplaced := [name for name in (*EXTRA_FIELDS, "spelling") if name in fields]):
        raise named[misplaced[0]].error(f"unknown key {misplaced[0]!r}; put checks and the like into extra")
    record = convert(fields, kind, named)
    if version == 1 and kind in _UPGRADES:
        record = _UPGRADES[kind](record)
    return record


def _version(version: Cursor) -> int:
    value = version.value
    if not version.given:
        raise version.unexpected(f"the version of the format, 1 or {VERSION}")
    if type(value) is int and value > VERSION:
        raise version.error(
            f"version {value} was made by a newer m3bench; this one reads up to {VERSION}; update it"
        )
    if type(value) is not int or value < 1:
        raise version.error(
            f"unknown version {printable_text(repr(value))}; this m3bench reads versions 1 to {VERSION}"
        )
    return value
