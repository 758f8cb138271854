"""The server `archives`."""

from __future__ import annotations

import io
import tarfile
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.servers import ToolFailure
from m3bench_world.servers.tobench.archives.reading import MOST_UNPACKED, read_archive
from m3bench_world.servers.tobench.archives.tools import pack
from tests.servers.asking import InProcess

SERVER = "archives"


@pytest.fixture
def tools(tmp_path: Path) -> InProcess:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text("alpha", encoding="utf-8")
    (tmp_path / "b.txt").write_text("beta", encoding="utf-8")
    return InProcess(SERVER, tmp_path)


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize("ending", [".zip", ".tar", ".tar.gz", ".tgz"])
def test_files_survive_packing(tools: InProcess, ending: str) -> None:
    made = tools("create_archive", path=f"all{ending}", sources=["docs", "b.txt"]).data
    assert made["members"] == ["b.txt", "docs/a.txt"]
    assert [member["name"] for member in tools("list_archive", path=f"all{ending}").data["members"]] == made[
        "members"
    ]
    assert tools("test_archive", path=f"all{ending}").data["readable"]
    assert tools("read_member", path=f"all{ending}", member="b.txt").data["text"] == "beta"
    tools("add_to_archive", path=f"all{ending}", sources=["docs"], base="docs")
    assert tools("extract", path=f"all{ending}", target="out").data["extracted"] == [
        "out/a.txt",
        "out/b.txt",
        "out/docs/a.txt",
    ]
    assert (tools.workspace / "out/a.txt").read_bytes() == b"alpha"
    assert tools("extract", path=f"all{ending}", target="out").is_error
    assert tools("extract", path=f"all{ending}", target="one", members=["docs/*"]).data["files"] == 1


def test_the_same_files_give_the_same_bytes(tools: InProcess) -> None:
    for ending in (".zip", ".tar.gz"):
        assert pack({"a": b"1", "b": b"2"}, ending) == pack({"b": b"2", "a": b"1"}, ending)


@pytest.mark.parametrize("name", ["../evil.txt", "/evil.txt", "a/../../evil.txt", "..\\evil.txt"])
def test_members_that_escape_are_refused(tools: InProcess, name: str) -> None:
    (tools.workspace / "evil.zip").write_bytes(zipped(**{name: b"x", "good.txt": b"y"}))
    assert "nothing was extracted" in tools("extract", path="evil.zip").text
    assert not (tools.workspace.parent / "evil.txt").exists()
    assert tools("extract", path="evil.zip", members=["good.txt"]).data["files"] == 1
    assert len(tools("test_archive", path="evil.zip").data["refused"]) == 1


def test_links_are_refused(tools: InProcess) -> None:
    with tarfile.open(tools.workspace / "link.tar", "w") as archive:
        link = tarfile.TarInfo("passwd")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    assert "a link" in tools("extract", path="link.tar").text


def test_bombs_are_refused(tools: InProcess) -> None:
    (tools.workspace / "bomb.zip").write_bytes(zipped(zeros=bytes(MOST_UNPACKED + 1)))
    assert "50 MB" in tools("list_archive", path="bomb.zip").text
    assert not tools("list_archive", path="b.txt").text.startswith("{")
    assert tools("create_archive", path="a.rar", sources=["b.txt"]).is_error
    assert tools("read_member", path="missing.zip", member="x").is_error


@settings(max_examples=40)
@given(st.binary(max_size=200), st.sampled_from([b"", b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0"]))
def test_any_bytes_are_read_or_refused(data: bytes, start: bytes) -> None:
    with suppress(ToolFailure):
        assert isinstance(read_archive(start + data, "x").members, tuple)
