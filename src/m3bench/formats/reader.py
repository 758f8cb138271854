"""Reading of tasks and trajectories in any format."""
# ruff: noqa: A002 - `format` as on the command line

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, cast

from m3bench.core import FormatError, Task, TaskFieldError, Trajectory
from m3bench.formats import jsonl
from m3bench.formats.detection import PARQUET, detect_source
from m3bench.formats.duplicates import Duplicates, iter_unique, resolve_duplicates
from m3bench.formats.io import (
    PathLike,
    Record,
    Source,
    decode,
    is_shell_pipe,
    open_regular,
    read_error,
    source_at,
    source_of,
)
from m3bench.formats.parquet import is_parquet, kind_of_file
from m3bench.formats.parquet import stream as stream_parquet
from m3bench.formats.registry import Format, Kind, format_named


def read_tasks(path: PathLike, *, format: str | None = None, duplicates: Duplicates = "error") -> list[Task]:
    """Read the tasks of a file.

    Args:
        path: The file.
        format: The name of the format; detected from the content if not given.
        duplicates: What to do with records of the same id: ``error``, ``first``, ``last`` or ``all``.

    Returns:
        The tasks, in the order of the file.

    Raises:
        FormatError: The file cannot be read, or an id appears twice.
    """
    if stream := _stream(path, Task, format):
        return resolve_duplicates(stream, duplicates, str(path))
    return _tasks(source_at(path), format, duplicates)


def read_trajectories(
    path: PathLike, *, format: str | None = None, duplicates: Duplicates = "error"
) -> list[Trajectory]:
    """Read the trajectories of a file.

    Args:
        path: The file.
        format: The name of the format; detected from the content if not given.
        duplicates: What to do with records of the same id: ``error``, ``first``, ``last`` or ``all``.

    Returns:
        The trajectories, in the order of the file.

    Raises:
        FormatError: The file cannot be read, or an id appears twice.
    """
    if stream := _stream(path, Trajectory, format):
        return resolve_duplicates(stream, duplicates, str(path))
    return _trajectories(source_at(path), format, duplicates)


def tasks_from(
    data: Any, *, format: str | None = None, file: str = "<input>", duplicates: Duplicates = "error"
) -> list[Task]:
    """Read tasks from JSON data in memory, like `read_tasks`. ``file`` is the name for messages."""
    return _tasks(source_of(data, file), format, duplicates)


def trajectories_from(
    data: Any, *, format: str | None = None, file: str = "<input>", duplicates: Duplicates = "error"
) -> list[Trajectory]:
    """Read trajectories from JSON data in memory, like `read_trajectories`. ``file`` is the name for
    messages."""
    return _trajectories(source_of(data, file), format, duplicates)


def read_records(
    path: PathLike, *, format: str | None = None, kind: Kind | None = None, duplicates: Duplicates = "error"
) -> list[Task] | list[Trajectory]:
    """Read tasks or trajectories, whichever the file holds, unless `kind` is given."""
    if _is_parquet(path, format):
        found = kind or kind_of_file(Path(path))
        return (read_tasks if found == "tasks" else read_trajectories)(
            path, format=PARQUET, duplicates=duplicates
        )
    source = source_at(path)
    chosen = _choose_format(source, format)
    wanted = kind or (chosen.detect_kind(source) if chosen.detect_kind else chosen.holds[0])
    if wanted == "tasks":
        return _tasks(source, chosen.name, duplicates)
    return _trajectories(source, chosen.name, duplicates)


def iter_trajectories(
    path: PathLike, *, format: str | None = None, duplicates: Literal["error", "first"] = "error"
) -> Iterator[Trajectory]:
    """Yield one trajectory at a time. Only few are in memory if the file is ``jsonl`` or ``parquet``."""
    if stream := _stream(path, Trajectory, format):
        yield from iter_unique(stream, duplicates, str(path))
    else:
        yield from read_trajectories(path, format=format, duplicates=duplicates)


def iter_records(
    path: PathLike, *, format: str | None = None, kind: Kind | None = None, duplicates: Duplicates = "error"
) -> Iterator[Task] | Iterator[Trajectory]:
    """Yield what `read_records` returns. Only few are in memory if the file is ``jsonl`` or ``parquet``.

    With ``last`` for `duplicates`, all are in memory.
    """
    wanted = None if duplicates == "last" else _kind_of_stream(path, format)
    if wanted is None:
        records = read_records(path, format=format, kind=kind, duplicates=duplicates)
        return cast("Iterator[Task] | Iterator[Trajectory]", iter(records))
    if (kind or wanted) == "tasks":
        return _unique(_open_stream(path, Task, format), duplicates, path)
    return _unique(_open_stream(path, Trajectory, format), duplicates, path)


def _unique(records: Iterator[Record], duplicates: Duplicates, path: PathLike) -> Iterator[Record]:
    if duplicates == "all":
        return records
    assert duplicates != "last"
    return iter_unique(records, duplicates, str(path))


def _kind_of_stream(path: PathLike, format: str | None) -> Kind | None:
    """Return what a file that can be streamed holds; None for others."""
    if _is_parquet(path, format):
        return kind_of_file(Path(path))
    if not _is_lines(path, format):
        return None
    return jsonl.kind_of(Source(str(path), _first_line(path)))


def _is_parquet(path: PathLike, format: str | None) -> bool:
    return format == PARQUET or (format is None and is_parquet(Path(path)))


def _stream(path: PathLike, kind: type[Record], format: str | None) -> Iterator[Record] | None:
    """Return the records of a file that can be read without all of it in memory; None for others."""
    can_stream = _is_parquet(path, format) or _is_lines(path, format)
    return _open_stream(path, kind, format) if can_stream else None


def _open_stream(path: PathLike, kind: type[Record], format: str | None) -> Iterator[Record]:
    is_parquet_file = _is_parquet(path, format)
    return stream_parquet(Path(path), kind) if is_parquet_file else _stream_lines(path, kind)


def _is_lines(path: PathLike, format: str | None) -> bool:
    """Return whether the file can be read line by line, without its whole text in memory."""
    return format in (None, "jsonl") and not is_shell_pipe(Path(path)) and _starts_as_jsonl(path)


def _stream_lines(path: PathLike, kind: type[Record]) -> Iterator[Record]:
    try:
        with open_regular(Path(path)) as lines:
            yield from jsonl.stream(lines, str(path), kind)
    except OSError as error:
        raise read_error(error, str(path)) from None


def _starts_as_jsonl(path: PathLike) -> bool:
    try:
        text = _first_line(path)
    except FormatError:
        return False
    return jsonl.is_record(Source(str(path), text).first_line_value)


def _first_line(path: PathLike) -> str:
    """Return the first line that is not blank."""
    try:
        with open_regular(Path(path)) as lines:
            line = next((line for line in lines if line.strip()), b"")
    except (OSError, ValueError) as error:
        raise read_error(error, str(path)) from None
    return decode(line, file=str(path))


def _tasks(source: Source, name: str | None, duplicates: Duplicates) -> list[Task]:
    chosen = _choose_format(source, name)
    if chosen.read_tasks is None:
        raise _kind_error(chosen, "tasks", source.file)
    try:
        return resolve_duplicates(chosen.read_tasks(source), duplicates, source.file)
    except TaskFieldError as error:
        named = FormatError(error.problem, file=source.file, record=error.record, place=error.place)
        named.hint = "m3bench has a field of this name: docs/task-fields.md. Rename yours."
        raise named from None


def _trajectories(source: Source, name: str | None, duplicates: Duplicates) -> list[Trajectory]:
    chosen = _choose_format(source, name)
    if chosen.read_trajectories is None:
        raise _kind_error(chosen, "trajectories", source.file)
    return resolve_duplicates(chosen.read_trajectories(source), duplicates, source.file)


def _choose_format(source: Source, name: str | None) -> Format:
    return format_named(name or detect_source(source), source.file)


def _kind_error(chosen: Format, wanted: Kind, file: str) -> FormatError:
    return FormatError(f"expected {wanted}; the format {chosen.name} holds {chosen.holds[0]} only", file=file)
