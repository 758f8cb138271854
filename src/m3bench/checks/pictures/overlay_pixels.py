"""Pixel operations for overlays."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench.checks.pictures.overlay import HUES, Mark
from m3bench.checks.pictures.reading import grey
from m3bench.rendering import PICTURE_FORMATS

Pixels = NDArray[np.uint8]

MINIATURE = 24
_RANGES = {"red": (345.0, 12.0), "yellow": (46.0, 70.0), "green": (85.0, 165.0), "blue": (205.0, 262.0)}
"""Degrees of hue, from and to."""
_LEAST_SATURATION, _LEAST_VALUE = 0.5, 0.3
_HEART = 0.008
"""Radius around a mark's centre, as a share of the width, that must have its colour."""
_COVERED = 0.7
_WORKING = 320
_CELLS = 64
_FULL = 0.9
"""The share of a cell that a spot covers. Roads and letters are too thin for that."""


def reduced(picture: Pixels) -> Pixels:
    """Shrink a square picture to a size at which marks still differ from roads and letters."""
    if picture.shape[1] <= _WORKING:
        return picture
    image = Image.fromarray(picture).resize((_WORKING, _WORKING), Image.Resampling.BOX)
    return np.asarray(image)


def miniature(data: bytes) -> str:
    """Return the miniature of a square picture, for `PictureOverlay`."""
    with Image.open(io.BytesIO(data), formats=PICTURE_FORMATS) as image:
        small = _shrunk(np.asarray(image.convert("RGB")), MINIATURE)
    low, high = float(small.min()), float(small.max())
    levels = np.rint((small - low) / max(high - low, 1.0) * 15).astype(int)
    return "".join(f"{level:x}" for level in levels.ravel())


def missing(picture: Pixels, marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks that are missing or have another colour."""
    return [mark for mark in marks if _coverage(picture, mark) < _COVERED]


def _coverage(picture: Pixels, mark: Mark) -> float:
    high, wide = picture.shape[:2]
    radius = max(1, round(_HEART * wide))
    left, top = round(mark.x * wide), round(mark.y * high)
    part = picture[max(0, top - radius) : top + radius + 1, max(0, left - radius) : left + radius + 1]
    return float(_has_hue(part, mark.colour).mean()) if part.size else 0.0


def _has_hue(pixels: Pixels, colour: str) -> NDArray[np.bool_]:
    """Return which pixels clearly have a colour."""
    channels = pixels.astype(np.float32) / 255
    red, green, blue = channels[..., 0], channels[..., 1], channels[..., 2]
    value, spread = channels.max(axis=-1), np.ptp(channels, axis=-1)
    hue = np.degrees(np.arctan2(math.sqrt(3) * (green - blue), 2 * red - green - blue)) % 360
    first, last = _RANGES[colour]
    inside = (hue >= first) & (hue <= last) if first <= last else (hue >= first) | (hue <= last)
    vivid: NDArray[np.bool_] = (spread >= _LEAST_SATURATION * value) & (value >= _LEAST_VALUE)
    return inside & vivid


def strays(picture: Pixels, marks: Sequence[Mark], reach: float) -> list[tuple[float, float, str]]:
    """Return spots of a mark's colour outside all marks: relative position and colour."""
    return [
        ((column + 0.5) / _CELLS, (row + 0.5) / _CELLS, colour)
        for colour in HUES
        for row, column in _full_cells(picture, colour)
        if not _is_reached((column + 0.5) / _CELLS, (row + 0.5) / _CELLS, marks, reach)
    ]


def _full_cells(picture: Pixels, colour: str) -> Iterator[tuple[int, int]]:
    covered = _averaged(_has_hue(picture, colour).astype(np.float32), _CELLS) >= _FULL
    yield from ((int(row), int(column)) for row, column in np.argwhere(covered))


def _is_reached(x: float, y: float, marks: Sequence[Mark], reach: float) -> bool:
    return any(abs(x - mark.x) <= reach and abs(y - mark.y) <= reach for mark in marks)


def likeness(picture: Pixels, base: str, marks: Sequence[Mark], reach: float) -> float:
    """Return the correlation with a miniature outside the marks; 0 if a picture is uniform."""
    side = math.isqrt(len(base))
    wanted = np.array([int(digit, 16) for digit in base], np.float32).reshape(side, side)
    small = _shrunk(picture, side)
    free = np.array(
        [
            [
                not _is_reached((column + 0.5) / side, (row + 0.5) / side, marks, reach)
                for column in range(side)
            ]
            for row in range(side)
        ]
    )
    one, two = small[free], wanted[free]
    if one.size == 0 or float(one.std()) == 0 or float(two.std()) == 0:
        return 0.0
    return float(np.corrcoef(one, two)[0, 1])


def _shrunk(picture: Pixels, side: int) -> NDArray[np.float32]:
    return _averaged(grey(picture), side)


def _averaged(values: NDArray[np.float32], side: int) -> NDArray[np.float32]:
    """Return the means of a grid of cells."""
    image = Image.fromarray(np.ascontiguousarray(values, dtype=np.float32))
    return np.asarray(image.resize((side, side), Image.Resampling.BOX), np.float32)
