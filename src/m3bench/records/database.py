"""The database of records: where it lies, and how it is opened.

It lies beside the workspace. An agent in a sandbox cannot reach it, but without one it can. So nothing in it
is trusted: only our own files are opened, only our own tables, and with limits. Older versions had it in the
workspace.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from m3bench.core import STATE_FOLDER, M3BenchError, records_folder
from m3bench.workers import (
    DatabaseLimits,
    QueryFailed,
    is_foreign_journal,
    limit_connection,
    read_schema,
    require_schema,
)

FILE_NAME: Final = "records.sqlite"
_FILES = (FILE_NAME, f"{FILE_NAME}-journal")
LIMITS: Final = DatabaseLimits(
    seconds=5.0, rows=100_000, file_bytes=64 * 2**20, value_bytes=16 * 2**20, total_bytes=64 * 2**20
)
_READING_SECONDS, _WRITING_SECONDS = 2.0, 5.0
"""How long to wait for a lock. Servers hold one for milliseconds."""
_MOST_OPERATIONS = 20_000_000
"""Of SQLite's machine, for one statement."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (number INTEGER PRIMARY KEY, server TEXT, tool TEXT, arguments TEXT);
CREATE TABLE IF NOT EXISTS changes (number INTEGER, name TEXT, key TEXT, value TEXT);
CREATE INDEX IF NOT EXISTS by_key ON changes (name, key);
"""


_ROOM = """
SELECT page_count, page_size, (SELECT max(rowid) FROM changes) FROM pragma_page_count, pragma_page_size
"""


class RecordsDamaged(M3BenchError):
    """The database of an attempt cannot be read: something else than our servers wrote it."""


class RecordsFull(M3BenchError):
    """A call would change more than the database of an attempt may hold."""


def damaged(problem: object) -> RecordsDamaged:
    """Return the error that says why records cannot be read."""
    return RecordsDamaged(f"The records of the attempt cannot be read: {problem}.", "Run the task again.")


def full() -> RecordsFull:
    """Return the error that says how much an attempt may change."""
    largest, longest = LIMITS.file_bytes // 2**20, LIMITS.value_bytes // 2**20
    return RecordsFull(
        f"The records of an attempt have at most {largest} MiB, {longest} MiB each, and {LIMITS.rows:,} "
        "changes."
    )


@cache
def schema() -> tuple[tuple[Any, ...], ...]:
    """Return the schema as SQLite stores it."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(_SCHEMA)
        return tuple(read_schema(database))


def examined(workspace: Path) -> Path | None:
    """Return the database of a workspace; None if there is none.

    Raises:
        RecordsDamaged: There are other files than ours, or larger ones.
    """
    folder = records_folder(workspace)
    if folder.is_symlink():
        raise damaged("their folder was replaced by a link")
    try:
        with os.scandir(folder) as entries:
            sizes = {entry.name: _examined_size(entry) for entry in entries}
    except FileNotFoundError:
        return None
    except OSError as error:
        raise damaged(error.strerror) from None
    return folder / FILE_NAME if sizes.get(FILE_NAME) else None


def _examined_size(entry: os.DirEntry[str]) -> int:
    try:
        status = entry.stat(follow_symlinks=False)
        is_plain = entry.name in _FILES and stat.S_ISREG(status.st_mode)
        if not is_plain:
            raise damaged("something else lies beside them, or in their place")
        if status.st_size > LIMITS.file_bytes:
            raise damaged(f"they are larger than {LIMITS.file_bytes // 2**20} MiB")
        if entry.name != FILE_NAME and is_foreign_journal(Path(entry.path)):
            raise damaged("their journal names another file")
    except FileNotFoundError:  # the journal of a call that has just ended
        return 0
    except QueryFailed as problem:
        raise damaged(problem) from None
    return status.st_size


@contextmanager
def reading(workspace: Path) -> Iterator[sqlite3.Connection | None]:
    """Open the database of a workspace for reading; None if there is none."""
    file = examined(workspace)
    if file is None:
        yield None
        return
    with _translated(), closing(_connected(file, _READING_SECONDS)) as database:
        database.execute("PRAGMA query_only = ON")
        _require_ours(database)
        yield database


@contextmanager
def writing(workspace: Path) -> Iterator[sqlite3.Connection]:
    """Open the database of a workspace for one transaction. It is created if there is none.

    Raises:
        RecordsFull: The database has become too large. Nothing is changed.
    """
    file = examined(workspace)
    with _translated(), closing(_connected(file or _created(workspace), _WRITING_SECONDS)) as database:
        # Safe if a process is killed; only a power cut could lose the changes of an attempt.
        database.execute("PRAGMA synchronous = OFF")
        if file is None:
            _create_tables(database)
        _require_ours(database)
        database.execute("BEGIN IMMEDIATE")  # servers in other processes wait for their turn
        with database:
            yield database
            _require_room(database)


def _create_tables(database: sqlite3.Connection) -> None:
    """Create all tables together: another process sees all of them or none."""
    database.execute("BEGIN IMMEDIATE")
    with database:
        for statement in filter(str.strip, _SCHEMA.split(";")):
            database.execute(statement)


def _require_ours(database: sqlite3.Connection) -> None:
    require_schema(database, schema())
    if database.execute("PRAGMA journal_mode").fetchone() != ("delete",):
        raise QueryFailed("its mode is not the one that it was created in")


def _require_room(database: sqlite3.Connection) -> None:
    pages, size, rows = database.execute(_ROOM).fetchone()
    if pages * size > LIMITS.file_bytes or (rows or 0) > LIMITS.rows:
        raise full()


def _created(workspace: Path) -> Path:
    folder = records_folder(workspace)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        (folder / FILE_NAME).touch(mode=0o600)
    except OSError as error:
        raise M3BenchError(
            f"{folder} cannot be written: {error.strerror}.", "Records are kept beside the workspace."
        ) from None
    return folder / FILE_NAME


def _connected(file: Path, seconds: float) -> sqlite3.Connection:
    # Not read-only: what a killed process left half written is undone by whoever reads it next.
    database = sqlite3.connect(
        f"file:{quote(str(file))}?mode=rw", uri=True, timeout=seconds, isolation_level=None
    )
    try:
        limit_connection(database, LIMITS.value_bytes)
        database.set_progress_handler(lambda: True, _MOST_OPERATIONS)
    except sqlite3.Error:
        database.close()
        raise
    return database


@contextmanager
def _translated() -> Iterator[None]:
    """Raise our errors instead of SQLite's."""
    try:
        yield
    except (sqlite3.Error, QueryFailed) as problem:
        code = getattr(problem, "sqlite_errorcode", 0)
        is_locked = code & 0xFF == sqlite3.SQLITE_BUSY
        raise damaged("they are locked by another process" if is_locked else problem) from None


def has_records_inside(workspace: Path) -> bool:
    """Return whether a workspace has records in it, and none beside it."""
    return (workspace / STATE_FOLDER / FILE_NAME).exists() and not records_folder(workspace).exists()


def move_records_out(workspace: Path) -> None:
    """Move the records of an older version to where they are read. A database is not opened for it.

    Only for workspaces of runs of older versions: in others, an agent may have put the file there.
    """
    if not has_records_inside(workspace):
        return
    old, new = workspace / STATE_FOLDER, records_folder(workspace)
    new.mkdir(mode=0o700)
    for name in _FILES:
        if (old / name).is_file() and not (old / name).is_symlink() and not old.is_symlink():
            shutil.move(old / name, new / name)
    if old.is_dir() and not old.is_symlink() and not any(old.iterdir()):
        old.rmdir()
