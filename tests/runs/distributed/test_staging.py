"""Files of attempts on their way from a worker to the run folder."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import anyio
import pytest

from m3bench.core import M3BenchError, records_folder
from m3bench.core.redaction import protect
from m3bench.records import CallInfo, RecordStore, final_changes
from m3bench.runs.distributed.messages import FilePiece
from m3bench.runs.distributed.staging import IncomingFiles, StagedFiles
from m3bench.runs.store import Key, RunFolder
from tests.attacks.programs.odd_names import NAMES, content, leave_all

WORKSPACE = "workspaces/sum-1"
KEY = Key("sum", 1)


@pytest.fixture
def staging(tmp_path: Path) -> Path:
    folder = tmp_path / "staging"
    (folder / WORKSPACE / "media").mkdir(parents=True)
    (folder / WORKSPACE / "media" / "a.png").write_bytes(b"picture")
    (folder / "workspaces" / "sum-2").mkdir()
    (folder / "workspaces" / "sum-2" / "half").write_bytes(b"of another attempt, still at work")
    (folder / "tools").mkdir()
    (folder / "tools" / "ppt.json").write_bytes(b"[]")
    RunFolder(folder).blobs.put(b"long result")
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Path:
    (tmp_path / "run").mkdir()
    return tmp_path / "run"


def everything(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def sent(staged: StagedFiles, workspace: str | None, run: Path | None = None) -> list[FilePiece]:
    """Return the pieces that were sent. With a run, they are written there."""
    pieces: list[FilePiece] = []
    incoming = None if run is None else IncomingFiles(run)

    async def send(piece: FilePiece) -> None:
        pieces.append(piece if incoming is None else FilePiece(piece.key, piece.path, piece.offset, b""))
        if incoming is not None:
            incoming.take(piece)

    anyio.run(staged.send, KEY, workspace, send)
    if incoming is not None:
        incoming.finish(KEY, workspace)
    return pieces


def test_files_of_one_attempt_arrive_and_those_of_others_stay(staging: Path, run: Path) -> None:
    before = everything(staging)
    sent(StagedFiles(staging), WORKSPACE, run)
    del before["workspaces/sum-2/half"]
    assert everything(run) == before
    assert not (staging / WORKSPACE).exists()
    assert (staging / "workspaces" / "sum-2" / "half").exists()


def test_records_arrive_also_without_a_file_in_the_workspace(staging: Path, tmp_path: Path) -> None:
    empty, run = "workspaces/sum-3", tmp_path / "run"
    (staging / empty).mkdir()
    RecordStore(staging / empty).change(CallInfo("desk", "refund", {}), {("orders", "A1"): {}})
    (run / empty).mkdir(parents=True)
    RecordStore(run / empty).change(CallInfo("of an earlier try", "x", {}), {("orders", "A1"): {}})
    sent(StagedFiles(staging), empty, run)
    assert (run / empty).is_dir()
    assert [change.call.server for change in final_changes(run / empty)] == ["desk"]
    assert not records_folder(staging / empty).exists()


def test_a_workspace_that_a_worker_kept_itself_stays(run: Path) -> None:
    (run / WORKSPACE).mkdir(parents=True)
    (run / WORKSPACE / "made.txt").write_text("kept")
    IncomingFiles(run).finish(KEY, WORKSPACE)
    assert (run / WORKSPACE / "made.txt").read_text() == "kept"


def test_shared_files_are_sent_once(staging: Path) -> None:
    staged = StagedFiles(staging)
    sent(staged, WORKSPACE)
    assert sent(staged, None) == []
    digest = RunFolder(staging).blobs.put(b"another long result")
    assert {piece.path for piece in sent(staged, None)} == {f"blobs/{digest[:2]}/{digest[2:]}"}


def test_drafts_of_blobs_and_links_are_not_sent(staging: Path) -> None:
    staged = StagedFiles(staging)
    sent(staged, WORKSPACE)
    (staging / "blobs" / "ab").mkdir()
    (staging / "blobs" / "ab" / "cdef.1a2b3c4d").write_bytes(b"half")
    (staging / "tools" / "link.json").symlink_to("/etc/hostname")
    assert sent(staged, None) == []


def test_a_large_file_is_never_in_memory_and_holes_are_not_sent(staging: Path, run: Path) -> None:
    with (staging / WORKSPACE / "large").open("wb") as file:
        for _ in range(30):
            file.write(os.urandom(1 << 20))
        file.truncate(2 << 30)
        file.seek(1 << 30)
        file.write(b"the end")
    tracemalloc.start()
    try:
        pieces = sent(StagedFiles(staging), WORKSPACE, run)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 20 << 20
    assert len([piece for piece in pieces if piece.path.endswith("large")]) < 12
    arrived = run / WORKSPACE / "large"
    assert arrived.stat().st_size == 2 << 30
    assert arrived.stat().st_blocks * 512 < 40 << 20
    with arrived.open("rb") as file:
        file.seek(1 << 30)
        assert file.read(8) == b"the end\0"


def test_a_secret_that_only_the_run_knows_is_redacted_on_arrival(staging: Path, run: Path) -> None:
    protect(["sk-only-the-run-knows-12345"])
    (staging / WORKSPACE / "note").write_text("the key is sk-only-the-run-knows-12345.")
    sent(StagedFiles(staging), WORKSPACE, run)
    assert (run / WORKSPACE / "note").read_text() == "the key is ${SECRET}."


def test_a_workspace_replaces_that_of_an_earlier_try(run: Path) -> None:
    (run / WORKSPACE).mkdir(parents=True)
    (run / WORKSPACE / "old").write_bytes(b"old")
    incoming = IncomingFiles(run)
    for piece in (
        FilePiece(KEY, f"{WORKSPACE}/new", 0, b"new"),
        FilePiece(KEY, f"{WORKSPACE}/new", 3, b"", is_last=True),
    ):
        incoming.take(piece)
        assert (run / WORKSPACE / "old").exists(), "the attempt is not finished yet"
    incoming.finish(KEY, WORKSPACE)
    assert everything(run) == {f"{WORKSPACE}/new": b"new"}


def test_nothing_is_left_of_an_attempt_that_was_lost(run: Path) -> None:
    incoming = IncomingFiles(run)
    incoming.take(FilePiece(KEY, f"{WORKSPACE}/new", 0, b"half of it"))
    incoming.drop(KEY)
    assert list(run.iterdir()) == []


@pytest.mark.parametrize(
    "name",
    [
        "journal.jsonl",
        "manifest.json",
        "../elsewhere",
        "/etc/passwd",
        "blobs/../journal.jsonl",
        "workspaces/../../x",
    ],
)
def test_other_paths_are_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "blobs").mkdir()
    with pytest.raises(M3BenchError):
        IncomingFiles(tmp_path).take(FilePiece(KEY, name, 0, b"hostile", is_last=True))
    assert everything(tmp_path) == {}


def test_files_with_odd_names_arrive(tmp_path: Path) -> None:
    staging, run = tmp_path / "staging", tmp_path / "run"
    (staging / WORKSPACE).mkdir(parents=True)
    run.mkdir()
    leave_all(staging / WORKSPACE)
    files = {piece.path for piece in sent(StagedFiles(staging), WORKSPACE, run)}
    assert all(name.isascii() or name.encode() for name in files)
    for raw in NAMES.values():
        name = os.fsdecode(raw)
        assert (run / WORKSPACE / name).read_bytes() == content(raw)
        assert (run / WORKSPACE / "folders" / name / name).read_bytes() == content(raw)
    assert len(files) == 2 * len(NAMES)
    assert not (staging / WORKSPACE).exists()


def test_tracebacks_are_sent(staging: Path, tmp_path: Path) -> None:
    (staging / "errors").mkdir()
    (staging / "errors" / "sum-1-1-1.txt").write_text("Traceback")
    (tmp_path / "run").mkdir()
    sent(StagedFiles(staging), None, tmp_path / "run")
    assert (tmp_path / "run" / "errors" / "sum-1-1-1.txt").read_text() == "Traceback"
