"""Reading and comparing pictures, including broken ones."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench.checks.check import CheckFailed
from m3bench.rendering import DocumentBroken, open_picture

Pixels = NDArray[np.float32]

MAX_COMPARED = 100
_THUMBNAIL = (24, 24)
_LEAST_CORRELATION = 0.8
_FLAT = 2.0
_LUMA = np.array([0.299, 0.587, 0.114], dtype=np.float32)


def read_picture(data: bytes, path: str) -> NDArray[np.uint8]:
    """Return RGB pixels. Raise `CheckFailed` for a file that is not a picture or too large."""
    return np.asarray(_opened(data, path))


def _opened(data: bytes, path: str) -> Image.Image:
    try:
        return open_picture(data, path)
    except DocumentBroken as problem:
        raise CheckFailed(problem.message) from None


def grey(pixels: NDArray[Any]) -> Pixels:
    return np.asarray(pixels @ _LUMA, dtype=np.float32)


class Thumbnail:
    """A thumbnail of a picture, and its aspect ratio."""

    def __init__(self, data: bytes, path: str) -> None:
        image = _opened(data, path)
        self._shape = image.width / image.height
        self._small = np.asarray(image.resize(_THUMBNAIL, Image.Resampling.BOX), np.float32)

    def is_like(self, other: Thumbnail, likeness: float) -> bool:
        """Return whether aspect ratio, colours and content are similar enough."""
        difference = float(np.abs(self._small - other._small).mean()) / 255
        has_shape = abs(self._shape - other._shape) <= 0.1 * self._shape
        return has_shape and 1 - difference >= likeness and self._correlates(other)

    def _correlates(self, other: Thumbnail) -> bool:
        """Return whether the content correlates; mostly white pictures differ little otherwise."""
        one, two = (look._small - look._small.mean() for look in (self, other))
        spreads = float(one.std()), float(two.std())
        if min(spreads) < _FLAT:
            return max(spreads) < 2 * _FLAT
        return float((one * two).mean()) / (spreads[0] * spreads[1]) >= _LEAST_CORRELATION


def thumbnails(pictures: list[bytes]) -> list[Thumbnail]:
    """Return the looks of the readable pictures, without duplicates."""
    thumbs = []
    for data in list(dict.fromkeys(pictures))[:MAX_COMPARED]:
        with contextlib.suppress(CheckFailed):
            thumbs.append(Thumbnail(data, "a picture"))
    return thumbs
