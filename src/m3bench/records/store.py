"""The changed records of an attempt, in a SQLite database that only the harness and its servers open.

The world has the records as they were. The store has only what changed, as a log: an attempt that changes
nothing has no database. The changes of a call are one transaction, so a process that is killed leaves all of
them or none.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from m3bench.records.changes import (
    ALL_CALLS,
    ALL_CHANGES,
    CallInfo,
    Receipt,
    RecordChange,
    decoded,
    digest_of,
    joined,
)
from m3bench.records.database import LIMITS, full, reading, writing
from m3bench.workers import take_rows

_LATEST = "SELECT key, value FROM changes WHERE name = ? ORDER BY rowid"
_ONE = "SELECT value FROM changes WHERE name = ? AND key = ? ORDER BY rowid DESC LIMIT 1"
_LONGEST = LIMITS.value_bytes - 2**16
"""Bytes of a record. The limit is that of a row, which has names as well."""

Record = dict[str, Any]


class RecordStore:
    """The changed records of the attempt in a workspace."""

    def __init__(self, workspace: Path) -> None:
        self.workspace = workspace

    def changed(self, table: str) -> dict[str, Record | None]:
        """Return the changed records of a table by key; a deleted record is None."""
        return {key: decoded(value) for key, value in self._rows(_LATEST, table)}

    def get(self, table: str, key: str, original: Record | None = None) -> Record | None:
        """Return a record as it is now: as changed, or the original."""
        rows = self._rows(_ONE, table, key)
        return decoded(rows[0][0]) if rows else original

    def all(self, table: str, originals: Mapping[str, Record]) -> dict[str, Record]:
        """Return all records of a table as they are now: the originals, with changes applied."""
        merged = {**originals, **self.changed(table)}
        return {key: value for key, value in merged.items() if value is not None}

    def changes(self) -> list[RecordChange]:
        """Return all changes in their order.

        Raises:
            RecordsDamaged: The database cannot be read.
        """
        with reading(self.workspace) as database:
            if database is None:
                return []
            database.execute("BEGIN")  # calls and changes of the same moment
            return joined(*(_taken(database.execute(query)) for query in (ALL_CALLS, ALL_CHANGES)))

    def change(self, call: CallInfo, changed: Mapping[tuple[str, str], Record | None]) -> Receipt:
        """Write the changes of a call together.

        Args:
            call: The call that makes them.
            changed: Table and key → the whole record as it is from now on; None deletes it.

        Returns:
            The number of the call among those that changed records, from 1, and a hash of its changes.
        """
        return self.update(call, lambda _: changed)

    def update(
        self, call: CallInfo, decide: Callable[[int], Mapping[tuple[str, str], Record | None]]
    ) -> Receipt:
        """Write changes that depend on the records as they are: no other call changes them meanwhile.

        Args:
            call: The call that makes them.
            decide: Returns the changes, as for `change`, by the number of the call. It reads with `get` and
                `all`, and raises to change nothing.

        Returns:
            As of `change`. The number is 0 if there are no changes.
        """
        with writing(self.workspace) as database:
            row = (call.server, call.tool, _encoded(call.arguments))
            number = database.execute(
                "INSERT INTO calls (server, tool, arguments) VALUES (?, ?, ?)", row
            ).lastrowid
            rows = [(table, key, _encoded(value)) for (table, key), value in decide(number or 0).items()]
            if not rows:
                database.rollback()
                return Receipt(0, "")
            database.executemany("INSERT INTO changes VALUES (?, ?, ?, ?)", [(number, *row) for row in rows])
        return Receipt(number or 0, digest_of((table, key, decoded(text)) for table, key, text in rows))

    def _rows(self, query: str, *values: str) -> list[Any]:
        with reading(self.workspace) as database:
            return [] if database is None else _taken(database.execute(query, values))


def _taken(rows: sqlite3.Cursor) -> list[Any]:
    return take_rows(rows, LIMITS.rows, LIMITS.total_bytes)


def _encoded(value: Record | None) -> str | None:
    if value is None:
        return None
    data = msgspec.json.encode(value, order="deterministic")
    if len(data) > _LONGEST:
        raise full()
    return data.decode()
