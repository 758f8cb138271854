"""The check of SQLite databases."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, ClassVar

from m3bench.checks.check import Check, CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import copied
from m3bench.checks.data.sqlite_reading import query_rows
from m3bench.checks.data.values import MAX_EXPECTED, row_faults
from m3bench.checks.files import as_given, content, is_made, joined, relative, with_contents
from m3bench.checks.reading import EXACT, Tolerance
from m3bench.workers import is_foreign_journal, limit_connection

JOURNALS = ("-wal", "-journal")
"""Files beside a database that hold changes that are not in it yet."""
_LONGEST_VALUE = 4 * 2**20
_MOST_OPERATIONS = 50_000_000
"""Of SQLite's machine, for one statement."""


class SqliteRows(Check, frozen=True):
    """Texts are compared exactly; 1 and 0 are true and false."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a query on an SQLite database gives exactly these rows"

    path: str
    query: str
    """One SELECT statement."""
    rows: tuple[tuple[Any, ...], ...]
    ordered: bool = False
    """Whether the order of the rows matters."""
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        relative(self.path)
        if not re.match(r"\s*(SELECT|WITH)\b", self.query, re.IGNORECASE):
            raise ValueError("the query must be a SELECT statement")
        if len(self.rows) > MAX_EXPECTED:
            raise ValueError(f"expected at most {MAX_EXPECTED} rows")

    def look(self, evidence: Evidence) -> Verdict:
        path = relative(self.path)
        database, journals = read_database(evidence, path)
        found = query_rows(database, journals, self.query, path)
        faults = self.faults(found)
        if faults:
            return self.verdict(False, f"{path}, {self.query}: {joined(faults)}")
        return self.verdict(True, f"{path}, {self.query}: {len(self.rows)} rows as expected")

    def faults(self, found: Sequence[Sequence[Any]]) -> list[str]:
        """Return what is wrong with the rows of the query."""
        expected = [[int(cell) if isinstance(cell, bool) else cell for cell in row] for row in self.rows]
        return row_faults(found, expected, self.tolerance, ordered=self.ordered, written=False)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = relative(self.path)
        data = _settled(*read_database(evidence, path))
        plain = _without_journals(evidence, path, scratch)
        given = [
            path,
            *(f"{path}{ending}" for ending in JOURNALS if (evidence.workspace / f"{path}{ending}").is_file()),
        ]
        told = "\n".join(" | ".join(map(str, row)) for row in self.rows)
        contents = [
            ("no tables", _changed(data, [f"DROP TABLE IF EXISTS {name}" for name in _tables(data)])),
            ("a text with everything", f"{self.query}\n{told}".encode()),
            ("the first half", data[: len(data) // 2]),
            *_changes(self, data),
        ]
        found = with_contents(plain, path, contents, scratch)
        return [*found, ("as they were given", as_given(evidence, given))]


def read_database(evidence: Evidence, path: str) -> tuple[bytes, dict[str, bytes]]:
    """Return a database and its journals. Raise `CheckFailed` if all are as they were given."""
    database = content(evidence.workspace, path)
    journals = {}
    for ending in JOURNALS:
        try:
            journals[ending] = content(evidence.workspace, f"{path}{ending}")
        except CheckFailed:
            continue
    if not is_made(evidence, path) and not any(is_made(evidence, f"{path}{ending}") for ending in journals):
        raise CheckFailed(f"{path} is unchanged")
    return database, journals


def _changes(check: SqliteRows, data: bytes) -> list[tuple[str, bytes]]:
    """Return databases with other rows, as far as the query gives something else for them."""
    statements: list[tuple[str, str]] = []
    for table, columns in _tables(data).items():
        statements += [
            (f"{table} is empty", _deleting(table)),
            (f"{table} without its first row", _deleting(table, "min")),
            (f"{table} without its last row", _deleting(table, "max")),
            (f"rows of {table} twice", _copying(table, columns)),
        ]
        statements += [(f"a wrong {column} in {table}", _changing(table, column)) for column in columns]
    changed = [(words, _changed(data, [statement])) for words, statement in statements]
    return [(words, each) for words, each in changed if _differs(check, each)]


def _deleting(table: str, which: str | None = None) -> str:
    one = f" WHERE rowid = (SELECT {which}(rowid) FROM {table})" if which else ""  # noqa: S608 - quoted
    return f"DELETE FROM {table}{one}"  # noqa: S608 - quoted


def _changing(table: str, column: str) -> str:
    other = (
        f"CASE typeof({column}) WHEN 'text' THEN 'not ' || {column} ELSE coalesce({column}, 0) * 2 + 7 END"
    )
    return f"UPDATE OR IGNORE {table} SET {column} = {other}"  # noqa: S608 - quoted


def _copying(table: str, columns: dict[str, bool]) -> str:
    kept = ", ".join(column for column, is_key in columns.items() if not is_key)
    return f"INSERT OR IGNORE INTO {table} ({kept}) SELECT {kept} FROM {table}"  # noqa: S608 - quoted


def _differs(check: SqliteRows, data: bytes) -> bool:
    try:
        found = query_rows(data, {}, check.query, "a copy")
    except CheckFailed:
        return True
    return bool(check.faults(found))


def _tables(data: bytes) -> dict[str, dict[str, bool]]:
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


def _changed(data: bytes, statements: list[str]) -> bytes:
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
        file = Path(name) / "copy.db"
        file.write_bytes(data)
        for ending, journal in journals.items():
            file.with_name(f"{file.name}{ending}").write_bytes(journal)
            if is_foreign_journal(file.with_name(f"{file.name}{ending}")):
                raise CheckFailed("the journal of the database names another file")
        with closing(sqlite3.connect(file)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
        return file.read_bytes()


def _without_journals(evidence: Evidence, path: str, scratch: Path) -> Evidence:
    copy = copied(evidence, scratch)
    for ending in (*JOURNALS, "-shm"):
        (copy.workspace / f"{path}{ending}").unlink(missing_ok=True)
    return copy


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
