"""The changes of an attempt that is over, for its checks: read in a worker, once for all of them."""

from __future__ import annotations

import time
from functools import lru_cache
from pathlib import Path

from m3bench.records.changes import RecordChange
from m3bench.records.database import LIMITS, RecordsDamaged, damaged, examined, schema
from m3bench.records.rows import ALL_CALLS, ALL_CHANGES, joined
from m3bench.workers import QueryFailed, query_database

_KEPT, _KEPT_SECONDS = 2, 60
_Stamp = tuple[int, ...]


def final_changes(workspace: Path) -> list[RecordChange]:
    """Return all changes in their order.

    Raises:
        RecordsDamaged: The database cannot be read, or not within the limits.
    """
    file = examined(workspace)
    if file is None:
        return []
    found = _read(file, _stamp(file))
    if isinstance(found, RecordsDamaged):
        raise RecordsDamaged(found.message, found.hint)
    return list(found)


@lru_cache(maxsize=_KEPT)
def _read(file: Path, _stamp: _Stamp) -> tuple[RecordChange, ...] | RecordsDamaged:
    """Read a database. A failure is kept as well: the next check would wait for it again."""
    try:
        calls, changes = query_database(file, (ALL_CALLS, ALL_CHANGES), LIMITS, schema())
        return tuple(joined(calls, changes))
    except QueryFailed as problem:
        return damaged(problem)
    except RecordsDamaged as damage:
        return damage


def _stamp(file: Path) -> _Stamp:
    try:
        status = file.lstat()
    except OSError as error:
        raise damaged(error.strerror) from None
    # A lock leaves no trace in the file, but ends.
    age = int(time.monotonic() // _KEPT_SECONDS)
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns, age
