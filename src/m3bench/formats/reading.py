"""Reading tasks and trajectories, whatever the format."""
# ruff: noqa: A002 - `format` is the word of the command line for it

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from m3bench.core import FormatError, Task, Trajectory
from m3bench.formats import jsonl
from m3bench.formats.detection import detected
from m3bench.formats.duplicates import Duplicates, passed_on, settled
from m3bench.formats.io import (
    PathLike,
    Record,
    Source,
    decoded,
    is_shell_pipe,
    open_regular,
    source_at,
    source_of,
    unreadable,
)
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
    if _is_stream(path, format):
        return settled(_streamed(path, Task), duplicates, str(path))
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
    if _is_stream(path, format):
        return settled(_streamed(path, Trajectory), duplicates, str(path))
    return _trajectories(source_at(path), format, duplicates)


def tasks_from(
    data: Any, *, format: str | None = None, file: str = "<input>", duplicates: Duplicates = "error"
) -> list[Task]:
    """The same for JSON data in memory; ``file`` is what complaints call it."""
    return _tasks(source_of(data, file), format, duplicates)


def trajectories_from(
    data: Any, *, format: str | None = None, file: str = "<input>", duplicates: Duplicates = "error"
) -> list[Trajectory]:
    """The same for JSON data in memory; ``file`` is what complaints call it."""
    return _trajectories(source_of(data, file), format, duplicates)


def read_records(
    path: PathLike,
    *,
    format: str | None = None,
    kind: Kind | None = None,
    duplicates: Duplicates = "error",
) -> list[Task] | list[Trajectory]:
    """Tasks or trajectories, whichever the file holds, unless it is said which."""
    source = source_at(path)
    chosen = _chosen(source, format)
    held = kind or (chosen.tell_kind(source) if chosen.tell_kind else chosen.holds[0])
    if held == "tasks":
        return _tasks(source, chosen.name, duplicates)
    return _trajectories(source, chosen.name, duplicates)


def iter_trajectories(
    path: PathLike, *, format: str | None = None, duplicates: Literal["error", "first"] = "error"
) -> Iterator[Trajectory]:
    """One trajectory after another; of a ``jsonl`` file, no more than one is in memory at a time."""
    if _is_stream(path, format):
        yield from passed_on(_streamed(path, Trajectory), duplicates, str(path))
    else:
        yield from read_trajectories(path, format=format, duplicates=duplicates)


def _is_stream(path: PathLike, format: str | None) -> bool:
    """Whether the file can be read line by line, so that its text is never in memory as a whole."""
    return format in (None, "jsonl") and not is_shell_pipe(Path(path)) and _starts_as_jsonl(path)


def _streamed(path: PathLike, kind: type[Record]) -> Iterator[Record]:
    try:
        with open_regular(Path(path)) as lines:
            yield from jsonl.stream(lines, str(path), kind)
    except OSError as error:
        raise unreadable(error, str(path)) from None


def _starts_as_jsonl(path: PathLike) -> bool:
    try:
        with open_regular(Path(path)) as lines:
            line = next((line for line in lines if line.strip()), b"")
    except (OSError, ValueError) as error:
        raise unreadable(error, str(path)) from None
    try:
        text = decoded(line, file=str(path))
    except FormatError:
        return False
    return jsonl.is_record(Source(str(path), text).first_line_value)


def _tasks(source: Source, name: str | None, duplicates: Duplicates) -> list[Task]:
    chosen = _chosen(source, name)
    if chosen.read_tasks is None:
        raise _lacking(chosen, "tasks", source.file)
    return settled(chosen.read_tasks(source), duplicates, source.file)


def _trajectories(source: Source, name: str | None, duplicates: Duplicates) -> list[Trajectory]:
    chosen = _chosen(source, name)
    if chosen.read_trajectories is None:
        raise _lacking(chosen, "trajectories", source.file)
    return settled(chosen.read_trajectories(source), duplicates, source.file)


def _chosen(source: Source, name: str | None) -> Format:
    return format_named(name or detected(source), source.file)


def _lacking(chosen: Format, wanted: Kind, file: str) -> FormatError:
    return FormatError(f"expected {wanted}; the format {chosen.name} holds {chosen.holds[0]} only", file=file)
