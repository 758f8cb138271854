"""Running a query on an untrusted SQLite database: a copy, read-only, with limits."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from m3bench.checks.check import CheckFailed
from m3bench.checks.data.values import MAX_ROWS

SECONDS = 5.0
_OPERATIONS = 20_000
"""How many operations of SQLite's machine lie between two looks at the clock."""
_LONGEST_VALUE = 4 * 2**20
_MAX_TOTAL = 64 * 2**20
_HEADER = b"SQLite format 3\0"
_ALLOWED = (
    sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE
)  # fmt: skip


def query_rows(
    database: bytes, journals: Mapping[str, bytes], query: str, path: str
) -> list[tuple[Any, ...]]:
    """Return the rows of a query. Raise `CheckFailed` if there is no such database, or it takes too long."""
    if not database.startswith(_HEADER):
        raise CheckFailed(f"{path} is not an SQLite database")
    with tempfile.TemporaryDirectory(prefix="m3bench-database-") as name:
        copy = Path(name) / "copy.db"
        copy.write_bytes(database)
        for ending, data in journals.items():
            copy.with_name(f"{copy.name}{ending}").write_bytes(data)
        try:
            with closing(sqlite3.connect(copy)) as connection:
                return _rows(connection, query, path)
        except (sqlite3.Error, OverflowError, UnicodeDecodeError, MemoryError) as error:
            raise CheckFailed(f"{path}: {query} failed: {error}") from None


def _rows(connection: sqlite3.Connection, query: str, path: str) -> list[tuple[Any, ...]]:
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA mmap_size = 0")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.set_authorizer(_authorized)
    deadline = time.monotonic() + SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > deadline, _OPERATIONS)
    found: list[tuple[Any, ...]] = []
    size = 0
    for row in connection.execute(query):
        size += sum(len(cell) for cell in row if isinstance(cell, str | bytes))
        if len(found) >= MAX_ROWS or size > _MAX_TOTAL:
            raise CheckFailed(f"{path}: {query} gives more than {MAX_ROWS:,} rows, or too long ones")
        found.append(row)
    return found


def _authorized(action: int, *_names: str | None) -> int:
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY
