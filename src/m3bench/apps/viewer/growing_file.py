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
            state = self._path.stat()
        except OSError:
            return self._start_over(0)
        if state.st_ino == self._inode and state.st_size >= self.position:
            return False
        return self._start_over(state.st_ino)

    def new_lines(self, done: Deadline = never) -> Iterator[tuple[int, bytes]]:
        """Yield new lines with their offsets."""
        try:
            file = open_regular(self._path)
        except OSError:
            return
        with file:
            file.seek(self.position)
            for line in complete_lines(file):
                offset = self.position
                self.position += len(line)
                yield offset, line
                if done():
                    return

    def read(self, offset: int, length: int) -> bytes:
        """Read bytes at an offset. Fewer are returned if the file was truncated."""
        try:
            file = open_regular(self._path)
        except OSError:
            return b""
        with file:
            return b"".join(_chunks(file.fileno(), offset, length))

    def _start_over(self, inode: int) -> bool:
        """Return whether anything was read before."""
        known = self.position > 0
        self._inode, self.position = inode, 0
        return known


def _chunks(file: int, offset: int, length: int) -> Iterator[bytes]:
    while length > 0 and (chunk := os.pread(file, min(length, _CHUNK), offset)):
        yield chunk
        offset, length = offset + len(chunk), length - len(chunk)
