"""Vehicles, seen from the side and facing right."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.scenes.painting import (
    Canvas,
    Linear,
    Look,
    Paint,
    Shape,
    darker,
    down,
    ellipse,
    lighter,
    limb,
    panel,
    path,
    polygon,
    rect,
    rgb,
)
from m3bench_world.scenes.sprites import sprite

_PAINTS = {
    "red": "#c42f2a",
    "blue": "#2b62b4",
    "white": "#eeeeea",
    "black": "#33353a",
    "silver": "#aab0b6",
    "green": "#3a7d4c",
    "yellow": "#eabb2a",
    "orange": "#e6762a",
}


class _Body(NamedTuple):
    """What makes one kind of car: its outline, panes, doors, wheels and the height of its lamps."""

    outline: str
    panes: tuple[str, ...]
    doors: tuple[float, ...]
    wheels: tuple[float, ...]
    radius: float
    lamps: tuple[float, float, float]
    """Where the tail and the head lamp are, and how high."""


_CARS = {
    "sedan": _Body(
        "M3 35 C 2 28 3 25 8 23.5 L25 21 C 33 12 39 9 49 8.5 L64 8.5 C 75 9 83 14 91 21 L108 24 "
        "C 115 25.5 118 29 118 35 "
        "C 118 39 117 41 114 41 L6 41 C 4 41 3 38 3 35 Z",
        (
            "M31 21 C 37 14 41 12 49 12 L56 12 L56 21.4 Z",
            "M59 12 L65 12 C 74 12.6 79 16.6 84 21.6 L59 21.4 Z",
        ),
        (32, 57.5, 84),
        (25, 95),
        9,
        (5, 114, 27),
    ),
    "hatchback": _Body(
        "M12 34 C 10 24 13 14 19 9.5 C 25 6.6 42 6 53 7 C 67 8 77 14 85 21.5 L101 24.5 "
        "C 108 26 110 30 110 36 C 110 39 109 41 106 41 "
        "L16 41 C 13 41 12 38 12 34 Z",
        (
            "M20 20.4 C 20.6 14 24 10.8 31 10.6 L46 10.6 L46 21 Z",
            "M49 10.6 L55 10.8 C 65 11.8 72 16 77.5 21.6 L49 21 Z",
        ),
        (47.5, 76),
        (31, 90),
        9,
        (14, 106.5, 27),
    ),
    "SUV": _Body(
        "M4 33 L5.5 13 C 6 7 10 4.6 17 4.6 L65 4.6 C 74 4.6 79 9 85 18.5 L107 20.6 "
        "C 114 21.6 117 25 117 31 L117 38 L114 41 L7 41 C 5 41 4 38 4 33 Z",
        (
            "M10 18.6 L11 11 C 11.4 8.8 12.6 8 15 8 L30 8 L30 18.8 Z",
            "M33 8 L53 8 L53 19 L33 18.8 Z",
            "M56 8 L64 8 C 71 8.4 74.6 12 79 19.2 L56 19 Z",
        ),
        (31.5, 54.5, 80),
        (27, 94),
        10.6,
        (6, 113, 24.5),
    ),
}


def _wheel(canvas: Canvas, x: float, y: float, radius: float, *, hub: Paint = "#c4c9ce") -> None:
    canvas.fill(ellipse(x, y, radius), "#222326", outline="#101012", width=1)
    canvas.fill(ellipse(x, y, radius * 0.62), hub, outline="#6a6e74", width=0.8)
    for spoke in range(5):
        with canvas.moved(x, y, turn=spoke * 72 - 90):
            canvas.line((radius * 0.16, 0), (radius * 0.54, 0), colour="#6a6e74", width=radius * 0.13)
    canvas.fill(ellipse(x, y, radius * 0.16), "#4a4d52")


def _sheet(canvas: Canvas, shape: Shape, paint: Paint) -> None:
    """Painted metal: bright above, a dark line low down, an edge."""
    _, top, _, bottom = shape.box()
    stops = [(0, lighter(paint, 0.42)), (0.38, lighter(paint, 0.08)), (0.55, paint), (1, darker(paint, 0.32))]
    canvas.fill(shape, Linear((0, top), (0, bottom), stops))
    canvas.stroke(shape, darker(paint, 0.6), 1.4, closed=True)


def _glass(canvas: Canvas, shape: str | Shape) -> None:
    found = path(shape) if isinstance(shape, str) else shape
    left, top, right, bottom = found.box()
    canvas.fill(found, down(top, bottom, "#4f6a7c", "#a9cbdc"), outline="#1d2429", width=1.3)
    with canvas.inside(found):
        middle = (left + right) / 2
        canvas.fill(
            polygon((middle, top), (middle + 4, top), (middle - 3, bottom), (middle - 7, bottom)),
            "#ffffff",
            opacity=0.4,
        )


def _lamps(canvas: Canvas, tail: float, front: float, y: float) -> None:
    canvas.fill(ellipse(tail, y, 1.7, 3), "#d8261e", outline="#6a100c", width=0.7)
    canvas.fill(ellipse(front, y, 2.6, 2.6), "#fff3c0", outline="#7a6a3a", width=0.8)


@sprite("car", width=120, height=50)
def car(canvas: Canvas, look: Look) -> None:
    kind = look.named("body", _CARS)
    paint = look.named("colour", _PAINTS)
    shape = path(kind.outline)
    _sheet(canvas, shape, paint)
    with canvas.inside(shape):
        canvas.fill(rect(0, 37, 120, 5), darker(paint, 0.55))
        for x in kind.wheels:
            canvas.fill(ellipse(x, 40, kind.radius + 2.6), "#17181a")
    for pane in kind.panes:
        _glass(canvas, pane)
    for x in kind.doors:
        canvas.line((x, 22.6), (x, 36), colour=darker(paint, 0.5), width=0.9)
        canvas.line((x - 9, 25.6), (x - 4.6, 25.6), colour=darker(paint, 0.6), width=1.5)
    _lamps(canvas, *kind.lamps)
    if kind is _CARS["SUV"]:
        canvas.stroke("M16 4 L18 2 L60 2 L63 4", "#3a3c40", 1.6)
    mirror = kind.doors[-1] - 3
    canvas.fill(ellipse(mirror, 21.4, 2.6, 2), darker(paint, 0.2), outline=darker(paint, 0.6), width=0.8)
    canvas.line(
        (kind.wheels[0] + 13, 31.5), (kind.wheels[1] - 13, 31), colour=lighter(paint, 0.45), width=0.9
    )
    for x in kind.wheels:
        _wheel(canvas, x, 49 - kind.radius, kind.radius)


@sprite("pickup truck", width=130, height=54)
def pickup_truck(canvas: Canvas, look: Look) -> None:
    paint = look.named("colour", _PAINTS)
    canvas.fill(rect(4, 20, 52, 6), "#26282b")
    shape = path(
        "M3 22 L54 22 L54 12 C 54 8 56 6 60 6 L78 6 C 84 6 88 9 94 21 L118 23 C 125 24 127 28 127 34 "
        "L127 42 L124 44 L4 44 C 3 44 2 42 2 40 L2 24 Z"
    )
    _sheet(canvas, shape, paint)
    with canvas.inside(shape):
        canvas.fill(rect(0, 40, 130, 5), darker(paint, 0.55))
        for x in (27, 103):
            canvas.fill(ellipse(x, 43, 13.4), "#17181a")
    _glass(canvas, "M59 21 L59 12 C 59 10.6 60 10 61 10 L70 10 L70 21 Z")
    _glass(canvas, "M73 10 L77 10 C 82 10 84 13 88 21.4 L73 21 Z")
    canvas.line((54, 22), (54, 42), colour=darker(paint, 0.55), width=1.6)
    canvas.line((2, 25), (54, 25), colour=lighter(paint, 0.4), width=1)
    for door in (71.5, 89.0):
        canvas.line((door, 22.6), (door, 39), colour=darker(paint, 0.5), width=0.9)
        canvas.line((door - 10, 26.4), (door - 5, 26.4), colour=darker(paint, 0.6), width=1.5)
    _lamps(canvas, 4, 123, 28)
    for x in (27, 103):
        _wheel(canvas, x, 42, 11)


@sprite("van", width=126, height=62)
def van(canvas: Canvas, look: Look) -> None:
    paint = look.named("colour", _PAINTS)
    shape = path(
        "M4 46 L4 10 C 4 6 6 4 10 4 L84 4 C 92 4 98 9 104 22 L117 28 C 122 30 123 34 123 40 L123 49 "
        "L120 52 L7 52 C 5 52 4 50 4 46 Z"
    )
    _sheet(canvas, shape, paint)
    with canvas.inside(shape):
        canvas.fill(rect(0, 48, 126, 5), darker(paint, 0.55))
        for x in (27, 98):
            canvas.fill(ellipse(x, 51, 12.6), "#17181a")
    _glass(canvas, "M74 10 L83 10 C 89 10 93 14 98 24.6 L74 24.6 Z")
    if look.named("windows", {"yes": True, "no": False}):
        for x in (10, 31, 52):
            _glass(canvas, rect(x, 10, 18, 14, 1.5))
    else:
        canvas.fill(
            rect(12, 18, 52, 10, 1), lighter(paint, 0.5) if paint != "#eeeeea" else "#4a7ab0", opacity=0.8
        )
    for x, top in ((38, 9), (71, 9), (100, 26)):
        canvas.line((x, top), (x, 47), colour=darker(paint, 0.45), width=1)
    for x in (64, 78):
        canvas.line((x, 31), (x + 5, 31), colour=darker(paint, 0.6), width=1.6)
    canvas.fill(ellipse(103, 25, 2.4, 3.4), "#2a2c30")
    _lamps(canvas, 5.6, 119, 35)
    for x in (27, 98):
        _wheel(canvas, x, 51, 10)


@sprite("bus", width=160, height=66)
def bus(canvas: Canvas, look: Look) -> None:
    paint = look.named(
        "colour", {name: _PAINTS[name] for name in ("red", "blue", "yellow", "green", "white")}
    )
    shape = rect(3, 4, 154, 52, 5)
    _sheet(canvas, shape, paint)
    with canvas.inside(shape):
        canvas.fill(rect(0, 38, 160, 4), lighter(paint, 0.65) if paint != "#eeeeea" else "#2b62b4")
        canvas.fill(rect(0, 51, 160, 6), darker(paint, 0.6))
        for x in (36, 110):
            canvas.fill(ellipse(x, 55, 12), "#17181a")
    for index in range(6):
        _glass(canvas, rect(8 + index * 19, 12, 16.4, 19, 1.5))
    _glass(canvas, path("M142 10 L154 10 C 156 10 157 12 157 14 L157 34 L142 34 Z"))
    for leaf in (123.0, 131.4):
        _glass(canvas, rect(leaf, 11, 7, 34, 1))
    canvas.fill(rect(100, 5.4, 40, 4.6, 1), "#1d1f22")
    canvas.dots([(104 + step * 3.0, 7.7) for step in range(11)], 0.9, "#f4b830")
    _lamps(canvas, 5, 154, 44)
    for x in (36, 110):
        _wheel(canvas, x, 55.5, 9.6)


@sprite("truck", width=160, height=74)
def truck(canvas: Canvas, look: Look) -> None:
    paint = look.named("colour", _PAINTS)
    box = look.pick((rgb("#eceae4"), rgb("#d8dade"), rgb("#c8b890"), darker(paint, 0.1)))
    canvas.fill(rect(6, 54, 140, 8), "#2c2e32")
    panel(canvas, rect(3, 4, 104, 51, 1.5), box, edge=1.6)
    for x in range(14, 106, 11):
        canvas.line((x, 6), (x, 53), colour=darker(box, 0.16), width=1)
    canvas.line((3, 49), (107, 49), colour=darker(box, 0.3), width=1.4)
    cab = path(
        "M111 62 L111 18 C 111 15 113 14 116 14 L138 14 C 143 14 145 17 147 22 L153 38 "
        "C 156 40 157 43 157 47 L157 62 Z"
    )
    _sheet(canvas, cab, paint)
    _glass(canvas, "M120 20 L138 20 C 140 20 141 21 142 23 L147 37 L120 37 Z")
    canvas.line((117, 17), (117, 58), colour=darker(paint, 0.5), width=1)
    canvas.line((120, 43), (126, 43), colour=darker(paint, 0.6), width=1.6)
    canvas.fill(rect(150, 57, 9, 5, 1.5), "#4a4d52")
    _lamps(canvas, 5, 154.6, 50)
    canvas.fill(rect(146, 22, 3, 11, 1.2), "#26282b")
    for x in (25, 49, 133):
        canvas.fill(ellipse(x, 62, 12), "#17181a")
        _wheel(canvas, x, 63, 10)


@sprite("motorcycle", width=110, height=68)
def motorcycle(canvas: Canvas, look: Look) -> None:
    paint = look.named("colour", _PAINTS)
    for x in (22, 88):
        canvas.stroke(ellipse(x, 49, 15.5), "#202124", 6, closed=True)
        canvas.stroke(ellipse(x, 49, 12), "#a8adb3", 1.6, closed=True)
        for spoke in range(6):
            with canvas.moved(x, 49, turn=spoke * 30):
                canvas.line((-11.5, 0), (11.5, 0), colour="#8a8f95", width=0.9)
        canvas.fill(ellipse(x, 49, 4), "#4a4d52")
    canvas.line((88, 49), (74, 14), colour="#3a3c40", width=5)
    canvas.line((88, 49), (74, 14), colour="#c4c9ce", width=3)
    canvas.line((22, 49), (48, 46), colour="#3a3c40", width=5)
    canvas.stroke("M24 54 L52 56 L62 50", "#2a2b2e", 6)
    canvas.stroke("M24 54 L52 56", "#c4c9ce", 4)
    panel(canvas, path("M42 32 L70 30 L72 50 C 70 58 48 58 44 52 Z"), "#5d6268", edge=1.4)
    for y in (36, 40, 44):
        canvas.line((48, y), (68, y - 0.6), colour="#2f3236", width=1.6)
    canvas.fill(ellipse(57, 51, 6), "#a8adb3", outline="#3a3c40", width=1.2)
    _sheet(canvas, path("M46 30 C 50 18 66 16 74 22 C 76 27 72 33 64 34 L46 34 Z"), paint)
    canvas.fill(limb((20, 25, 5), (34, 28, 8), (49, 31, 6)), "#26272a", outline="#111112", width=1)
    _sheet(canvas, path("M8 36 C 10 28 20 25 34 31 L40 36 C 30 34 18 32 8 38 Z"), paint)
    _sheet(canvas, path("M73 42 C 76 32 94 28 104 40 C 96 35 84 36 76 43 Z"), paint)
    canvas.stroke("M74 15 L66 9 L60 10", "#2a2b2e", 3)
    canvas.fill(ellipse(80, 19, 5, 5.4), "#3a3c40")
    canvas.fill(ellipse(82, 19, 3.8, 4.6), "#fff3c0", outline="#7a6a3a", width=0.9)
    canvas.fill(ellipse(12, 31, 2.4, 2), "#d8261e")
