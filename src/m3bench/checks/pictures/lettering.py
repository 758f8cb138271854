"""Whether what was added to a picture looks like letters: strokes with a clear contrast."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

LEAST_CONTRAST = 2.0
"""Of letters with what is around them (WCAG)."""
_LEVEL = 40
_SMALLEST = 4
"""Rows of the lowest text that can be read, in pixels."""
_FEWEST = 6
"""Changes between ink and ground in a row of letters."""
_FEWEST_ROWS = 3


def has_lettering(shown: NDArray[Any], ground: NDArray[Any], box: tuple[int, int, int, int]) -> bool:
    """Return whether a region of a picture has rows with letters that its ground has not.

    Letters have many strokes beside each other; a bar, or a frame, has few. The colour of ink and of what is
    around it, which may be a box below the letters, are those of the picture that is shown.
    """
    left, top, right, bottom = box
    new, old = (pixels[top:bottom, left:right].astype(np.float32) for pixels in (shown, ground))
    differs = np.abs(new - old).max(axis=2) > _LEVEL
    rows = np.flatnonzero(differs.sum(axis=1) >= _FEWEST)
    if len(rows) < _SMALLEST:
        return False
    light = _luminance(new)
    written = [row for row in rows if _strokes(light[row], differs[row]) >= _FEWEST]
    return len(written) >= _FEWEST_ROWS


def _strokes(light: NDArray[Any], differs: NDArray[Any]) -> int:
    """Return how often a row changes clearly between dark and light, within what is new in it."""
    reached = np.flatnonzero(differs)
    part = light[max(0, reached[0] - 1) : reached[-1] + 2]
    low, high = float(part.min()), float(part.max())
    if (high + 0.05) / (low + 0.05) < LEAST_CONTRAST:
        return 0
    middle = np.sqrt((low + 0.05) * (high + 0.05)) - 0.05
    return int(np.count_nonzero(np.diff(part > middle)))


def _luminance(pixels: NDArray[Any]) -> NDArray[np.float32]:
    shares = pixels / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]), np.float32)
