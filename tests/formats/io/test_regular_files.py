from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import FormatError
from m3bench.core.paths import path_problem
from m3bench.formats.io.regular_files import open_regular, path_inside, read_user_file

OUT = (
    "../x",
    "/x",
    "a/../../x",
    "..",
    "",
    ".",
    "\0",
    "a\0",
    "C:\\x",
    "c:/x",
    "a\\b",
    "x" * 256,
    "a/" * 2_001,
)
IN = ("x", "a/b/c.png", "a/./b", "...", "..x", "x" * 255, "a b", "é.png", "ab:c")


@pytest.mark.parametrize("name", OUT)
def test_what_leads_out_is_refused(name: str, tmp_path: Path) -> None:
    assert path_problem(name)
    with pytest.raises(FormatError, match="the path"):
        path_inside(tmp_path, name)


@pytest.mark.parametrize("name", IN)
def test_what_stays_inside_is_found(name: str, tmp_path: Path) -> None:
    assert path_problem(name) is None
    assert path_inside(tmp_path, name).is_relative_to(tmp_path.resolve())


@given(st.text(max_size=30))
def test_no_text_leads_out(name: str) -> None:
    root = Path("/nowhere/in/particular")
    if path_problem(name) is None:
        assert Path(os.path.normpath(root / name)).is_relative_to(root)


def test_links_are_followed_inside_and_refused_outside(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "real").mkdir(parents=True)
    (folder / "real" / "x").write_text("x")
    (folder / "inner").symlink_to("real")
    (folder / "outer").symlink_to(tmp_path)
    (folder / "loop").symlink_to("loop")
    assert path_inside(folder, "inner/x").read_text() == "x"
    for name in ("outer", "outer/anything", "loop", "loop/x"):
        with pytest.raises(FormatError):
            path_inside(folder, name)


def test_the_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert path_inside(tmp_path / "link", "x") == (tmp_path / "real").resolve() / "x"


def test_only_plain_files_are_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, problem in (
        (tmp_path, "Is a directory"),
        (tmp_path / "pipe", "a pipe"),
        (Path("/dev/zero"), "a device"),
    ):
        with pytest.raises(OSError, match=problem):
            open_regular(path)
    with pytest.raises(OSError, match="null"):
        open_regular(Path("a\0b"))
    with pytest.raises(OSError, match="a pipe"):
        read_user_file(tmp_path / "pipe")


def test_a_pipe_of_the_shell_is_read() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"some text")
    os.close(writing)
    assert read_user_file(Path(f"/dev/fd/{reading}")) == b"some text"
    os.close(reading)
