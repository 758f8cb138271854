"""No text leads out of a folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import PathRefused, confined_path, local_path

ROOT = "/some/folder"


def follow(path: str) -> str:
    """A disk without links."""
    return os.path.normpath(path)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("a.png", "a.png"),
        ("./b/../a.png", "a.png"),
        (f"{ROOT}/a.png", "a.png"),
        (f"file://{ROOT}/my%20a.png", "my a.png"),
        ("file:a.png", "a.png"),
        ("~$book.xlsx", "~$book.xlsx"),
        ("..a/b", "..a/b"),
    ],
)
def test_paths_inside(path: str, place: str) -> None:
    assert confined_path(ROOT, path, follow) == f"{ROOT}/{place}"


@pytest.mark.parametrize(
    "path",
    [
        "../a",
        f"{ROOT}-beside/a",
        "a/../../b",
        "/",
        "file:///etc/passwd",
        "FILE://localhost/etc/passwd",
        "file:%2e%2e/a",
        "file:a%00b",
        "~",
        "~/a",
        "~root/a",
    ],
)
def test_paths_outside(path: str) -> None:
    with pytest.raises(PathRefused, match="lies outside the workspace"):
        confined_path(ROOT, path, follow)


@pytest.mark.parametrize("path", [".m3bench", ".m3bench/records.sqlite", "a/../.m3bench/x", ".M3Bench/x"])
def test_the_state_of_servers_is_reserved(path: str) -> None:
    with pytest.raises(PathRefused, match="is reserved"):
        confined_path(ROOT, path, follow)


def test_only_the_state_folder_itself_is_reserved() -> None:
    assert confined_path(ROOT, "a/.m3bench/x", follow) == f"{ROOT}/a/.m3bench/x"
    assert confined_path(ROOT, ".m3bench2", follow) == f"{ROOT}/.m3bench2"


@pytest.mark.parametrize("path", ["", "  ", "a\0b", "x" * 1_001])
def test_invalid_paths(path: str) -> None:
    with pytest.raises(PathRefused, match="is not a path"):
        confined_path(ROOT, path, follow)


@given(st.text(alphabet=st.sampled_from("./~ab\0%2efile:\\é"), max_size=40))
def test_nothing_leads_out(path: str) -> None:
    try:
        target = confined_path(ROOT, path, follow)
    except PathRefused:
        return
    assert target == ROOT or target.startswith(f"{ROOT}/")


def test_links_are_followed(tmp_path: Path) -> None:
    root = tmp_path.resolve() / "root"
    (root / "inner").mkdir(parents=True)
    (root / "in").symlink_to("inner")
    (root / "out").symlink_to(tmp_path)
    (root / "round").symlink_to("round")
    assert confined_path(str(root), "in/a", os.path.realpath) == str(root / "inner" / "a")
    with pytest.raises(PathRefused, match="outside its folder"):
        confined_path(str(root), "out/a", os.path.realpath, called="its folder")
    assert confined_path(str(root), "round", os.path.realpath) == str(root / "round"), "who opens it is told"


def test_only_file_addresses_are_read() -> None:
    assert local_path("https://a.example/b%20c") == "https://a.example/b%20c"
    assert local_path("file:///b%20c") == "/b c"
