"""Look at pictures and convert them."""

from __future__ import annotations

import io
from pathlib import PurePosixPath
from typing import Annotated

from PIL import Image

from m3bench.core import Look, local_path
from m3bench.servers.kit import (
    FORMATS,
    Answer,
    BadArgument,
    about,
    encode_picture,
    flatten,
    opened_picture,
    to_picture,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.image_toolkit.server import (
    Output,
    Path,
    Region,
    number,
    opened,
    region_of,
    server,
)
from m3bench_world.servers.tobench.workspace import look_at

QUALITIES = (92, 85, 75, 65, 55, 45, 35, 25)
SMALLEST_LIMIT = 1_000
_PROBE = 500
SHRINKS = (1.0, 0.85, 0.7, 0.55, 0.4, 0.3, 0.2, 0.1)


@server.tool
def show(
    context: ToolContext,
    path: Path,
    region: Region = None,
    zoom: Annotated[float, about("Enlarges the region, from 1 to 8, to see small details.")] = 1.0,
) -> Answer:
    """Look at a picture, or at a region of it. Returns the picture itself, scaled down if it is larger than
    1,568 pixels a side, with its size."""
    image = opened(context, path)
    box = region_of(image, region)
    part = image.crop(box)
    scale = min(number(zoom, "zoom", 1, 8), 1_568 / max(part.size)) if zoom != 1 else 1.0
    if scale > 1:
        part = part.resize((round(part.width * scale), round(part.height * scale)), Image.Resampling.BICUBIC)
    data = {"width": image.width, "height": image.height, "region": box}
    return Answer(data, pictures=(to_picture(part),), looked=(_seen(context, path, image, box),))


def _seen(context: ToolContext, path: str, image: Image.Image, box: tuple[int, int, int, int]) -> Look:
    """Return a look at a region: as much of the file as its share of the picture, from its first to its last
    row."""
    first, last = box[1] / image.height, box[3] / image.height
    share = (box[2] - box[0]) / image.width
    return look_at(context.files, local_path(path), spans=((first, first + (last - first) * share),))


@server.tool
def info(context: ToolContext, path: Path) -> Answer:
    """Size in pixels and bytes, format, colour mode, number of frames, resolution and transparency of a
    picture, without showing it."""
    data = context.files.read(local_path(path))
    opened(context, path)  # refuses what is broken or too large
    with opened_picture(data, path, "path") as image:
        facts = {
            "format": image.format,
            "width": image.width,
            "height": image.height,
            "mode": image.mode,
            "frames": min(int(getattr(image, "n_frames", 1)), 10_000),
            "has_transparency": image.has_transparency_data,
            "bytes": len(data),
        }
    return Answer(facts, looked=(look_at(context.files, local_path(path), "metadata"),))


@server.tool(read_only=False)
def convert(
    context: ToolContext,
    path: Path,
    output_path: Output,
    max_bytes: Annotated[
        int | None, about("Largest size of the file. Quality is lowered first, then the size in pixels.")
    ] = None,
    quality: Annotated[int | None, about("Of JPEG and WebP, 1 to 100. Default: 92.")] = None,
) -> Answer:
    """Write a picture in another format, or compress it to a size limit in bytes. Formats without
    transparency get a white background. Returns the size in bytes, the quality and the size in pixels."""
    image = opened(context, path)
    suffix = PurePosixPath(local_path(output_path)).suffix.lower()
    if suffix not in FORMATS:
        raise BadArgument("output_path", f"it must end in one of: {', '.join(FORMATS)}")
    kind = FORMATS[suffix]
    wanted = (int(number(quality, "quality", 1, 100)),) if quality is not None else QUALITIES
    qualities = wanted if kind in ("JPEG", "WEBP") else (100,)
    if max_bytes is None:
        data, used, size = _encoded(image, kind, qualities[0]), qualities[0], image.size
    else:
        data, used, size = _smallest(
            image, kind, qualities, int(number(max_bytes, "max_bytes", SMALLEST_LIMIT, 1e9))
        )
    written = context.files.relative(context.files.write(local_path(output_path), data, "output_path"))
    lossy = {"quality": used} if kind in ("JPEG", "WEBP") else {}
    return Answer(
        {
            "output_path": written,
            "bytes": len(data),
            "width": size[0],
            "height": size[1],
            "format": kind,
            **lossy,
        }
    )


def _smallest(
    image: Image.Image, kind: str, qualities: tuple[int, ...], most: int
) -> tuple[bytes, int, tuple[int, int]]:
    probe = image.copy()
    probe.thumbnail((_PROBE, _PROBE))
    density = len(_encoded(probe, kind, qualities[-1])) / (probe.width * probe.height)
    for shrink in SHRINKS:
        size = max(1, round(image.width * shrink)), max(1, round(image.height * shrink))
        # Large pictures take long to encode: sizes that are hopeless are not tried.
        if size[0] * size[1] * density > 3 * most:
            continue
        smaller = image if shrink == 1 else image.resize(size, Image.Resampling.LANCZOS)
        data = _encoded(smaller, kind, qualities[-1])
        if len(data) <= most:
            return *_finest(smaller, kind, qualities, most, data), size
    raise BadArgument("max_bytes", f"the picture cannot be written as {kind} in {most:,} bytes")


def _finest(
    image: Image.Image, kind: str, qualities: tuple[int, ...], most: int, data: bytes
) -> tuple[bytes, int]:
    """Return the picture in the highest quality that fits; `data` has it in the lowest."""
    low, high = 0, len(qualities) - 1
    while low < high:
        middle = (low + high) // 2
        tried = _encoded(image, kind, qualities[middle])
        if len(tried) <= most:
            data, high = tried, middle
        else:
            low = middle + 1
    return data, qualities[high]


def _encoded(image: Image.Image, kind: str, quality: int) -> bytes:
    try:
        if kind not in ("JPEG", "WEBP"):
            return encode_picture(image, kind)
        out = io.BytesIO()
        (flatten(image) if kind == "JPEG" else image).save(
            out, kind, quality=quality, **({"method": 2} if kind == "WEBP" else {})
        )
        return out.getvalue()
    except (OSError, ValueError):
        size = f"{image.width} × {image.height}"
        raise BadArgument(
            "output_path", f"{size} pixels cannot be written as {kind}; end it in .png"
        ) from None
