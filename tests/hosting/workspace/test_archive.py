"""A workspace is moved, also to another disk, whatever lies in it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from m3bench.core import records_folder
from m3bench.hosting import Workspace, keep_workspace
from m3bench.hosting.workspace import archive


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "file.txt").write_text("text")
    (folder / "link").symlink_to("/etc/passwd")
    os.mkfifo(folder / "pipe")
    return folder


@pytest.fixture
def other_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(Path, "rename", refuse)


def test_on_one_disk_all_of_it_is_moved(workspace: Path, tmp_path: Path) -> None:
    target = tmp_path / "kept" / "t-1"
    target.mkdir(parents=True)
    (target / "old").touch()
    assert keep_workspace(workspace, target) == []
    assert sorted(path.name for path in target.iterdir()) == ["deep", "link", "pipe"]
    assert not workspace.exists()


@pytest.mark.usefixtures("other_disk")
def test_to_another_disk_special_and_huge_files_stay_behind(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "HASH_LIMIT", 100)
    (workspace / "huge").write_bytes(b"x" * 101)
    target = tmp_path / "kept" / "t-1"
    assert keep_workspace(workspace, target) == ["huge (101 bytes)", "pipe (a special file)"]
    assert (target / "deep" / "file.txt").read_text() == "text"
    assert (target / "link").readlink() == Path("/etc/passwd"), "a link is kept as a link"
    assert not workspace.exists()


@pytest.mark.usefixtures("other_disk")
def test_a_full_disk_is_told(workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("shutil.copystat", full)
    with pytest.raises(OSError, match="No space left"):
        keep_workspace(workspace, tmp_path / "kept")


@pytest.mark.parametrize("disk", ["one disk", "another disk"])
def test_records_come_along(
    disk: str, workspace: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if disk == "another disk":
        request.getfixturevalue("other_disk")
    target = tmp_path / "run" / "kept"
    for words in (b"of an earlier try", b"records"):
        workspace.mkdir(exist_ok=True)
        records_folder(workspace).mkdir()
        (records_folder(workspace) / "records.sqlite").write_bytes(words)
        keep_workspace(workspace, target)
    assert (records_folder(target) / "records.sqlite").read_bytes() == b"records"
    assert not workspace.exists()
    assert not records_folder(workspace).exists()
    Workspace(target).remove()
    assert list(target.parent.iterdir()) == []
