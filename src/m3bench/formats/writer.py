"""Writing of tasks and trajectories, with secrets redacted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from m3bench.core import FormatError, Task, Trajectory
from m3bench.core.redaction import redactor
from m3bench.formats.attempt_record import Collection
from m3bench.formats.io import PathLike, Record, id_of, require_json, write_atomically
from m3bench.formats.registry import Format, Kind, format_named


def write(path: PathLike, records: Iterable[Task | Trajectory], *, format: str) -> None:  # noqa: A002
    """Write tasks or trajectories. If this fails, the file is unchanged."""
    write_atomically(Path(path), _chunks(records, format_named(format, str(path)), str(path)))


def write_collection(path: PathLike, collection: Collection, *, format: str) -> None:  # noqa: A002
    """Write attempts with their scores and checks, as far as the format can hold them."""
    chosen = format_named(format, str(path))
    if chosen.write_collection is None:
        write(path, [record.trajectory for record in collection.attempt_records], format=format)
        return
    for attempt_record in collection.attempt_records:
        require_json(attempt_record.trajectory, str(path))
    write_atomically(Path(path), chosen.write_collection(redactor().value(collection), str(path)))


def _chunks(records: Iterable[Task | Trajectory], chosen: Format, file: str) -> Iterator[bytes]:
    remaining = iter(records)
    first = next(remaining, None)
    if first is None:
        return _empty(chosen, file)
    everything = chain([first], remaining)
    if isinstance(first, Task):
        if chosen.write_tasks is None:
            raise _cannot_hold(chosen, "tasks", file)
        return chosen.write_tasks(_of_kind(everything, Task, file), file)
    if chosen.write_trajectories is None:
        raise _cannot_hold(chosen, "trajectories", file)
    return chosen.write_trajectories(_of_kind(everything, Trajectory, file), file)


def _empty(chosen: Format, file: str) -> Iterator[bytes]:
    if chosen.write_tasks is not None:
        return chosen.write_tasks((), file)
    return chosen.write_trajectories((), file) if chosen.write_trajectories is not None else iter(())


def _of_kind(records: Iterable[Task | Trajectory], kind: type[Record], file: str) -> Iterator[Record]:
    for record in records:
        if not isinstance(record, kind):
            problem = "a file cannot hold both tasks and trajectories"
            raise FormatError(problem, file=file, record=id_of(record))
        yield redactor().value(require_json(record, file))


def _cannot_hold(chosen: Format, wanted: Kind, file: str) -> FormatError:
    return FormatError(f"the format {chosen.name} cannot hold {wanted}", file=file)
