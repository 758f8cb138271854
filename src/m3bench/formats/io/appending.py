"""Lines added to the end of a file, each whole or not there at all."""

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


def whole_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines from here on. A last one that was cut short, or is being written, is none."""
    for line in file:
        if not line.endswith(b"\n"):
            return
        yield line


class LineFile:
    """A file of lines, open to be added to. A last line that a death cut short makes room for the next one.

    Links are not followed, and only plain files are opened: a folder that others filled may hold anything.
    Raises `OSError`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _opened(path)
        self._end = end_of_whole_lines(self._file)

    @property
    def end(self) -> int:
        """Behind the last whole line."""
        return self._end

    def lock(self) -> None:
        """Wait until nobody else has the lock; what others have added meanwhile is seen from now on."""
        fcntl.flock(self._file, fcntl.LOCK_EX)
        self._end = end_of_whole_lines(self._file)

    def mend(self) -> None:
        """Remove a last line that was cut short."""
        os.ftruncate(self._file, self._end)

    def tail(self, size: int) -> bytes:
        """The last bytes of the last whole line, its line break included; fewer where it is shorter."""
        start = max(0, self._end - size)
        return os.pread(self._file, self._end - start, start)

    def last_line(self) -> bytes:
        """The last whole line; empty where there is none."""
        size = _CHUNK
        while (found := self.tail(size)).count(b"\n", 0, -1) == 0 and len(found) < self._end:
            size *= 2
        return found[found.rfind(b"\n", 0, -1) + 1 :]

    def append(self, line: bytes) -> None:
        """Safe on disk when this returns; not there at all when it raises, as when the file was deleted."""
        self._require_there()
        self._end = append_line(self._file, line, self._end)

    def close(self) -> None:
        os.close(self._file)

    def _require_there(self) -> None:
        """A deleted file can be written to, and what is written is lost."""
        found, ours = self._path.stat(), os.fstat(self._file)
        if (found.st_dev, found.st_ino) != (ours.st_dev, ours.st_ino):
            raise OSError(errno.ESTALE, "another file has taken its place", str(self._path))


def _opened(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    file = os.open(path, flags, 0o644)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EINVAL, "it is not a plain file", str(path))
    return file
