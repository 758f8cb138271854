"""The pen on a canvas: it writes, strikes out, ticks and signs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from m3bench_world.scenes.handwriting.hand import Hand
from m3bench_world.scenes.handwriting.writing import Nib, fit_size, pressed, strokes, to_writable
from m3bench_world.scenes.painting import Canvas, Dice, Point, Shape, oval, smooth

Area = tuple[float, float, float, float]
"""Left, top, width, height in units of the canvas."""


class Pen:
    """A hand that writes on a canvas."""

    def __init__(self, canvas: Canvas, hand: Hand, dice: Dice) -> None:
        self.canvas, self.hand, self._dice = canvas, hand, dice

    def write(
        self, text: str, at: Point, size: float, *, widest: float | None = None, noted: bool = True
    ) -> Area:
        """Write one line from a point at the left, vertically centred on it.

        The writing is smaller if it would be wider than `widest`. Returns the area of the ink. The text is
        recorded unless `noted` is false.
        """
        words = to_writable(text)
        if not words.strip():
            raise ValueError("there is nothing to write: the text is empty")
        if widest is not None:
            size = fit_size(self.hand, words, size, widest)
        lines = list(strokes(self.hand, words, at, size, self._dice))
        self._ink(lines)
        area = _area(lines)
        if noted:
            self.canvas.note_text(words, area)
        return area

    def strike(self, area: Area, *, times: int = 1) -> None:
        """Strike out what is written in an area, with one or more lines."""
        (left, top, wide, high), dice = area, self._dice
        reach = min(10.0, high * 0.3)
        for _ in range(times):
            middle = top + high * dice.between(0.42, 0.62)
            tilt, bend = high * dice.between(-0.14, 0.14), high * dice.between(-0.08, 0.08)
            start, end = (left - reach, middle - tilt), (left + wide + reach, middle + tilt)
            self._draw(_curve(start, (left + wide / 2, middle + bend), end), high * 1.1)

    def cross_out(self, area: Area) -> None:
        """Cross out a whole area with a zigzag."""
        (left, top, wide, high), dice = area, self._dice
        steps = max(3, round(wide / (high * 2.2)))
        heights = [
            dice.between(0.1, 0.25) if step % 2 else dice.between(0.75, 0.9) for step in range(steps + 1)
        ]
        points = [(left + wide * step / steps, top + high * share) for step, share in enumerate(heights)]
        self._draw(points, high)

    def tick(self, area: Area) -> None:
        """Put a tick or a cross into a box, whichever this hand prefers."""
        left, top, wide, high = area
        if self.hand.habit % 2:
            shapes: list[list[Point]] = [[(0.12, 0.5), (0.4, 0.86), (1.08, -0.14)]]
        else:
            shapes = [[(0.1, 0.1), (0.9, 0.9)], [(0.9, 0.1), (0.1, 0.9)]]
        for shape in shapes:
            points = [
                (x + self._dice.between(-0.05, 0.05), y + self._dice.between(-0.05, 0.05)) for x, y in shape
            ]
            self._draw([(left + wide * x, top + high * y) for x, y in points], high * 1.3)

    def sign(self, at: Point, size: float) -> None:
        """Sign: loops that no one can read, which are not recorded as text."""
        (x, y), dice = at, self._dice
        points: list[Point] = [(x, y)]
        for step in range(dice.whole(9, 13)):
            x += size * dice.between(0.12, 0.4)
            points.append(
                (x, y + size * (dice.between(-0.7, -0.25) if step % 2 else dice.between(-0.05, 0.3)))
            )
        self._draw(_curve(*points, (x + size * 1.4, y - size * 0.1)), size * 0.8)

    def _draw(self, points: Sequence[Point], size: float) -> None:
        self._ink([pressed(self.hand, points, size, self._dice)])

    def _ink(self, lines: Sequence[Sequence[Nib]]) -> None:
        """Draw strokes as one area: a disc at each point, and a quadrangle between neighbours."""
        outlines: list[tuple[Point, ...]] = []
        for line in lines:
            outlines += [oval(nib.x, nib.y, nib.width / 2, nib.width / 2).outlines[0] for nib in line]
            outlines += [_between(first, second) for first, second in pairwise(line)]
        self.canvas.fill_joined(Shape(tuple(outlines)), self.hand.ink, opacity=self.hand.opacity)


def _curve(*points: Point) -> tuple[Point, ...]:
    return smooth(*points, closed=False).outlines[0]


def _between(first: Nib, second: Nib) -> tuple[Point, ...]:
    dx, dy = second.x - first.x, second.y - first.y
    length = math.hypot(dx, dy) or 1.0
    across, down = -dy / length / 2, dx / length / 2
    return (
        (first.x + across * first.width, first.y + down * first.width),
        (second.x + across * second.width, second.y + down * second.width),
        (second.x - across * second.width, second.y - down * second.width),
        (first.x - across * first.width, first.y - down * first.width),
    )


def _area(lines: Sequence[Sequence[Nib]]) -> Area:
    nibs = [nib for line in lines for nib in line]
    left, right = min(nib.x - nib.width / 2 for nib in nibs), max(nib.x + nib.width / 2 for nib in nibs)
    top, bottom = min(nib.y - nib.width / 2 for nib in nibs), max(nib.y + nib.width / 2 for nib in nibs)
    return left, top, right - left, bottom - top
