"""Files of ATIF documents: one document, or one per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from m3bench.core import Trajectory
from m3bench.formats.atif.reader import trajectory_from
from m3bench.formats.atif.writer import document_of
from m3bench.formats.attempt_record import Collection, records_from
from m3bench.formats.io import Cursor, Source, dump


def read_trajectories(source: Source) -> Iterator[Trajectory]:
    """Yield the trajectories. Those without an id are named after the file, and numbered."""
    for number, document in enumerate(_documents(source)):
        yield trajectory_from(document, f"{source.default_id}-{number}" if number else source.default_id)


def _documents(source: Source) -> Iterator[Cursor]:
    if source.is_lines:
        yield from source.line_cursors()
        return
    top = source.cursor
    yield from top.records() if isinstance(top.value, list) else [top]


def write_trajectories(trajectories: Iterable[Trajectory], file: str) -> Iterator[bytes]:
    return write_collection(Collection(name="", attempt_records=records_from(list(trajectories))), file)


def write_collection(collection: Collection, file: str) -> Iterator[bytes]:  # noqa: ARG001 - as all writers
    if not collection.attempt_records:
        yield b"[]\n"
    for attempt_record in collection.attempt_records:
        yield dump(document_of(attempt_record))
