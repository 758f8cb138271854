"""Lines added to the end of a file, each whole or not there at all."""

from __future__ import annotations

import os

from m3bench.core.redaction import redactor

_CHUNK = 1 << 16


def end_of_whole_lines(file: int) -> int:
    """The place behind the last line break. What follows it was cut short by a death, and is no line."""
    end = os.fstat(file).st_size
    while end > 0:
        start = max(0, end - _CHUNK)
        found = os.pread(file, end - start, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def append_line(file: int, line: bytes, end: int) -> int:
    """Write a line without secrets behind `end`, in the place of whatever is there; returns the new end.

    It is safe on disk when this returns, and nothing is behind `end` when this raises OSError.
    """
    line = redactor().document(line)
    os.ftruncate(file, end)
    rest = memoryview(line)
    try:
        while rest:
            rest = rest[os.pwrite(file, rest, end + len(line) - len(rest)) :]
        os.fsync(file)
    except OSError:
        os.ftruncate(file, end)
        raise
    return end + len(line)
