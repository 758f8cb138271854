"""A plan of streets around a point, with a river, a park and a scale bar."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.scenes.painting import Canvas, Dice, Paint, Point, polygon, rect, smooth

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
