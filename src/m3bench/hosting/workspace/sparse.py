"""Files with holes: only what was written is read and copied."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from typing import BinaryIO

_NO_MORE_DATA = errno.ENXIO


def data_ranges(file: BinaryIO) -> Iterator[tuple[int, int]]:
    """Yield start and end of the parts of a file that are no holes; of all of it if holes are unknown."""
    size, end = os.fstat(file.fileno()).st_size, 0
    seek_data, seek_hole = getattr(os, "SEEK_DATA", None), getattr(os, "SEEK_HOLE", None)
    if seek_data is None or seek_hole is None:
        yield 0, size
        return
    while end < size:
        try:
            start = os.lseek(file.fileno(), end, seek_data)
            end = os.lseek(file.fileno(), start, seek_hole)
        except OSError as error:
            if error.errno != _NO_MORE_DATA:
                yield end, size
            return
        yield start, end


def pieces(file: BinaryIO, start: int, end: int, size: int) -> Iterator[bytes]:
    """Yield a part of a file in pieces of at most `size` bytes."""
    file.seek(start)
    while start < end and (piece := file.read(min(size, end - start))):
        start += len(piece)
        yield piece
