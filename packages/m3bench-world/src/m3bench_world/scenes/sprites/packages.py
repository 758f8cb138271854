"""Packages of groceries and household goods."""

from __future__ import annotations

from m3bench_world.scenes.painting import (
    Canvas,
    Linear,
    Look,
    Paint,
    Shape,
    arc,
    darker,
    ellipse,
    lighter,
    mix,
    panel,
    path,
    polygon,
    rect,
    tube,
)
from m3bench_world.scenes.prints import Build, package, paint_label, ribs

_STEEL = "#bfc5cb"


@package("can", area=(0.0, 0.13, 1.0, 0.74), tall=(1.1, 1.7), size=(66, 100))
def can(canvas: Canvas, look: Look, build: Build) -> None:
    wide, high = build.whole.width, build.whole.height
    rim = min(wide * 0.11, high * 0.09)
    foot = arc(wide / 2, high - rim, wide / 2, rim, (180, -180)).outlines[0]
    body = Shape((((0, rim), *foot, (wide, rim)),))
    tube(canvas, body, _STEEL, contrast=0.45)
    paint_label(canvas, body, build)
    tube(canvas, ellipse(wide / 2, rim, wide / 2, rim), "#d4d8dc", contrast=0.25)
    inner = ellipse(wide / 2, rim * 1.05, wide * 0.42, rim * 0.72)
    canvas.fill(inner, Linear((0, 0), (wide, 0), [(0, "#8f969d"), (0.5, "#e8ebee"), (1, "#8a9198")]))
    if look.happens(0.6):
        canvas.fill(ellipse(wide * 0.5, rim * 1.15, wide * 0.1, rim * 0.3), "#9aa1a8", outline="#6f767d")


_BOTTLES = (
    "M36 7 V12 C 36 22 0 21 0 34 V96 Q 0 100 8 100 H92 Q 100 100 100 96 V34 C 100 21 64 22 64 12 V7 Z",
    "M33 7 V20 C 33 27 0 26 0 36 V96 Q 0 100 8 100 H92 Q 100 100 100 96 V36 C 100 26 67 27 67 20 V7 Z",
    "M31 7 V11 C 20 20 4 24 2 36 L0 94 Q 0 100 10 100 H90 Q 100 100 100 94 L98 36 C 96 24 80 20 69 11 V7 Z",
)


@package("bottle", area=(0.0, 0.38, 1.0, 0.5), tall=(1.7, 2.5), size=None)
def bottle(canvas: Canvas, look: Look, build: Build) -> None:
    """The sprite of that name is an empty one without print."""
    whole, colour = build.whole, build.dress.colour
    body = whole.fit(look.pick(_BOTTLES))
    contents: tuple[Paint, ...] = (mix(colour, "#3a2412", 0.3), lighter(colour, 0.35), "#bcd8dc", "#e8e2d2")
    tube(canvas, body, look.pick(contents), contrast=0.36)
    paint_label(canvas, body, build, sheen=0.8)
    caps: tuple[Paint, ...] = (darker(colour, 0.3), "#f2f2f2", "#2c2c30")
    cap = look.pick(caps)
    tube(canvas, whole.part(0.3, 0, 0.4, 0.08).shape, cap, contrast=0.3)
    ribs(canvas, whole.part(0.3, 0.02, 0.4, 0.055), 12, darker(cap, 0.3))
    with canvas.inside(body):
        sheen = [(0.06, "#ffffff", 0), (0.14, "#ffffff", 0.5), (0.2, "#ffffff", 0)]
        canvas.fill(whole.part(0, 0.24, 1, 0.13).shape, Linear((0, 0), (whole.width, 0), sheen))


@package("spray bottle", area=(0.0, 0.44, 1.0, 0.48), tall=(1.7, 2.3), size=(50, 100))
def spray_bottle(canvas: Canvas, look: Look, build: Build) -> None:
    whole, colour = build.whole, build.dress.colour
    heads: tuple[Paint, ...] = ("#e8e8ea", "#2c2c30", lighter(colour, 0.5), "#d8342c")
    head = look.pick(heads)
    body = whole.fit(
        "M36 20 C 36 31 0 29 0 42 L1 96 Q 1 100 10 100 L90 100 Q 99 100 99 96 L100 42 C 100 29 64 31 64 20 Z"
    )
    tube(canvas, body, lighter(colour, 0.35), contrast=0.3)
    paint_label(canvas, body, build, sheen=0.7)
    tube(canvas, whole.part(0.33, 0.15, 0.34, 0.06).shape, head, contrast=0.3)
    panel(canvas, whole.fit("M26 10 C 20 15 18 20 12 25 L20 26 C 27 20 33 17 38 12 Z"), darker(head, 0.12))
    panel(canvas, whole.fit("M12 2 L62 0 Q 76 2 72 15 L34 15 L30 10 L12 10 Z"), head)
    panel(canvas, whole.part(0.04, 0.03, 0.1, 0.06).shape, darker(head, 0.3))


@package("box", area=(0.0, 0.06, 0.9, 0.94), tall=(1.1, 1.6), size=(72, 100))
def box(canvas: Canvas, look: Look, build: Build) -> None:
    """Seen from the front, a little from above and from the right."""
    whole, front, colour = build.whole, build.area, build.dress.colour
    wide, high = whole.width, whole.height
    right, deep, lift = front.width, wide - front.width, front.y
    side = polygon((right, lift), (wide, 0), (wide, high - lift * 1.2), (right, high))
    canvas.fill(side, darker(colour, 0.42))
    canvas.fill(polygon((0, lift), (deep, 0), (wide, 0), (right, lift)), lighter(colour, 0.35))
    build.dress.label(canvas, front)
    light = [(0, "#ffffff", 0.14), (0.5, "#ffffff", 0.0), (1, "#000000", 0.16)]
    canvas.fill(front.shape, Linear((0, front.y), (right, high), light))
    edge = darker(colour, 0.5)
    canvas.stroke(front.shape, edge, 1.2, closed=True)
    corners = (0, lift), (deep, 0), (wide, 0), (wide, high - lift * 1.2), (right, high)
    canvas.line(*corners, colour=edge, width=1.2)
    if look.happens(0.4):
        canvas.line((deep / 2, lift / 2), (wide - deep / 2, lift / 2), colour=edge, width=1)


@package("carton", area=(0.0, 0.2, 0.86, 0.8), tall=(1.5, 2.0), size=(56, 100))
def carton(canvas: Canvas, look: Look, build: Build) -> None:
    """Of milk or juice, with a gable."""
    whole, front, colour = build.whole, build.area, build.dress.colour
    canvas.fill(whole.fit("M86 20 L100 16 L100 97 L86 100 Z"), darker(colour, 0.4))
    canvas.fill(whole.fit("M0 20 L6 8 L92 6 L86 20 Z"), lighter(colour, 0.3), outline=darker(colour, 0.5))
    canvas.fill(whole.fit("M86 20 L92 6 L100 16 Z"), darker(colour, 0.3))
    panel(canvas, whole.fit("M4 0 L94 0 L92 8 L6 8 Z"), lighter(colour, 0.5))
    build.dress.label(canvas, front)
    light = [(0, "#ffffff", 0.12), (1, "#000000", 0.14)]
    canvas.fill(front.shape, Linear((0, 0), (front.width, 0), light))
    canvas.stroke(front.shape, darker(colour, 0.5), 1.2, closed=True)
    if look.happens(0.6):
        lid = ellipse(whole.width * 0.45, whole.height * 0.13, whole.width * 0.12, whole.height * 0.035)
        tube(canvas, lid, look.pick(("#f4f4f4", "#c8342c", "#3a6ea8")))


@package("bag", area=(0.0, 0.0, 1.0, 1.0), tall=(1.2, 1.6), size=(72, 100))
def bag(canvas: Canvas, look: Look, build: Build) -> None:
    """Filled and welded, with teeth above and below."""
    whole, colour = build.whole, build.dress.colour
    wide, high = whole.width, whole.height
    crimp, bulge = high * 0.055, wide * 0.035
    teeth = [(wide * step / 24, 0 if step % 2 else crimp * 0.35) for step in range(25)]
    lower = [(x, high - y) for x, y in reversed(teeth)]
    sides = f"C {wide - bulge} {high * 0.3} {wide - bulge} {high * 0.7} {wide} {high - crimp}"
    right = path(f"M{wide} {crimp} {sides}").outlines[0]
    left = [(wide - x, y) for x, y in reversed(right)]
    body = Shape(((*teeth, *right, *lower, *left),))
    canvas.fill(body, colour)
    with canvas.inside(body):
        build.dress.label(canvas, build.area)
        light = [(0, "#000000", 0.34), (0.1, "#ffffff", 0.2), (0.22, "#ffffff", 0)]
        light += [(0.8, "#000000", 0), (1, "#000000", 0.34)]
        canvas.fill(whole.shape, Linear((0, 0), (wide, 0), light))
        canvas.fill(rect(0, 0, wide, crimp * 1.5), "#ffffff", opacity=0.3)
        canvas.fill(rect(0, high - crimp * 1.5, wide, crimp * 1.5), "#000000", opacity=0.16)
        for x in (0.14, 0.82):
            with canvas.moved(wide * x, crimp * 2.2, turn=look.between(-16, 16)):
                canvas.glow(0, 0, wide * 0.02, high * 0.05, "#ffffff", opacity=0.5)
    canvas.stroke(body, darker(colour, 0.5), 1.2, closed=True)


@package("jar", area=(0.0, 0.32, 1.0, 0.56), tall=(1.1, 1.5), size=(76, 100))
def jar(canvas: Canvas, look: Look, build: Build) -> None:
    whole = build.whole
    body = whole.fit(
        "M10 15 C 10 20 0 19 0 28 V92 Q 0 100 10 100 H90 Q 100 100 100 92 V28 C 100 19 90 20 90 15 Z"
    )
    tube(canvas, body, look.pick(("#7a3b1c", "#a8321f", "#c98a2e", "#e9dcb8", "#5a3420")), contrast=0.3)
    paint_label(canvas, body, build, sheen=0.8)
    with canvas.inside(body):
        canvas.soft(whole.part(0.07, 0.22, 0.05, 0.74).shape, "#ffffff", 0.45, whole.width * 0.015)
    lids: tuple[Paint, ...] = (build.dress.colour, "#d9b13e", "#f0f0ee", "#3a3a40")
    lid = look.pick(lids)
    tube(canvas, rect(*whole.part(0.05, 0, 0.9, 0.16), radius=5), lid, contrast=0.36)
    ribs(canvas, whole.part(0.05, 0.04, 0.9, 0.11), 16, darker(lid, 0.25))


@package("tube", area=(0.0, 0.1, 1.0, 0.62), tall=(1.6, 2.2), size=(46, 100))
def tube_of_cream(canvas: Canvas, look: Look, build: Build) -> None:
    """Standing on its cap."""
    whole, colour = build.whole, build.dress.colour
    body = whole.fit("M0 6 L100 6 C 100 50 94 80 80 86 L20 86 C 6 80 0 50 0 6 Z")
    tube(canvas, body, lighter(colour, 0.2), contrast=0.2)
    paint_label(canvas, body, build, sheen=0.6)
    panel(canvas, whole.part(0, 0, 1, 0.065).shape, lighter(colour, 0.3))
    ribs(canvas, whole.part(0, 0.01, 1, 0.05), 30, darker(colour, 0.2))
    caps: tuple[Paint, ...] = ("#f4f4f4", darker(colour, 0.25), "#34343a")
    tube(canvas, rect(*whole.part(0.2, 0.86, 0.6, 0.14), radius=4), look.pick(caps), contrast=0.32)
