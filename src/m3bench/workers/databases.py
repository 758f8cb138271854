"""Query SQLite databases that somebody else can write: a private copy, in a worker, with limits.

A view may be endless, a journal may name another file, which SQLite then deletes, and a pipe blocks whoever
opens it. So only plain files of limited size are copied, and only a worker opens the copy.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from m3bench.workers.process import JobFailed, LimitExceeded, run_limited

Row = tuple[Any, ...]
_JOB = f"{__name__}:query_job"
_SPARE_SECONDS = 3.0
_LOCK_SECONDS = 2.0
_OPERATIONS = 20_000
"""How many operations of SQLite's machine lie between two looks at the clock."""
_JOURNALS = ("-journal", "-wal")
_JOURNAL_END = bytes.fromhex("d9d505f920a163d7")
"""How a journal ends that names another file, the journal of a transaction over several databases."""
_READERS = (0x40000002, 510)
"""Where SQLite locks a database for reading: the first byte and their number."""
_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid"
_MOST_ENTRIES = 100
_ALLOWED = (
    sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE
)  # fmt: skip


class QueryFailed(Exception):
    """Why a database cannot be queried."""


class DatabaseLimits(msgspec.Struct, frozen=True):
    """Limits of a query."""

    seconds: float
    rows: int
    file_bytes: int
    """Of the database, and of each of its journals."""
    value_bytes: int
    total_bytes: int
    """Of all texts and blobs that are returned."""


class _Job(msgspec.Struct, frozen=True):
    database: str
    scratch: str
    queries: tuple[str, ...]
    limits: DatabaseLimits
    schema: tuple[Row, ...] | None


class _Answer(msgspec.Struct, frozen=True):
    results: list[list[Row]] = []
    problem: str | None = None


def query_database(
    database: Path, queries: Sequence[str], limits: DatabaseLimits, schema: Sequence[Row] | None = None
) -> list[list[Row]]:
    """Return the rows of each query.

    Args:
        database: The file. Its journals lie beside it.
        queries: SELECT statements.
        limits: What the queries may take together.
        schema: The only schema that is accepted, as `read_schema` returns it.

    Raises:
        QueryFailed: There is no such database, a query fails, or it takes too much.
    """
    with tempfile.TemporaryDirectory(prefix="m3bench-database-") as scratch:
        job = _Job(str(database), scratch, tuple(queries), limits, None if schema is None else tuple(schema))
        try:
            answer = run_limited(_JOB, msgspec.msgpack.encode(job), seconds=limits.seconds + _SPARE_SECONDS)
        except LimitExceeded as limit:
            raise QueryFailed(f"reading it {limit}") from None
        except JobFailed as failure:
            raise QueryFailed(str(failure)) from None
    decoded = msgspec.msgpack.decode(answer, type=_Answer)
    if decoded.problem is not None:
        raise QueryFailed(decoded.problem)
    return decoded.results


def query_job(payload: bytes) -> bytes:
    """Query a database, in a worker process."""
    job = msgspec.msgpack.decode(payload, type=_Job)
    copy = Path(job.scratch) / "copy.db"
    try:
        _copy_database(job.database, copy, job.limits.file_bytes)
        with closing(sqlite3.connect(copy)) as connection:
            answer = _Answer(_results(connection, job))
    except (sqlite3.Error, OSError, OverflowError, UnicodeDecodeError, MemoryError, QueryFailed) as error:
        answer = _Answer(problem=str(error) or type(error).__name__)
    return msgspec.msgpack.encode(answer)


def _results(connection: sqlite3.Connection, job: _Job) -> list[list[Row]]:
    limit_connection(connection, job.limits.value_bytes)
    connection.execute("PRAGMA query_only = ON")
    # SQLite declares this table of columns at its first use, by what would count as a change of the schema.
    connection.execute("SELECT name FROM pragma_table_xinfo('')").fetchall()
    connection.set_authorizer(_authorized)
    deadline = time.monotonic() + job.limits.seconds
    connection.set_progress_handler(lambda: time.monotonic() > deadline, _OPERATIONS)
    if job.schema is not None:
        require_schema(connection, job.schema)
    results: list[list[Row]] = []
    left, size = job.limits.rows, job.limits.total_bytes
    for query in job.queries:
        results.append(take_rows(connection.execute(query), left, size))
        left -= len(results[-1])
        size -= sum(map(_size, results[-1]))
    return results


def limit_connection(connection: sqlite3.Connection, value_bytes: int) -> None:
    """Have SQLite trust nothing that is in the file: neither functions in its schema nor sizes."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA mmap_size = 0")
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, value_bytes)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)


def read_schema(connection: sqlite3.Connection) -> list[Row]:
    """Return the tables, indexes, views and triggers, with the statements that made them."""
    return connection.execute(_SCHEMA).fetchmany(_MOST_ENTRIES)


def require_schema(connection: sqlite3.Connection, schema: Sequence[Row]) -> None:
    """Raise `QueryFailed` if the database has anything else, or something else."""
    if read_schema(connection) != list(schema):
        raise QueryFailed("its tables are not those that were created")


def take_rows(rows: sqlite3.Cursor, most: int, most_bytes: int) -> list[Row]:
    """Return all rows. Raise `QueryFailed` if there are too many, or too large ones."""
    taken: list[Row] = []
    for row in rows:
        most_bytes -= _size(row)
        if len(taken) >= most or most_bytes < 0:
            raise QueryFailed(f"more than {most:,} rows, or too long ones")
        taken.append(row)
    return taken


def is_foreign_journal(path: Path) -> bool:
    """Return whether the journal of a database names another file, which SQLite would open and delete."""
    with _opened(path) as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - len(_JOURNAL_END)))
        return file.read(len(_JOURNAL_END)) == _JOURNAL_END


def _size(row: Row) -> int:
    return sum(len(cell) for cell in row if isinstance(cell, str | bytes))


def _authorized(action: int, name: str | None, *_names: str | None) -> int:
    allowed = action in _ALLOWED or (action == sqlite3.SQLITE_PRAGMA and name == "table_xinfo")
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _copy_database(database: str, copy: Path, most: int) -> None:
    """Copy a database and its journals, while no other process can write to it."""
    with _opened(Path(database)) as file:
        _wait_for_writers(file)
        _copy_file(file, copy, most)
        for ending in _JOURNALS:
            journal = copy.with_name(f"{copy.name}{ending}")
            with suppress(FileNotFoundError), _opened(Path(f"{database}{ending}")) as beside:
                _copy_file(beside, journal, most)
                if is_foreign_journal(journal):
                    raise QueryFailed("its journal names another file")


def _opened(path: Path) -> BinaryIO:
    """Open a plain file. Nothing else is followed or waited for."""
    file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise QueryFailed("it is not a plain file")
    return os.fdopen(file, "rb")


def _copy_file(file: BinaryIO, target: Path, most: int) -> None:
    size = os.fstat(file.fileno()).st_size
    if size > most:
        raise QueryFailed(f"it is larger than {most // 2**20} MiB")
    target.write_bytes(file.read(size))  # not to its end, which may move


def _wait_for_writers(file: BinaryIO) -> None:
    first, count = _READERS
    deadline = time.monotonic() + _LOCK_SECONDS
    while True:
        try:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, count, first)
        except OSError:
            if time.monotonic() > deadline:
                raise QueryFailed("it is locked by another process") from None
            time.sleep(0.02)
        else:
            return
