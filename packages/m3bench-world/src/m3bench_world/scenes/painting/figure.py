"""Parts of people and animals: tapered limbs, seamless bodies, eyes, legs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from m3bench_world.scenes.painting.canvas import Canvas
from m3bench_world.scenes.painting.fills import Linear, Paint, darker, lighter
from m3bench_world.scenes.painting.shapes import Point, Shape, ellipse, smooth

Joint = tuple[float, float, float]
"""Position and thickness of a limb at a joint."""

_BETWEEN = 8
"""Points that `smooth` inserts between two of its own."""


def limb(*joints: Joint) -> Shape:
    """Return a rounded arm, leg, neck or tail through the joints."""
    spine = smooth(*((x, y) for x, y, _ in joints), closed=False).outlines[0]
    left: list[Point] = []
    right: list[Point] = []
    for index, (x, y) in enumerate(spine):
        across = _across(spine, index)
        half = _thickness(joints, index / _BETWEEN) / 2
        left.append((x + across[0] * half, y + across[1] * half))
        right.append((x - across[0] * half, y - across[1] * half))
    start, end = _cap(left[0], right[0]), _cap(right[-1], left[-1])
    return Shape(((*left, *reversed(list(end)), *reversed(right), *reversed(list(start))),))


def _across(spine: Sequence[Point], index: int) -> Point:
    (x0, y0), (x1, y1) = spine[max(0, index - 1)], spine[min(len(spine) - 1, index + 1)]
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    return (y0 - y1) / length, (x1 - x0) / length


def _thickness(joints: Sequence[Joint], at: float) -> float:
    first = min(int(at), len(joints) - 2)
    before, after = joints[first][2], joints[first + 1][2]
    return before + (after - before) * (at - first)


def _cap(one: Point, other: Point) -> Iterator[Point]:
    """Yield half a circle between the two corners of an end."""
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    radius = math.hypot(one[0] - other[0], one[1] - other[1]) / 2
    start = math.atan2(one[1] - y, one[0] - x)
    for step in range(1, 6):
        turn = start + math.pi * step / 6
        yield x + radius * math.cos(turn), y + radius * math.sin(turn)


def coat(
    canvas: Canvas,
    parts: Sequence[Shape],
    colour: Paint,
    *,
    edge: float = 2.2,
    contrast: float = 0.24,
    ink: Paint | None = None,
) -> None:
    """Parts that make one body: an edge around all of them and none where they meet; light from above."""
    boxes = [part.box() for part in parts]
    top, bottom = min(box[1] for box in boxes), max(box[3] for box in boxes)
    for part in parts:
        canvas.stroke(part, ink or darker(colour, 0.55), edge, closed=True)
    stops = [(0, lighter(colour, contrast)), (0.45, colour), (1, darker(colour, contrast))]
    light = Linear((0, top), (0, bottom), stops)
    for part in parts:
        canvas.fill(part, light)


def eye(canvas: Canvas, x: float, y: float, radius: float, *, white: Paint | None = None) -> None:
    """Draw a dark eye with a glint, on a lighter ring if `white` is given."""
    if white is not None:
        canvas.fill(ellipse(x, y, radius * 1.6), white)
    canvas.fill(ellipse(x, y, radius), "#17120f")
    canvas.fill(ellipse(x + radius * 0.25, y - radius * 0.35, radius * 0.36), "#ffffff")


def front_leg(x: float, top: float, ground: float, thick: float, stride: float = 0) -> Shape:
    """A fore leg of an animal seen from its side, nearly straight."""
    middle = (top + ground) / 2
    return limb(
        (x, top, thick * 1.9), (x + stride * 0.45, middle, thick), (x + stride, ground - thick * 0.4, thick)
    )


def hind_leg(x: float, top: float, ground: float, thick: float, stride: float = 0) -> Shape:
    """A hind leg of an animal that faces right: a full thigh, and a hock that points backwards."""
    high = ground - top
    return limb(
        (x, top, thick * 2.6),
        (x + 1 + stride * 0.2, top + high * 0.36, thick * 1.5),
        (x - thick * 0.75 + stride * 0.5, top + high * 0.62, thick * 0.95),
        (x - thick * 0.3 + stride, ground - thick * 0.4, thick * 0.95),
    )


def paw(canvas: Canvas, x: float, ground: float, wide: float, colour: Paint) -> None:
    shape = ellipse(x + wide * 0.22, ground - wide * 0.3, wide * 0.62, wide * 0.33)
    canvas.fill(shape, colour, outline=darker(colour, 0.5), width=0.9)


def hoof(canvas: Canvas, x: float, ground: float, wide: float, colour: Paint = "#3a2c22") -> None:
    half, high = wide * 0.55, wide * 0.75
    canvas.fill(
        Shape(
            (
                (
                    (x - half * 0.85, ground - high),
                    (x + half * 0.95, ground - high),
                    (x + half * 1.3, ground),
                    (x - half, ground),
                ),
            )
        ),
        colour,
    )
