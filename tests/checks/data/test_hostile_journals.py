"""Journals beside a database of an agent: SQLite follows them to other files."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from m3bench.checks import SqliteRows
from tests.checks.outcomes import evidence_of

MAGIC = bytes.fromhex("d9d505f920a163d7")
QUERY = SqliteRows("made.bin", "SELECT x FROM y", ((1,),))


def journal_naming(path: Path) -> bytes:
    """The journal of a transaction over several databases, whose list is in another file."""
    name = str(path).encode()
    numbers = (0, 7, 2, 512, 4096)  # pages, the start of checksums, pages before, sizes of sector and page
    head = MAGIC + b"".join(number.to_bytes(4) for number in numbers)
    lock_page = 0x40000000 // 4096 + 1
    end = lock_page.to_bytes(4) + name + len(name).to_bytes(4) + sum(name).to_bytes(4) + MAGIC
    return head.ljust(512, b"\0") + end


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    with closing(sqlite3.connect(folder / "made.bin")) as database, database:
        database.execute("CREATE TABLE y (x)")
        database.execute("INSERT INTO y VALUES (1)")
    return folder


def test_a_journal_deletes_no_file_that_it_names(workspace: Path, tmp_path: Path) -> None:
    victim = tmp_path / "precious.txt"
    victim.write_text("precious")
    (workspace / "made.bin-journal").write_bytes(journal_naming(victim))
    verdict = QUERY.evaluate(evidence_of(workspace))
    assert victim.exists()
    assert not verdict.passed
    assert "its journal names another file" in verdict.reason


def test_a_log_of_changes_that_are_not_in_the_database_yet_counts(workspace: Path) -> None:
    with closing(sqlite3.connect(workspace / "made.bin", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("INSERT INTO y VALUES (2)")
        both = SqliteRows("made.bin", "SELECT x FROM y", ((1,), (2,)))
        assert both.evaluate(evidence_of(workspace)).passed
