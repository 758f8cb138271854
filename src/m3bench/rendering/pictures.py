"""Opening pictures, including broken ones."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING

from m3bench.rendering.errors import DocumentBroken

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 20_000_000
PICTURE_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
"""Other formats, such as EPS, need external programs."""


def open_picture(data: bytes, path: str) -> Image.Image:
    """Return a picture in RGB.

    Raises:
        DocumentBroken: It is not a picture, or too large.
    """
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - heavy

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(io.BytesIO(data), formats=PICTURE_FORMATS)
            _require_size(image, path)
            return image.convert("RGB")
    except DocumentBroken:
        raise
    except UnidentifiedImageError:
        raise DocumentBroken(f"{path} is not a picture") from None
    except Exception as error:  # noqa: BLE001 - the library raises whatever a broken file leads it to
        raise DocumentBroken(f"{path} is not a readable picture: {type(error).__name__}") from None


def _require_size(image: Image.Image, path: str) -> None:
    if image.width * image.height > MAX_PIXELS:
        raise DocumentBroken(
            f"{path} has {image.width} × {image.height} pixels, more than {MAX_PIXELS:,} in total"
        )
