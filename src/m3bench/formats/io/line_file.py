"""Atomic appending of lines to a file."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from m3bench.core.redaction import redactor

_CHUNK = 1 << 16


def end_of_complete_lines(file: int) -> int:
    """Return the offset after the last line break. A partial line of a killed process may follow."""
    end = os.fstat(file).st_size
    while end > 0:
        start = max(0, end - _CHUNK)
        position = os.pread(file, end - start, start).rfind(b"\n")
        if position >= 0:
            return start + position + 1
        end = start
    return 0


def append_line(file: int, line: bytes, end: int) -> int:
    """Redact a line, write it at `end` and return the new end. Data after `end` is overwritten.

    The line is synced to disk when this returns. Nothing follows `end` when this raises `OSError`.
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


def complete_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines from here on, without a partial last line."""
    for line in file:
        if not line.endswith(b"\n"):
            return
        yield line


class LineFile:
    """A file of lines, open for appending. A partial last line is overwritten by the next one.

    Links are not followed, and only regular files are opened: the folder may be untrusted. Raises `OSError`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _open(path)
        self._end = end_of_complete_lines(self._file)

    @property
    def end(self) -> int:
        """The offset after the last complete line."""
        return self._end

    def lock(self) -> None:
        """Wait for the lock, and update the end to include lines added by others."""
        fcntl.flock(self._file, fcntl.LOCK_EX)
        self._end = end_of_complete_lines(self._file)

    def truncate_partial_line(self) -> None:
        """Remove a partial last line."""
        os.ftruncate(self._file, self._end)

    def tail(self, size: int) -> bytes:
        """Return up to `size` bytes before the end, including the last line break."""
        start = max(0, self._end - size)
        return os.pread(self._file, self._end - start, start)

    def last_line(self) -> bytes:
        """Return the last complete line; empty if there is none."""
        size = _CHUNK
        while (found := self.tail(size)).count(b"\n", 0, -1) == 0 and len(found) < self._end:
            size *= 2
        return found[found.rfind(b"\n", 0, -1) + 1 :]

    def append(self, line: bytes) -> None:
        """Append a line, synced to disk. Nothing is appended if this raises, as for a deleted file."""
        self._require_same_file()
        self._end = append_line(self._file, line, self._end)

    def close(self) -> None:
        os.close(self._file)

    def _require_same_file(self) -> None:
        """Raise `OSError` if the file was deleted or replaced: data written to it would be lost."""
        found, ours = self._path.stat(), os.fstat(self._file)
        if (found.st_dev, found.st_ino) != (ours.st_dev, ours.st_ino):
            raise OSError(errno.ESTALE, "it was replaced by another file", str(self._path))


def _open(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    file = os.open(path, flags, 0o644)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return file
