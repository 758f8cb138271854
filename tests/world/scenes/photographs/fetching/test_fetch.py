"""The photographs are fetched whole or not at all, and only from the pinned packages."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from PIL import Image

from m3bench.core import UsageError
from m3bench.world.scenes.photographs import catalogue, is_fetched, read_manifest, require_photographs
from m3bench.world.scenes.photographs.catalogue import Package, Source
from m3bench.world.scenes.photographs.fetching import (
    AptSource,
    FolderSource,
    MirrorSource,
    PackageSource,
    fetch,
    fetch_photographs,
    is_complete,
    remove_photographs,
)
from m3bench.world.scenes.photographs.fetching.licences import licences_text
from tests.volume import FULL
from tests.world.scenes.photographs.fetching.packing import write_deb


def quiet(stage: str, done: int, total: int) -> None:
    assert stage
    assert 0 <= done <= total


def picture(kind: str, size: tuple[int, int]) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (90, 120, 60)).save(out, kind)
    return out.getvalue()


class Archive:
    """Two packages on a mirror, pinned in the catalogue."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        contents = {
            "stamps": {"usr/apple.png": picture("PNG", (20, 20)), "usr/other.png": b"not wanted"},
            "walls": {"usr/meadow.jpg": picture("JPEG", (2400, 1200))},
        }
        self.packages: list[Package] = []
        self.sources: list[Source] = []
        for name, pictures in contents.items():
            files = {**pictures, f"usr/share/doc/{name}/copyright": b"Copyright: somebody"}
            deb = write_deb(folder / f"{name}_1%3a2.0-1_all.deb", files)
            data = deb.read_bytes()
            pool = f"pool/main/{name}_2.0-1_all.deb"
            self.packages.append(Package(name, "1:2.0-1", len(data), hashlib.sha256(data).hexdigest(), pool))
            chosen = [pair for pair in files.items() if pair[0].endswith(("apple.png", "meadow.jpg"))]
            self.sources += [self._source(name, *pair) for pair in chosen]

    @staticmethod
    def _source(package: str, member: str, data: bytes) -> Source:
        place = "views" if member.endswith("jpg") else "things"
        return Source(
            package=package,
            member=member,
            sha256=hashlib.sha256(data).hexdigest(),
            licence="GPL-2+",
            author="somebody",
            path=f"{place}/{Path(member).name}",
        )


@pytest.fixture
def archive(tmp_path: Path, no_photographs: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    folder = tmp_path / "debs"
    folder.mkdir()
    made = Archive(folder)
    monkeypatch.setattr(fetch, "packages", lambda: tuple(made.packages))
    monkeypatch.setattr(fetch, "sources", lambda: tuple(made.sources))
    catalogue.catalogue_digest.cache_clear()
    yield made
    assert [path.name for path in no_photographs.parent.glob("photographs-new*")] == []


def test_photographs_come_from_a_folder(archive: Archive, no_photographs: Path) -> None:
    with pytest.raises(UsageError, match="not on this machine"):
        require_photographs()
    assert not is_complete(no_photographs)
    assert fetch_photographs(FolderSource(archive.folder), quiet) == no_photographs
    require_photographs()
    assert is_fetched()
    assert is_complete(no_photographs)
    manifest = read_manifest(no_photographs)
    assert manifest is not None
    assert sorted(manifest.files) == ["things/apple.png", "views/meadow.jpg"]
    assert manifest.packages == {"stamps": "1:2.0-1", "walls": "1:2.0-1"}
    for name, stored in manifest.files.items():
        assert hashlib.sha256((no_photographs / name).read_bytes()).hexdigest() == stored.sha256
    with Image.open(no_photographs / "views/meadow.jpg") as view:
        assert view.size == (1600, 800)
    assert (no_photographs / "copyright" / "walls.txt").read_bytes() == b"Copyright: somebody"
    assert not (no_photographs / "things" / "other.png").exists()
    assert sorted(path.name for path in no_photographs.parent.iterdir() if path.name[0] != ".") == [
        "debs",
        "photographs",
    ]


def test_a_second_fetch_does_nothing(archive: Archive, no_photographs: Path) -> None:
    fetch_photographs(FolderSource(archive.folder), quiet)
    shutil.rmtree(archive.folder)
    archive.folder.mkdir()
    fetch_photographs(FolderSource(archive.folder), quiet)
    (no_photographs / "things" / "apple.png").write_bytes(b"damaged")
    assert not is_complete(no_photographs)
    with pytest.raises(UsageError, match="has no stamps_"):
        fetch_photographs(FolderSource(archive.folder), quiet)


def test_a_wrong_package_is_refused_and_nothing_is_kept(archive: Archive, no_photographs: Path) -> None:
    deb = next(archive.folder.glob("walls_*"))
    deb.write_bytes(deb.read_bytes()[:-1] + b"?")
    with pytest.raises(UsageError, match=r"walls 1:2\.0-1 is not the expected file: its SHA-256 is"):
        fetch_photographs(FolderSource(archive.folder), quiet)
    assert not no_photographs.exists()
    downloads = no_photographs.with_name("photographs-downloads")
    assert [path.name for path in downloads.iterdir()] == ["stamps_1%3a2.0-1_all.deb"]
    assert remove_photographs()
    assert not downloads.exists()


def test_a_failed_fetch_keeps_what_was_there(archive: Archive, no_photographs: Path) -> None:
    fetch_photographs(FolderSource(archive.folder), quiet)
    next(archive.folder.glob("walls_*")).write_bytes(b"!<arch>\n")
    with pytest.raises(UsageError, match="not the expected file"):
        fetch_photographs(FolderSource(archive.folder), quiet, again=True)
    assert is_complete(no_photographs)


def test_a_wrong_photograph_in_a_right_package_is_refused(archive: Archive, no_photographs: Path) -> None:
    good = archive.sources[0]
    archive.sources[0] = Source(**{**_fields(good), "sha256": "0" * 64})
    with pytest.raises(UsageError, match=r"usr/apple\.png of stamps has the SHA-256"):
        fetch_photographs(FolderSource(archive.folder), quiet)
    archive.sources[0] = Source(**{**_fields(good), "member": "usr/absent.png"})
    with pytest.raises(UsageError, match=r"has no usr/absent\.png"):
        fetch_photographs(FolderSource(archive.folder), quiet)
    assert not no_photographs.exists()


def _fields(source: Source) -> dict[str, str]:
    return {name: getattr(source, name) for name in source.__struct_fields__}


def test_photographs_are_removed(archive: Archive, no_photographs: Path) -> None:
    assert not remove_photographs()
    fetch_photographs(FolderSource(archive.folder), quiet)
    assert remove_photographs()
    assert not no_photographs.exists()
    assert not is_fetched()


def test_photographs_of_another_version_are_named(
    archive: Archive, no_photographs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "catalogue_digest", lambda: "of an older version")
    fetch_photographs(FolderSource(archive.folder), quiet)
    assert no_photographs.exists()
    assert not is_fetched()
    with pytest.raises(UsageError, match="of another version"):
        require_photographs()


class Mirror(BaseHTTPRequestHandler):
    """Serves the packages of an archive; a first answer may end early."""

    archive: Archive
    breaks: bool
    asked: list[str | None]

    def do_GET(self) -> None:
        wanted = next((each for each in self.archive.packages if self.path == f"/debian/{each.pool}"), None)
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


def test_two_fetches_at_once_are_refused(archive: Archive) -> None:
    class Second:
        def get(self, package: Package, target: Path, advance: Callable[[int], None]) -> None:
            fetch_photographs(FolderSource(archive.folder), quiet)

    second: PackageSource = Second()
    with pytest.raises(UsageError, match="being fetched already"):
        fetch_photographs(second, quiet)


def test_licences_name_every_package_and_landscape() -> None:
    text = licences_text()
    for package in catalogue.packages():
        assert f"{package.name} {package.version}" in text
    for view in catalogue.views().values():
        assert f"{view.source.path}: {view.source.licence}, {view.source.author}" in text


@pytest.mark.slow
def test_the_real_packages_have_every_photograph(
    no_photographs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The smallest package, or all 325 MB in a full test."""
    if shutil.which("apt-get") is None:
        pytest.skip("this machine has no apt-get")
    package = min(catalogue.packages(), key=lambda each: each.bytes)
    if not FULL:
        chosen = tuple(each for each in catalogue.sources() if each.package == package.name)
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
