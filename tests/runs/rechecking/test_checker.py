"""Workspaces on their way to a worker."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from m3bench.records import CallInfo, RecordStore, final_changes
from m3bench.runs.rechecking.checker import pack_workspace, unpack_workspace


def test_files_folders_and_links_arrive_as_they_are(tmp_path: Path) -> None:
    sent, received = tmp_path / "sent", tmp_path / "received"
    (sent / "media" / "empty").mkdir(parents=True)
    (sent / "media" / "ä b.png").write_bytes(b"\x89PNG\0")
    (sent / "link").symlink_to("/etc/hostname")
    received.mkdir()
    unpack_workspace(pack_workspace(sent), received)
    assert sorted(path.relative_to(received).as_posix() for path in received.rglob("*")) == [
        "link", "media", "media/empty", "media/ä b.png",
    ]  # fmt: skip
    assert (received / "media" / "ä b.png").read_bytes() == b"\x89PNG\0"
    assert (received / "link").readlink() == Path("/etc/hostname")


def test_records_come_along(tmp_path: Path) -> None:
    sent, received = tmp_path / "sent", tmp_path / "received"
    sent.mkdir()
    received.mkdir()
    RecordStore(sent).change(CallInfo("desk", "refund", {}), {("orders", "A1"): {"paid": True}})
    unpack_workspace(pack_workspace(sent), received)
    assert final_changes(received) == final_changes(sent) != []
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "received", "received.records", "sent", "sent.records",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["../../outside", "link/outside"])
def test_nothing_is_written_outside(name: str, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    link = tarfile.TarInfo("link")
    link.type, link.linkname = tarfile.SYMTYPE, str(tmp_path)
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as file:
        file.addfile(link)
        file.addfile(tarfile.TarInfo(name), io.BytesIO())
    with pytest.raises(tarfile.OutsideDestinationError):
        unpack_workspace(archive.getvalue(), inside)
    assert not (tmp_path / "outside").exists()
