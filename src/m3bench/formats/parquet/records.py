"""Tasks and trajectories in Parquet: the fields of a JSONL record as columns.

Plain values have columns of their own, so that other tools can filter and count. Steps, references and other
nested values are JSON text. The column `other` holds, as JSON, what has no column and what a column cannot
hold, such as a number of more than 64 bits: nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from m3bench.core import FormatError, Task, Trajectory
from m3bench.formats import jsonl
from m3bench.formats.io import Record, Source, dump, open_regular, parse, read_error
from m3bench.formats.parquet.chunks import Column, parquet_chunks, require_parquet
from m3bench.formats.registry import Kind

_MAGIC = b"PAR1"
_VERSION, _KIND, _OTHER = "m3bench", "kind", "other"
_HEAD = (Column(_VERSION, "int32"), Column(_KIND, "string"))
_TEXTS: dict[type, tuple[str, ...]] = {
    Task: ("id", "family", "request", "fuzzy_request", "level", "task_kind", "answer"),
    Trajectory: ("task_id", "family", "agent", "model", "status", "request", "answer"),
}
_JSON: dict[type, tuple[str, ...]] = {Task: ("references",), Trajectory: ("steps", "fields", "extra")}
_USAGE = {"input_tokens": "int64", "output_tokens": "int64", "requests": "int64", "cost": "float64"}
_KINDS: dict[str, type] = {"task": Task, "trajectory": Trajectory}
_ROWS, _BATCH = 1_000, 64
_LONGEST = 300
_LARGEST = 2**63


def is_parquet(path: Path) -> bool:
    """Return whether a file begins as Parquet. False if it cannot be read."""
    try:
        with open_regular(path) as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def write_tasks(tasks: Iterable[Task], file: str) -> Iterator[bytes]:  # noqa: ARG001 - as all writers
    return _chunks(tasks, Task)


def write_trajectories(trajectories: Iterable[Trajectory], file: str) -> Iterator[bytes]:  # noqa: ARG001
    return _chunks(trajectories, Trajectory)


def _refuse_text(source: Source) -> Iterator[Any]:
    error = FormatError("expected a Parquet file, found text", file=source.file)
    error.hint = "Parquet cannot be read from a pipe. Save it to a file first."
    raise error


read_tasks = read_trajectories = _refuse_text


def kind_of_file(path: Path) -> Kind:
    """Return what the file holds."""
    for row in _rows(path, [_KIND], size=1):
        return "tasks" if row[_KIND] == "task" else "trajectories"
    return "trajectories"


def stream(path: Path, kind: type[Record]) -> Iterator[Record]:
    """Yield the records of a file, a few in memory at a time.

    Raises:
        FormatError: The file is damaged, has other columns, or holds other records.
        MissingExtraError: pyarrow is not installed.
    """
    columns = [column.name for column in _columns(kind)]
    for number, row in enumerate(_rows(path, columns, size=_BATCH)):
        record = _record(row, kind, str(path), f"#{number}")
        yield jsonl.record_of(record, kind, str(path), f"#{number}")


def _columns(kind: type) -> list[Column]:
    numbers = [Column(*column) for column in _USAGE.items()] if kind is Trajectory else []
    texts = [Column(name, "string") for name in _TEXTS[kind]]
    nested = [Column(name, "string") for name in (*_JSON[kind], _OTHER)]
    return [*_HEAD, *texts, *numbers, *nested]


def _chunks(records: Iterable[Task | Trajectory], kind: type) -> Iterator[bytes]:
    rows = (_row(jsonl.json_of(record), kind) for record in records)
    return parquet_chunks(rows, _columns(kind), group=_ROWS)


def _row(fields: dict[str, Any], kind: type) -> dict[str, Any]:
    row: dict[str, Any] = {_VERSION: fields.pop(_VERSION), _KIND: fields.pop(_KIND)}
    for name in _TEXTS[kind]:
        if name in fields and _is_plain_text(fields[name]):
            row[name] = fields.pop(name)
    for name in _JSON[kind]:
        if name in fields:
            row[name] = _text(fields.pop(name))
    if kind is Trajectory and _fits_columns(fields.get("usage")):
        row |= fields.pop("usage")
    if fields:
        row[_OTHER] = _text(fields)
    return row


def _is_plain_text(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:  # lone surrogates, which models write
        return False
    return True


def _fits_columns(usage: Any) -> bool:
    """Return whether the columns can hold a usage. An empty one differs from none."""
    return bool(usage) and all(
        isinstance(value, float) if name == "cost" else -_LARGEST <= value < _LARGEST
        for name, value in usage.items()
    )


def _record(row: Mapping[str, Any], kind: type, file: str, place: str) -> dict[str, Any]:
    """Return the fields of a JSONL record."""
    given = {name: value for name, value in row.items() if value is not None}
    fields = {name: given[name] for name in (_VERSION, _KIND, *_TEXTS[kind]) if name in given}
    for name in _JSON[kind]:
        if name in given:
            fields[name] = parse(given[name], file=file, record=place)
    usage = {name: given[name] for name in _USAGE if name in given}
    if usage and kind is Trajectory:
        fields["usage"] = usage
    if _OTHER in given:
        other = parse(given[_OTHER], file=file, record=place)
        if not isinstance(other, dict):
            raise FormatError("expected a JSON object", file=file, record=place, place=_OTHER)
        fields |= other
    return fields


def _rows(path: Path, columns: list[str], *, size: int) -> Iterator[dict[str, Any]]:
    arrow = require_parquet("Reading Parquet")
    try:
        file = open_regular(path)
    except OSError as error:
        raise read_error(error, str(path)) from None
    with file, _readable(arrow, path):
        _require_magic(file.peek(len(_MAGIC)), str(path))
        table = arrow.parquet.ParquetFile(file)
        _require_columns(table.schema_arrow.names, columns, str(path))
        for batch in table.iter_batches(batch_size=size, columns=columns):
            yield from batch.to_pylist()


def _require_magic(start: bytes, file: str) -> None:
    if not start:
        raise FormatError("expected a Parquet file, found an empty file", file=file)
    if not start.startswith(_MAGIC):
        raise FormatError("expected a Parquet file, found other content", file=file)


@contextmanager
def _readable(arrow: Any, path: Path) -> Iterator[None]:
    try:
        yield
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:
        problem = " ".join(str(error).split())[:_LONGEST]
        damaged = FormatError(f"the Parquet file is damaged or truncated: {problem}", file=str(path))
        damaged.hint = "Copy or write the file again."
        raise damaged from None


def _require_columns(found: list[str], wanted: list[str], file: str) -> None:
    missing = [name for name in wanted if name not in found]
    if not missing:
        return
    shown = ", ".join(found[:12]) or "none"
    error = FormatError(
        f"the Parquet file has no column {', '.join(missing)}; its columns: {shown}"[:_LONGEST], file=file
    )
    error.hint = "Write it with `m3bench convert FILE OUT.parquet --to parquet`, or see docs/formats.md."
    raise error


def _text(value: Any) -> str:
    return dump(value).decode().rstrip("\n")
