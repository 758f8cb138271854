"""A file that is only ever appended to: one record a line, on disk before anybody hears of it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from m3bench.core import FormatError, UsageError
from m3bench.formats.io import LineFile, complete_lines, open_regular

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
            with open_regular(self._path) as file:
                if os.fstat(file.fileno()).st_size < self._read_to:  # another file by this name
                    self._forget()
                file.seek(self._read_to)
                for line in complete_lines(file):
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
        with self.alone() as append:
            append(entry)

    @contextmanager
    def alone(self) -> Iterator[Callable[[Entry], None]]:
        """Nobody else writes meanwhile: what is read in here still holds when it is appended to."""
        with self._telling():
            file = LineFile(self._path)
        try:
            file.lock()
            yield partial(self._append, file)
        finally:
            file.close()

    def _append(self, file: LineFile, entry: Entry) -> None:
        # Plain ASCII: halves of surrogate pairs, which models write, have no UTF-8 form.
        line = json.dumps(msgspec.to_builtins(entry, str_keys=True)).encode("ascii") + b"\n"
        with self._telling():
            file.append(line)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise UsageError(
                f"{self._path} cannot be written: {error.strerror}.",
                "Make room or mend it, then decide again: what is in the file is safe.",
            ) from None

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
