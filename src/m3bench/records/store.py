"""The changed records of an attempt, in a SQLite database that only the harness and its servers open.

The world has the records as they were. The store has only what changed, as a log: an attempt that changes
nothing has no database. The changes of a call are one transaction, so a process that is killed leaves all of
them or none.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from m3bench.core import STATE_FOLDER, M3BenchError
from m3bench.records.changes import CallInfo, Receipt, RecordChange, digest_of

FILE_NAME: Final = "records.sqlite"
RECORD_FILES: Final = frozenset(f"{STATE_FOLDER}/{FILE_NAME}{ending}" for ending in ("", "-journal"))
"""The files of the store in a workspace: the database, and the journal of a transaction."""
_WAIT_SECONDS = 20.0
_SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (number INTEGER PRIMARY KEY, server TEXT, tool TEXT, arguments TEXT);
CREATE TABLE IF NOT EXISTS changes (number INTEGER, name TEXT, key TEXT, value TEXT);
CREATE INDEX IF NOT EXISTS by_key ON changes (name, key);
"""
_LATEST = "SELECT key, value FROM changes WHERE name = ? ORDER BY rowid"
_ONE = "SELECT value FROM changes WHERE name = ? AND key = ? ORDER BY rowid DESC LIMIT 1"
_ALL = """
SELECT number, server, tool, arguments, name, key, value
FROM changes JOIN calls USING (number) ORDER BY changes.rowid
"""

Record = dict[str, Any]


class RecordsDamaged(M3BenchError):
    """The database of an attempt cannot be read: something else than our servers wrote it."""


class RecordStore:
    """The changed records of the attempt in a workspace."""

    def __init__(self, workspace: Path) -> None:
        self._path = workspace / STATE_FOLDER / FILE_NAME

    def changed(self, table: str) -> dict[str, Record | None]:
        """Return the changed records of a table by key; a deleted record is None."""
        return {key: _decoded(value) for key, value in self._rows(_LATEST, table)}

    def get(self, table: str, key: str, original: Record | None = None) -> Record | None:
        """Return a record as it is now: as changed, or the original."""
        rows = self._rows(_ONE, table, key)
        return _decoded(rows[0][0]) if rows else original

    def all(self, table: str, originals: Mapping[str, Record]) -> dict[str, Record]:
        """Return all records of a table as they are now: the originals, with changes applied."""
        merged = {**originals, **self.changed(table)}
        return {key: value for key, value in merged.items() if value is not None}

    def changes(self) -> list[RecordChange]:
        """Return all changes in their order.

        Raises:
            RecordsDamaged: The database cannot be read.
        """
        return [
            RecordChange(number, CallInfo(server, tool, _decoded(given) or {}), table, key, _decoded(value))
            for number, server, tool, given, table, key, value in self._rows(_ALL)
        ]

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
        with self._writing() as database:
            row = (call.server, call.tool, _encoded(call.arguments))
            number = database.execute(
                "INSERT INTO calls (server, tool, arguments) VALUES (?, ?, ?)", row
            ).lastrowid
            rows = [(table, key, _encoded(value)) for (table, key), value in decide(number or 0).items()]
            if not rows:
                database.rollback()
                return Receipt(0, "")
            database.executemany("INSERT INTO changes VALUES (?, ?, ?, ?)", [(number, *row) for row in rows])
        return Receipt(number or 0, digest_of((table, key, _decoded(text)) for table, key, text in rows))

    def _rows(self, query: str, *values: str) -> list[Any]:
        if not self._path.exists():
            return []
        try:
            with closing(self._connected()) as database:
                return database.execute(query, values).fetchall()
        except sqlite3.Error as problem:
            raise _damaged(problem) from None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._path.parent.mkdir(exist_ok=True)
        try:
            with closing(self._connected()) as database:
                database.executescript(_SCHEMA)
                database.execute("BEGIN IMMEDIATE")  # servers in other processes wait for their turn
                with database:
                    yield database
        except sqlite3.Error as problem:
            raise _damaged(problem) from None

    def _connected(self) -> sqlite3.Connection:
        if self._path.is_symlink() or self._path.parent.is_symlink():
            raise RecordsDamaged("The records of the attempt were replaced by a link.")
        database = sqlite3.connect(self._path, timeout=_WAIT_SECONDS, isolation_level=None)
        try:
            # Safe if a process is killed; only a power cut could lose the changes of an attempt.
            database.execute("PRAGMA synchronous = OFF")
        except sqlite3.Error:
            database.close()
            raise
        return database


def _damaged(problem: sqlite3.Error) -> RecordsDamaged:
    return RecordsDamaged(f"The records of the attempt cannot be read: {problem}.", "Run the task again.")


def _encoded(value: Record | None) -> str | None:
    return None if value is None else msgspec.json.encode(value, order="deterministic").decode()


def _decoded(text: str | None) -> Record | None:
    return None if text is None else msgspec.json.decode(text, type=dict[str, Any])
