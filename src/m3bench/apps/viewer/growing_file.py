"""Line files that grow while they are read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

from m3bench.formats.io import complete_lines, open_regular

_CHUNK = 1 << 20

Deadline = Callable[[], bool]
"""Returns whether it is time to stop."""


def never() -> bool:
    return False


def within(seconds: float) -> Deadline:
    """Return a deadline that many seconds from now."""
    end = monotonic() + seconds
    return lambda: monotonic() >= end


class GrowingFile:
    """Yields each complete line once. An incomplete last line is left for later."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._inode = 0
        self.position = 0
        """The end of the last line that was yielded."""

    @property
    def size(self) -> int:
        """The current size; 0 if the file does not exist."""
        try:
            return self._path.stat().st_size
        except OSError:
            return 0

    def was_replaced(self) -> bool:
        """Return whether the file was replaced or truncated. If so, reading starts over."""
        try:
            found = self._path.stat()
        except OSError:
            return self._start_over(0) if self.position else False
        if found.st_ino == self._inode and found.st_size >= self.position:
            return False
        known = self.position > 0
        self._start_over(found.st_ino)
        return known

    def new_lines(self, done: Deadline = never) -> Iterator[tuple[int, bytes]]:
        """Yield new lines with their offsets."""
        try:
            file = open_regular(self._path)
        except OSError:
            return
        with file:
            file.seek(self.position)
            for line in complete_lines(file):
                place = self.position
                self.position += len(line)
                yield place, line
                if done():
                    return

    def read(self, place: int, length: int) -> bytes:
        """Read bytes at an offset. Fewer are returned if the file was truncated."""
        try:
            file = open_regular(self._path)
        except OSError:
            return b""
        with file:
            return b"".join(_chunks(file.fileno(), place, length))

    def _start_over(self, inode: int) -> bool:
        self._inode, self.position = inode, 0
        return True


def _chunks(file: int, place: int, length: int) -> Iterator[bytes]:
    while length > 0 and (chunk := os.pread(file, min(length, _CHUNK), place)):
        yield chunk
        place, length = place + len(chunk), length - len(chunk)
