"""Comparing frames: how similar two are, and where a film cuts to another shot."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench.media.film.reading import Frame, Pixels

MINIATURE_SIZE: Final = (32, 18)
_BLOCKS = (16, 9)
_CUT_SHARE = 0.62
"""A cut changes at least this share of the blocks of a frame."""
_CUT_LEVEL = 14.0
_PEAK = 2.0
"""A cut changes this many times as much as the frames around it: a pan or a fade does not."""
_FLAT = 2.0


def shrunk(pixels: Pixels, size: tuple[int, int] = MINIATURE_SIZE) -> NDArray[np.float32]:
    """Return a small copy of a frame, each pixel the mean of its area."""
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX), np.float32)


def frame_similarity(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """Return how similar two small copies are, from 0 to 1.

    The lower of two values: how close the colours are, and how well the patterns correlate. Compression and
    another size change little; another shot changes at least one of them.
    """
    close = 1 - float(np.abs(first - second).mean()) / 64
    one, two = first - first.mean(), second - second.mean()
    spreads = float(one.std()), float(two.std())
    if min(spreads) < _FLAT:
        alike = 1.0 if max(spreads) < 2 * _FLAT else 0.0
    else:
        alike = float((one * two).mean()) / (spreads[0] * spreads[1])
    return max(0.0, min(close, alike))


def find_cuts(frames: Iterable[Frame]) -> list[float]:
    """Return the times at which a new shot begins."""
    times: list[float] = []
    levels: list[float] = []
    shares: list[float] = []
    for (_, before), (seconds, now) in pairwise(
        (seconds, shrunk(pixels, _BLOCKS)) for seconds, pixels in frames
    ):
        change = np.abs(now - before).max(axis=2)
        times.append(seconds)
        levels.append(float(change.mean()))
        shares.append(float((change > _CUT_LEVEL / 2).mean()))
    around = [0.0, *levels, 0.0]
    return [
        seconds
        for index, seconds in enumerate(times)
        if levels[index] >= _CUT_LEVEL
        and shares[index] >= _CUT_SHARE
        and levels[index] >= _PEAK * max(around[index], around[index + 2])
    ]
