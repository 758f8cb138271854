"""Rectangles at any angle, as four corners in reading direction: left and right of the text's top, then of
its bottom."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

Point = tuple[float, float]


class Box(msgspec.Struct, frozen=True):
    """An upright rectangle in whole pixels."""

    left: int
    top: int
    width: int
    height: int


class Quad(msgspec.Struct, frozen=True):
    """Four corners: top left, top right, bottom right, bottom left, as the text is read."""

    corners: tuple[Point, Point, Point, Point]

    @property
    def width(self) -> float:
        return math.dist(self.corners[0], self.corners[1])

    @property
    def height(self) -> float:
        return math.dist(self.corners[0], self.corners[3])

    @property
    def centre(self) -> Point:
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def angle(self) -> float:
        """Return the angle of the reading direction in radians; positive is downwards."""
        (x1, y1), (x2, y2) = self.corners[0], self.corners[1]
        return math.atan2(y2 - y1, x2 - x1)

    def turned(self, quarters: int) -> Quad:
        """Return the same rectangle with its reading direction turned clockwise by quarter turns."""
        a, b, c, d = (self.corners * 2)[quarters : quarters + 4]
        return Quad((a, b, c, d))

    def part(self, start: float, end: float) -> Quad:
        """Return the part between two fractions of the width."""
        top_left, top_right, bottom_right, bottom_left = self.corners
        return Quad(
            (
                _between(top_left, top_right, start),
                _between(top_left, top_right, end),
                _between(bottom_left, bottom_right, end),
                _between(bottom_left, bottom_right, start),
            )
        )

    def mirrored(self, width: float) -> Quad:
        """Return the rectangle in the mirror image of a picture of this width."""
        a, b, c, d = ((width - x, y) for x, y in self.corners)
        return Quad((b, a, d, c))

    def scaled(self, x: float, y: float) -> Quad:
        a, b, c, d = ((px * x, py * y) for px, py in self.corners)
        return Quad((a, b, c, d))

    def box(self, size: tuple[int, int]) -> Box:
        """Return the upright bounding box, clipped to a picture of this size."""
        left = max(0, math.floor(min(x for x, _ in self.corners)))
        top = max(0, math.floor(min(y for _, y in self.corners)))
        right = min(size[0], math.ceil(max(x for x, _ in self.corners)))
        bottom = min(size[1], math.ceil(max(y for _, y in self.corners)))
        return Box(left, top, max(0, right - left), max(0, bottom - top))


def smallest_rectangle(points: Iterable[Point]) -> Quad:
    """Return the minimum-area rectangle around points."""
    hull = _hull(sorted(set(points)))
    best: tuple[float, Quad] | None = None
    for start, end in zip(hull, [*hull[1:], hull[0]], strict=True):
        length = math.dist(start, end)
        if length == 0:
            continue
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        along = [x * ux + y * uy for x, y in hull]
        across = [y * ux - x * uy for x, y in hull]
        low, high, near, far = min(along), max(along), min(across), max(across)
        area = (high - low) * (far - near)
        if best is None or area < best[0] - 1e-9:
            spots = ((low, near), (high, near), (high, far), (low, far))
            best = (area, _upright([(a * ux - b * uy, a * uy + b * ux) for a, b in spots]))
    if best is None:
        x, y = hull[0]
        return Quad(((x, y), (x, y), (x, y), (x, y)))
    return best[1]


def expand(quad: Quad, distance: float) -> Quad:
    """Move every side outwards."""
    ux, uy = math.cos(quad.angle) * distance, math.sin(quad.angle) * distance
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.corners
    return Quad(
        (
            (ax - ux + uy, ay - uy - ux),
            (bx + ux + uy, by + uy - ux),
            (cx + ux - uy, cy + uy + ux),
            (dx - ux - uy, dy - uy + ux),
        )
    )


def _between(start: Point, end: Point, fraction: float) -> Point:
    return start[0] + (end[0] - start[0]) * fraction, start[1] + (end[1] - start[1]) * fraction


def _upright(corners: Sequence[Point]) -> Quad:
    """Order the corners clockwise, from the top left of upright text."""
    first, second, third, fourth = sorted(corners)
    top_left, bottom_left = sorted((first, second), key=lambda point: point[1])
    top_right, bottom_right = sorted((third, fourth), key=lambda point: point[1])
    return Quad((top_left, top_right, bottom_right, bottom_left))


def _hull(points: list[Point]) -> list[Point]:
    """Return the convex hull of sorted points."""
    if len(points) < 3:
        return points
    lower, upper = _half(points), _half(points[::-1])
    return lower[:-1] + upper[:-1]


def _half(points: list[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in points:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0:
            kept.pop()
        kept.append(point)
    return kept


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
