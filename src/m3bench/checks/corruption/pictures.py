"""Corrupted crops and edits of pictures."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.copies import copied, with_file, without_file
from m3bench.checks.files import content, only_file
from m3bench.checks.pictures import Box, PictureChangedOnly, PictureCrop
from m3bench.rendering import PICTURE_FORMATS

Corruptions = list[tuple[str, Evidence]]

_FORMATS = {".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP", ".gif": "GIF", ".bmp": "BMP", ".tif": "TIFF"}


def picture_of(evidence: Evidence, path: str) -> Any:
    """Open a picture of the workspace with PIL."""
    from PIL import Image  # noqa: PLC0415 - heavy

    return Image.open(io.BytesIO(content(evidence.workspace, path)), formats=PICTURE_FORMATS).convert("RGB")


def picture_bytes(image: Any, path: str) -> bytes:
    """Encode a picture in the format of its file extension."""
    written = io.BytesIO()
    image.save(written, _FORMATS.get(PurePosixPath(path).suffix.lower(), "PNG"), compress_level=1)
    return written.getvalue()


def blank_picture(data: bytes, path: str) -> bytes:
    """Return a white picture of the same size and format."""
    from PIL import Image  # noqa: PLC0415 - heavy

    return picture_bytes(
        Image.new("RGB", Image.open(io.BytesIO(data), formats=PICTURE_FORMATS).size, "white"), path
    )


def _shifted(box: Box, width: int, height: int) -> tuple[int, int, int, int]:
    """Move the box by a third of its size if there is room; halve a box as wide as the picture."""
    left, right = _moved(box[0], box[2], width)
    top, bottom = _moved(box[1], box[3], height)
    return left, top, right, bottom


def _moved(low: float, high: float, most: int) -> tuple[int, int]:
    by = max(1.0, (high - low) / 3)
    if high + by <= most:
        return round(low + by), round(high + by)
    if low - by >= 0:
        return round(low - by), round(high - by)
    return round(low), round((low + high) / 2)


def _crops(check: PictureCrop, evidence: Evidence, scratch: Path) -> Corruptions:
    paths = check.crops(evidence)
    source = picture_of(evidence, check.source)
    first = paths[0]
    off = copied(evidence, scratch)
    for path, box in zip(paths, check.boxes, strict=True):
        cut = source.crop(_shifted(box, source.width, source.height))
        (off.workspace / path).write_bytes(picture_bytes(cut, path))
    found = [
        ("crops one third off", off),
        ("a crop missing", without_file(evidence, first, scratch)),
        ("a broken picture", with_file(evidence, first, content(evidence.workspace, first)[:20], scratch)),
    ]
    if check.tone:
        coloured = _coloured(picture_of(evidence, first))
        found.append(("other colours", with_file(evidence, first, picture_bytes(coloured, first), scratch)))
    if len(paths) > 1:
        same = content(evidence.workspace, paths[1])
        found.append(("one crop twice", with_file(evidence, first, same, scratch)))
    return found


def _coloured(image: Any) -> Any:
    """Return the same shapes in blue."""
    from PIL import ImageOps  # noqa: PLC0415 - heavy

    return ImageOps.colorize(image.convert("L"), black="navy", white="white")


def _changed(check: PictureChangedOnly, evidence: Evidence, scratch: Path) -> Corruptions:
    path = only_file(evidence, check.path)
    source, changed = picture_of(evidence, check.source), picture_of(evidence, path)
    found = [
        ("no file", without_file(evidence, path, scratch)),
        ("picture untouched", with_file(evidence, path, picture_bytes(source, path), scratch)),
        ("another size", with_file(evidence, path, picture_bytes(changed.crop((0, 0, 5, 5)), path), scratch)),
    ]
    for box in check.boxes:
        restored = changed.copy()
        area = tuple(map(round, box))
        restored.paste(source.crop(area), area[:2])
        found.append(
            (f"untouched at {area}", with_file(evidence, path, picture_bytes(restored, path), scratch))
        )
    if elsewhere := _painted_elsewhere(changed, check.boxes, check.margin):
        found.append(
            ("changed elsewhere", with_file(evidence, path, picture_bytes(elsewhere, path), scratch))
        )
    return found


def _painted_elsewhere(image: Any, boxes: tuple[Box, ...], margin: int) -> Any:
    """Invert everything outside the boxes; return None if they cover the picture."""
    from PIL import ImageOps  # noqa: PLC0415 - heavy

    other = ImageOps.invert(image)
    free = image.width * image.height
    for box in boxes:
        area = (
            max(0, round(box[0]) - margin),
            max(0, round(box[1]) - margin),
            min(image.width, round(box[2]) + margin),
            min(image.height, round(box[3]) + margin),
        )
        other.paste(image.crop(area), area[:2])
        free -= (area[2] - area[0]) * (area[3] - area[1])
    return other if free > 0 else None


PICTURE_CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {
    PictureCrop: _crops,
    PictureChangedOnly: _changed,
}
