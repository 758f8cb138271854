"""Letterboxing: fit a picture into the square input of a network, and map boxes back."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Floats = NDArray[np.float32]

PADDING = (114, 114, 114)


class Fitted(NamedTuple):
    """Pixels as 3×S×S from 0 to 1, and the horizontal and vertical scale."""

    pixels: Floats
    scale: tuple[float, float]
    size: tuple[int, int]

    def to_original(self, boxes: Floats) -> Floats:
        """Convert boxes to pixels of the original picture, clipped to it."""
        wide, high = self.size
        unscaled = boxes / np.asarray([*self.scale, *self.scale], dtype=np.float32)
        return np.clip(unscaled, 0, np.asarray([wide, high, wide, high], dtype=np.float32))


def fit(image: Image.Image, side: int) -> Fitted:
    """Scale a picture into the upper left of a grey square."""
    scale = side / max(image.size)
    wide, high = (max(1, min(side, round(length * scale))) for length in image.size)
    square = Image.new("RGB", (side, side), PADDING)
    square.paste(image.convert("RGB").resize((wide, high), Image.Resampling.BILINEAR), (0, 0))
    return Fitted(as_pixels(square), (wide / image.width, high / image.height), image.size)


def as_pixels(image: Image.Image) -> Floats:
    """Return RGB pixels as 3×H×W from 0 to 1."""
    values = np.asarray(image, dtype=np.float32).transpose(2, 0, 1) / np.float32(255)
    return np.ascontiguousarray(values)
