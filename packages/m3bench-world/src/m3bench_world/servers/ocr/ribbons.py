"""Lines of text that are not straight rectangles: in perspective, on folded or curved paper.

The upper and the lower edge of a line are fitted to the pixels that the network marked. The picture is then
straightened between them, piece by piece.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench_world.servers.ocr.detection import GROWTH, Region
from m3bench_world.servers.ocr.shapes import Point, Quad

Floats = NDArray[np.float64]

PIECES = 12
"""Pieces of a straightened line."""
LEAST_COLUMNS = 12
"""Shorter lines have no edges to fit."""
BENT = 0.12
"""Share of the height by which an edge must differ from the rectangle."""
CURVED = 0.7
"""A curve must leave less than this share of what a straight edge leaves."""
LARGEST_SIDE = 4_000


class Ribbon(NamedTuple):
    """The upper and the lower edge of a line, from its start to its end."""

    top: tuple[Point, ...]
    bottom: tuple[Point, ...]

    @property
    def quad(self) -> Quad:
        return Quad((self.top[0], self.top[-1], self.bottom[-1], self.bottom[0]))

    @property
    def heights(self) -> list[float]:
        """Return the height of each piece."""
        ends = [math.dist(*pair) for pair in zip(self.top, self.bottom, strict=True)]
        return [max(1.0, (one + other) / 2) for one, other in pairwise(ends)]

    @property
    def lengths(self) -> list[float]:
        """Return the length of each piece."""
        edges = ([math.dist(*ends) for ends in pairwise(edge)] for edge in (self.top, self.bottom))
        return [(upper + lower) / 2 for upper, lower in zip(*edges, strict=True)]


def ribbon_of(region: Region) -> Ribbon | None:
    """Return the edges of a line, or None if they are those of its rectangle."""
    frame = _Frame.of(region.place)
    edges = _edges(*frame.inward(_points(region)))
    if edges is None:
        return None
    along, top, bottom = edges
    off = max(np.abs(top).max(), np.abs(bottom - frame.height).max())
    if off < BENT * frame.height or (bottom - top).min() < 0.25 * (bottom - top).max():
        return None
    return Ribbon(frame.outward(along, top), frame.outward(along, bottom))


def unwarp(image: Image.Image, ribbon: Ribbon) -> Image.Image:
    """Return the picture between two edges as a straight strip."""
    height = min(LARGEST_SIDE, max(1, math.ceil(max(ribbon.heights))))
    # The far end of a line is lower and shorter: each piece is enlarged by its own height.
    widths = [height * length / tall for length, tall in zip(ribbon.lengths, ribbon.heights, strict=True)]
    shrunk = min(1.0, LARGEST_SIDE / sum(widths))
    cuts = [round(sum(widths[:at]) * shrunk) for at in range(PIECES + 1)]
    mesh = [((cuts[at], 0, cuts[at + 1], height), _corners(ribbon, at)) for at in range(PIECES)]
    size = max(1, cuts[-1]), height
    return image.transform(size, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC)


def _corners(ribbon: Ribbon, at: int) -> tuple[float, ...]:
    """Return the corners of a piece in Pillow's order: upper left, lower left, lower right, upper right."""
    return (*ribbon.top[at], *ribbon.bottom[at], *ribbon.bottom[at + 1], *ribbon.top[at + 1])


class _Frame(NamedTuple):
    """Coordinates along a rectangle: to the right of the text, and down."""

    start: Point
    right: Point
    height: float

    @classmethod
    def of(cls, place: Quad) -> _Frame:
        return cls(place.corners[0], (math.cos(place.angle), math.sin(place.angle)), place.height)

    def inward(self, points: Floats) -> tuple[Floats, Floats]:
        x, y = points[:, 0] - self.start[0], points[:, 1] - self.start[1]
        return x * self.right[0] + y * self.right[1], y * self.right[0] - x * self.right[1]

    def outward(self, along: Floats, down: Floats) -> tuple[Point, ...]:
        x = self.start[0] + along * self.right[0] - down * self.right[1]
        y = self.start[1] + along * self.right[1] + down * self.right[0]
        return tuple(zip(x.tolist(), y.tolist(), strict=True))


def _points(region: Region) -> Floats:
    """Return the middles of the marked pixels, in pixels of the picture."""
    rows, columns = np.nonzero(region.core.mask)
    across, down = region.core.scale
    x, y = (columns + region.core.left + 0.5) * across, (rows + region.core.top + 0.5) * down
    return np.stack([x, y], axis=1)


def _edges(along: Floats, down: Floats) -> tuple[Floats, Floats, Floats] | None:
    """Fit the upper and the lower edge, grown to the whole line."""
    low, high = float(along.min()), float(along.max())
    length = high - low
    columns = min(96, int(length / 2))
    if columns < LEAST_COLUMNS:
        return None
    which = np.minimum(((along - low) / max(length, 1e-6) * columns).astype(np.intp), columns - 1)
    top, bottom = np.full(columns, np.inf), np.full(columns, -np.inf)
    np.minimum.at(top, which, down)
    np.maximum.at(bottom, which, down)
    middles = low + (np.arange(columns) + 0.5) * length / columns
    # The ends of a marked region are round.
    inner = np.isfinite(top) & (np.abs(np.arange(columns) + 0.5 - columns / 2) < columns * 0.46)
    if inner.sum() < LEAST_COLUMNS - 2:
        return None
    upper, lower = (_fit(middles[inner], edge[inner]) for edge in (top, bottom))
    thickness = float(np.mean(bottom[inner] - top[inner])) + 1
    grown = length * thickness * GROWTH / (2 * (length + thickness))
    places = np.linspace(low - grown, high + grown, PIECES + 1)
    top_edge = np.polyval(upper, places).astype(np.float64) - grown
    bottom_edge = np.polyval(lower, places).astype(np.float64) + grown
    return places, top_edge, bottom_edge


def _fit(along: Floats, edge: Floats) -> Floats:
    """Fit a straight edge, or a curved one if that fits much better."""
    straight, curved = np.polyfit(along, edge, 1), np.polyfit(along, edge, 2)
    left = [float(np.abs(np.polyval(fit, along) - edge).mean()) for fit in (straight, curved)]
    return np.asarray(curved if left[1] < CURVED * left[0] else straight)
