"""Reading order: rows from the top, each from the left; column by column on request."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import median

import msgspec

from m3bench_world.servers.ocr.recognition import Line

SAME_ROW = 0.5
"""Lines that overlap by this share of their height are in one row."""
GUTTER = 1.5
"""Columns are this many line heights apart."""


class Spot(msgspec.Struct, frozen=True):
    """A line and its position after straightening the page."""

    line: Line
    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top


def rows_of(lines: list[Line], *, columns: bool = False) -> list[list[Line]]:
    """Return the lines in reading order, grouped by row."""
    spots = _straighten(lines)
    blocks = _blocks(spots) if columns else [spots]
    return [[spot.line for spot in row] for block in blocks for row in _rows(block)]


def _straighten(lines: list[Line]) -> list[Spot]:
    tilt = _tilt([line.place.angle for line in lines if line.place.width >= 2 * line.place.height])
    cos, sin = math.cos(tilt), math.sin(tilt)
    spots = []
    for line in lines:
        across = [x * cos + y * sin for x, y in line.place.corners]
        down = [y * cos - x * sin for x, y in line.place.corners]
        spots.append(Spot(line, min(across), min(down), max(across), max(down)))
    return spots


def _tilt(angles: list[float]) -> float:
    """Return the angle that differs least from all others, over the full turn."""
    return min(angles, key=lambda one: sum(1 - math.cos(one - angle) for angle in angles), default=0.0)


def _rows(spots: list[Spot]) -> list[list[Spot]]:
    rows: list[list[Spot]] = []
    for spot in sorted(spots, key=lambda spot: (spot.top + spot.bottom, spot.left)):
        if rows and _side_by_side(rows[-1][0], spot):
            rows[-1].append(spot)
        else:
            rows.append([spot])
    return [sorted(row, key=lambda spot: (spot.left, spot.top)) for row in rows]


def _side_by_side(one: Spot, other: Spot) -> bool:
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    alike = max(one.height, other.height) <= 3 * min(one.height, other.height)
    return alike and shared >= SAME_ROW * min(one.height, other.height)


def _blocks(spots: list[Spot]) -> list[list[Spot]]:
    """Return columns from left to right, and the blocks above or below them."""
    parted = _columns(spots)
    if parted:
        return [block for part in parted for block in _blocks(part)]
    for above, below in _cuts(spots):
        if _columns(above) or _columns(below):
            return [*_blocks(above), *_blocks(below)]
    return [spots]


def _columns(spots: list[Spot]) -> tuple[list[Spot], list[Spot]] | None:
    """Split at an empty gutter into two sides, each of several rows."""
    if len(spots) < 4:
        return None
    ordered = sorted(spots, key=lambda spot: spot.left)
    least = GUTTER * median(spot.height for spot in spots)
    right = ordered[0].right
    for at, spot in enumerate(ordered):
        if spot.left - right >= least:
            sides = ordered[:at], ordered[at:]
            if all(len(_rows(side)) > 1 for side in sides):
                return sides
        right = max(right, spot.right)
    return None


def _cuts(spots: list[Spot]) -> Iterator[tuple[list[Spot], list[Spot]]]:
    """Return the ways to split lines above and below an empty band."""
    ordered = sorted(spots, key=lambda spot: spot.top)
    bottom = ordered[0].bottom if ordered else 0.0
    for at, spot in enumerate(ordered):
        if at and spot.top >= bottom:
            yield ordered[:at], ordered[at:]
        bottom = max(bottom, spot.bottom)
