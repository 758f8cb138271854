"""A file that is only ever appended to: one record a line, on disk before anybody hears of it."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from m3bench.core import FormatError, UsageError

Entry = TypeVar("Entry", bound=msgspec.Struct)


class Ledger(Generic[Entry]):
    """Several processes may write to one file; what others have added is seen by `entries`."""

    def __init__(self, path: Path, kind: type[Entry]) -> None:
        self._path = path
        self._kind = kind
        self._entries: list[Entry] = []
        self._read_to = 0

    @property
    def entries(self) -> list[Entry]:
        """All records so far, in their order. A last line that is cut short is not one."""
        try:
            with self._path.open("rb") as file:
                if os.fstat(file.fileno()).st_size < self._read_to:  # another file by this name
                    self._forget()
                file.seek(self._read_to)
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    self._entries.append(self._parsed(line))
                    self._read_to += len(line)
        except FileNotFoundError:
            self._forget()
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", file=str(self._path)) from None
        return self._entries

    def _forget(self) -> None:
        self._entries, self._read_to = [], 0

    def append(self, entry: Entry) -> None:
        """Safe on disk when this returns; not there at all when it raises."""
        # Plain ASCII: halves of surrogate pairs, which models write, have no UTF-8 form.
        line = json.dumps(msgspec.to_builtins(entry, str_keys=True)).encode("ascii") + b"\n"
        try:
            with self._opened() as file:
                _append(file, line)
        except OSError as error:
            raise UsageError(
                f"{self._path} cannot be written: {error.strerror}.",
                "Make room or mend it, then decide again: what is in the file is safe.",
            ) from None

    @contextmanager
    def _opened(self) -> Iterator[int]:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file
        finally:
            os.close(file)

    def _parsed(self, line: bytes) -> Entry:
        try:
            return msgspec.convert(json.loads(line), self._kind)
        except (ValueError, RecursionError, msgspec.ValidationError) as error:
            number = len(self._entries) + 1
            problem = f"not a {self._kind.__name__.lower()}: {error}"
            refusal = FormatError(problem, file=str(self._path), place=f"line {number}")
            refusal.hint = (
                "If it is the record of something else, audit a copy of the tasks in another folder."
            )
            raise refusal from None


def _append(file: int, line: bytes) -> None:
    """Behind the last whole line: one that a death cut short is no record."""
    end = _end_of_whole_lines(file)
    os.ftruncate(file, end)
    written = 0
    try:
        while written < len(line):
            written += os.pwrite(file, line[written:], end + written)
        os.fsync(file)
    except OSError:
        os.ftruncate(file, end)
        raise


_CHUNK = 1 << 16


def _end_of_whole_lines(file: int) -> int:
    end = os.fstat(file).st_size
    while end > 0:
        start = max(0, end - _CHUNK)
        found = os.pread(file, end - start, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0
