"""Labels beside points, placed where they hide nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from m3bench_world.scenes.painting import Canvas, Paint, Point, text_width

Rect = tuple[float, float, float, float]
_PAD = 9


def _meet(one: Rect, other: Rect) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


class Boxes:
    """Areas that must stay free of further labels."""

    def __init__(self, frame: Rect) -> None:
        self._frame = frame
        self._taken: list[Rect] = []

    def is_free(self, box: Rect) -> bool:
        left, top, right, bottom = self._frame
        inside = box[0] >= left and box[1] >= top and box[2] <= right and box[3] <= bottom
        return inside and not any(_meet(box, taken) for taken in self._taken)

    def take(self, box: Rect) -> None:
        self._taken.append(box)

    def take_line(self, first: Point, last: Point, reach: float) -> None:
        """Take small areas along a straight line."""
        steps = max(1, round(max(abs(last[0] - first[0]), abs(last[1] - first[1])) / reach))
        for step in range(steps + 1):
            x, y = (first[axis] + (last[axis] - first[axis]) * step / steps for axis in (0, 1))
            self.take((x - reach, y - reach, x + reach, y + reach))


class Placed(NamedTuple):
    text: str
    x: float
    y: float
    anchor: str


class Labels:
    """Labels of one size. `place` returns False if there is no room for a label."""

    def __init__(self, boxes: Boxes, size: float) -> None:
        self._boxes, self._size = boxes, size
        self._placed: list[Placed] = []

    def place(self, text: str, at: Point, reach: float) -> bool:
        wide, half = text_width(text, self._size), self._size * 0.55
        for x, y, anchor in _sides(at, reach, half):
            left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
            box = (left - _PAD, y - half, left + wide + _PAD, y + half)
            if self._boxes.is_free(box):
                self._boxes.take(box)
                self._placed.append(Placed(text, x, y, anchor))
                return True
        return False

    def draw(self, canvas: Canvas, ink: Paint) -> None:
        for placed in self._placed:
            canvas.text(placed.text, placed.x, placed.y, self._size, ink, anchor=placed.anchor)


def _sides(at: Point, reach: float, half: float) -> Iterable[tuple[float, float, str]]:
    """Yield places for a label: beside the point, above, below, and at its corners."""
    x, y = at
    yield x, y - reach - half, "middle"
    yield x, y + reach + half, "middle"
    yield x + reach + 6, y, "start"
    yield x - reach - 6, y, "end"
    for down in (-1, 1):
        yield x + reach + 2, y + down * (reach * 0.6 + half), "start"
        yield x - reach - 2, y + down * (reach * 0.6 + half), "end"
    for farther in (16, 30):
        yield x + reach + farther, y, "start"
        yield x - reach - farther, y, "end"
