"""An append-only file of records, one per line."""

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
    """An append-only file that several processes may write to."""

    def __init__(self, path: Path, kind: type[Entry]) -> None:
        self._path = path
        self._kind = kind
        self._entries: list[Entry] = []
        self._read_to = 0

    @property
    def entries(self) -> list[Entry]:
        """All records in order, including those of other processes. An incomplete last line is ignored."""
        try:
            with open_regular(self._path) as file:
                if os.fstat(file.fileno()).st_size < self._read_to:  # the file was replaced
                    self._reset()
                file.seek(self._read_to)
                for line in complete_lines(file):
                    self._entries.append(self._parse(line))
                    self._read_to += len(line)
        except FileNotFoundError:
            self._reset()
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", file=str(self._path)) from None
        return self._entries

    def _reset(self) -> None:
        self._entries, self._read_to = [], 0

    def append(self, entry: Entry) -> None:
        """Append a record. It is on disk when this returns, and absent if this raises."""
        with self.locked() as append:
            append(entry)

    @contextmanager
    def locked(self) -> Iterator[Callable[[Entry], None]]:
        """Lock the file, and yield a function that appends. What is read meanwhile stays current."""
        with self._reporting_errors():
            file = LineFile(self._path)
        try:
            file.lock()
            yield partial(self._append, file)
        finally:
            file.close()

    def _append(self, file: LineFile, entry: Entry) -> None:
        # Plain ASCII: lone surrogates, which models write, have no UTF-8 form.
        line = json.dumps(msgspec.to_builtins(entry, str_keys=True)).encode("ascii") + b"\n"
        with self._reporting_errors():
            file.append(line)

    @contextmanager
    def _reporting_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            hint = "Fix this, then decide again. The records in the file are safe."
            raise UsageError(f"{self._path} cannot be written: {error.strerror}.", hint) from None

    def _parse(self, line: bytes) -> Entry:
        try:
            return msgspec.convert(json.loads(line), self._kind)
        except (ValueError, RecursionError, msgspec.ValidationError) as error:
            problem, place = f"not a {self._kind.__name__.lower()}: {error}", f"line {len(self._entries) + 1}"
            failure = FormatError(problem, file=str(self._path), place=place)
            failure.hint = (
                "If the file belongs to something else, audit a copy of the tasks in another folder."
            )
            raise failure from None
