"""A lock so that only one process installs a server at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(path: Path, waiting: Callable[[], None]) -> Iterator[int]:
    """Hold the lock file and yield its descriptor. `waiting` is called once if another process holds it.

    The file is never removed: two processes could then lock two files with the same name.
    """
    # Imported here: not available on every platform, and only needed for installations.
    import fcntl  # noqa: PLC0415

    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting()
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        # Closing releases it, unless an installer that we started still has it open and keeps the lock.
        os.close(descriptor)
