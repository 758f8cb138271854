"""Pictures of tasks. Each is drawn when it is first needed, and kept on disk for all later runs."""

from __future__ import annotations

import io
from datetime import date
from functools import cache
from pathlib import Path, PurePosixPath

from m3bench.caching import DiskCache, cache_folder, package_fingerprint
from m3bench.core import Art, canonical_json
from m3bench.worlds import FileContents, Picture
from m3bench_world import World

_MOST_BYTES = 512 * 2**20
_PAINTERS, _LIBRARIES = ("m3bench_world", "m3bench_world.tables"), ("numpy", "pillow")
_RECEIPTS = ("receipt", "receipt_pile")
_JPEG, _QUALITY = (".jpg", ".jpeg"), 92


def picture_file(world: World, picture: Picture) -> bytes:
    """Return a picture in the format of its file name: JPEG for `.jpg`, else PNG."""
    drawn = picture_png(world, picture)
    return _as_jpeg(drawn) if PurePosixPath(picture.name).suffix.lower() in _JPEG else drawn


def picture_png(world: World, picture: Picture) -> bytes:
    """Return a picture as a PNG file.

    Seed and time of the world, kind and number of the scene, and the code that draws decide every pixel.
    """
    code = " ".join(package_fingerprint(name, _LIBRARIES) for name in _PAINTERS)
    taken = f"{picture.camera} {picture.art}"
    settings = canonical_json(picture.settings) if picture.settings else ""
    key = f"{code} {world.seed} {world.now.isoformat()} {picture.kind} {picture.number} {taken}{settings}"
    return _disk_cache(cache_folder("pictures")).get_or_make(key, lambda: _draw(world, picture))


@cache
def _disk_cache(folder: Path) -> DiskCache:
    return DiskCache(folder, _MOST_BYTES)


def _draw(world: World, picture: Picture) -> bytes:
    from m3bench_world.scenes import draw_picture  # noqa: PLC0415 - loads the drawing libraries

    return draw_picture(world, picture).png


def _as_jpeg(png: bytes) -> bytes:
    from PIL import Image  # noqa: PLC0415 - most pictures are PNG files

    file = io.BytesIO()
    with Image.open(io.BytesIO(png), formats=["PNG"]) as picture:
        picture.convert("RGB").save(file, "JPEG", quality=_QUALITY)
    return file.getvalue()


def picture_contents(world: World, picture: Picture) -> FileContents:
    """Return everything that a picture shows as text: letterings, codes, labels, attributes and extras."""
    from m3bench_world.scenes import compose_picture  # noqa: PLC0415 - loads the drawing libraries

    scene = compose_picture(world, picture).scene
    parts = [lettering.text for lettering in scene.letterings]
    parts.append(" ".join(lettering.text for lettering in scene.letterings))
    parts += [code.text for code in scene.codes]
    parts += [f"{count} {label}" for label, count in scene.counts().items()]
    parts += [value for thing in scene.things for value in thing.attributes.values()]
    day = scene.facts.get("date") if picture.kind in _RECEIPTS else None
    return FileContents(tuple(parts), written=(date.fromisoformat(day),) if day else ())


def require_art(art: Art) -> None:
    """Raise `UsageError` if pictures of this art cannot be drawn on this machine."""
    if art is Art.PHOTOGRAPHS:
        from m3bench_world.scenes.photographs import require_photographs  # noqa: PLC0415 - loads the drawing libraries

        require_photographs()
