"""Faint pictures: text that hardly differs from its paper is not detected, so the contrast is raised."""

from __future__ import annotations

import numpy as np
from PIL import Image

FAINT = 64
"""Difference between the brightest and the darkest pixels, of 255, below which a picture is faint."""
RARE = 0.005
"""Share of the brightest and of the darkest pixels that does not count."""
SURROUNDINGS = 0.1
"""Share of the longer side around a pixel in which the contrast is evened."""
LEAST_SPREAD, SPREAD, MOST_GAIN = 2.0, 50.0, 20.0


def is_faint(image: Image.Image) -> bool:
    """Return whether a picture has little contrast, but some."""
    counts = np.cumsum(image.convert("L").histogram())
    low, high = np.searchsorted(counts, (RARE * counts[-1], (1 - RARE) * counts[-1]))
    return bool(0 < high - low < FAINT)


def raise_contrast(image: Image.Image) -> Image.Image:
    """Return a picture with the same contrast everywhere."""
    from scipy import ndimage  # noqa: PLC0415 - loaded on first use

    pixels = np.asarray(image.convert("RGB"), dtype=np.float32)
    grey = pixels.mean(axis=2)
    reach = 2 * int(max(image.size) * SURROUNDINGS) + 1
    mean = ndimage.uniform_filter(grey, reach, mode="nearest")
    square = ndimage.uniform_filter(grey * grey, reach, mode="nearest")
    spread = np.sqrt(np.maximum(square - mean * mean, 0))
    gain = np.minimum(MOST_GAIN, SPREAD / np.maximum(spread, LEAST_SPREAD))
    raised = (pixels - mean[..., None]) * gain[..., None] + 128
    return Image.fromarray(np.clip(raised, 0, 255).astype(np.uint8))
