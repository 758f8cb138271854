"""Things for the table and the kitchen."""

from __future__ import annotations

from m3bench_world.scenes.painting import (
    Canvas,
    Linear,
    Look,
    Radial,
    Shape,
    arc,
    body,
    darker,
    down,
    ellipse,
    lighter,
    mix,
    path,
    rect,
    shine,
    smooth,
    tube,
)
from m3bench_world.scenes.sprites import sprite

GLAZES = {"white": "#eceae4", "red": "#c8382e", "blue": "#3a6ea8", "green": "#5a8f5a", "yellow": "#e8bf3e"}
_STEEL = "#b9bec4"


@sprite("cup", height=86)
def cup(canvas: Canvas, look: Look) -> None:
    glaze = look.named("colour", GLAZES)
    handle = ellipse(76, 46, 19, 21) + ellipse(75, 46, 11, 13)
    canvas.fill(handle, Linear((60, 25), (95, 70), [(0, lighter(glaze, 0.2)), (1, darker(glaze, 0.35))]))
    canvas.stroke(ellipse(76, 46, 19, 21), darker(glaze, 0.45), 1.2, closed=True)
    straight = look.happens(0.5)
    foot = 8 if straight else 20
    shape = path(f"M6 12 L{6 + foot * 0.4} 70 C {8 + foot} 86 {70 - foot} 86 {76 - foot * 0.4} 70 L76 12 Z")
    tube(canvas, shape, glaze)
    with canvas.inside(shape):
        _banded(canvas, look, glaze)
    canvas.fill(ellipse(41, 12, 35, 9), lighter(glaze, 0.35), outline=darker(glaze, 0.4))
    empty = look.happens(0.3)
    drink = look.pick(("#4a2a16", "#7a4a24", "#b5762e"))
    canvas.fill(ellipse(41, 13.5, 30, 6.4), darker(glaze, 0.35) if empty else drink)


def _banded(canvas: Canvas, look: Look, glaze: str) -> None:
    band = lighter(glaze, 0.6) if glaze != "#eceae4" else "#4a78b0"
    style = look.pick(("plain", "band", "dots"))
    if style == "band":
        canvas.stroke("M4 44 C 20 54 62 54 78 44", band, 7)
    elif style == "dots":
        canvas.dots([(x, 40 + 14 * (index % 2)) for index, x in enumerate(range(12, 76, 9))], 3.4, band)


@sprite("bottle", width=36)
def bottle(canvas: Canvas, look: Look) -> None:
    glass = look.named(
        "colour", {"green": "#2f6b3a", "brown": "#6b3f1e", "blue": "#3a78b8", "clear": "#a9cdd8"}
    )
    wide = look.between(13, 16)
    shape = path(
        f"M13 9 L13 28 C 12 36 {18 - wide} 38 {18 - wide} 50 L{18 - wide} 93 Q {18 - wide} 98 {24 - wide} 98 "
        f"L{12 + wide} 98 Q {18 + wide} 98 {18 + wide} 93 L{18 + wide} 50 "
        f"C {18 + wide} 38 24 36 23 28 L23 9 Z"
    )
    tube(canvas, shape, glass, contrast=0.36)
    canvas.fill(rect(12, 1, 12, 10, 2), look.pick(("#8a2f2a", "#c9a04a", "#d9d9d9", "#2a2a2a")))
    if look.happens(0.75):
        paper = look.pick(("#f2ead2", "#d8403a", "#f0f0f0", "#e8c24a"))
        with canvas.inside(shape):
            canvas.fill(rect(0, 58, 36, 24), down(58, 82, paper, darker(paper, 0.18)))
            canvas.line((7, 66), (29, 66), colour=darker(paper, 0.55), width=2.4)
            canvas.line((9, 73), (27, 73), colour=darker(paper, 0.4), width=1.6)
    with canvas.inside(shape):
        canvas.soft(f"M{21 - wide} 48 L{24 - wide} 48 L{24 - wide} 92 L{21 - wide} 92 Z", "#ffffff", 0.75, 1)


@sprite("plate", height=40)
def plate(canvas: Canvas, look: Look) -> None:
    glaze = look.named("colour", GLAZES)
    canvas.fill(ellipse(50, 22, 48, 17), darker(glaze, 0.35))
    canvas.fill(ellipse(50, 19, 48, 17), Linear((0, 2), (0, 36), [(0, lighter(glaze, 0.35)), (1, glaze)]))
    canvas.stroke(ellipse(50, 19, 48, 17), darker(glaze, 0.35), 1, closed=True)
    if look.happens(0.5):
        canvas.stroke(ellipse(50, 19, 43, 14.6), mix(glaze, "#2f5f9f", 0.5), 1.8, closed=True)
    canvas.fill(
        ellipse(50, 20, 32, 10),
        Linear((0, 10), (0, 30), [(0, darker(glaze, 0.18)), (1, lighter(glaze, 0.4))]),
    )


@sprite("bowl", height=56)
def bowl(canvas: Canvas, look: Look) -> None:
    glaze = look.named("colour", GLAZES)
    bowl_back(canvas, glaze)
    bowl_front(canvas, glaze, striped=look.happens(0.5))


def bowl_back(canvas: Canvas, glaze: str) -> None:
    """The inside of a bowl, to put things on before its front comes."""
    canvas.fill(
        ellipse(50, 14, 48, 12), Linear((0, 2), (0, 26), [(0, darker(glaze, 0.45)), (1, darker(glaze, 0.12))])
    )
    canvas.stroke(ellipse(50, 14, 48, 12), lighter(glaze, 0.3), 2.4, closed=True)


def bowl_front(canvas: Canvas, glaze: str, *, striped: bool) -> None:
    """The wall of a bowl towards the eye, up to the front of its rim."""
    rim = arc(50, 14, 48, 12, (180, -180)).outlines[0]
    wall = path("M98 14 C 97 34 82 50 66 52 L66 54 C 66 57 34 57 34 54 L34 52 C 18 50 3 34 2 14").outlines[0]
    shape = Shape(((*rim, *wall),))
    tube(canvas, shape, glaze, contrast=0.3)
    with canvas.inside(shape):
        if striped:
            canvas.stroke(
                "M2 24 C 20 42 80 42 98 24", lighter(glaze, 0.6) if glaze != "#eceae4" else "#4a78b0", 4
            )
        canvas.soft(ellipse(54, 58, 46, 12), "#000000", 0.3, 4)
    canvas.stroke(arc(50, 14, 48, 12, (0, 180)), lighter(glaze, 0.4), 2.4)


@sprite("fork", width=24)
def fork(canvas: Canvas, look: Look) -> None:
    steel = look.pick((_STEEL, "#c9c3b0", "#a8b0b8"))
    grip = look.pick((steel, "#7a4a2a", "#2f2f33"))
    shape = path(
        "M3 3 L3 26 C 3 36 8 38 10 42 L10 60 L14 60 L14 42 C 16 38 21 36 21 26 L21 3 L18.4 3 L18.4 25 "
        "L15.6 25 L15.6 3 L13.2 3 L13.2 25 L10.8 25 L10.8 3 L8.4 3 L8.4 25 L5.6 25 L5.6 3 Z"
    )
    canvas.fill(shape, Linear((3, 0), (21, 0), [(0, lighter(steel, 0.4)), (1, darker(steel, 0.3))]))
    canvas.stroke(shape, darker(steel, 0.45), 0.8, closed=True)
    tube(canvas, "M10 56 L8.6 92 C 8.6 99 15.4 99 15.4 92 L14 56 Z", grip)


@sprite("knife", width=22)
def knife(canvas: Canvas, look: Look) -> None:
    steel = look.pick((_STEEL, "#cfd3d6"))
    grip = look.pick(("#2f2f33", "#7a4a2a", "#a8342c", "#8a9096"))
    blade = path("M7 58 L7 4 C 14 8 17 24 16.5 58 Z")
    canvas.fill(
        blade, Linear((6, 0), (17, 0), [(0, darker(steel, 0.2)), (0.45, lighter(steel, 0.6)), (1, steel)])
    )
    canvas.stroke(blade, darker(steel, 0.45), 0.9, closed=True)
    canvas.fill(rect(5.6, 56, 12, 4, 1), darker(steel, 0.4))
    tube(canvas, "M6.4 60 L6 90 C 6 99 17 99 17 90 L16.6 60 Z", grip)
    canvas.dots([(11.5, 68), (11.5, 80)], 1.3, lighter(grip, 0.6))


@sprite("spoon", width=26)
def spoon(canvas: Canvas, look: Look) -> None:
    steel = look.pick((_STEEL, "#c9c3b0", "#b98a56"))
    tube(canvas, "M11.6 30 L10.2 92 C 10.2 99 15.8 99 15.8 92 L14.4 30 Z", steel)
    shape = path("M13 2 C 3 2 2 14 3 20 C 4 30 9 35 13 36 C 17 35 22 30 23 20 C 24 14 23 2 13 2 Z")
    body(canvas, shape, steel, contrast=0.4, edge=1)
    canvas.fill(
        ellipse(13, 18, 7, 12), Radial((15, 22), 14, [(0, lighter(steel, 0.6)), (1, darker(steel, 0.22))])
    )


@sprite("kettle", height=92)
def kettle(canvas: Canvas, look: Look) -> None:
    skin = look.named("colour", {"red": "#c23a30", "steel": "#aeb4ba", "blue": "#3d6f9f", "white": "#e8e4da"})
    canvas.stroke("M26 36 C 22 4 74 4 70 36", "#2b2b2e", 6.5)
    body(canvas, "M76 60 C 84 54 86 40 90 30 L99 33 C 94 50 92 66 78 76 Z", skin, contrast=0.3)
    shape = path("M30 34 C 14 44 8 64 9 80 C 10 91 84 91 85 80 C 86 64 80 44 64 34 Z")
    body(canvas, shape, skin, contrast=0.42)
    with canvas.inside(shape):
        canvas.soft(ellipse(52, 96, 46, 12), "#000000", 0.4, 4)
    canvas.fill(ellipse(47, 34, 18, 5), darker(skin, 0.25), outline=darker(skin, 0.5))
    canvas.fill(ellipse(47, 31, 15, 4.6), lighter(skin, 0.2))
    canvas.fill(ellipse(47, 25, 4.5, 4.5), "#2b2b2e")
    shine(canvas, 25, 56, 7, 15, turn=15)


@sprite("vase", width=62)
def vase(canvas: Canvas, look: Look) -> None:
    glaze = look.named("colour", {**GLAZES, "brown": "#9a5a34"})
    flowers = look.happens(0.6)
    top = 44 if flowers else 8
    if flowers:
        _bunch(canvas, look)
    deep = 98 - top
    form = look.pick(((20, 26, 15), (12, 28, 18), (24, 18, 20)))
    points = [
        (31 - form[0] * 0.75, top),
        (31 - form[0] * 0.5, top + deep * 0.16),
        (31 - form[1], top + deep * 0.5),
    ]
    points += [(31 - form[2], top + deep * 0.9), (31 - form[2], 98)]
    shape = smooth(*points, *((62 - x, y) for x, y in reversed(points)), closed=False)
    tube(canvas, shape, glaze, contrast=0.36)
    with canvas.inside(shape):
        band = lighter(glaze, 0.6) if glaze != "#eceae4" else "#3a6ea8"
        canvas.stroke(
            f"M0 {top + deep * 0.4} C 18 {top + deep * 0.47} 44 {top + deep * 0.47} 62 {top + deep * 0.4}",
            band,
            4,
        )
        canvas.stroke(
            f"M0 {top + deep * 0.6} C 18 {top + deep * 0.67} 44 {top + deep * 0.67} 62 {top + deep * 0.6}",
            band,
            2,
        )
    canvas.fill(ellipse(31, top, form[0] * 0.75, 3), darker(glaze, 0.5), outline=darker(glaze, 0.3))


def _bunch(canvas: Canvas, look: Look) -> None:
    petals = look.pick(("#e0567a", "#f2c53a", "#f4f0ea", "#9a5fb8", "#e8702e"))
    heads = [(14, 22), (46, 20), (31, 13), (22, 32), (42, 33)]
    for x, y in heads:
        canvas.stroke(f"M31 50 Q 31 36 {x} {y}", "#4a8030", 2)
    for x, y in heads:
        ring = [
            (x + dx * 6.2, y + dy * 6.2)
            for dx, dy in ((1, 0), (0.3, 0.95), (-0.8, 0.6), (-0.8, -0.6), (0.3, -0.95))
        ]
        canvas.dots(ring, 5.4, darker(petals, 0.3))
        canvas.dots(ring, 4.6, petals)
        canvas.fill(ellipse(x, y, 3.4), "#d9a02a" if petals != "#f2c53a" else "#7a4a1e")


@sprite("basket", height=92)
def basket(canvas: Canvas, look: Look) -> None:
    cane = look.pick(("#b9864a", "#a06f3a", "#cfa368"))
    canvas.stroke("M16 46 C 16 -8 84 -8 84 46", darker(cane, 0.4), 6.5)
    canvas.stroke("M16 46 C 16 -8 84 -8 84 46", cane, 4)
    canvas.fill(ellipse(50, 44, 46, 9), darker(cane, 0.55))
    shape = path("M4 44 C 20 56 80 56 96 44 L86 84 C 78 92 22 92 14 84 Z")
    canvas.fill(shape, darker(cane, 0.4))
    with canvas.inside(shape):
        for row in range(6):
            bricks = [(3 + column * 11 + (row % 2) * 5.5, 52 + row * 7.4) for column in range(10)]
            canvas.dots(bricks, 5, mix(cane, darker(cane, 0.25), row / 6), down=3.1)
        canvas.soft(ellipse(62, 92, 46, 14), "#000000", 0.3, 5)
    canvas.stroke("M4 44 C 20 56 80 56 96 44", darker(cane, 0.45), 6)
    canvas.stroke("M4 44 C 20 56 80 56 96 44", lighter(cane, 0.15), 4)
    canvas.stroke(shape, darker(cane, 0.5), 1.2, closed=True)
