"""Workspaces that were filled to break the checks: each gives a failed verdict with a reason."""

from __future__ import annotations

import io
import os
import struct
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from m3bench.checks import (
    Check,
    Evidence,
    FileExists,
    Mark,
    NoStrayFiles,
    PictureChangedOnly,
    PictureCrop,
    PictureOverlay,
    PictureShows,
    SheetCells,
    SlideLayout,
    SlidePictures,
    SlideTexts,
)
from m3bench.checks.files.workspaces import MAX_ENTRIES
from tests.checks.outcomes import evidence_of, scene, workbook

READERS: tuple[Check, ...] = (
    SheetCells("made.bin", cells={"A1": 1}),
    SlideTexts("made.bin", ("x",)),
    SlidePictures("made.bin"),
    SlideLayout("made.bin"),
    PictureCrop("made.bin", "photo.png", ((0, 0, 20, 20),)),
    PictureChangedOnly("made.bin", "photo.png", ((0, 0, 20, 20),)),
    PictureOverlay("made.bin", "0123456789abcdef", (Mark(0.5, 0.5, "red"),)),
    PictureShows("made.bin", {"title": "There is a title."}),
)


def archive(members: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return written.getvalue()


def replaced(member: str, data: bytes) -> bytes:
    """The good workbook with another member."""
    with zipfile.ZipFile(io.BytesIO(workbook())) as file:
        members = {name: file.read(name) for name in file.namelist()}
    return archive(members | {member: data})


def png(wide: int, high: int, data: bytes) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


LAUGHS = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>'
FILES: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "noise": lambda: os.urandom(2000),
    "no archive": lambda: b"PK\x03\x04" + b"\0" * 100,
    "empty archive": lambda: archive({}),
    "odd archive": lambda: archive({"[Content_Types].xml": b"<x/>", "../../etc/x": b"x"}),
    "cut workbook": lambda: workbook()[:-300],
    "cut middle": lambda: workbook()[:500] + workbook()[900:],
    "zip bomb": lambda: archive({"xl/worksheets/sheet1.xml": b"\0" * (20 * 2**20)}),
    "entities": lambda: replaced("xl/workbook.xml", LAUGHS),
    "entities in UTF-16": lambda: replaced("xl/workbook.xml", LAUGHS.decode().encode("utf-16")),
    "broken sheet": lambda: replaced("xl/worksheets/sheet1.xml", b"<worksheet><sheetData><row r='x'>"),
    "many members": lambda: archive({f"{number}.xml": b"" for number in range(3000)}),
    "picture bomb": lambda: png(60_000, 60_000, zlib.compress(b"\0" * 1000)),
    "cut picture": lambda: png(100, 100, zlib.compress(b"\0" * 1000)),
    "tiny picture": lambda: png(1, 1, zlib.compress(b"\0\1\2\3")),
}


@pytest.mark.parametrize("name", sorted(FILES))
def test_broken_and_harmful_files_give_reasons(name: str, tmp_path: Path) -> None:
    scene().save(tmp_path / "photo.png")
    (tmp_path / "made.bin").write_bytes(FILES[name]())
    began = time.process_time()
    for check in READERS:
        verdict = check.evaluate(evidence_of(tmp_path))
        assert not verdict.passed
        assert len(verdict.reason) > 10
    assert time.process_time() - began < 30


def outside(folder: Path) -> None:
    (folder.parent / "secret.bin").write_bytes(workbook())
    (folder / "made.bin").symlink_to(folder.parent / "secret.bin")


def through_a_folder(folder: Path) -> None:
    (folder.parent / "secrets").mkdir()
    (folder.parent / "secrets" / "made.bin").write_bytes(workbook())
    (folder / "sub").symlink_to(folder.parent / "secrets")


@pytest.mark.parametrize(
    "fill",
    [
        outside,
        lambda folder: (folder / "made.bin").symlink_to("made.bin"),
        lambda folder: (folder / "made.bin").symlink_to("/dev/zero"),
        lambda folder: (folder / "made.bin").mkdir(),
        lambda folder: os.mkfifo(folder / "made.bin"),
    ],
)
def test_links_folders_and_pipes_are_no_files(fill: Callable[[Path], None], tmp_path: Path) -> None:
    folder = tmp_path / "workspace"
    folder.mkdir()
    fill(folder)
    scene().save(folder / "photo.png")
    for check in (*READERS, FileExists("made.bin")):
        verdict = check.evaluate(evidence_of(folder))
        assert not verdict.passed
        assert verdict.reason


def test_folders_are_not_followed_either(tmp_path: Path) -> None:
    folder = tmp_path / "workspace"
    folder.mkdir()
    through_a_folder(folder)
    assert not FileExists("**/made.bin").evaluate(evidence_of(folder)).passed
    sheet = SheetCells("sub/made.bin", cells={"A1": "fruit of the day"}).evaluate(evidence_of(folder))
    assert sheet.reason == "sub/made.bin is a link"
    assert "links or special files: sub" in NoStrayFiles().evaluate(evidence_of(folder)).reason


def test_huge_files_are_not_read(tmp_path: Path) -> None:
    with (tmp_path / "made.bin").open("wb") as file:
        file.truncate(2**40)
    began = time.process_time()
    assert "larger than 64 MiB" in READERS[0].evaluate(evidence_of(tmp_path)).reason
    evidence = evidence_of(tmp_path, before={"made.bin": "0" * 64})
    assert FileExists("made.bin").evaluate(evidence).passed
    assert time.process_time() - began < 15


def test_absurdly_many_files_are_not_listed(tmp_path: Path) -> None:
    for number in range(MAX_ENTRIES + 1):
        (tmp_path / str(number)).touch()
    assert "more than 10,000 files" in NoStrayFiles().evaluate(evidence_of(tmp_path)).reason


def test_a_workspace_that_is_gone_has_no_files(tmp_path: Path) -> None:
    evidence: Evidence = evidence_of(tmp_path / "gone")
    assert not FileExists("x").evaluate(evidence).passed
    assert "does not exist" in READERS[0].evaluate(evidence).reason


def test_odd_names_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "a\nb").touch()
    (tmp_path / os.fsdecode(b"\xff\xfe")).touch()
    assert not NoStrayFiles(("*.png",)).evaluate(evidence_of(tmp_path)).passed
    assert NoStrayFiles(("*",)).evaluate(evidence_of(tmp_path)).passed
