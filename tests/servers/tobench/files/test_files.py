"""The server `files`."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from m3bench.servers import Files, load
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from tests.servers.asking import InProcess

SERVER = "files"


@pytest.fixture
def tools(tmp_path: Path) -> InProcess:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "plan.md").write_text("# Plan\nBuy apples\nbuy pears\n", encoding="utf-8")
    (tmp_path / "logo.bin").write_bytes(b"\x00\x01")
    (tmp_path / ".m3bench").mkdir()
    (tmp_path / ".m3bench" / "records.db").write_bytes(b"secret")
    (tmp_path / "outside").symlink_to(tmp_path.parent)
    return InProcess(SERVER, tmp_path)


def test_folders_are_listed_without_links_and_records(tools: InProcess) -> None:
    assert tools("list_folder").data["entries"] == [
        {"name": "docs", "kind": "folder"},
        {"name": "logo.bin", "kind": "file", "bytes": 2},
    ]
    assert tools("tree").data == {"folder": ".", "files": 2, "tree": "docs/\n  plan.md (28)\nlogo.bin (2)"}
    assert tools("list_folder", path="logo.bin").is_error
    assert tools("list_folder", path="outside").is_error
    assert tools("read_text", path=".m3bench/records.db").is_error


def test_lines_are_read_and_seen(tools: InProcess) -> None:
    data = tools("read_text", path="docs/plan.md", start_line=2, line_count=1).data
    assert data == {"text": "Buy apples", "first_line": 2, "last_line": 2, "total_lines": 3}
    answer = load(SERVER).call(
        ToolContext(World(), Files(tools.workspace)), "read_text", {"path": "docs/plan.md", "start_line": 3}
    )
    assert answer.looked[0].spans == ((2 / 3, 1.0),)
    assert "binary" in tools("read_text", path="logo.bin").text
    assert tools("read_text", path="docs/plan.md", start_line=9).is_error


def test_writing_and_editing(tools: InProcess) -> None:
    assert tools("write_text", path="new/a.txt", text="one two one").data["bytes"] == 11
    assert tools("write_text", path="new/a.txt", text="", overwrite=False).is_error
    assert "2 times" in tools("edit_text", path="new/a.txt", old_text="one", new_text="1").text
    assert tools("edit_text", path="new/a.txt", old_text="two", new_text="2").data["replaced"] == 1
    assert tools("edit_text", path="new/a.txt", old_text="", new_text="x").is_error
    assert tools("append_text", path="new/a.txt", text="!").data["bytes"] == 10
    assert (tools.workspace / "new/a.txt").read_text(encoding="utf-8") == "one 2 one!"
    assert tools("write_text", path="../a.txt", text="").is_error


def test_copies_moves_and_deletions(tools: InProcess) -> None:
    assert tools("copy", source="docs", target="backup").data["files"] == 1
    assert tools("copy", source="docs", target="backup").is_error
    assert tools("copy", source="docs", target="docs/inner").is_error
    assert tools("move", source="backup/plan.md", target="old/plan.md").data["files"] == 1
    assert not (tools.workspace / "backup/plan.md").exists()
    assert tools("move", source="old", target="old/inner").is_error
    assert tools("make_folder", path="empty/inner").data["kind"] == "folder"
    assert tools("delete", path="empty").is_error
    assert tools("delete", path="empty", recursive=True).data["files"] == 0
    assert tools("delete", path=".", recursive=True).is_error
    assert tools("delete", path="old/plan.md").data["files"] == 1
    assert not (tools.workspace / "old/plan.md").exists()


def test_what_moved_is_noted(tools: InProcess) -> None:
    context = ToolContext(World(), Files(tools.workspace))
    moved = load(SERVER).call(context, "move", {"source": "docs", "target": "papers"})
    assert (moved.wrote, moved.removed) == (("papers/plan.md",), ("docs/plan.md",))


def test_names_and_contents_are_searched(tools: InProcess) -> None:
    assert tools("search", name="*.MD").data == {"total": 1, "files": ["docs/plan.md"]}
    lines = tools("search", text="BUY").data["matches"]
    assert [line["line"] for line in lines] == [2, 3]
    assert tools("search", text="BUY", match_case=True).data["matches"] == []
    assert tools("search").is_error
    assert tools("search", name="*" * 20).is_error


def test_sizes_and_sums(tools: InProcess) -> None:
    assert tools("info", path="docs").data == {"path": "docs", "kind": "folder", "files": 1, "bytes": 28}
    assert tools("info", path="logo.bin").data["bytes"] == 2
    assert tools("hash", path="logo.bin").data["hash"] == hashlib.sha256(b"\x00\x01").hexdigest()
    assert "docs/plan.md" in tools("info", path="docs/plans.md").text


def test_names_that_are_not_utf_8(tools: InProcess) -> None:
    folder = tools.workspace / "docs" / os.fsdecode(b"\xfe")
    folder.mkdir()
    (folder / os.fsdecode(b"\xff.txt")).write_text("odd")
    assert {"name": r"\xfe", "kind": "folder"} in tools("list_folder", path="docs").data["entries"]
    assert tools("read_text", path=r"docs/\xfe/\xff.txt").data["text"] == "odd"
    assert tools("copy", source="docs", target="copied").data["files"] == 2
    copied = tools.workspace / "copied" / os.fsdecode(b"\xfe") / os.fsdecode(b"\xff.txt")
    assert copied.read_text() == "odd"
    assert r"\xff" in tools("read_text", path=r"docs/\xff").text
