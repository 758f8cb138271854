"""Faults of pictures. The format stays the same."""

from __future__ import annotations

import io
from typing import Any

from m3bench.media import written_bytes


def mirror_picture(data: bytes) -> bytes:
    """Mirror a picture from left to right."""
    from PIL import ImageOps  # noqa: PLC0415 - heavy

    picture = _opened(data)
    return _saved(ImageOps.mirror(picture), picture.format)


def shift_picture(data: bytes, *, right: int = 0, down: int = 24) -> bytes:
    """Move the contents by pixels. What leaves on one side comes back on the other."""
    from PIL import ImageChops  # noqa: PLC0415 - heavy

    picture = _opened(data)
    return _saved(ImageChops.offset(picture, right, down), picture.format)


def tint_picture(data: bytes, *, red: float = 1.0, green: float = 1.0, blue: float = 0.75) -> bytes:
    """Multiply the colours."""
    from PIL import Image  # noqa: PLC0415 - heavy

    picture = _opened(data)
    bands = [*picture.convert("RGBA").split()]
    for index, factor in enumerate((red, green, blue)):
        bands[index] = bands[index].point(lambda level, factor=factor: min(255, round(level * factor)))
    tinted = Image.merge("RGBA", bands)
    return _saved(tinted if "A" in picture.mode else tinted.convert("RGB"), picture.format)


def _opened(data: bytes) -> Any:
    from PIL import Image  # noqa: PLC0415 - heavy

    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture


def _saved(picture: Any, form: str | None) -> bytes:
    return written_bytes(picture.save, form or "PNG")
