"""Where packages come from: a mirror, apt or a folder."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from m3bench.core import UsageError
from m3bench_world.scenes.photographs import catalogue
from m3bench_world.scenes.photographs.fetching import (
    AptSource,
    FolderSource,
    MirrorSource,
    fetch,
    fetch_photographs,
    is_complete,
)
from tests.volume import FULL
from tests.world.scenes.photographs.fetching.archive import Archive, quiet


class Mirror(BaseHTTPRequestHandler):
    """Serves the packages of an archive; a first answer may end early."""

    archive: Archive
    breaks: bool
    asked: list[str | None]

    def do_GET(self) -> None:
        wanted = next(
            (package for package in self.archive.packages if self.path == f"/debian/{package.pool}"), None
        )
        self.asked.append(self.headers.get("Range"))
        if wanted is None:
            self.send_error(404)
            return
        data = next(self.archive.folder.glob(f"{wanted.name}_*")).read_bytes()
        start = int((self.headers.get("Range") or "bytes=0-")[6:-1])
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(data) - start))
        self.end_headers()
        end = start + 100 if type(self).breaks else len(data)
        self.wfile.write(data[start:end])
        type(self).breaks = False

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def mirror(archive: Archive) -> Iterator[Callable[[bool], str]]:
    Mirror.archive, Mirror.asked = archive, []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Mirror)
    thread = Thread(target=server.serve_forever)
    thread.start()

    def address(breaks: bool) -> str:
        Mirror.breaks = breaks
        return f"http://127.0.0.1:{server.server_port}/debian/"

    yield address
    server.shutdown()
    thread.join()
    server.server_close()


def test_photographs_come_from_a_mirror(mirror: Callable[[bool], str], no_photographs: Path) -> None:
    fetch_photographs(MirrorSource(mirror(False)), quiet)
    assert is_complete(no_photographs)


def test_an_interrupted_download_is_continued(mirror: Callable[[bool], str], no_photographs: Path) -> None:
    with pytest.raises(UsageError, match=r"ended after 100 of \d+ bytes"):
        fetch_photographs(MirrorSource(mirror(True)), quiet)
    assert not no_photographs.exists()
    fetch_photographs(MirrorSource(mirror(False)), quiet)
    assert is_complete(no_photographs)
    assert "bytes=100-" in Mirror.asked


def test_a_mirror_without_the_package_is_named(mirror: Callable[[bool], str]) -> None:
    with pytest.raises(UsageError, match=r"elsewhere/pool/main/stamps_2\.0-1_all\.deb cannot be downloaded"):
        fetch_photographs(MirrorSource(f"{mirror(False)}elsewhere"), quiet)


@pytest.mark.parametrize("address", ["file:///etc", "mirror", "ftp://mirror"])
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(UsageError, match="is not an HTTP address"):
        MirrorSource(address)


def test_a_folder_must_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not a folder"):
        FolderSource(tmp_path / "absent")


def _program(folder: Path, script: str) -> None:
    folder.mkdir()
    program = folder / "apt-get"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def test_photographs_come_from_apt(
    archive: Archive, no_photographs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _program(tmp_path / "bin", f'cp "{archive.folder}/${{2%%=*}}"_*.deb .')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    fetch_photographs(AptSource(), quiet)
    assert is_complete(no_photographs)


def test_apt_that_has_no_such_version_is_named(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _program(tmp_path / "bin", 'echo "E: Version was not found" >&2; exit 100')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    with pytest.raises(UsageError, match=r"cannot get stamps 1:2\.0-1: E: Version was not found") as error:
        fetch_photographs(AptSource(), quiet)
    assert "--from FOLDER" in (error.value.hint or "")
    assert archive.packages


def test_a_machine_without_apt_is_told_the_other_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="no apt-get") as error:
        AptSource()
    assert "--mirror URL" in (error.value.hint or "")


@pytest.mark.slow
def test_the_real_packages_have_every_photograph(
    no_photographs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The smallest package, or all 325 MB in a full test."""
    if shutil.which("apt-get") is None:
        pytest.skip("this machine has no apt-get")
    package = min(catalogue.packages(), key=lambda each: each.bytes)
    if not FULL:
        chosen = tuple(source for source in catalogue.sources() if source.package == package.name)
        monkeypatch.setattr(fetch, "packages", lambda: (package,))
        monkeypatch.setattr(fetch, "sources", lambda: chosen)
    asked = subprocess.run(
        ["apt-get", "download", "--print-uris", f"{package.name}={package.version}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if asked.returncode:
        pytest.skip(f"apt-get does not know {package.name} {package.version}: {asked.stderr.strip()[:200]}")
    try:
        fetch_photographs(AptSource(), quiet)
    except UsageError as error:
        if "apt-get cannot get" in str(error):
            pytest.skip(str(error))
        raise
    assert is_complete(no_photographs)
