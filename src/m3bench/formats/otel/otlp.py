"""OpenTelemetry spans for generative AI and MCP, as lines of OTLP JSON.

A line is one export request, here one attempt. Nothing is sent over the network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from m3bench.core import Trajectory
from m3bench.formats.attempt_record import Collection, records_from
from m3bench.formats.io import Cursor, Source, dump
from m3bench.formats.otel.reader import trajectories_of
from m3bench.formats.otel.spans import spans_from
from m3bench.formats.otel.writer import line_of


def read_trajectories(source: Source) -> Iterator[Trajectory]:
    """Yield a trajectory per invoked agent, or per trace without agents."""
    return trajectories_of([span for line in _lines(source) for span in spans_from(line)], source.file)


def _lines(source: Source) -> Iterator[Cursor]:
    if source.is_lines:
        yield from source.line_cursors()
        return
    top = source.cursor
    yield from top.elements() if isinstance(top.value, list) else [top]


def write_trajectories(trajectories: Iterable[Trajectory], file: str) -> Iterator[bytes]:
    name = Path(file).stem
    return write_collection(Collection(name=name, attempt_records=records_from(list(trajectories))), file)


def write_collection(collection: Collection, file: str) -> Iterator[bytes]:  # noqa: ARG001 - as all writers
    if not collection.attempt_records:
        yield dump({"resourceSpans": []})
    for attempt_record in collection.attempt_records:
        yield dump(line_of(attempt_record, collection))
