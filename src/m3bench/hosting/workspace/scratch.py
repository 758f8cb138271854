"""A private temporary folder for attempts, outside of any run folder."""

from __future__ import annotations

import fcntl
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from m3bench.hosting.workspace.workspace import Workspace

_PREFIX = "m3bench-work-"
_LOCK = ".lock"


@contextmanager
def private_scratch() -> Iterator[Path]:
    """Create a folder in TMPDIR that only this user can open, and remove it at the end.

    Folders of killed processes are removed first, and at the end: workers of this run may have been killed.
    Each folder has a lock that its owner holds.
    """
    remove_stale()
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX)).resolve()
    lock = _locked(folder)
    try:
        yield folder
    finally:
        with suppress(Exception):  # a file that cannot be removed must not fail completed work
            Workspace(folder).remove()
        os.close(lock)
        remove_stale()


def remove_stale() -> None:
    """Remove folders of this user whose owners have ended."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(Exception):  # what another run left behind must not stop this one
            status = folder.lstat()
            if stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid():
                _remove_if_left(folder)


def _locked(folder: Path) -> int:
    """Lock the file before it gets its name: a folder without a lock is just being created."""
    new = folder / f"{_LOCK}.new"
    handle = os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    fcntl.flock(handle, fcntl.LOCK_EX)
    new.rename(folder / _LOCK)
    return handle


def _remove_if_left(folder: Path) -> None:
    handle = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        Workspace(folder).remove()
    finally:
        os.close(handle)
