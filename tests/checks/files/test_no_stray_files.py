"""What may be created, changed and removed, and how that is corrupted."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from pathlib import Path

import pytest

from m3bench.checks import Evidence, NoStrayFiles
from m3bench.core import STATE_FOLDER
from m3bench.records import FILE_NAME, CallInfo, RecordStore
from tests.checks.outcomes import evidence_of

GIVEN = {"inbox/a.txt": b"one", "inbox/b.txt": b"two", "list.txt": b"three"}
MOVED = NoStrayFiles(("sorted/*.txt",), ("inbox/*.txt",))


@pytest.fixture
def evidence(tmp_path: Path) -> Evidence:
    """Both files of the inbox were moved, and the list is as it was."""
    for path, data in {"sorted/a.txt": b"one", "sorted/b.txt": b"two", "list.txt": b"three"}.items():
        (tmp_path / "work" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "work" / path).write_bytes(data)
    before = {path: hashlib.sha256(data).hexdigest() for path, data in GIVEN.items()}
    return evidence_of(tmp_path / "work", before=before)


def test_files_may_be_removed_where_that_is_said(evidence: Evidence) -> None:
    assert MOVED.evaluate(evidence).passed
    verdict = NoStrayFiles(("sorted/*.txt",), ("inbox/a.txt",)).evaluate(evidence)
    assert "changed or removed: inbox/b.txt" in verdict.reason
    assert not NoStrayFiles(("sorted/*.txt", "inbox/*.txt")).evaluate(evidence).passed


def test_a_file_that_may_go_must_not_be_changed(evidence: Evidence) -> None:
    (evidence.workspace / "inbox").mkdir()
    (evidence.workspace / "inbox" / "a.txt").write_bytes(b"other")
    assert "inbox/a.txt" in MOVED.evaluate(evidence).reason


def test_only_what_must_stay_is_corrupted(evidence: Evidence, tmp_path: Path) -> None:
    found = dict(MOVED.corruptions(evidence, tmp_path / "scratch"))
    assert set(found) == {"a stray file", "a link", "what was given is gone", "what was given is changed"}
    assert not any(MOVED.evaluate(outcome).passed for outcome in found.values())
    edited = NoStrayFiles(("sorted/*.txt", "list.txt"), ("inbox/*.txt",))
    assert "what was given is changed" not in dict(edited.corruptions(evidence, tmp_path / "more"))


def test_records_of_servers_are_not_stray_but_files_where_they_once_were_are(evidence: Evidence) -> None:
    RecordStore(evidence.workspace).change(CallInfo("desk", "refund", {}), {("orders", "A1"): {}})
    assert MOVED.evaluate(evidence).passed
    (evidence.workspace / STATE_FOLDER).mkdir()
    (evidence.workspace / STATE_FOLDER / FILE_NAME).write_bytes(b"hidden")
    assert "stray files: .m3bench/records.sqlite" in MOVED.evaluate(evidence).reason


def test_odd_names_are_found_and_shown_on_one_line(evidence: Evidence) -> None:
    for name in (b"\xff.txt", b"a\nall passed", "\u202egnp".encode(), b"back\\slash"):
        (evidence.workspace / os.fsdecode(name)).write_bytes(b"x")
    reason = MOVED.evaluate(evidence).reason
    reason.encode()
    assert r"stray files: \xff.txt, a\nall passed, back\\slash, \u202egnp" in reason
    allowed = NoStrayFiles(("*", "sorted/*.txt"), ("inbox/*.txt",))
    assert allowed.evaluate(evidence).passed


def test_given_files_with_odd_names_are_compared(evidence: Evidence) -> None:
    (evidence.workspace / os.fsdecode(b"\xff.txt")).write_bytes(b"x")
    given = {**evidence.before, r"\xff.txt": hashlib.sha256(b"x").hexdigest()}
    assert MOVED.evaluate(replace(evidence, before=given)).passed
    (evidence.workspace / os.fsdecode(b"\xff.txt")).write_bytes(b"y")
    assert r"changed or removed: \xff.txt" in MOVED.evaluate(replace(evidence, before=given)).reason
