"""A canvas for vessels, flat shapes with shading, and ornament."""

from __future__ import annotations

import math
from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

Colour = tuple[int, int, int]
Point = tuple[float, float]

SIZE = 480
_FINE = 2
"""Supersampling factor, for smooth edges."""
_STRIPS = 22


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Blend two colours: 0 is the first, 1 the second."""
    kept = max(0.0, min(1.0, share))
    red, green, blue = (round(a + (b - a) * kept) for a, b in zip(first, second, strict=True))
    return red, green, blue


def shade(colour: Colour, light: float) -> Colour:
    """Darken (below 1) or lighten (above 1) a colour."""
    return mix((0, 0, 0), colour, light) if light <= 1 else mix(colour, (255, 255, 255), light - 1)


def smooth(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """Return a Catmull-Rom curve through the points."""
    padded = [points[0], *points, points[-1]]
    curve: list[Point] = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(steps):
            curve.append(_between(a, b, c, d, step / steps))  # noqa: PERF401
    return [*curve, points[-1]]


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    def along(p: float, q: float, r: float, s: float) -> float:
        return 0.5 * (
            2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * q - p - 3 * r + s) * t**3
        )

    return along(a[0], b[0], c[0], d[0]), along(a[1], b[1], c[1], d[1])


class Canvas:
    """Coordinates run from 0 to 100, x to the right and y down."""

    def __init__(self, ground: Colour) -> None:
        side = SIZE * _FINE
        self._scale = side / 100
        self._image = Image.new("RGB", (side, side), ground)
        self._draw = ImageDraw.Draw(self._image)

    def png(self) -> bytes:
        small = self._image.resize((SIZE, SIZE), Image.Resampling.BOX)
        stream = BytesIO()
        small.save(stream, "PNG", optimize=False, compress_level=6)
        return stream.getvalue()

    def _at(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self._scale, y * self._scale) for x, y in points]

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        self._draw.polygon(self._at(points), fill=colour)

    def rect(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], colour)

    def oval(self, x: float, y: float, rx: float, ry: float, colour: Colour) -> None:
        self._draw.ellipse(self._at([(x - rx, y - ry), (x + rx, y + ry)]), fill=colour)

    def line(self, points: Sequence[Point], colour: Colour, width: float = 0.6) -> None:
        stroke = max(1, round(width * self._scale))
        self._draw.line(self._at(points), fill=colour, width=stroke, joint="curve")

    def tube(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a bent rod, lighter along its middle: handles, spouts, strings."""
        path = smooth(points)
        for part, light in ((1.0, 0.62), (0.72, 0.85), (0.4, 1.05), (0.16, 1.3)):
            self.line(path, shade(colour, light), width * part)
            for x, y in (path[0], path[-1]):
                self.oval(x, y, width * part / 2, width * part / 2, shade(colour, light))

    def turned(
        self,
        profile: Sequence[Point],
        colour: Colour,
        *,
        x: float = 50,
        gloss: float = 0.3,
        closed: bool = False,
    ) -> list[Point]:
        """Draw a body of revolution.

        The profile gives its half-width at heights from the top down. Unless it is closed, its mouth is
        open.
        """
        outline = smooth([(half, y) for half, y in profile])
        for strip in range(_STRIPS):
            left, right = (math.sin(math.pi * (edge / _STRIPS - 0.5)) for edge in (strip, strip + 1))
            light = _light((left + right) / 2, gloss)
            over = 0.02 if strip < _STRIPS - 1 else 0.0
            edge = [(x + half * left, y) for half, y in outline]
            back = [(x + half * (right + over), y) for half, y in reversed(outline)]
            self.polygon(edge + back, shade(colour, light))
        top_half, top = profile[0]
        if top_half > 1.5 and not closed:
            self.oval(x, top, top_half, top_half * 0.16, shade(colour, 1.1))
            self.oval(x, top, top_half * 0.86, top_half * 0.12, shade(colour, 0.35))
        return outline

    def band(
        self, outline: Sequence[Point], y: float, height: float, colour: Colour, *, x: float = 50
    ) -> None:
        """Draw a painted ring around a vessel."""
        rows = [(half, at) for half, at in outline if y - height / 2 <= at <= y + height / 2]
        if len(rows) < 2:
            half = width_at(outline, y)
            rows = [(half, y - height / 2), (half, y + height / 2)]
        left = [(x - half, at) for half, at in rows]
        right = [(x + half, at) for half, at in reversed(rows)]
        self.polygon(left + right, colour)

    def frieze(
        self, motif: str, outline: Sequence[Point], y: float, size: float, colour: Colour, *, x: float = 50
    ) -> None:
        """Repeat a motif around a vessel, narrower towards its sides."""
        half = width_at(outline, y)
        number = max(3, int(half * 2.2 / size))
        for step in range(number):
            angle = math.pi * ((step + 0.5) / number - 0.5)
            self.glyph(
                motif, x + half * math.sin(angle) * 0.97, y, size, colour, squeeze=max(0.25, math.cos(angle))
            )

    def glyph(
        self, motif: str, x: float, y: float, size: float, colour: Colour, *, squeeze: float = 1.0
    ) -> None:
        """Draw one ornament, `size` high."""

        def place(points: Sequence[Point]) -> list[Point]:
            return [(x + px * size * squeeze / 2, y + py * size / 2) for px, py in points]

        if motif in _SOLID:
            for part in _SOLID[motif]:
                self.polygon(place(part), colour)
        elif motif in _DRAWN:
            for part in _DRAWN[motif]:
                self.line(place(part), colour, size * 0.13)
        else:
            self.oval(x, y, size * 0.3 * squeeze, size * 0.3, colour)

    def row(self, motif: str, span: tuple[float, float], y: float, size: float, colour: Colour) -> None:
        """Repeat a motif along a line."""
        left, right = span
        number = max(1, int((right - left) / (size * 1.25)))
        gap = (right - left) / number
        for step in range(number):
            self.glyph(motif, left + gap * (step + 0.5), y, size, colour)

    def shadow(self, x: float, y: float, half: float, ground: Colour) -> None:
        for part in range(6):
            share = 1 - part / 6
            self.oval(
                x + 1.5, y, half * (0.7 + 0.5 * share), 0.6 + 2.2 * share, shade(ground, 0.97 - part * 0.05)
            )


def width_at(outline: Sequence[Point], y: float) -> float:
    return min(outline, key=lambda point: (abs(point[1] - y), -point[0]))[0]


def _light(across: float, gloss: float) -> float:
    """Return the brightness of a round body from left (-1) to right (1), lit from the upper left."""
    base = 0.5 + 0.55 * math.cos((across + 0.35) * 1.25)
    shine = gloss * math.exp(-(((across + 0.4) / 0.16) ** 2))
    return base + shine


def _spiral() -> list[Point]:
    return [
        (math.cos(turn / 3) * (0.1 + turn * 0.045), math.sin(turn / 3) * (0.1 + turn * 0.045))
        for turn in range(20)
    ]


def _star(points: int, inner: float) -> list[Point]:
    corners = []
    for step in range(points * 2):
        reach = 0.95 if step % 2 == 0 else inner
        angle = math.pi * step / points - math.pi / 2
        corners.append((reach * math.cos(angle), reach * math.sin(angle)))
    return corners


_SOLID: dict[str, list[list[Point]]] = {
    "lozenges": [[(0, -0.95), (0.7, 0), (0, 0.95), (-0.7, 0)]],
    "stars": [_star(5, 0.4)],
    "suns": [_star(12, 0.55)],
    "birds": [
        [(-0.9, -0.1), (-0.5, -0.45), (-0.3, -0.25), (0.3, -0.2), (0.95, 0.1), (0.4, 0.3), (-0.3, 0.35),
        (-0.6, 0)],
        [(0, 0.3), (0.12, 0.9), (0.2, 0.9), (0.12, 0.3)],
    ],
    "fish": [[(-0.9, 0), (-0.4, -0.45), (0.3, -0.3), (0.6, 0), (0.95, -0.45), (0.95, 0.45), (0.6, 0), (0.3,
    0.3), (-0.4, 0.45)]],
    "leaves": [[(0, -0.95), (0.45, -0.3), (0.4, 0.3), (0, 0.95), (-0.4, 0.3), (-0.45, -0.3)]],
    "stepped frets": [
        [(-0.9, 0.8), (-0.9, 0.3), (-0.5, 0.3), (-0.5, -0.2), (-0.1, -0.2), (-0.1, -0.7), (0.3, -0.7), (0.3,
        -0.2),
         (0.6, -0.2), (0.6, 0.3), (0.9, 0.3), (0.9, 0.8)],
    ],
}  # fmt: skip
_DRAWN: dict[str, list[list[Point]]] = {
    "waves": [[(-1, 0.3), (-0.6, -0.5), (-0.2, 0.3), (0.2, -0.5), (0.6, 0.3), (1, -0.5)]],
    "spirals": [_spiral()],
}
