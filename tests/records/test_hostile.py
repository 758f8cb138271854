"""A database of records that somebody else wrote."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from m3bench.core import records_folder
from m3bench.records import (
    FILE_NAME,
    CallInfo,
    RecordsDamaged,
    RecordsFull,
    RecordStore,
    final_changes,
    trust,
)
from m3bench.records import database as settings
from m3bench.workers import DatabaseLimits

CALL = CallInfo("orders", "refund", {"order": "A1"})
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
HOLDING = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    RecordStore(folder).change(CALL, {("orders", "A1"): {"state": "refunded"}})
    return folder


def file_of(workspace: Path) -> Path:
    return records_folder(workspace) / FILE_NAME


def damage_of(workspace: Path) -> list[str]:
    """What everyone says who opens the records: a tool that reads or writes them, and a check."""
    store = RecordStore(workspace)
    ways: tuple[Callable[[], object], ...] = (
        lambda: store.get("orders", "A1"),
        store.changes,
        lambda: store.change(CALL, {("orders", "A2"): {}}),
        lambda: final_changes(workspace),
    )
    problems = []
    for way in ways:
        with pytest.raises(RecordsDamaged) as damage:
            way()
        problems.append(damage.value.message)
    return problems


@pytest.mark.parametrize(
    "statements",
    [
        ["ALTER TABLE changes RENAME TO kept", f"CREATE VIEW changes AS {ENDLESS} SELECT x AS number FROM n"],
        ["CREATE TRIGGER grow AFTER INSERT ON changes BEGIN DELETE FROM calls; END"],
        ["ALTER TABLE changes ADD COLUMN other TEXT"],
        ["DROP INDEX by_key"],
        ["CREATE INDEX slow ON changes (abs(number))"],
        ["CREATE TABLE other (x)"],
        ["DROP TABLE changes", "CREATE VIRTUAL TABLE changes USING fts5(number, name, key, value)"],
    ],
)
def test_other_tables_than_ours_are_refused(statements: list[str], workspace: Path) -> None:
    with closing(sqlite3.connect(file_of(workspace), isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)
    assert all("its tables are not those that were created" in said for said in damage_of(workspace))


@pytest.mark.parametrize(
    "row", ["1, 'orders', 'A1', 'no record'", "1, 'orders', 'A1', x'ff'", "7, 'orders', 'A1', '{}'"]
)
def test_rows_that_are_not_ours_are_damage(row: str, workspace: Path) -> None:
    with closing(sqlite3.connect(file_of(workspace))) as database, database:
        database.execute(f"INSERT INTO changes VALUES ({row})")
    with pytest.raises(RecordsDamaged, match="is not"):
        final_changes(workspace)


def replaced(workspace: Path, make: Callable[[Path], object]) -> None:
    file_of(workspace).unlink()
    make(file_of(workspace))


def make_sparse(file: Path) -> None:
    file.touch()
    os.truncate(file, 60 << 30)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda file: file.symlink_to("/dev/zero"), "in their place"),
        (Path.mkdir, "in their place"),
        (os.mkfifo, "in their place"),
        (make_sparse, "larger than 64 MiB"),
    ],
)
def test_other_things_than_a_file_are_not_opened(
    make: Callable[[Path], object], words: str, workspace: Path
) -> None:
    replaced(workspace, make)
    assert all(words in said for said in damage_of(workspace))


@pytest.mark.parametrize("ending", ["-journal", "-wal", "-shm"])
def test_pipes_beside_the_database_block_nobody(ending: str, workspace: Path) -> None:
    os.mkfifo(f"{file_of(workspace)}{ending}")
    assert all("beside them" in said for said in damage_of(workspace))


def test_a_write_ahead_log_is_not_opened(workspace: Path) -> None:
    with closing(sqlite3.connect(file_of(workspace))) as database:
        database.execute("PRAGMA journal_mode = WAL")
    with pytest.raises(RecordsDamaged, match="mode"):
        RecordStore(workspace).get("orders", "A1")


def test_a_held_lock_is_named_soon(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "_READING_SECONDS", 0.1)
    monkeypatch.setattr(settings, "_WRITING_SECONDS", 0.1)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(file_of(workspace))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    holder.stdout.readline()
    assert all("locked by another process" in said for said in damage_of(workspace))
    holder.communicate()
    trust._read.cache_clear()
    assert len(final_changes(workspace)) == 1


def test_what_tools_write_stays_within_the_limits_of_reading(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = RecordStore(workspace)
    with pytest.raises(RecordsFull, match="16 MiB each"):
        store.change(CALL, {("orders", "A2"): {"text": "x" * 2**24}})
    for number in range(4):
        store.change(CALL, {("orders", f"B{number}"): {"text": "x" * (2**24 - 2**17)}})
    with pytest.raises(RecordsFull, match="64 MiB"):
        store.change(CALL, {("orders", "B4"): {"text": "x" * 2**23}})
    assert len(final_changes(workspace)) == 5
    monkeypatch.setattr(settings, "LIMITS", DatabaseLimits(5.0, 5, 2**27, 2**24, 2**27))
    with pytest.raises(RecordsFull):
        store.change(CALL, {("orders", "A2"): {}})


def test_an_agent_finds_nothing_in_its_workspace(workspace: Path) -> None:
    assert list(workspace.iterdir()) == []
