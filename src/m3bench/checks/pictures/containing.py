"""Where a picture contains another one, at any scale."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.fft import irfft2, next_fast_len, rfft2

from m3bench.checks.pictures.location import Box
from m3bench.checks.pictures.reading import Pixels, grey

_COARSE, _FINE = 160, 300
"""Longer side of the picture in the two searches."""
_STEP = 1.1
_LEAST_SIDE = 7
"""Smallest side of the sought picture in a search, in pixels."""
_COMPARED = 160
_CONTENT = 24
"""Difference from the most frequent colour, of 255, of a pixel that shows something."""
_MOST_COLOUR = 36.0
"""Largest mean colour difference, of 255, of what is shown."""


class Found(NamedTuple):
    """The best place of a picture in another one."""

    likeness: float
    """Correlation from -1 to 1; 0 where the colours are others."""
    box: Box


def find_picture(part: NDArray[np.uint8], whole: NDArray[np.uint8], smallest: float = 0.1) -> Found:
    """Find a picture in another one, upright and in its own proportions.

    Args:
        part: The picture that is sought.
        whole: Where it is sought.
        smallest: Its smallest width and height, as a share of the largest that would fit.
    """
    largest = min(whole.shape[1] / part.shape[1], whole.shape[0] / part.shape[0])
    steps = int(np.log(1 / smallest) / np.log(_STEP)) + 1
    scales = [largest / _STEP**step for step in range(steps)] + ([1.0] if largest > 1 else [])
    rough = _best(part, whole, scales, _COARSE)
    near = [rough[1] * float(factor) for factor in np.linspace(1 / _STEP, _STEP, 11)]
    fine = _best(part, whole, [scale for scale in near if scale <= largest * 1.0001], _FINE)
    _, scale, (x, y) = max(rough, fine)
    box = (x, y, x + part.shape[1] * scale, y + part.shape[0] * scale)
    return Found(_likeness(part, whole, box), box)


def _best(
    part: NDArray[np.uint8], whole: NDArray[np.uint8], scales: list[float], side: int
) -> tuple[float, float, tuple[float, float]]:
    """Return similarity, scale and place of the best match."""
    shrink = min(1.0, side / max(whole.shape[:2]))
    around = grey(_scaled(whole, (whole.shape[1] * shrink, whole.shape[0] * shrink)))
    search = _Search(around)
    matches = [(-1.0, scales[0], (0.0, 0.0))]
    for scale in scales:
        size = part.shape[1] * scale * shrink, part.shape[0] * scale * shrink
        if min(size) < _LEAST_SIDE:
            continue
        small = grey(_scaled(part, (min(size[0], around.shape[1]), min(size[1], around.shape[0]))))
        scores = search.similarities(small)
        row, column = divmod(int(scores.argmax()), scores.shape[1])
        matches.append((float(scores[row, column]), scale, (column / shrink, row / shrink)))
    return max(matches)


class _Search:
    """Correlates pictures of several sizes with the places of one picture."""

    def __init__(self, around: Pixels) -> None:
        self._mean = float(around.mean())
        centred = around.astype(np.float64) - self._mean
        self._shape = around.shape
        self._padded = tuple(next_fast_len(side, real=True) for side in around.shape)
        self._spectrum = rfft2(centred, self._padded)
        self._sums, self._squares = (
            np.pad(values, ((1, 0), (1, 0))).cumsum(0).cumsum(1) for values in (centred, centred**2)
        )

    def similarities(self, part: Pixels) -> NDArray[np.float64]:
        """Return the correlation with each place; 0 where there is nothing to see."""
        centred = part.astype(np.float64) - float(part.mean())
        high, wide = part.shape
        # Places where the part lies inside are not reached by what the transform wraps around.
        products = irfft2(self._spectrum * rfft2(centred, self._padded).conj(), self._padded)
        products = products[: self._shape[0] - high + 1, : self._shape[1] - wide + 1]
        sums, squares = (_windows(total, high, wide) for total in (self._sums, self._squares))
        norms = np.sqrt(np.maximum(squares - sums**2 / part.size, 0.0)) * np.sqrt((centred**2).sum())
        return np.asarray(np.where(norms > part.size, products / np.maximum(norms, 1e-9), 0.0))


def _windows(total: NDArray[np.float64], high: int, wide: int) -> NDArray[np.float64]:
    """Return the sums over windows, from sums over all that is above and to the left."""
    return np.asarray(
        total[high:, wide:] - total[:-high, wide:] - total[high:, :-wide] + total[:-high, :-wide]
    )


def _scaled(pixels: NDArray[np.uint8], size: tuple[float, float]) -> NDArray[np.uint8]:
    whole = max(1, round(size[0])), max(1, round(size[1]))
    return np.asarray(Image.fromarray(pixels).resize(whole, Image.Resampling.BOX))


def _likeness(part: NDArray[np.uint8], whole: NDArray[np.uint8], box: Box) -> float:
    """Return the correlation of a picture with a place, or 0 if what it shows has other colours there."""
    left, top, right, bottom = (round(side) for side in box)
    there = whole[max(0, top) : bottom, max(0, left) : right]
    if not there.size:
        return 0.0
    shrink = min(1.0, _COMPARED / max(there.shape[:2]))
    size = there.shape[1] * shrink, there.shape[0] * shrink
    one, two = (_scaled(pixels, size).astype(np.float32) for pixels in (part, there))
    if _colour_difference(one, two) > _MOST_COLOUR:
        return 0.0
    first, second = one - one.mean(), two - two.mean()
    spread = float(first.std()) * float(second.std())
    return (
        float((first * second).mean()) / spread
        if spread > 1
        else float(spread < 1 and abs(one - two).mean() < 4)
    )


def _colour_difference(one: NDArray[Any], two: NDArray[Any]) -> float:
    """Return the mean difference of the pixels that show something: not of the ground."""
    ground = np.median(one.reshape(-1, 3), axis=0)
    shows = np.abs(one - ground).max(axis=2) > _CONTENT
    differs = np.abs(one - two).mean(axis=2)
    return float(differs[shows].mean()) if shows.any() else float(differs.mean())
