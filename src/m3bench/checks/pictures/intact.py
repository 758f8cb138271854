"""Whether a picture that another one contains is whole there: nothing is painted, written or laid over it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench.checks.pictures.pictures import Box

_COMPARED = 400
"""Longest side of the compared pictures, in pixels."""
_SLACK = 44
"""How much a level, of 255, may lie outside those of the pixels around its place: scaling and lossy formats
change less."""
_COLOUR_SLACK = 72
_REACH = 2
_BLOCK = 10
_MOST_UNLIKE = 0.15
"""Share of the pixels of a block that may be unlike. Scaled pictures have up to 0.1, words on them 0.18."""
_FEWEST = 2
"""Blocks that a damage has; a single one may be an edge that scaling has moved."""
_STEPS = (0.02, 0.01, 0.005, 0.0025, 0.00125)
"""By which share of its width the place of a picture is moved in search of the best one."""

Pixels = NDArray[np.uint8]


def damages(part: Pixels, whole: Pixels, box: Box) -> list[Box]:
    """Return the places of a picture, in pixels, at which it does not show what a part of it should be.

    Args:
        part: The picture as it should be.
        whole: The picture that contains it.
        box: About where.
    """
    size = _size(box)
    wanted = np.asarray(Image.fromarray(part).resize(size, Image.Resampling.LANCZOS), np.int16)
    image = Image.fromarray(whole)
    place = _aligned(wanted, image, box)
    there = _shown(image, place, size)
    unlike = _unlike(there, wanted) | _unlike(wanted, there)
    blocks = _shares(unlike) > _MOST_UNLIKE
    scale = (place[2] - place[0]) / size[0], (place[3] - place[1]) / size[1]
    if np.count_nonzero(blocks) < _FEWEST:
        return []
    return [
        (
            place[0] + column * _BLOCK * scale[0],
            place[1] + row * _BLOCK * scale[1],
            place[0] + (column + 1) * _BLOCK * scale[0],
            place[1] + (row + 1) * _BLOCK * scale[1],
        )
        for row, column in np.argwhere(blocks)
    ]


def _size(box: Box) -> tuple[int, int]:
    """Return the width and height at which pictures are compared."""
    wide, high = box[2] - box[0], box[3] - box[1]
    shrink = min(1.0, _COMPARED / max(wide, high))
    return max(1, round(wide * shrink)), max(1, round(high * shrink))


def _shown(image: Image.Image, place: Box, size: tuple[int, int]) -> NDArray[np.int16]:
    left, top, right, bottom = place
    inside = (max(0.0, left), max(0.0, top), min(image.width, right), min(image.height, bottom))
    return np.asarray(image.resize(size, Image.Resampling.LANCZOS, inside), np.int16)


def _aligned(wanted: NDArray[np.int16], image: Image.Image, box: Box) -> Box:
    """Return the place near a box at which most pixels agree."""
    size = wanted.shape[1], wanted.shape[0]

    def off(place: Box) -> float:
        # What is painted over a place must not move it.
        return float(np.minimum(np.abs(_shown(image, place, size) - wanted), _SLACK).mean())

    best, least = box, off(box)
    wide, high = box[2] - box[0], box[3] - box[1]
    for step in _STEPS:
        across, down = step * wide, step * high
        for _ in range(4):
            moves = [
                (across, 0.0, across, 0.0), (-across, 0.0, -across, 0.0), (0.0, down, 0.0, down),
                (0.0, -down, 0.0, -down), (-across, -down, across, down), (across, down, -across, -down),
            ]  # fmt: skip
            tried: list[Box] = [_moved(best, move) for move in moves]
            found = min((off(place), place) for place in tried)
            if found[0] >= least:
                break
            least, best = found
    return best


def _moved(box: Box, move: tuple[float, ...]) -> Box:
    left, top, right, bottom = (side + by for side, by in zip(box, move, strict=True))
    return left, top, right, bottom


def _unlike(one: NDArray[np.int16], other: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Return which pixels lie outside of the levels of all pixels around their place in the other picture."""
    padded = np.pad(other, ((_REACH, _REACH), (_REACH, _REACH), (0, 0)), mode="edge")
    high, wide = one.shape[:2]
    steps = range(2 * _REACH + 1)
    near = [padded[down : down + high, across : across + wide] for down in steps for across in steps]
    low, most = np.minimum.reduce(near), np.maximum.reduce(near)
    beyond = np.maximum(low - one, one - most).astype(np.float32)
    # Lossy formats keep colours at half the size, and brightness as it is.
    outside: NDArray[np.bool_] = (beyond.max(axis=2) > _COLOUR_SLACK) | (beyond.mean(axis=2) > _SLACK)
    return outside


def _shares(mask: NDArray[Any]) -> NDArray[np.float64]:
    """Return the means of whole blocks."""
    high, wide = (side // _BLOCK for side in mask.shape)
    blocks = mask[: high * _BLOCK, : wide * _BLOCK].reshape(high, _BLOCK, wide, _BLOCK)
    return np.asarray(blocks.mean(axis=(1, 3)), np.float64)
