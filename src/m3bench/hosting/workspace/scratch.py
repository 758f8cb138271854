"""Where attempts work: a private folder outside of any run folder, gone when the work is over."""

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
    """A new folder in TMPDIR that only this user can open, removed at the end.

    Folders that killed processes left behind are removed first. Each has a lock that ends with its owner.
    """
    remove_stale()
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX)).resolve()
    lock = _locked(folder)
    try:
        yield folder
    finally:
        with suppress(Exception):  # what a server made unremovable must not spoil the work that is done
            Workspace(folder).remove()
        os.close(lock)


def remove_stale() -> None:
    """Remove such folders of this user whose owners are gone."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            found = folder.lstat()
            if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid():
                _remove_if_left(folder)


def _locked(folder: Path) -> int:
    """Locked before it has its name: a folder without a lock is one that is just being made."""
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
