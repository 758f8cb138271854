"""Fine details of regions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

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


_INNER = 3
"""Pixels at the edge of a region that do not count: what is hidden may end a little before."""
_SMALLEST, _LARGEST = 10, 32
"""Sides of the windows in which a region is looked at, in pixels: about those of letters."""
_DETAILED = 5.0
"""Spread of details, of 255, from which a window of the source shows something."""
_ALIKE, _FAINTEST = 0.6, 0.12
"""The correlation, and the spread as a share of that of the source, from which details are recognized."""


def recognized(found: NDArray[Any], source: NDArray[Any], box: Box) -> float:
    """Return the share of the details of a region that can still be recognized, window by window.

    A bar over some letters of a line hides those alone, however much it changes of the region as a whole.
    """
    left, top, right, bottom = (max(0, round(side)) for side in box)
    inner = slice(top + _INNER, bottom - _INNER), slice(left + _INNER, right - _INNER)
    parts = [grey(pixels[inner]) for pixels in (found, source)]
    if min(parts[1].shape) < _SMALLEST:
        return kept_detail(found, source, box)
    one, two = (_fine(part, float(np.clip(min(part.shape) / 16, 2, 8))) for part in parts)
    side = int(np.clip(min(one.shape) // 3, _SMALLEST, _LARGEST))
    kept = [
        _is_kept(one[window], two[window])
        for window in _windows(one.shape, side)
        if float(two[window].std()) >= _DETAILED
    ]
    return sum(kept) / len(kept) if kept else 0.0


def _windows(shape: tuple[int, ...], side: int) -> Iterator[tuple[slice, slice]]:
    for top in range(0, shape[0] - side + 1, side // 2):
        for left in range(0, shape[1] - side + 1, side // 2):
            yield slice(top, top + side), slice(left, left + side)


def _is_kept(one: Pixels, two: Pixels) -> bool:
    spreads = float(one.std()), float(two.std())
    if spreads[0] < max(_FLAT, _FAINTEST * spreads[1]):
        return False
    alike = float(((one - one.mean()) * (two - two.mean())).mean()) / (spreads[0] * spreads[1])
    return abs(alike) >= _ALIKE


def _fine(part: Pixels, reach: float) -> Pixels:
    """Return what a blur takes away."""
    image = Image.fromarray(np.clip(part, 0, 255).astype(np.uint8))
    soft = np.asarray(image.filter(ImageFilter.BoxBlur(reach)), np.float32)
    fine = np.asarray(image, np.float32) - soft
    return np.asarray(fine - fine.mean(), np.float32)


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


def changes(
    changed: NDArray[np.uint8],
    source: NDArray[np.uint8],
    boxes: Sequence[tuple[float, float, float, float]],
    tolerance: int,
    margin: int,
) -> tuple[list[float], float]:
    """Return the share of changed pixels in each box, and outside all boxes and their margins."""
    differs = np.abs(changed.astype(np.int16) - source.astype(np.int16)).max(axis=2) > tolerance
    inside = [float(differs[_area(box, 0)].mean()) if differs[_area(box, 0)].size else 0.0 for box in boxes]
    outside = np.ones(differs.shape, dtype=bool)
    for box in boxes:
        outside[_area(box, margin)] = False
    rest = differs[outside]
    return inside, float(rest.mean()) if rest.size else 0.0


def _area(box: tuple[float, float, float, float], margin: int) -> tuple[slice, slice]:
    left, top = (max(0, round(side) - margin) for side in box[:2])
    right, bottom = (max(0, round(side) + margin) for side in box[2:])
    return slice(top, bottom), slice(left, right)
