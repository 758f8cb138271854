"""Running a query on an untrusted SQLite database."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from m3bench.checks.check import CheckFailed
from m3bench.checks.data.values import MAX_ROWS
from m3bench.workers import DatabaseLimits, QueryFailed, query_database

SECONDS = 5.0
_LONGEST_VALUE = 4 * 2**20
_LARGEST = 64 * 2**20
_HEADER = b"SQLite format 3\0"


def query_rows(
    database: bytes, journals: Mapping[str, bytes], query: str, path: str
) -> list[tuple[Any, ...]]:
    """Return the rows of a query. Raise `CheckFailed` if there is no such database, or it takes too long."""
    if not database.startswith(_HEADER):
        raise CheckFailed(f"{path} is not an SQLite database")
    limits = DatabaseLimits(SECONDS, MAX_ROWS, _LARGEST, _LONGEST_VALUE, _LARGEST)
    with tempfile.TemporaryDirectory(prefix="m3bench-database-") as name:
        given = Path(name) / "given.db"
        given.write_bytes(database)
        for ending, data in journals.items():
            given.with_name(f"{given.name}{ending}").write_bytes(data)
        try:
            (rows,) = query_database(given, (query,), limits)
        except QueryFailed as problem:
            raise CheckFailed(f"{path}: {query} failed: {problem}") from None
    return rows
