"""Whether a picture is in shades of one colour."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Tone = Literal["grayscale", "sepia"]

_NEUTRAL = 4.0
"""Mean difference of red and blue, of 255, up to which a picture is grey: lossy formats shift both."""
_BROWN = 10.0
_SCATTER = 6.0
"""Mean distance of a channel from what the brightness tells, up to which there is one colour only."""
_CLIPPED = 250
"""Bright pixels lose their tint: filters cut channels off at 255."""


def is_toned(pixels: NDArray[Any], tone: Tone) -> bool:
    """Whether a picture is in shades of grey, or of brown as old photos are."""
    flat = pixels.reshape(-1, 3).astype(np.float64)
    if tone == "grayscale":
        return float(np.abs(flat - flat.mean(axis=1, keepdims=True)).mean()) <= _NEUTRAL
    dark = flat[flat.max(axis=1) < _CLIPPED]
    if not len(dark):
        return False
    red, green, blue = dark.mean(axis=0)
    return bool(red - blue >= _BROWN and red >= green >= blue) and _scatter(dark) <= _SCATTER


def _scatter(flat: NDArray[np.float64]) -> float:
    """How far red and blue stray from straight lines over green."""
    green = np.column_stack((flat[:, 1], np.ones(len(flat))))
    lines = np.linalg.lstsq(green, flat[:, (0, 2)], rcond=None)[0]
    return float(np.abs(flat[:, (0, 2)] - green @ lines).mean(axis=0).max())
