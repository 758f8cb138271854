"""The check of SQLite databases."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import copied
from m3bench.checks.data.values import MAX_EXPECTED, MAX_ROWS, row_faults
from m3bench.checks.files import FileCheck, as_given, content, first_half, is_made, relative, with_contents
from m3bench.checks.reading import EXACT, Tolerance
from m3bench.workers import DatabaseLimits, QueryFailed, is_foreign_journal, limit_connection, query_database

_JOURNALS = ("-wal", "-journal")
"""Files beside a database that hold changes that are not in it yet."""
SECONDS = 5.0
_HEADER = b"SQLite format 3\0"
_LARGEST = 64 * 2**20
_LONGEST_VALUE = 4 * 2**20
_MOST_OPERATIONS = 50_000_000
"""Of SQLite's machine, for one statement."""


class SqliteRows(FileCheck, frozen=True):
    """Texts are compared exactly; 1 and 0 are true and false."""

    about = "a query on an SQLite database gives exactly these rows"

    query: str
    """One SELECT statement."""
    rows: tuple[tuple[Any, ...], ...]
    ordered: bool = False
    """Whether the order of the rows matters."""
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        super().__post_init__()
        if not re.match(r"\s*(SELECT|WITH)\b", self.query, re.IGNORECASE):
            raise ValueError("the query must be a SELECT statement")
        if len(self.rows) > MAX_EXPECTED:
            raise ValueError(f"expected at most {MAX_EXPECTED} rows")

    def look(self, evidence: Evidence) -> Verdict:
        path = relative(self.path)
        (rows,) = query_rows(*_made_database(evidence, path), (self.query,), path)
        faults = self.faults(rows)
        where = f"{path}, {self.query}"
        return self.verdict_on(where, faults, f"{where}: {len(self.rows)} rows as expected")

    def faults(self, rows: Sequence[Sequence[Any]]) -> list[str]:
        """Return what is wrong with the rows of the query."""
        expected = [[int(cell) if isinstance(cell, bool) else cell for cell in row] for row in self.rows]
        return row_faults(rows, expected, self.tolerance, ordered=self.ordered, written=False)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = relative(self.path)
        data = _settled(*_made_database(evidence, path))
        plain = copied(evidence, scratch)
        for ending in (*_JOURNALS, "-shm"):
            (plain.workspace / f"{path}{ending}").unlink(missing_ok=True)
        journals = [f"{path}{ending}" for ending in _JOURNALS]
        given = [path, *(name for name in journals if (evidence.workspace / name).is_file())]
        dump = "\n".join(" | ".join(map(str, row)) for row in self.rows)
        contents = [
            (
                "no tables",
                changed_database(data, [f"DROP TABLE IF EXISTS {name}" for name in database_tables(data)]),
            ),
            ("a text with everything", f"{self.query}\n{dump}".encode()),
            first_half(data),
            *_changes(self, data),
        ]
        corruptions = with_contents(plain, path, contents, scratch)
        return [*corruptions, ("as they were given", as_given(evidence, given))]


def read_database(evidence: Evidence, path: str) -> tuple[bytes, dict[str, bytes]]:
    """Return a database and its journals. Raise `CheckFailed` if there is none."""
    database = content(evidence.workspace, path)
    journals = {}
    for ending in _JOURNALS:
        with suppress(CheckFailed):
            journals[ending] = content(evidence.workspace, f"{path}{ending}")
    return database, journals


def _made_database(evidence: Evidence, path: str) -> tuple[bytes, dict[str, bytes]]:
    """Return a database and its journals. Raise `CheckFailed` if all are as they were given."""
    database, journals = read_database(evidence, path)
    if not any(is_made(evidence, f"{path}{ending}") for ending in ("", *journals)):
        raise CheckFailed(f"{path} is unchanged")
    return database, journals


def _changes(check: SqliteRows, data: bytes) -> list[tuple[str, bytes]]:
    """Return databases with other rows, as far as the query gives something else for them."""
    statements: dict[str, str] = {}
    for table, columns in database_tables(data).items():
        statements |= {
            f"{table} is empty": _deleting(table),
            f"{table} without its first row": _deleting(table, "min"),
            f"{table} without its last row": _deleting(table, "max"),
            f"rows of {table} twice": _copying(table, columns),
            **{f"a wrong {column} in {table}": changing_column(table, column) for column in columns},
        }
    changed = [(words, changed_database(data, [statement])) for words, statement in statements.items()]
    return [(words, database) for words, database in changed if _differs(check, database)]


def _deleting(table: str, which: str | None = None) -> str:
    one = f" WHERE rowid = (SELECT {which}(rowid) FROM {table})" if which else ""  # noqa: S608 - quoted
    return f"DELETE FROM {table}{one}"  # noqa: S608 - quoted


def changing_column(table: str, column: str) -> str:
    """Return a statement that makes all values of a column wrong."""
    other = (
        f"CASE typeof({column}) WHEN 'text' THEN 'not ' || {column} ELSE coalesce({column}, 0) * 2 + 7 END"
    )
    return f"UPDATE OR IGNORE {table} SET {column} = {other}"  # noqa: S608 - quoted


def _copying(table: str, columns: dict[str, bool]) -> str:
    kept = ", ".join(column for column, is_key in columns.items() if not is_key)
    return f"INSERT OR IGNORE INTO {table} ({kept}) SELECT {kept} FROM {table}"  # noqa: S608 - quoted


def _differs(check: SqliteRows, data: bytes) -> bool:
    try:
        (rows,) = query_rows(data, {}, (check.query,), "a copy")
        return bool(check.faults(rows))
    except CheckFailed:
        return True


def database_tables(data: bytes) -> dict[str, dict[str, bool]]:
    """Return the tables, their columns, and whether these are keys, with quoted names."""
    with closing(_opened(data)) as database:
        names = database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        )
        return {
            _quoted(name): {
                _quoted(row[1]): bool(row[5])
                for row in database.execute(f"PRAGMA table_info({_quoted(name)})").fetchall()
            }
            for (name,) in names.fetchall()
        }


def changed_database(data: bytes, statements: list[str]) -> bytes:
    """Return a database after some statements. Those that fail change nothing."""
    with closing(_opened(data)) as database:
        for statement in statements:
            with suppress(sqlite3.Error):
                database.execute(statement)
        return database.serialize()


def _opened(data: bytes) -> sqlite3.Connection:
    """Open a copy in memory. A statement that takes too long, as with an endless trigger, is given up."""
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.deserialize(data)
    limit_connection(database, _LONGEST_VALUE)
    database.set_progress_handler(lambda: True, _MOST_OPERATIONS)
    return database


def _settled(data: bytes, journals: dict[str, bytes]) -> bytes:
    """Return a database with the changes of its journals, in a mode that needs none."""
    with tempfile.TemporaryDirectory(prefix="m3bench-database-") as name:
        file = _written(Path(name) / "copy.db", data, journals)
        if any(is_foreign_journal(file.with_name(f"{file.name}{ending}")) for ending in journals):
            raise CheckFailed("the journal of the database names another file")
        with closing(sqlite3.connect(file)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
        return file.read_bytes()


def _written(file: Path, database: bytes, journals: Mapping[str, bytes]) -> Path:
    file.write_bytes(database)
    for ending, data in journals.items():
        file.with_name(f"{file.name}{ending}").write_bytes(data)
    return file


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def query_rows(
    database: bytes, journals: Mapping[str, bytes], queries: Sequence[str], path: str
) -> list[list[tuple[Any, ...]]]:
    """Return the rows of queries. Raise `CheckFailed` if there is no such database, or they take too long."""
    if not database.startswith(_HEADER):
        raise CheckFailed(f"{path} is not an SQLite database")
    limits = DatabaseLimits(SECONDS, MAX_ROWS, _LARGEST, _LONGEST_VALUE, _LARGEST)
    with tempfile.TemporaryDirectory(prefix="m3bench-database-") as name:
        given = _written(Path(name) / "given.db", database, journals)
        try:
            return query_database(given, queries, limits)
        except QueryFailed as problem:
            asked = f"{queries[0]} failed: " if len(queries) == 1 else ""
            raise CheckFailed(f"{path}: {asked}{problem}") from None
