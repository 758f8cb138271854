"""Fine details of regions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from m3bench.checks.pictures.reading import Pixels, grey

Box = tuple[float, float, float, float]
_FLAT = 1.0
"""Spread of details, of 255, below which there are none."""


def resized(pixels: NDArray[Any], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a picture in another size: width and height."""
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.LANCZOS))


def softened(pixels: NDArray[Any]) -> NDArray[np.uint8]:
    """Return a picture without what lossy formats change: the differences between neighbouring pixels."""
    return np.asarray(Image.fromarray(pixels).filter(ImageFilter.BoxBlur(1)))


def kept_detail(found: NDArray[Any], source: NDArray[Any], box: Box) -> float:
    """Return how much the fine details of a region correlate with those of the source, from 0 to 1.

    A region whose source has no details keeps none.
    """
    left, top, right, bottom = (max(0, round(side)) for side in box)
    parts = [grey(pixels[top:bottom, left:right]) for pixels in (found, source)]
    if not parts[1].size:
        return 0.0
    reach = float(np.clip(min(parts[1].shape) / 16, 2, 8))
    one, two = (_fine(part, reach) for part in parts)
    spreads = float(one.std()), float(two.std())
    if min(spreads) < _FLAT:
        return 0.0
    return abs(float((one * two).mean())) / (spreads[0] * spreads[1])


def _fine(part: Pixels, reach: float) -> Pixels:
    """Return what a blur takes away."""
    image = Image.fromarray(np.clip(part, 0, 255).astype(np.uint8))
    soft = np.asarray(image.filter(ImageFilter.BoxBlur(reach)), np.float32)
    fine = np.asarray(image, np.float32) - soft
    return np.asarray(fine - fine.mean(), np.float32)
