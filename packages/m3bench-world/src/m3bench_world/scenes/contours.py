"""Outlines of masks as polygons, and masks of polygons."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Polygon = tuple[tuple[float, float], ...]

_INSIDE = 128
"""Minimum level of a pixel that an outline encloses."""
_SMALLEST = 3.0
"""Area in pixels of the smallest outline; smaller ones are specks at soft edges."""
_TOLERANCE = 0.4
"""Maximum distance in pixels by which an outline may be simplified."""
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def trace(mask: Image.Image) -> tuple[Polygon, ...]:
    """Return the outlines of the pixels that are at least half white, the largest first.

    Polygons within others are holes. Coordinates are pixels; the centre of the first pixel is (0.5, 0.5).
    """
    box = mask.point([0] * _INSIDE + [255] * (256 - _INSIDE)).getbbox()
    if box is None:
        return ()
    inside = np.pad(np.asarray(mask.crop(box)) >= _INSIDE, 1)
    corner = np.array([box[0] - 1, box[1] - 1])
    rings = [_middles(ring) + corner for ring in _rings(inside)]
    rings = [ring for ring in rings if abs(_area(ring)) >= _SMALLEST]
    rings.sort(key=lambda ring: -abs(_area(ring)))
    return tuple(tuple((float(x), float(y)) for x, y in _simplified(ring)) for ring in rings)


def fill(polygons: tuple[Polygon, ...], size: tuple[int, int]) -> NDArray[np.bool_]:
    """Return which pixels of a picture have their centre inside the polygons, by the even-odd rule."""
    width, height = size
    crossed = np.zeros((height, width + 1), dtype=np.int64)
    for polygon in polygons:
        points = np.asarray(polygon)
        for (x1, y1), (x2, y2) in zip(points, np.roll(points, -1, axis=0), strict=True):
            _cross(crossed, (x1, y1), (x2, y2))
    inside: NDArray[np.bool_] = np.cumsum(crossed, axis=1)[:, :width] % 2 == 1
    return inside


def _cross(crossed: NDArray[np.int64], start: tuple[float, float], end: tuple[float, float]) -> None:
    """Count an edge at the first pixel to its right in every row of pixel centres."""
    (x1, y1), (x2, y2) = sorted((start, end), key=lambda point: point[1])
    rows = np.arange(max(0, int(np.ceil(y1 - 0.5))), min(len(crossed), int(np.ceil(y2 - 0.5))))
    if len(rows):
        xs = x1 + (rows + 0.5 - y1) * (x2 - x1) / (y2 - y1)
        np.add.at(crossed, (rows, np.clip(np.ceil(xs - 0.5), 0, crossed.shape[1] - 1).astype(int)), 1)


def _rings(inside: NDArray[np.bool_]) -> list[NDArray[np.float64]]:
    """Return the borders of an area along the edges of its pixels, with the area at the right hand."""
    left: dict[tuple[int, int], set[int]] = {}
    for direction, (ys, xs) in enumerate(_borders(inside)):
        for point in zip(xs.tolist(), ys.tolist(), strict=True):
            left.setdefault(point, set()).add(direction)
    rings = []
    while left:
        start = next(iter(left))
        rings.append(np.array(_walk(left, start), dtype=np.float64))
    return rings


def _borders(inside: NDArray[np.bool_]) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Return where borders start that run right, down, left and up, as rows and columns of corners."""
    above, below = inside[:-1], inside[1:]
    before, after = inside[:, :-1], inside[:, 1:]
    right, down = np.nonzero(below & ~above), np.nonzero(before & ~after)
    left, up = np.nonzero(above & ~below), np.nonzero(after & ~before)
    return [
        (right[0] + 1, right[1]),
        (down[0], down[1] + 1),
        (left[0] + 1, left[1] + 1),
        (up[0] + 1, up[1] + 1),
    ]


def _walk(left: dict[tuple[int, int], set[int]], start: tuple[int, int]) -> list[tuple[int, int]]:
    """Follow a border until it closes and remove it. At a crossing it turns right."""
    ring, at, direction = [], start, min(left[start])
    while True:
        ring.append(at)
        choices = left[at]
        choices.discard(direction)
        if not choices:
            del left[at]
        at = at[0] + _STEPS[direction][0], at[1] + _STEPS[direction][1]
        if at not in left:
            return ring
        onwards = [turn % 4 for turn in (direction + 1, direction, direction + 3)]
        direction = next(turn for turn in onwards if turn in left[at])


def _middles(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cut the corners of a border, so that slanted edges are straight."""
    return (ring + np.roll(ring, -1, axis=0)) / 2


def _area(ring: NDArray[np.float64]) -> float:
    x, y = ring.T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def _simplified(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the ring with fewer points (Douglas and Peucker)."""
    far = int(np.argmax(((ring - ring[0]) ** 2).sum(axis=1)))
    closed = np.vstack([ring, ring[:1]])
    keep = np.zeros(len(closed), dtype=bool)
    keep[[0, far, len(ring)]] = True
    todo = [(0, far), (far, len(ring))]
    while todo:
        first, last = todo.pop()
        if last - first < 2:
            continue
        distances = _distances(closed[first + 1 : last], closed[first], closed[last])
        worst = int(np.argmax(distances))
        if distances[worst] > _TOLERANCE:
            middle = first + 1 + worst
            keep[middle] = True
            todo += [(first, middle), (middle, last)]
    return closed[:-1][keep[:-1]]


def _distances(
    points: NDArray[np.float64], start: NDArray[np.float64], end: NDArray[np.float64]
) -> NDArray[np.float64]:
    along = end - start
    length = float(np.hypot(*along))
    offset = points - start
    if length == 0:
        return np.hypot(offset[:, 0], offset[:, 1])
    found: NDArray[np.float64] = np.abs(along[0] * offset[:, 1] - along[1] * offset[:, 0]) / length
    return found
