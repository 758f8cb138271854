"""The changes of an attempt that is over, for its checks, and those of them that tools made, and not an agent
that wrote the database itself.

An agent with a shell can write the database, but not the metadata of results, which have a receipt for the
changes that a call made: its number and a hash of what it changed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import RECEIPTS_KEY, Call, parsed_arguments
from m3bench.core.text import value_without_surrogates
from m3bench.records.changes import (
    ALL_CALLS,
    ALL_CHANGES,
    CallInfo,
    Receipt,
    RecordChange,
    digest_of,
    joined,
)
from m3bench.records.database import LIMITS, RecordsDamaged, damaged, examined, schema
from m3bench.records.store import RecordStore
from m3bench.workers import QueryFailed, query_database

_PLACEHOLDER = "${WORKSPACE}"
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
    changes = _read(file, _stamp(file))
    if isinstance(changes, RecordsDamaged):
        raise RecordsDamaged(changes.message, changes.hint)
    return list(changes)


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


def trusted_changes(store: RecordStore, calls: Iterable[Call]) -> list[RecordChange]:
    """Return the changes for which a call has a receipt, with the same server, tool and arguments.

    Args:
        store: The records of the attempt.
        calls: The calls of its trajectory. Paths may be written with `${WORKSPACE}`.

    Raises:
        RecordsDamaged: The database cannot be read, or it no longer has what a call changed.
    """
    reports: dict[int, list[tuple[Receipt, Call]]] = {}
    for call in calls:
        for receipt in _receipts(call):
            reports.setdefault(receipt.number, []).append((receipt, call))
    by_number: dict[int, list[RecordChange]] = {}
    for change in final_changes(store.workspace):
        by_number.setdefault(change.number, []).append(change)
    # Two calls with one number: an older copy of the database was put back between them.
    trusted = {
        number: changes
        for number, changes in by_number.items()
        if number in reports and all(_is_reported(changes, *report) for report in reports[number])
    }
    if lost := reports.keys() - trusted.keys():
        raise RecordsDamaged(
            f"Change {min(lost)} of the records was reported by a call, but is not in the database."
        )
    return [change for changes in trusted.values() for change in changes]


def _is_reported(changes: Sequence[RecordChange], receipt: Receipt, call: Call) -> bool:
    digest = digest_of((change.table, change.key, change.value) for change in changes)
    return digest == receipt.digest and _is_same_call(call, changes[0].call)


def _receipts(call: Call) -> list[Receipt]:
    texts = call.result.meta.get(RECEIPTS_KEY) if call.result else None
    return [receipt for text in texts if (receipt := Receipt.read(text))] if isinstance(texts, list) else []


def _is_same_call(reported: Call, stored: CallInfo) -> bool:
    if (reported.server, reported.tool) != (stored.server, stored.tool):
        return False
    try:
        given = msgspec.json.decode(
            msgspec.json.encode(value_without_surrogates(parsed_arguments(reported.arguments)))
        )
    except (TypeError, ValueError, RecursionError):
        return False
    return is_same_value({} if given is None else given, stored.arguments)


def is_same_value(reported: Any, stored: Any) -> bool:
    """Return whether arguments are equal, where `${WORKSPACE}` in the reported ones stands for a folder."""
    if isinstance(reported, str) and isinstance(stored, str):
        return _is_same_text(reported, stored)
    if isinstance(reported, dict) and isinstance(stored, dict):
        return reported.keys() == stored.keys() and all(
            is_same_value(value, stored[key]) for key, value in reported.items()
        )
    if isinstance(reported, list) and isinstance(stored, list):
        return len(reported) == len(stored) and all(map(is_same_value, reported, stored))
    return type(reported) is type(stored) and bool(reported == stored)


def _is_same_text(reported: str, stored: str) -> bool:
    parts = reported.split(_PLACEHOLDER)
    count = len(parts) - 1
    if reported == stored or not count:
        return reported == stored
    length, rest = divmod(len(stored) - sum(map(len, parts)), count)
    folder = stored[len(parts[0]) : len(parts[0]) + max(length, 0)]
    return rest == 0 and folder.startswith("/") and folder.join(parts) == stored
