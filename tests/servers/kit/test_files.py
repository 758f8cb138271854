"""Nothing leads out of the workspace."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.servers.kit import BadArgument, Files, NotFound, ToolFailure


@pytest.fixture
def files(tmp_path: Path) -> Files:
    (tmp_path / "workspace").mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    return Files(tmp_path / "workspace")


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "/etc/passwd",
        "a/../../secret.txt",
        "./../secret.txt",
        "~/../../../etc/passwd/..",
        "\0",
        " ",
    ],
)
def test_paths_that_lead_out_are_refused(files: Files, path: str) -> None:
    for attempt in (files.inside, files.read, lambda way: files.write(way, b"x")):
        try:
            attempt(path)
        except ToolFailure:
            continue
        assert files.inside(path).is_relative_to(files.root)
    assert (files.root.parent / "secret.txt").read_text() == "secret"


def test_links_that_lead_out_are_refused(files: Files) -> None:
    (files.root / "link").symlink_to(files.root.parent / "secret.txt")
    (files.root / "folder").symlink_to(files.root.parent)
    for path in ("link", "folder/secret.txt", "folder/new.txt"):
        with pytest.raises(BadArgument, match="outside"):
            files.read(path)
        with pytest.raises(BadArgument, match="outside"):
            files.write(path, b"x")
    assert not (files.root.parent / "new.txt").exists()


def test_a_folder_that_becomes_a_link_meanwhile_is_not_followed(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path is looked at, then an agent swaps a folder for a link, then the file is opened."""
    (files.root / "folder").mkdir()
    looked = files.inside

    def swapped(path: str, name: str = "path") -> Path:
        found = looked(path, name)
        (files.root / "folder").rmdir()
        (files.root / "folder").symlink_to(files.root.parent)
        return found

    monkeypatch.setattr(files, "inside", swapped)
    with pytest.raises(NotFound):
        files.read("folder/secret.txt")
    (files.root / "folder").unlink()
    (files.root / "folder").mkdir()
    with pytest.raises(BadArgument, match="cannot be written"):
        files.write("folder/secret.txt", b"x")
    assert (files.root.parent / "secret.txt").read_text() == "secret"


def test_a_pipe_is_not_waited_for(files: Files) -> None:
    os.mkfifo(files.root / "pipe")
    with pytest.raises(NotFound):
        files.read("pipe")
    with pytest.raises(BadArgument):
        files.write("pipe", b"x")


def test_a_loop_of_links_is_refused(files: Files) -> None:
    (files.root / "a").symlink_to(files.root / "b")
    (files.root / "b").symlink_to(files.root / "a")
    with pytest.raises(ToolFailure):
        files.read("a")


def test_a_whole_path_inside_is_fine(files: Files) -> None:
    written = files.write(str(files.root / "deep" / "note.txt"), b"hello")
    assert files.relative(written) == "deep/note.txt"
    assert files.read("deep/note.txt") == b"hello"
    assert files.names() == ["deep/note.txt"]


def test_an_absent_file_is_told_with_those_like_it(files: Files) -> None:
    files.write("paper.pdf", b"x")
    with pytest.raises(NotFound, match=r"paper\.pdf"):
        files.read("papr.pdf")
    with pytest.raises(NotFound):
        files.read(".")
    with pytest.raises(BadArgument, match="written"):
        files.write("paper.pdf/inside.txt", b"x")


@given(st.text(max_size=60))
def test_no_text_leads_out(path: str) -> None:
    files = Files(Path("/nowhere/workspace"))
    try:
        target = files.inside(path)
    except ToolFailure:
        return
    assert target.is_relative_to(files.root)


def test_changed_files_are_noted_for_each_call(tmp_path: Path) -> None:
    files = Files(tmp_path)
    files.write("old.txt", b"1")
    call = files.for_call()
    call.write("new/a.txt", b"1")
    call.write("new/a.txt", b"2")
    (tmp_path / "old.txt").unlink()
    call.mark_changed(tmp_path / "old.txt")
    assert call.changed() == (("new/a.txt",), ("old.txt",))
    assert files.changed() == ((), ("old.txt",))


@pytest.mark.parametrize("name", [b"\xff.txt", b"back\\slash", b"\\xff", b"new\nline", b"x" * 255])
def test_odd_names_are_listed_and_taken_back(files: Files, name: bytes) -> None:
    (files.root / os.fsdecode(name)).write_bytes(b"content")
    (listed,) = files.names()
    listed.encode()
    assert files.read(listed) == b"content"
    files.write(listed, b"new")
    assert files.changed() == ((listed,), ())
    assert (files.root / os.fsdecode(name)).read_bytes() == b"new"
