"""From a network's output maps to boxes: peaks of the heat maps, the box of each peak, duplicates suppressed.

`heat` has one map per class with values from 0 to 1. `reach` has four maps per group of classes: how far the
box extends from the middle of a cell to the left, upwards, to the right and downwards, in pixels of the
network's input. Classes whose things often share a middle (a person and a vest) are in different groups.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Indices = NDArray[np.intp]

MOST_PEAKS = 400
"""Only the strongest peaks are decoded. The training pictures show fewer things than this."""


class RawDetections(NamedTuple):
    """Decoded maps, strongest first: class numbers, scores, boxes (left, top, right, bottom)."""

    classes: Indices
    scores: Floats
    boxes: Floats

    def only(self, kept: Indices | NDArray[np.bool_]) -> RawDetections:
        return RawDetections(self.classes[kept], self.scores[kept], self.boxes[kept])


class Rules(NamedTuple):
    """Thresholds for decoding, per class."""

    thresholds: Floats
    groups: Indices
    overlap: float
    """IoU above which the weaker of two boxes of one class is dropped."""
    same_place: float
    """IoU above which the weaker of two boxes of any classes is dropped."""


def decode(heat: Floats, reach: Floats, stride: int, rules: Rules) -> RawDetections:
    """Decode the maps of one picture: `heat` is C×H×W, `reach` 4G×H×W."""
    classes, rows, columns = _peaks(heat, np.nonzero(heat >= rules.thresholds[:, None, None]))
    scores = heat[classes, rows, columns]
    order = np.argsort(-scores, kind="stable")[:MOST_PEAKS]
    classes, rows, columns = classes[order], rows[order], columns[order]
    boxes = _boxes(reach, (rules.groups[classes], rows, columns), stride)
    return suppress_overlaps(RawDetections(classes, scores[order], boxes), rules)


def ious(box: Floats, others: Floats) -> Floats:
    """Return the intersection over union of a box with each of the others."""
    low = np.maximum(box[:2], others[:, :2])
    high = np.minimum(box[2:], others[:, 2:])
    common = np.prod(np.clip(high - low, 0, None), axis=1)
    joined = _area(box[None]) + _area(others) - common
    return np.asarray(common / np.maximum(joined, 1e-6), dtype=np.float32)


def _peaks(heat: Floats, cells: tuple[Indices, ...]) -> tuple[Indices, Indices, Indices]:
    """Return those of the cells (class, row, column) that are at least as hot as their eight neighbours."""
    classes, rows, columns = cells
    height, width = heat.shape[1:]
    hottest = np.ones(len(classes), dtype=bool)
    for down, across in itertools.product((-1, 0, 1), repeat=2):
        beside = np.clip(rows + down, 0, height - 1), np.clip(columns + across, 0, width - 1)
        hottest &= heat[classes, rows, columns] >= heat[classes, *beside]
    return classes[hottest], rows[hottest], columns[hottest]


def _boxes(reach: Floats, at: tuple[Indices, Indices, Indices], stride: int) -> Floats:
    groups, rows, columns = at
    grouped = reach.reshape(-1, 4, *reach.shape[1:])
    left, up, right, below = np.clip(grouped[groups, :, rows, columns].T, 0, None)
    x, y = (columns + 0.5) * stride, (rows + 0.5) * stride
    return np.stack([x - left, y - up, x + right, y + below], axis=1).astype(np.float32)


def suppress_overlaps(found: RawDetections, rules: Rules) -> RawDetections:
    """Drop boxes that overlap a stronger one. `found` is sorted by score."""
    kept: list[int] = []
    for index in range(len(found.scores)):
        common = ious(found.boxes[index], found.boxes[kept])
        same = found.classes[kept] == found.classes[index]
        if not np.any(common > np.where(same, rules.overlap, rules.same_place)):
            kept.append(index)
    return found.only(np.asarray(kept, dtype=np.intp))


def _area(boxes: Floats) -> Floats:
    return np.asarray(np.prod(np.clip(boxes[:, 2:] - boxes[:, :2], 0, None), axis=1), dtype=np.float32)
