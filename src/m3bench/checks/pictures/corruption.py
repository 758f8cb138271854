"""Pictures of the workspace, changed and written again."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from m3bench.checks.check import Corruptions, Evidence
from m3bench.checks.corruption import with_files, without_file
from m3bench.checks.files import content
from m3bench.media import written_bytes
from m3bench.rendering import PICTURE_FORMATS

if TYPE_CHECKING:
    from m3bench.checks.pictures.pictures import Box

_FORMATS = {".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP", ".gif": "GIF", ".bmp": "BMP", ".tif": "TIFF"}


_HALF = 3 * 128
_CLEAR = 100
_SLIVER = 15


def pixel_area(box: Box, image: Any) -> tuple[int, int, int, int]:
    left, top, right, bottom = map(round, box)
    return max(0, left), max(0, top), min(image.width, right), min(image.height, bottom)


def negative_of(image: Any, box: Box) -> Any:
    """Return the picture with a region in its negative."""
    from PIL import ImageOps  # noqa: PLC0415 - heavy

    changed, area = image.copy(), pixel_area(box, image)
    changed.paste(ImageOps.invert(image.crop(area)), area[:2])
    return changed


def picture_of(evidence: Evidence, path: str) -> Any:
    """Open a picture of the workspace with PIL."""
    from PIL import Image  # noqa: PLC0415 - heavy

    return Image.open(io.BytesIO(content(evidence.workspace, path)), formats=PICTURE_FORMATS).convert("RGB")


def picture_bytes(image: Any, path: str) -> bytes:
    """Encode a picture in the format of its file extension."""
    form = _FORMATS.get(PurePosixPath(path).suffix.lower(), "PNG")
    return written_bytes(image.save, form, compress_level=1)


def with_pictures(
    evidence: Evidence, path: str, images: Iterable[tuple[str, Any]], scratch: Path
) -> Corruptions:
    """Return the outcome without a picture, and with other pictures in its place."""
    contents = ((words, picture_bytes(image, path)) for words, image in images)
    return [
        ("no file", without_file(evidence, path, scratch)),
        *with_files(evidence, path, contents, scratch),
    ]


def sliver_hidden(image: Any, source: Any, box: Box) -> Iterator[tuple[str, Any]]:
    """Yield the picture with a bar over a sliver of a region that shows something."""
    bare, area = image.copy(), pixel_area(box, image)
    whole = source.crop(area)
    bare.paste(whole, area[:2])
    left, top, right, bottom = area
    bare.paste("black", (left, top, left + (right - left) // _SLIVER, bottom))
    low, high = whole.convert("L").getextrema()
    if high - low >= _CLEAR:
        yield f"a bar over a sliver of {area}", bare


def painted_over(image: Any, box: Box) -> Iterator[tuple[str, Any]]:
    """Yield the picture with a bar, and with words, over the middle of a region."""
    from PIL import ImageDraw, ImageFont  # noqa: PLC0415 - heavy

    left, top, right, bottom = pixel_area(box, image)
    wide, high = right - left, bottom - top
    middle = image.crop((left + wide // 5, top + high * 2 // 5, right - wide // 5, bottom - high * 2 // 5))
    dark = sum(middle.resize((1, 1)).getpixel((0, 0))) < _HALF
    barred, written = image.copy(), image.copy()
    ink = "white" if dark else "black"
    barred.paste(ink, (left + wide // 3, top + high * 2 // 5, right - wide // 3, bottom - high * 2 // 5))
    yield "a bar", barred
    letters = ImageFont.load_default(max(12, min(high // 3, wide // 7)))
    place = left + wide // 5, top + high * 2 // 5
    ImageDraw.Draw(written).text(place, "WRONG 999", fill=ink, font=letters)
    yield "words", written


def blank_image(size: tuple[int, int]) -> Any:
    """Return a white picture."""
    from PIL import Image  # noqa: PLC0415 - heavy

    return Image.new("RGB", size, "white")
