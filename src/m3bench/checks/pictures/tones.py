"""Whether a picture has shades of one colour only."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Tone = Literal["grayscale", "sepia"]

_NEUTRAL = 4.0
"""Largest mean deviation from grey, of 255: lossy formats shift colours."""
_BROWN = 10.0
_SCATTER = 6.0
"""Largest mean distance of a channel from a linear function of the brightness."""
_CLIPPED = 250
"""Brighter pixels lose their tint: filters clip channels at 255."""


def is_toned(pixels: NDArray[Any], tone: Tone) -> bool:
    """Return whether a picture is in shades of grey, or of brown like old photos."""
    flat = pixels.reshape(-1, 3).astype(np.float64)
    if tone == "grayscale":
        return float(np.abs(flat - flat.mean(axis=1, keepdims=True)).mean()) <= _NEUTRAL
    dark = flat[flat.max(axis=1) < _CLIPPED]
    if not len(dark):
        return False
    red, green, blue = dark.mean(axis=0)
    return bool(red - blue >= _BROWN and red >= green >= blue) and _scatter(dark) <= _SCATTER


def _scatter(flat: NDArray[np.float64]) -> float:
    """Return the largest mean distance of red and blue from linear functions of green."""
    green = np.column_stack((flat[:, 1], np.ones(len(flat))))
    lines = np.linalg.lstsq(green, flat[:, (0, 2)], rcond=None)[0]
    return float(np.abs(flat[:, (0, 2)] - green @ lines).mean(axis=0).max())
