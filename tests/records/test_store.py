"""Records that tools change."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from m3bench.core import records_folder
from m3bench.records import FILE_NAME, CallInfo, RecordsDamaged, RecordStore

CALL = CallInfo("orders", "refund", {"order": "A1"})
PAID, REFUNDED = {"state": "paid", "total": 30.5}, {"state": "refunded", "total": 30.5}


def test_a_store_without_changes_leaves_no_file(tmp_path: Path) -> None:
    store = RecordStore(tmp_path)
    assert store.get("orders", "A1", PAID) == PAID
    assert store.all("orders", {"A1": PAID}) == {"A1": PAID}
    assert store.changes() == []
    assert list(tmp_path.iterdir()) == []


def test_the_last_change_of_a_record_holds(tmp_path: Path) -> None:
    store = RecordStore(tmp_path)
    assert store.change(CALL, {("orders", "A1"): REFUNDED, ("refunds", "R1"): {"order": "A1"}}).number == 1
    assert store.change(CALL, {("orders", "A1"): PAID, ("refunds", "R1"): None}).number == 2
    again = RecordStore(tmp_path)
    assert again.get("orders", "A1") == PAID
    assert again.get("refunds", "R1", {"order": "B"}) is None
    assert again.all("refunds", {"R0": {}, "R1": {}}) == {"R0": {}}
    assert [(change.number, change.table) for change in again.changes()] == [
        (1, "orders"),
        (1, "refunds"),
        (2, "orders"),
        (2, "refunds"),
    ]
    assert again.changes()[0].call == CALL


def test_damaged_records_are_named(tmp_path: Path) -> None:
    records_folder(tmp_path).mkdir()
    (records_folder(tmp_path) / FILE_NAME).write_bytes(b"not a database" * 100)
    with pytest.raises(RecordsDamaged, match="cannot be read"):
        RecordStore(tmp_path).changes()


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    elsewhere, workspace = tmp_path / "elsewhere", tmp_path / "workspace"
    elsewhere.mkdir()
    workspace.mkdir()
    records_folder(workspace).symlink_to(elsewhere)
    with pytest.raises(RecordsDamaged, match="link"):
        RecordStore(workspace).change(CALL, {("orders", "A1"): PAID})
    assert list(elsewhere.iterdir()) == []


_KILLED = """
import os, signal, sqlite3, sys
from pathlib import Path
from m3bench.records import CallInfo, RecordStore

class Fatal(dict):
    def items(self):
        yield ("orders", "A1"), {"state": "refunded"}
        os.kill(os.getpid(), signal.SIGKILL)

RecordStore(Path(sys.argv[1])).change(CallInfo("orders", "refund", {}), Fatal())
"""


def test_a_process_killed_within_a_call_leaves_none_of_its_changes(tmp_path: Path) -> None:
    store = RecordStore(tmp_path)
    store.change(CALL, {("orders", "A1"): PAID})
    ended = subprocess.run([sys.executable, "-c", _KILLED, str(tmp_path)], env=os.environ, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert store.all("orders", {}) == {"A1": PAID}
    assert store.change(CALL, {("orders", "A1"): REFUNDED}).number == 2
    assert len(store.changes()) == 2
