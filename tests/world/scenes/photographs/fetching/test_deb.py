"""Packages are read without dpkg, and hostile ones are refused."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench_world.scenes.photographs.fetching import deb
from m3bench_world.scenes.photographs.fetching.deb import BadPackageError, deb_members
from tests.world.scenes.photographs.fetching.packing import ar_of, link_to, tar_of, write_deb


def read(path: Path, *wanted: str) -> dict[str, bytes]:
    return {member.path: member.data for member in deb_members(path, wanted)}


@pytest.mark.parametrize(
    ("name", "compress"),
    [
        ("data.tar", bytes),
        ("data.tar.xz", lzma.compress),
        ("data.tar.gz", gzip.compress),
        ("data.tar.bz2", bz2.compress),
    ],
)
def test_wanted_members_are_read(tmp_path: Path, name: str, compress: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "one.deb"
    archive = tar_of({"usr/a.png": b"first", "usr/b.png": b"second", "usr/c.png": b"third"})
    path.write_bytes(ar_of({"debian-binary": b"2.0", "control.tar.gz": b"?", name: compress(archive)}))
    assert read(path, "usr/a.png", "usr/c.png", "usr/absent.png") == {
        "usr/a.png": b"first",
        "usr/c.png": b"third",
    }


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE])
def test_a_wanted_member_must_be_a_plain_file(tmp_path: Path, kind: bytes) -> None:
    path = write_deb(tmp_path / "one.deb", {}, [link_to("usr/a.png", "/etc/passwd", kind)])
    with pytest.raises(BadPackageError, match=r"usr/a\.png, which is not a plain file"):
        read(path, "usr/a.png")


def test_paths_that_lead_elsewhere_are_never_read(tmp_path: Path) -> None:
    files = {"../usr/a.png": b"up", "/usr/a.png": b"root", "usr/../usr/a.png": b"around", "usr/a.png": b"it"}
    assert read(write_deb(tmp_path / "one.deb", files), "usr/a.png") == {"usr/a.png": b"it"}


def test_a_member_that_comes_twice_is_refused(tmp_path: Path) -> None:
    archive = tar_of({"usr/a.png": b"one"})[:1024] + tar_of({"usr/a.png": b"two"})
    path = tmp_path / "one.deb"
    path.write_bytes(ar_of({"data.tar": archive}))
    with pytest.raises(BadPackageError, match="twice"):
        read(path, "usr/a.png")


def test_a_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deb, "MOST_UNPACKED", 100_000)
    path = write_deb(tmp_path / "one.deb", {"usr/zeros": bytes(1_000_000), "usr/a.png": b"it"})
    assert path.stat().st_size < 20_000
    with pytest.raises(BadPackageError, match="unpacks to more than"):
        read(path, "usr/a.png")


def test_a_large_member_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deb, "LARGEST_MEMBER", 1000)
    path = write_deb(tmp_path / "one.deb", {"usr/a.png": bytes(1001)})
    with pytest.raises(BadPackageError, match="larger than"):
        read(path, "usr/a.png")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "is not a Debian package"),
        (b"PK\x03\x04 a zip file", "is not a Debian package"),
        (b"!<arch>\n", r"has no data\.tar"),
        (b"!<arch>\n" + b"x" * 60, "is damaged"),
        (ar_of({"control.tar.xz": b"control"}), r"has no data\.tar"),
        (ar_of({"data.tar.lz4": b"?"}), "compression is not supported"),
        (ar_of({"data.tar.xz": b"no xz"}), "cannot be read"),
        (ar_of({"data.tar": b"no tar" * 200}), "cannot be read"),
        (ar_of({"data.tar.xz": lzma.compress(bytes(5000))[:-30]}), "cannot be read"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "one.deb"
    path.write_bytes(data)
    with pytest.raises(BadPackageError, match=problem):
        read(path, "usr/a.png")


@given(cut=st.integers(0, 300), byte=st.integers(0, 255))
def test_a_damaged_package_gives_an_error_or_the_right_file(
    tmp_path_factory: pytest.TempPathFactory, cut: int, byte: int
) -> None:
    path = write_deb(tmp_path_factory.mktemp("deb") / "one.deb", {"usr/a.png": b"content" * 5})
    data = bytearray(path.read_bytes())
    data[min(cut, len(data) - 1)] = byte
    path.write_bytes(data)
    try:
        found = read(path, "usr/a.png")
    except BadPackageError:
        return
    assert set(found) <= {"usr/a.png"}
