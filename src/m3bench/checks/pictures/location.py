"""Locating a crop in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfftn, next_fast_len, rfftn

from m3bench.checks.pictures.reading import Pixels, grey

Box = tuple[float, float, float, float]
Map = NDArray[np.float64]

_COARSE_PIXELS = 600_000
_SAMPLES = 40_000
_MOST_SOUGHT = 2_500_000
_AS_GOOD = 0.01
_FLAT = 1.0
_FINE_LIMIT = 6.0
"""Largest mean difference, of 255, of a located part."""
_AS_FINE = 1.5


def iou(one: Box, other: Box) -> float:
    """Return the intersection over union of two boxes."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(0.0, wide) * max(0.0, high)
    whole = _area(one) + _area(other) - shared
    return shared / whole if whole > 0 else 0.0


def _area(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def overlaps(crop: NDArray[Any], source: Pixels, boxes: Sequence[Box]) -> list[float]:
    """Return the IoU of the crop's location with each box; 0 if it is not part of the picture.

    If the crop matches in several places, the nearest to each box counts.
    """
    if crop.shape[0] > source.shape[0] or crop.shape[1] > source.shape[1]:
        return [0.0] * len(boxes)
    located = [
        (left, top, left + crop.shape[1], top + crop.shape[0])
        for left, top in _places(grey(crop), source, boxes)
    ]
    return [max((iou(box_there, box) for box_there in located), default=0.0) for box in boxes]


def _places(crop: Pixels, source: Pixels, boxes: Sequence[Box]) -> list[tuple[int, int]]:
    """Return possible locations of the crop: searched at a small size first, then larger."""
    coarsest = max(1, int(np.ceil(np.sqrt(source.size / _COARSE_PIXELS))))
    coarsest = min(coarsest, max(1, min(crop.shape) // 4))
    for factor in dict.fromkeys((coarsest, max(1, coarsest // 2), 1)):
        small_crop, small_source = _shrunk(crop, factor), _shrunk(source, factor)
        fits = all(one <= other for one, other in zip(small_crop.shape, small_source.shape, strict=True))
        if fits and small_source.size <= _MOST_SOUGHT:
            rough = _rough_places(_scores(small_crop, small_source), factor, boxes)
            refined = [_refined(crop, source, place, factor) for place in rough]
            limit = min(_FINE_LIMIT, min(difference for difference, _ in refined) + _AS_FINE)
            located = [place for difference, place in refined if difference <= limit]
            if located:
                return located
    return []


def _rough_places(scores: Map, factor: int, boxes: Sequence[Box]) -> set[tuple[int, int]]:
    """Return the best location, and the nearest equally good ones to each box."""
    best = divmod(int(scores.argmax()), scores.shape[1])
    rows, columns = np.nonzero(scores >= scores[best] - _AS_GOOD)
    places = {best}
    for box in boxes:
        far = (rows * factor - box[1]) ** 2 + (columns * factor - box[0]) ** 2
        places |= {(int(rows[i]), int(columns[i])) for i in np.argsort(far)[:3]}
    return {(column * factor, row * factor) for row, column in places}


def _shrunk(pixels: Pixels, factor: int) -> Pixels:
    if factor == 1:
        return pixels
    high, wide = (side // factor * factor for side in pixels.shape)
    blocks = pixels[:high, :wide].reshape(high // factor, factor, wide // factor, factor)
    return np.asarray(blocks.mean(axis=(1, 3)), dtype=np.float32)


def _scores(crop: Pixels, source: Pixels) -> Map:
    """Return the similarity of the crop to each location; 1 is equal except for brightness and contrast."""
    centred = crop.astype(np.float64) - float(crop.mean())
    around = source.astype(np.float64) - float(source.mean())
    sums, squares = _window_sums(around, crop.shape), _window_sums(around**2, crop.shape)
    spread = np.maximum(squares - sums**2 / crop.size, 0.0)
    if float(crop.std()) < _FLAT:
        level = sums / crop.size + float(source.mean()) - float(crop.mean())
        return np.asarray(1 - (np.sqrt(spread / crop.size) + np.abs(level)) / 255, dtype=np.float64)
    products = convolve(around.astype(np.float32), centred[::-1, ::-1].astype(np.float32))
    norms = np.sqrt(spread) * np.linalg.norm(centred)
    return np.asarray(
        np.where(norms > 1e-3 * crop.size, products / np.maximum(norms, 1e-9), 0.0), dtype=np.float64
    )


def convolve(values: Pixels, kernel: Pixels) -> Pixels:
    """Return the convolution where the kernel lies fully inside the values.

    The same steps as `scipy.signal.fftconvolve`, whose module takes 40 MB and half a second to import.
    """
    axes = [axis for axis in range(2) if kernel.shape[axis] > 1 and values.shape[axis] > 1]
    lengths = [next_fast_len(values.shape[axis] + kernel.shape[axis] - 1, real=True) for axis in axes]
    if axes:
        spectrum = rfftn(values, lengths, axes=axes) * rfftn(kernel, lengths, axes=axes)
        whole = irfftn(spectrum, lengths, axes=axes)
    else:
        whole = values * kernel
    rows, columns = (slice(inner - 1, outer) for inner, outer in zip(kernel.shape, values.shape, strict=True))
    return np.asarray(whole[rows, columns])


def _window_sums(values: Map, shape: tuple[int, ...]) -> Map:
    high, wide = shape[0], shape[1]
    total = np.pad(values, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    return np.asarray(
        total[high:, wide:] - total[:-high, wide:] - total[high:, :-wide] + total[:-high, :-wide]
    )


def _refined(
    crop: Pixels, source: Pixels, place: tuple[int, int], factor: int
) -> tuple[float, tuple[int, int]]:
    """Return the exact location near a rough one, and the difference of the crop there."""
    step = max(1, int(np.ceil(np.sqrt(crop.size / _SAMPLES))))
    wanted = crop[::step, ::step]
    high, wide = crop.shape
    reach = factor if factor > 1 else 0
    candidates = [(255.0, place)]
    for top in range(max(0, place[1] - reach), min(source.shape[0] - high, place[1] + reach) + 1):
        for left in range(max(0, place[0] - reach), min(source.shape[1] - wide, place[0] + reach) + 1):
            part = source[top : top + high : step, left : left + wide : step]
            candidates.append((_difference(wanted, part), (left, top)))
    return min(candidates)


def _difference(one: Pixels, other: Pixels) -> float:
    """Return the mean difference after equalizing brightness and contrast."""
    spread = float(one.std())
    if spread < _FLAT:
        return float(np.abs(one - other).mean())
    gain = float(other.std()) / spread
    if not 0.25 < gain < 4:
        return 255.0
    return float(np.abs((one - one.mean()) * gain - (other - other.mean())).mean())
