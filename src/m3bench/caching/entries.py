"""Reading entries of a cache, which others may have put there."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

_log = logging.getLogger(__name__)
_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
# Root can write anywhere, so that its files are as good as our own.
_ROOT = 0


def read_entry(path: Path, most_bytes: int, *, own: bool = True) -> bytes | None:
    """Return the bytes of an entry, or None if there is none.

    Links, pipes, devices, folders and files that are too large count as missing, which is logged.

    Args:
        path: The file.
        most_bytes: How large it may be.
        own: Whether files of other users count as missing too.
    """
    try:
        file = os.open(path, _FLAGS)
    except FileNotFoundError:
        return None
    except OSError as error:
        report_entry(path, error.strerror or type(error).__name__)
        return None
    problem = _problem(os.fstat(file), most_bytes, own=own)
    if problem is not None:
        os.close(file)
        report_entry(path, problem)
        return None
    with os.fdopen(file, "rb") as opened:
        return opened.read(most_bytes)


def report_entry(path: Path, problem: str) -> None:
    """Log that an entry is not used."""
    _log.warning("%s: not used, and made again (%s)", path, problem)


def is_foreign(path: Path) -> bool:
    """Return whether a file exists that belongs to another user."""
    try:
        return _is_foreign(path.stat())
    except OSError:
        return False


def _problem(status: os.stat_result, most_bytes: int, *, own: bool) -> str | None:
    if not stat.S_ISREG(status.st_mode):
        return "it is not a file"
    if status.st_size > most_bytes:
        return f"it has {status.st_size:,} bytes"
    return "it belongs to another user" if own and _is_foreign(status) else None


def _is_foreign(status: os.stat_result) -> bool:
    return status.st_uid not in (os.geteuid(), _ROOT)
