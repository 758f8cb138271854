from __future__ import annotations

import os
from pathlib import Path

import pytest

from m3bench.core.redaction import protect
from m3bench.hosting import Workspace
from m3bench.hosting.workspace import redaction as workspace_redaction
from m3bench.hosting.workspace.redaction import redact_workspace

KEY = "sk-workspace-1234"


def test_secrets_go_from_files_and_names(tmp_path: Path) -> None:
    protect([KEY])
    (tmp_path / "a.txt").write_text(f"key {KEY}")
    (tmp_path / "b.bin").write_bytes(b"\0\x01" + KEY.encode())
    (tmp_path / "c.txt").write_text("nothing")
    folder = tmp_path / f"of-{KEY}"
    folder.mkdir()
    (folder / f"{KEY}.txt").write_text(KEY)
    before = (tmp_path / "c.txt").stat().st_ino
    names = tuple(Workspace(tmp_path).manifest().items)
    assert redact_workspace(tmp_path, names)
    assert sorted(Workspace(tmp_path).manifest().items) == [
        "a.txt", "b.bin", "c.txt", "of-${SECRET}", "of-${SECRET}/${SECRET}.txt",
    ]  # fmt: skip
    assert (tmp_path / "a.txt").read_text() == "key ${SECRET}"
    assert (tmp_path / "b.bin").read_bytes() == b"\0\x01" + b"*" * len(KEY)
    assert (tmp_path / "c.txt").stat().st_ino == before
    assert not redact_workspace(tmp_path, tuple(Workspace(tmp_path).manifest().items))


def test_links_are_not_followed_and_modes_stay(tmp_path: Path) -> None:
    protect([KEY])
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.write_text(KEY)
    inside.mkdir()
    (inside / "link").symlink_to(outside)
    (inside / "secret").write_text(KEY)
    (inside / "secret").chmod(0o640)
    assert redact_workspace(inside, ["link", "secret", "gone"])
    assert outside.read_text() == KEY
    assert (inside / "secret").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("size", [0, 7, 64])
def test_large_files_go_in_pieces(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    protect([KEY])
    monkeypatch.setattr(workspace_redaction, "_AT_ONCE", 1)
    monkeypatch.setattr(workspace_redaction, "_CHUNK", 5)
    (tmp_path / "a").write_text("." * size + KEY + "." * size)
    (tmp_path / "b").write_text("." * (size + 9))
    assert redact_workspace(tmp_path, ["a"])
    assert not redact_workspace(tmp_path, ["b"])
    assert (tmp_path / "a").read_text() == "." * size + "${SECRET}" + "." * size
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_without_secrets_nothing_is_read(tmp_path: Path) -> None:
    assert not redact_workspace(tmp_path, ["gone"])


LONG_NAMES = [
    "\U0001f600" * 60,
    os.fsdecode(b"\xff" * 255),
    f"{'x' * 230}{KEY}",
    f"{KEY}{os.fsdecode(bytes([254]))}",
    f".{'y' * 20}.redacted",
]


@pytest.mark.parametrize("name", LONG_NAMES, ids=range(len(LONG_NAMES)))
def test_files_with_long_and_odd_names_are_redacted(name: str, tmp_path: Path) -> None:
    protect([KEY])
    (tmp_path / name).write_text(f"key {KEY}")
    assert redact_workspace(tmp_path, tuple(Workspace(tmp_path).manifest().items))
    (path,) = tmp_path.iterdir()
    assert path.read_text() == "key ${SECRET}"
    assert KEY not in path.name


def test_a_name_full_of_secrets_still_fits(tmp_path: Path) -> None:
    protect(["abc123"])
    for ending in ("x", "y"):
        (tmp_path / f"{'abc123' * 42}{ending}").write_text("plain")
    assert redact_workspace(tmp_path, tuple(Workspace(tmp_path).manifest().items))
    assert len(list(tmp_path.iterdir())) == 2
    assert all("abc123" not in path.name for path in tmp_path.iterdir())


def test_a_file_that_is_called_like_a_draft_stays(tmp_path: Path) -> None:
    protect([KEY])
    (tmp_path / ".a.txt.redacted").write_text("of the agent")
    (tmp_path / "a.txt").write_text(KEY)
    assert redact_workspace(tmp_path, ["a.txt"])
    assert (tmp_path / ".a.txt.redacted").read_text() == "of the agent"
