"""The log of a soak: what was injected, and what was answered, as whoever did it saw it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import msgspec

ANSWER = "answer"
"""A request that the provider answered."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A fault, or an answer of the provider."""

    what: str
    """The name of the kind of fault, or `answer`."""
    at: float = 0.0
    """Seconds since the epoch."""
    conversation: int | None = None
    """The conversation between one try and the model; None before the first answer."""
    task_id: str | None = None
    call: str | None = None
    """The id of the call."""
    server: str | None = None
    start: str | None = None
    """Identifies the start of a server, as in its log."""
    tokens: int = 0
    """Tokens of an answer, in and out."""


class FaultLog:
    """Appends events to a file. Several processes can share it: each line is one write."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)

    def add(self, event: Event) -> None:
        stamped = msgspec.structs.replace(event, at=round(time.time(), 3))
        os.write(self._file, msgspec.json.encode(stamped) + b"\n")

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_events(path: Path) -> Iterator[Event]:
    decoder = msgspec.json.Decoder(Event)
    with path.open("rb") as lines:
        yield from map(decoder.decode, lines)


class FaultCounter:
    """Counts the faults in a log while it grows."""

    def __init__(self, path: Path) -> None:
        self._path, self._read, self._count = path, 0, 0

    def count(self) -> int:
        """Return the number of faults so far. Reads only what is new."""
        with self._path.open("rb") as file:
            file.seek(self._read)
            new = file.read()
        complete = new[: new.rfind(b"\n") + 1]
        self._read += len(complete)
        self._count += complete.count(b"\n") - complete.count(b'"what":"answer"')
        return self._count


def next_number(path: Path) -> int:
    """Return 1, 2, 3 …, for all processes that use this file."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
    try:
        os.write(file, b".")
        return os.lseek(file, 0, os.SEEK_CUR)
    finally:
        os.close(file)
