"""A folder with stand-ins for all photographs, so that scenes are tested where none were fetched."""

from __future__ import annotations

import hashlib
import io
import random
from pathlib import Path

import msgspec
from PIL import Image, ImageDraw

from m3bench_world.scenes.photographs.catalogue import catalogue_digest, packages, sources
from m3bench_world.scenes.photographs.store import MANIFEST, Manifest, StoredFile


def write_stand_ins(folder: Path) -> Path:
    """Write a picture for every photograph of the catalogue, and a manifest."""
    files, view = {}, _view(random.Random(1))
    for source in sources():
        data = view if source.path.startswith("views/") else _thing(random.Random(source.path))
        path = folder / source.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        files[source.path] = StoredFile(digest, len(data), source.package, source.member, source.licence)
    manifest = Manifest(catalogue_digest(), {package.name: package.version for package in packages()}, files)
    (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    return folder


def _thing(chance: random.Random) -> bytes:
    """Draw an ellipse with legs."""
    wide, high = chance.randint(200, 300), chance.randint(150, 240)
    colour = tuple(chance.randint(30, 220) for _ in range(3))
    image = Image.new("RGBA", (wide + 20, high + 20), (255, 255, 255, 0))
    draw = ImageDraw.Draw(image)
    draw.ellipse((10, 10, wide + 10, high * 0.7), fill=(*colour, 255))
    for share in (0.3, 0.7):
        draw.rectangle((wide * share, high * 0.5, wide * share + 20, high + 10), fill=(*colour, 255))
    return _encoded(image, "PNG")


def _view(chance: random.Random) -> bytes:
    coarse = Image.frombytes("RGB", (64, 48), chance.randbytes(64 * 48 * 3))
    return _encoded(coarse.resize((1600, 1200)), "JPEG")


def _encoded(image: Image.Image, kind: str) -> bytes:
    out = io.BytesIO()
    image.save(out, kind)
    return out.getvalue()
