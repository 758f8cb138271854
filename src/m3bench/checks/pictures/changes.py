"""Differences between two pictures of the same size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


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
