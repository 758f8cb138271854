"""Sources of records: a file, or JSON data in memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from m3bench.core import FormatError
from m3bench.formats.io.archive import is_archive, log_text
from m3bench.formats.io.cursor import Cursor
from m3bench.formats.io.jsontext import parse
from m3bench.formats.io.regular_files import read_user_file

PathLike: TypeAlias = str | Path


@dataclass(frozen=True)
class Source:
    """A text, and its name for messages."""

    file: str
    text: str
    default_id: str = "0"
    """The id of a record in a format without ids."""

    @cached_property
    def value(self) -> Any:
        return parse(self.text, file=self.file)

    @property
    def cursor(self) -> Cursor:
        return Cursor(self.value, self.file)

    @cached_property
    def first_line_value(self) -> Any:
        """The value of the first non-blank line, or None if it is not JSON."""
        line = self.text.lstrip().partition("\n")[0]
        try:
            return parse(line, file=self.file)
        except FormatError:
            return None

    @property
    def is_lines(self) -> bool:
        """Whether each line is a record."""
        return "\n" in self.text.strip() and isinstance(self.first_line_value, dict)

    def line_cursors(self) -> Iterator[Cursor]:
        lines = (numbered for numbered in enumerate(self.text.split("\n"), 1) if numbered[1].strip())
        for index, (number, line) in enumerate(lines):
            record = f"#{index}"
            yield Cursor(parse(line, file=self.file, record=record, line=number), self.file, record)


def source_at(path: PathLike) -> Source:
    file = str(path)
    try:
        raw = read_user_file(Path(path))
    except (OSError, ValueError) as error:
        raise read_error(error, file) from None
    text = log_text(raw, file) if is_archive(raw) else decode(raw, file=file)
    return Source(file, text, Path(path).stem)


def source_of(data: Any, file: str) -> Source:
    """Return a source for data in memory, through JSON text, so that nothing is shared with the caller."""
    try:
        return Source(file, json.dumps(data))
    except (TypeError, ValueError, RecursionError) as error:
        raise FormatError(f"expected JSON data: {error}", file=file) from None


def decode(raw: bytes, *, file: str, line: int = 1) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        number = line + raw.count(b"\n", 0, error.start)
        cut_off = error.end == len(raw) and error.reason == "unexpected end of data"
        byte = f"not UTF-8: the byte 0x{raw[error.start]:02x} is invalid here"
        problem = "truncated: the last character is cut off" if cut_off else byte
        raise FormatError(problem, file=file, place=f"line {number}") from None


def read_error(error: OSError | ValueError, file: str) -> FormatError:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return FormatError(f"cannot be read: {reason or type(error).__name__}", file=file)
