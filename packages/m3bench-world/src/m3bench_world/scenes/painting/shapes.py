"""Shapes: polygons fine enough to look curved.

`path("M10 20 C 30 0 60 0 80 20 Z")` reads the absolute commands of SVG paths: M L H V C S Q T Z.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

Point = tuple[float, float]

_STEPS = 14
_TOKEN = re.compile(r"[MLHVCSQTZ]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}


class Affine(NamedTuple):
    """x' = a x + c y + e and y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def after(self, first: Affine) -> Affine:
        """Return this transform applied after `first`."""
        return Affine(
            self.a * first.a + self.c * first.b,
            self.b * first.a + self.d * first.b,
            self.a * first.c + self.c * first.d,
            self.b * first.c + self.d * first.d,
            self.a * first.e + self.c * first.f + self.e,
            self.b * first.e + self.d * first.f + self.f,
        )

    def point(self, x: float, y: float) -> Point:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def inverse(self) -> Affine:
        det = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / det, -self.b / det, -self.c / det, self.a / det
        return Affine(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))

    @property
    def scale(self) -> float:
        """Return the mean scale factor over all directions."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


def moved(x: float, y: float) -> Affine:
    return Affine(e=x, f=y)


def scaled(x: float, y: float | None = None) -> Affine:
    return Affine(a=x, d=x if y is None else y)


def turned(degrees: float) -> Affine:
    """Return a clockwise rotation; y runs down."""
    turn = math.radians(degrees)
    return Affine(math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn))


class Shape(NamedTuple):
    """One or more outlines with the even-odd rule: overlaps are holes."""

    outlines: tuple[tuple[Point, ...], ...]

    def under(self, transform: Affine) -> Shape:
        point = transform.point
        return Shape(tuple(tuple(point(x, y) for x, y in outline) for outline in self.outlines))

    def box(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*(point for outline in self.outlines for point in outline), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def __add__(self, other: object) -> Shape:
        if not isinstance(other, Shape):
            return NotImplemented
        return Shape(self.outlines + other.outlines)


def polygon(*points: Point) -> Shape:
    return Shape((points,))


def rect(x: float, y: float, width: float, height: float, radius: float = 0) -> Shape:
    """Return a rectangle from its upper left corner; `radius` rounds the corners."""
    right, bottom = x + width, y + height
    radius = min(radius, width / 2, height / 2)
    if radius <= 0:
        return polygon((x, y), (right, y), (right, bottom), (x, bottom))
    corners = [(right - radius, y + radius, -90), (right - radius, bottom - radius, 0)]
    corners += [(x + radius, bottom - radius, 90), (x + radius, y + radius, 180)]
    return Shape(
        (tuple(point for cx, cy, at in corners for point in _arc((cx, cy), (radius, radius), (at, 90), 6)),)
    )


def ellipse(x: float, y: float, across: float, down: float | None = None) -> Shape:
    """Return an ellipse around its centre by half axes; a circle if only one is given."""
    return Shape((tuple(_arc((x, y), (across, across if down is None else down), (0, 360), 56)),))


def oval(x: float, y: float, across: float, down: float) -> Shape:
    """Return a small ellipse with few corners."""
    return Shape((tuple(_arc((x, y), (across, down), (0, 360), 10)),))


def arc(x: float, y: float, across: float, down: float, span: tuple[float, float]) -> Shape:
    """Return part of an ellipse by start and sweep, in degrees clockwise from the right.

    Filled, it is closed by its chord.
    """
    return Shape((tuple(_arc((x, y), (across, down), span, max(6, round(abs(span[1]) / 6)))),))


def sector(x: float, y: float, across: float, down: float, span: tuple[float, float]) -> Shape:
    """Return a slice of an ellipse, closed through its centre."""
    return Shape((((x, y), *arc(x, y, across, down, span).outlines[0]),))


def star(x: float, y: float, outer: float, inner: float, tips: int, *, turn: float = -90) -> Shape:
    step = 180 / tips
    radii = [outer if index % 2 == 0 else inner for index in range(2 * tips)]
    return polygon(*(_on_circle(x, y, radius, turn + index * step) for index, radius in enumerate(radii)))


def smooth(*points: Point, closed: bool = True) -> Shape:
    """Return a smooth Catmull-Rom curve through the points."""
    count = len(points)
    curve: list[Point] = []
    for index in range(count if closed else count - 1):
        around = [_neighbour(points, index + offset, closed) for offset in (-1, 0, 1, 2)]
        curve.extend(_catmull_rom(around, step / 8) for step in range(8))
    return Shape((tuple(curve) if closed else (*curve, points[-1]),))


def taper(*points: Point, start: float, end: float) -> Shape:
    """Return a smooth line through the points whose width runs from `start` to `end`: stems, tails, horns."""
    spine = smooth(*points, closed=False).outlines[0] if len(points) > 2 else points
    left: list[Point] = []
    right: list[Point] = []
    for index, (x, y) in enumerate(spine):
        (x0, y0), (x1, y1) = spine[max(0, index - 1)], spine[min(len(spine) - 1, index + 1)]
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        half = (start + (end - start) * index / (len(spine) - 1)) / 2
        across = ((y0 - y1) / length * half, (x1 - x0) / length * half)
        left.append((x + across[0], y + across[1]))
        right.append((x - across[0], y - across[1]))
    return Shape(((*left, *reversed(right)),))


@lru_cache(maxsize=400)
def path(commands: str) -> Shape:
    """Parse an SVG path with absolute commands."""
    outlines: list[tuple[Point, ...]] = []
    points: list[Point] = []
    handle: Point | None = None
    for command, numbers in _commands(commands):
        if command in "MZ":
            if len(points) > 1:
                outlines.append(tuple(points))
            points = [(numbers[0], numbers[1])] if command == "M" else points[:1]
            handle = None
            continue
        handle = _extend(points, command, numbers, handle)
    if len(points) > 1:
        outlines.append(tuple(points))
    return Shape(tuple(outlines))


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    tokens = _TOKEN.findall(text)
    index, command = 0, "M"
    while index < len(tokens):
        if tokens[index] in _TAKES:
            command = tokens[index]
            index += 1
        takes = _TAKES[command]
        yield command, [float(token) for token in tokens[index : index + takes]]
        index += takes
        if command == "M":
            command = "L"


def _extend(points: list[Point], command: str, numbers: list[float], handle: Point | None) -> Point | None:
    """Add one segment and return the handle that a smooth continuation mirrors."""
    x, y = points[-1]
    if command in "LHV":
        points.append(
            (numbers[0], y)
            if command == "H"
            else (x, numbers[0])
            if command == "V"
            else (numbers[0], numbers[1])
        )
        return None
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    if command in "ST":
        pairs.insert(0, (2 * x - handle[0], 2 * y - handle[1]) if handle else (x, y))
    last = pairs[-2]
    if len(pairs) == 2:
        (qx, qy), end = pairs
        first = (x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3)
        pairs = [first, (end[0] + (qx - end[0]) * 2 / 3, end[1] + (qy - end[1]) * 2 / 3), end]
    first, second, end = pairs
    points.extend(_cubic((x, y), first, second, end, step / _STEPS) for step in range(1, _STEPS + 1))
    return last


def _cubic(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    u = 1 - t
    p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]


def _catmull_rom(around: Sequence[Point], t: float) -> Point:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = around

    def along(p: float, q: float, r: float, s: float) -> float:
        return 0.5 * (
            2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t
        )

    return along(ax, bx, cx, dx), along(ay, by, cy, dy)


def _neighbour(points: Sequence[Point], index: int, closed: bool) -> Point:
    count = len(points)
    return points[index % count] if closed else points[max(0, min(count - 1, index))]


def _on_circle(x: float, y: float, radius: float, degrees: float) -> Point:
    turn = math.radians(degrees)
    return x + radius * math.cos(turn), y + radius * math.sin(turn)


def _arc(centre: Point, axes: Point, span: tuple[float, float], steps: int) -> Iterator[Point]:
    x, y = centre
    across, down = axes
    for cosine, sine in _turns(*span, steps):
        yield x + across * cosine, y + down * sine


@lru_cache(maxsize=512)
def _turns(start: float, sweep: float, steps: int) -> tuple[Point, ...]:
    turns = [math.radians(start + sweep * index / steps) for index in range(steps + (sweep < 360))]
    return tuple((math.cos(turn), math.sin(turn)) for turn in turns)
