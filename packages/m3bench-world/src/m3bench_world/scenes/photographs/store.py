"""The folder of fetched photographs, and what is in it."""

from __future__ import annotations

import hashlib
import io
import os
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from PIL import Image

from m3bench.caching import cache_folder
from m3bench.core import UsageError
from m3bench_world.scenes.photographs.catalogue import Source, ThingPhotograph, catalogue_digest, views
from m3bench_world.scenes.photographs.mending import mended, without_grass

VARIABLE = "M3BENCH_PHOTOGRAPHS"
MANIFEST, LICENCES = "manifest.json", "LICENCES.txt"
FETCH = "m3bench scenes fetch photographs"


class StoredFile(msgspec.Struct, frozen=True):
    """A file in the folder: its hash and size, and where it comes from."""

    sha256: str
    bytes: int
    package: str
    member: str
    licence: str


class Manifest(msgspec.Struct, frozen=True):
    """What was fetched."""

    catalogue: str
    packages: dict[str, str]
    """The version of each package."""
    files: dict[str, StoredFile]


def photographs_folder() -> Path:
    """Return the folder of photographs: ``$M3BENCH_PHOTOGRAPHS`` if set, else in the cache."""
    own = os.environ.get(VARIABLE)
    return Path(own).expanduser() if own else cache_folder("photographs")


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of a folder, or None if nothing was fetched into it."""
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError):
        return None


def is_fetched() -> bool:
    """Return whether the photographs of this version are on this machine."""
    manifest = read_manifest(photographs_folder())
    return manifest is not None and manifest.catalogue == catalogue_digest()


def require_photographs() -> None:
    """Raise `UsageError` if the photographs are not on this machine, or are those of another version."""
    manifest = read_manifest(photographs_folder())
    if manifest is None:
        raise UsageError("The pictures are photographs, which are not on this machine.", f"Run: {FETCH}")
    if manifest.catalogue != catalogue_digest():
        raise UsageError(
            f"The photographs in {photographs_folder()} are those of another version of m3bench.",
            f"Run: {FETCH}",
        )


def damaged_files(folder: Path, manifest: Manifest) -> list[str]:
    """Return the files that are missing or have another hash."""
    return [name for name, stored in manifest.files.items() if _digest(folder / name) != stored.sha256]


def thing_image(photograph: ThingPhotograph) -> Image.Image:
    """Return a thing without fringes and without an empty margin, as RGBA. Do not change the image."""
    return _thing(_checked(photograph.source), photograph.in_grass)


def view_image(name: str) -> Image.Image:
    """Return a landscape or a surface as RGB. Do not change the image."""
    return _view(_checked(views()[name].source))


class _CheckedFile(NamedTuple):
    """A file and the hash that it must have, which together are the key of a cached image."""

    path: Path
    sha256: str

    def read(self) -> io.BytesIO:
        try:
            data = self.path.read_bytes()
        except OSError:
            data = b""
        if hashlib.sha256(data).hexdigest() != self.sha256:
            raise UsageError(f"The photograph {self.path} is missing or damaged.", f"Run: {FETCH} --again")
        return io.BytesIO(data)


def _checked(source: Source) -> _CheckedFile:
    folder = photographs_folder()
    try:
        changed = (folder / MANIFEST).stat().st_mtime_ns
    except OSError:
        changed = 0
    return _CheckedFile(folder / source.path, _hashes(folder, changed).get(source.path, ""))


@lru_cache(maxsize=2)
def _hashes(folder: Path, changed: int) -> dict[str, str]:
    """Return the hash of each file of a folder, as of the time when its manifest was changed."""
    del changed
    manifest = read_manifest(folder)
    return {} if manifest is None else {name: stored.sha256 for name, stored in manifest.files.items()}


@lru_cache(maxsize=160)
def _thing(file: _CheckedFile, in_grass: bool) -> Image.Image:
    with Image.open(file.read()) as image:
        whole = image.convert("RGBA")
    return mended(without_grass(whole) if in_grass else whole)


@lru_cache(maxsize=8)
def _view(file: _CheckedFile) -> Image.Image:
    with Image.open(file.read()) as image:
        return image.convert("RGB")


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
