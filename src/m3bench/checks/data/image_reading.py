"""Reading the properties of untrusted pictures."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import Any

from PIL import Image

from m3bench.checks.pictures import read_picture
from m3bench.rendering import PICTURE_FORMATS


@dataclass(frozen=True)
class ImageFacts:
    """What a picture is, and its pixels in RGB."""

    size: tuple[int, int]
    mode: str
    format: str
    pixels: Any

    def color_at(self, x: int, y: int) -> str | None:
        """Return the color at a place as `#rrggbb`; None outside."""
        if x >= self.size[0] or y >= self.size[1]:
            return None
        return "#" + bytes(int(part) for part in self.pixels[y, x]).hex()


def read_image(data: bytes, path: str) -> ImageFacts:
    """Return the properties of a picture. Raise `CheckFailed` if it is none, broken or too large."""
    pixels = read_picture(data, path)  # refuses what is broken
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(data), formats=PICTURE_FORMATS) as image:
            return ImageFacts(image.size, image.mode, str(image.format), pixels)
