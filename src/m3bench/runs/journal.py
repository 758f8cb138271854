"""The journal: one line for each finished try, on disk before anybody hears of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from m3bench.core import FormatError, M3BenchError
from m3bench.core.redaction import redactor
from m3bench.formats.appending import append_line, end_of_whole_lines
from m3bench.runs.records import Attempted, Key, Record

_ENCODER = msgspec.json.Encoder()
_Any = TypeVar("_Any")
_DECODER: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


class JournalError(M3BenchError):
    """The journal cannot be written: the disk is full, or the folder is gone."""


class Journal:
    """Appends. A line that a death cut short is removed when the journal is opened again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        self._end = end_of_whole_lines(self._file)
        os.ftruncate(self._file, self._end)

    def append(self, record: msgspec.Struct) -> None:
        """Safe on disk when this returns, without secrets; not there at all when it raises."""
        try:
            line = _ENCODER.encode(redactor().value(record)) + b"\n"
            self._end = append_line(self._file, line, self._end)
        except OSError as error:
            raise JournalError(
                f"The journal {self._path} cannot be written: {error.strerror}.",
                "Make room or mend it, then go on: what is in it is safe.",
            ) from None

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_journal(path: Path) -> Iterator[Record]:
    """Every record of a run, one in memory at a time."""
    return read_records(path, _DECODER)


def read_records(path: Path, decoder: msgspec.json.Decoder[_Any]) -> Iterator[_Any]:
    """Every record, one in memory at a time. A last line that is cut short is not one."""
    if not path.exists():
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.endswith(b"\n"):
                return
            try:
                yield decoder.decode(line)
            except msgspec.MsgspecError as error:
                raise FormatError(f"not a record: {error}", file=str(path), place=f"line {number}") from None


def final_places(path: Path) -> dict[Key, tuple[int, bool]]:
    """Of every key that is done: where its line is (counted from 0), and whether it failed by no doing of
    the agent's. Later ones replace earlier ones."""
    places: dict[Key, tuple[int, bool]] = {}
    for place, record in enumerate(read_journal(path)):
        if isinstance(record, Attempted) and record.final:
            places[record.key] = place, record.failed
    return places


def final_attempts(path: Path) -> Iterator[Attempted]:
    """The attempts that count, in the order of their end."""
    wanted = {place for place, _ in final_places(path).values()}
    for place, record in enumerate(read_journal(path)):
        if place in wanted and isinstance(record, Attempted):
            yield record
