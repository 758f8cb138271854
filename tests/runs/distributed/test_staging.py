"""Files of attempts on their way from a worker to the run folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import M3BenchError
from m3bench.runs.distributed.staging import StagedFiles, store_files
from m3bench.runs.store import RunFolder

WORKSPACE = "workspaces/sum-1"


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


def everything(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_files_of_one_attempt_arrive_and_those_of_others_stay(staging: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    files = StagedFiles(staging).collect(WORKSPACE)
    store_files(run, files, WORKSPACE)
    assert everything(run) == files
    assert set(files.values()) == {b"picture", b"[]", b"long result"}
    assert not (staging / WORKSPACE).exists()
    assert (staging / "workspaces" / "sum-2" / "half").exists()


def test_shared_files_are_sent_once(staging: Path) -> None:
    staged = StagedFiles(staging)
    staged.collect(WORKSPACE)
    assert staged.collect(None) == {}
    digest = RunFolder(staging).blobs.put(b"another long result")
    assert list(staged.collect(None)) == [f"blobs/{digest[:2]}/{digest[2:]}"]


def test_drafts_of_blobs_and_links_are_not_sent(staging: Path) -> None:
    staged = StagedFiles(staging)
    staged.collect(WORKSPACE)
    (staging / "blobs" / "ab").mkdir()
    (staging / "blobs" / "ab" / "cdef.1a2b3c4d").write_bytes(b"half")
    (staging / "tools" / "link.json").symlink_to("/etc/hostname")
    assert staged.collect(None) == {}


def test_a_workspace_replaces_that_of_an_earlier_try(tmp_path: Path) -> None:
    (tmp_path / WORKSPACE).mkdir(parents=True)
    (tmp_path / WORKSPACE / "old").write_bytes(b"old")
    store_files(tmp_path, {f"{WORKSPACE}/new": b"new"}, WORKSPACE)
    assert everything(tmp_path) == {f"{WORKSPACE}/new": b"new"}


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
        store_files(tmp_path, {name: b"hostile"}, None)
    assert everything(tmp_path) == {}
