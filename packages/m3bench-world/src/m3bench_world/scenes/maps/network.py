"""Networks of lines with stops, in the manner of a plan of railways, and grids of streets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from m3bench_world.scenes.maps.labels import Boxes, Labels
from m3bench_world.scenes.painting import Canvas, Dice, Paint, Point, ellipse, polygon, rect, smooth

LINE_INKS: Mapping[str, str] = MappingProxyType({
    "red": "#d22f36", "blue": "#1f62b8", "green": "#2c9a4b", "orange": "#f08a1c", "purple": "#7b45a8",
})  # fmt: skip
Cell = tuple[int, int]
_PLANS: tuple[tuple[tuple[Cell, ...], ...], ...] = (
    (
        ((0, 1), (2, 1), (4, 1), (6, 1), (8, 1), (10, 1)),
        ((0, 3), (2, 3), (4, 3), (6, 3), (8, 5), (10, 5)),
        ((4, 1), (4, 3), (4, 5), (6, 7), (8, 7)),
        ((0, 5), (4, 5), (6, 3), (8, 1)),
    ),
    (
        ((0, 1), (2, 1), (4, 3), (6, 5), (8, 5), (10, 5)),
        ((0, 5), (2, 5), (4, 3), (6, 1), (8, 1), (10, 1)),
        ((2, 1), (2, 3), (2, 5), (2, 7), (6, 7)),
        ((8, 1), (8, 3), (8, 5), (8, 7), (10, 7)),
    ),
    (
        ((1, 0), (1, 2), (3, 4), (5, 4), (7, 4), (9, 2), (9, 0)),
        ((0, 6), (2, 6), (5, 6), (7, 4), (9, 4)),
        ((3, 1), (3, 4), (3, 7), (7, 7), (9, 6)),
        ((5, 0), (5, 2), (5, 4), (5, 6)),
    ),
)
"""Stops of the lines on a grid. Lines meet in the cells that they share."""
_TYPE, _STOP, _CHANGE = 27, 11, 16


class TransitLine(NamedTuple):
    colour: str
    stops: tuple[str, ...]


class Network(NamedTuple):
    """Lines, and where their stops are."""

    lines: tuple[TransitLine, ...]
    places: dict[str, Point]

    def lines_at(self, stop: str) -> list[TransitLine]:
        return [line for line in self.lines if stop in line.stops]


def network(dice: Dice, names: Sequence[str], frame: tuple[float, float, float, float]) -> Network:
    """Lay out one of the plans, mirrored at random, with names for its stops."""
    plan = dice.pick(_PLANS)
    cells = list(dict.fromkeys(cell for line in plan for cell in line))
    across, down = max(x for x, _ in cells), max(y for _, y in cells)
    mirrored, flipped = dice.happens(0.5), dice.happens(0.5)
    left, top, right, bottom = frame
    named = dict(zip(cells, names, strict=False))

    def spot(cell: Cell) -> Point:
        x = (across - cell[0] if mirrored else cell[0]) / across
        y = (down - cell[1] if flipped else cell[1]) / down
        return left + (right - left) * x, top + (bottom - top) * y

    colours = dice.some(LINE_INKS, len(plan))
    lines = [
        TransitLine(colour, tuple(named[cell] for cell in line))
        for colour, line in zip(colours, plan, strict=True)
    ]
    return Network(tuple(lines), {named[cell]: spot(cell) for cell in cells})


def draw_network(canvas: Canvas, net: Network, frame: tuple[float, float, float, float], ink: Paint) -> bool:
    """Draw the network with labels. Return False, and draw nothing, if a label finds no room."""
    boxes = Boxes(frame)
    labels = Labels(boxes, _TYPE)
    for line in net.lines:
        points = [net.places[stop] for stop in line.stops]
        for first, last in pairwise(points):
            boxes.take_line(first, last, 8)
    busiest = sorted(net.places, key=lambda stop: -len(net.lines_at(stop)))
    if not all(labels.place(stop, net.places[stop], _CHANGE + 3) for stop in busiest):
        return False
    for line in net.lines:
        canvas.line(*(net.places[stop] for stop in line.stops), colour=LINE_INKS[line.colour], width=11)
    for stop, (x, y) in net.places.items():
        radius = _CHANGE if len(net.lines_at(stop)) > 1 else _STOP
        canvas.fill(ellipse(x, y, radius), "#ffffff", outline="#16191d", width=4)
    labels.draw(canvas, ink)
    return True


_BLOCK = (96, 150)


class Streets(NamedTuple):
    """Colours of a plan."""

    ground: str
    street: str
    edge: str
    water: str
    park: str
    ink: str


def draw_streets(canvas: Canvas, dice: Dice, size: tuple[float, float], look: Streets) -> None:
    """Draw blocks, streets in two directions, a park and a river."""
    wide, high = size
    canvas.fill(rect(0, 0, wide, high), look.ground)
    x, y = dice.between(0.1, 0.6) * wide, dice.between(0.1, 0.6) * high
    canvas.fill(rect(x, y, dice.between(120, 200), dice.between(100, 170), 12), look.park)
    bend = [(wide * share, high * dice.between(0.62, 0.9)) for share in (0, 0.3, 0.6, 1)]
    _streets(canvas, dice, size, look)
    river = smooth((-40, bend[0][1]), *bend, (wide + 40, bend[-1][1]), closed=False)
    canvas.stroke(river, look.water, 40)


def _streets(canvas: Canvas, dice: Dice, size: tuple[float, float], look: Streets) -> None:
    ways: list[tuple[Point, Point, int]] = []
    wide, high = size
    for upright, along in ((True, wide), (False, high)):
        at = dice.between(20, 80)
        while at < along:
            lean, broad = dice.between(-36, 36), dice.pick((9, 9, 12, 18))
            down, across = ((at, -10), (at + lean, high + 10)), ((-10, at), (wide + 10, at + lean))
            ways.append((*(down if upright else across), broad))
            at += dice.between(*_BLOCK)
    for first, last, broad in ways:
        canvas.line(first, last, colour=look.edge, width=broad + 4)
    for first, last, broad in ways:
        canvas.line(first, last, colour=look.street, width=broad)


def scale_bar(canvas: Canvas, at: Point, length: float, text: str, ink: Paint) -> None:
    """Draw a bar of a length in drawing units with what it stands for above."""
    x, y = at
    canvas.line((x, y), (x + length, y), colour=ink, width=5)
    for end in (x, x + length):
        canvas.line((end, y - 11), (end, y + 11), colour=ink, width=5)
    canvas.text(text, x + length / 2, y - 28, 27, ink, weight=0.01)


def pin(canvas: Canvas, at: Point, letter: str, colour: Paint) -> None:
    """Draw a pin whose tip is at the point."""
    x, y = at
    canvas.fill(polygon((x - 13, y - 26), (x + 13, y - 26), (x, y)), colour)
    canvas.fill(rect(x - 22, y - 64, 44, 44, 22), colour, outline="#ffffff", width=3)
    canvas.text(letter, x, y - 42, 30, "#ffffff", weight=0.02)


def mark(canvas: Canvas, at: Point, colour: Paint) -> None:
    """Draw a cross in a ring, centred at the point."""
    x, y = at
    canvas.fill(rect(x - 20, y - 20, 40, 40, 20), "#ffffff", outline=colour, width=5)
    for lean in (-1, 1):
        canvas.line((x - 9, y - 9 * lean), (x + 9, y + 9 * lean), colour=colour, width=6)
