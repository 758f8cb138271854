"""Sights of South America and the Pacific."""

from __future__ import annotations

from m3bench_world.scenes.painting import (
    Canvas,
    Look,
    Paint,
    across,
    courses,
    darker,
    down,
    ellipse,
    lighter,
    panel,
    path,
    polygon,
    rect,
    smooth,
    wall,
)
from m3bench_world.scenes.sprites import sprite


@sprite("Christ the Redeemer", width=130, height=140, mirrored=False)
def christ_the_redeemer(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#dcd8cc", "#d6d2c8", "#e2ded4"))
    dark = darker(stone, 0.4)
    hill = smooth((8, 139), (24, 124), (44, 113), (65, 110), (88, 114), (108, 126), (122, 139), closed=False)
    canvas.fill(hill, down(108, 140, "#5f8a4a", "#3a5f36"))
    with canvas.inside(hill):
        canvas.dots([(look.between(14, 116), look.between(118, 139)) for _ in range(60)], 2.6, "#47743c")
        canvas.dots([(look.between(20, 110), look.between(116, 139)) for _ in range(30)], 1.8, "#7aa05a")
    wall(canvas, polygon((56, 96), (74, 96), (77, 114), (53, 114)), darker(stone, 0.18))
    panel(canvas, rect(53, 93, 24, 4), stone, edge=0.5)
    robe = path("M53 34 C 58 30 72 30 77 34 C 78 54 79 74 78 94 L52 94 C 51 74 52 54 53 34 Z")
    for flip in (False, True):
        with canvas.moved(65, 0, flip=flip):
            sleeve = path(
                "M-10 32 C -28 31 -44 31 -56 32 L-56 37 C -52 40 -46 39 -42 40 C -34 46 -24 50 -11 52 Z"
            )
            canvas.fill(
                sleeve, down(31, 52, lighter(stone, 0.25), darker(stone, 0.2)), outline=dark, width=0.7
            )
            for x, low in ((-40, 40), (-32, 44), (-24, 47), (-17, 49)):
                canvas.line((x + 3, 33), (x, low), colour=darker(stone, 0.22), width=0.8)
            hand = path("M-55 32 C -60 31 -64 32 -65 33 C -64 36 -60 37 -55 36.6 Z")
            canvas.fill(hand, stone, outline=dark, width=0.6)
    canvas.fill(
        robe, across(51, 79, lighter(stone, 0.25), stone, darker(stone, 0.28)), outline=dark, width=0.8
    )
    with canvas.inside(robe):
        for x in (57, 61, 66, 71, 75):
            canvas.stroke(f"M{x} 50 C {x + 0.6} 66 {x - 0.6} 80 {x} 94", darker(stone, 0.26), 1)
        canvas.stroke("M53 36 C 60 52 64 60 77 66", darker(stone, 0.32), 1.3)
        canvas.stroke("M77 36 C 72 46 68 52 62 57", darker(stone, 0.25), 1)
    canvas.fill(rect(61.6, 26, 6.8, 7), stone)
    canvas.fill(
        path("M58.6 16 C 59 8 71 8 71.4 16 C 72.4 22 72 28 70.6 31 L59.4 31 C 58 28 57.6 22 58.6 16 Z"),
        darker(stone, 0.16),
        outline=dark,
        width=0.6,
    )
    canvas.fill(ellipse(65, 19.6, 4.6, 6.2), lighter(stone, 0.12), outline=dark, width=0.5)
    canvas.line((62.8, 18.6), (64, 18.6), colour=dark, width=0.7)
    canvas.line((66, 18.6), (67.2, 18.6), colour=dark, width=0.7)
    canvas.fill(path("M61.4 22 C 62 28 68 28 68.6 22 C 67 24 63 24 61.4 22 Z"), darker(stone, 0.2))


@sprite("Machu Picchu", width=200, height=130, mirrored=False)
def machu_picchu(canvas: Canvas, look: Look) -> None:
    green = look.pick(("#5f8a4c", "#578246", "#6a9455"))
    stone = "#b3aa98"
    far = "M0 70 C 20 50 34 54 50 60 C 70 40 84 50 96 58 C 140 46 176 54 200 64 L200 130 L0 130 Z"
    canvas.fill(far, down(40, 100, "#9fb4b8", "#7d9a88"))
    peak = (
        "M92 92 C 104 76 112 50 122 24 C 126 10 132 4 138 6 C 144 9 148 28 154 44 "
        "C 162 62 172 78 186 92 L186 110 L92 110 Z"
    )
    canvas.fill(peak, across(92, 186, lighter(green, 0.12), darker(green, 0.1), darker(green, 0.45)))
    for x, y in ((118, 46), (128, 30), (140, 40), (134, 62), (150, 66), (120, 72)):
        canvas.stroke(f"M{x} {y} C {x + 3} {y + 8} {x - 1} {y + 14} {x + 4} {y + 24}", "#8f8c7c", 2)
    canvas.fill("M60 90 C 68 78 76 72 84 74 C 92 76 98 86 104 94 Z", darker(green, 0.18))
    slope = "M0 84 C 40 88 70 84 110 88 C 150 86 180 94 200 100 L200 130 L0 130 Z"
    canvas.fill(slope, down(84, 130, lighter(green, 0.12), darker(green, 0.15)))
    for tier in range(7):
        level = 101 + tier * 4.4
        canvas.stroke(f"M0 {level} C 30 {level + 3} 50 {level + 2} {92 - tier * 6} {level - 2}", stone, 1.7)
        canvas.stroke(
            f"M0 {level + 1.6} C 30 {level + 4.6} 50 {level + 3.6} {92 - tier * 6} {level - 0.4}",
            darker(green, 0.4),
            0.7,
        )
        canvas.stroke(
            f"M{140 - tier * 3} {level} C 160 {level + 3} 180 {level + 4} 200 {level + 6}", stone, 1.7
        )
        canvas.stroke(
            f"M{140 - tier * 3} {level + 1.6} C 160 {level + 4.6} 180 {level + 5.6} 200 {level + 7.6}",
            darker(green, 0.4),
            0.7,
        )
    houses = (
        (14, 92, 10), (28, 94, 11), (44, 92, 10), (58, 95, 11), (74, 93, 10), (98, 97, 12), (114, 94, 11),
        (130, 97, 11), (146, 98, 10), (162, 101, 10), (84, 103, 12), (104, 108, 13), (122, 110, 12),
        (70, 112, 12), (92, 118, 13),
    )  # fmt: skip
    for x, y, wide in houses:
        _hut(canvas, (x, y), wide, stone)
    canvas.fill(ellipse(30, 60, 22, 4), "#eef2f2", opacity=0.75)
    canvas.fill(ellipse(170, 70, 24, 4), "#eef2f2", opacity=0.75)
    canvas.fill(ellipse(58, 66, 18, 3), "#eef2f2", opacity=0.6)


def _hut(canvas: Canvas, foot: tuple[float, float], wide: float, stone: Paint) -> None:
    """A house without a roof: two gables of rough stone."""
    x, y = foot
    front = polygon(
        (x, y),
        (x, y - wide * 0.5),
        (x + wide * 0.3, y - wide * 0.95),
        (x + wide * 0.6, y - wide * 0.5),
        (x + wide * 0.6, y),
    )
    side = polygon(
        (x + wide * 0.6, y),
        (x + wide * 0.6, y - wide * 0.5),
        (x + wide * 1.05, y - wide * 0.58),
        (x + wide * 1.05, y - wide * 0.1),
    )
    canvas.fill(side, darker(stone, 0.3), outline=darker(stone, 0.55), width=0.4)
    wall(canvas, front, stone, edge=0.5)
    courses(canvas, front, 1.8, darker(stone, 0.25), width=0.4)
    canvas.fill(rect(x + wide * 0.2, y - wide * 0.36, wide * 0.2, wide * 0.36), "#4c463c")


@sprite("Moai of Easter Island", width=190, height=100, mirrored=False)
def moai(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#857d72", "#7c756b", "#8e867a"))
    panel(canvas, polygon((4, 86), (186, 86), (190, 99), (0, 99)), "#6f6a62", edge=0.6)
    for x in range(8, 186, 13):
        canvas.fill(
            ellipse(x, 92 + look.between(-2, 2), 6, 4),
            darker("#8a8478", look.between(0, 0.25)),
            outline="#4c4842",
            width=0.4,
        )
    for index, x in enumerate((22, 58, 95, 132, 168)):
        _head(canvas, x, look.between(0.9, 1.06), (stone, index == look.whole(0, 4)))


def _head(canvas: Canvas, x: float, scale: float, style: tuple[Paint, bool]) -> None:
    """A long face with a heavy brow, a large nose and thin lips, on a body without legs."""
    stone, hat = style
    dark = darker(stone, 0.55)
    with canvas.moved(x, 88, scale=scale):
        torso = path("M-15 0 C -17 -14 -16 -26 -11 -31 L11 -31 C 16 -26 17 -14 15 0 Z")
        canvas.fill(
            torso, across(-16, 16, lighter(stone, 0.1), stone, darker(stone, 0.35)), outline=dark, width=0.8
        )
        canvas.stroke("M-10 -26 C -12 -16 -11 -8 -6 -4", dark, 1)
        canvas.stroke("M10 -26 C 12 -16 11 -8 6 -4", dark, 1)
        for side in (-1, 1):
            canvas.fill(
                rect(side * 11.4 - 1.9, -64, 3.8, 24, 1.6), darker(stone, 0.15), outline=dark, width=0.6
            )
        face = path("M-10 -76 C -6 -80 6 -80 10 -76 L11 -50 C 11 -40 8 -30 0 -29 C -8 -30 -11 -40 -11 -50 Z")
        canvas.fill(
            face, across(-11, 11, lighter(stone, 0.3), stone, darker(stone, 0.3)), outline=dark, width=0.9
        )
        canvas.fill(
            path("M-10.6 -64 C -6 -68 6 -68 10.6 -64 L10 -61 C 6 -64 -6 -64 -10 -61 Z"),
            lighter(stone, 0.2),
            outline=dark,
            width=0.5,
        )
        for side in (-1, 1):
            canvas.fill(ellipse(side * 5.4, -59, 3.4, 2.4), darker(stone, 0.7))
        canvas.fill(
            path("M-1.8 -63 L1.8 -63 L4.6 -46 C 3 -43.6 -3 -43.6 -4.6 -46 Z"),
            lighter(stone, 0.18),
            outline=dark,
            width=0.6,
        )
        canvas.fill(ellipse(0, -38.6, 5.6, 1.9), darker(stone, 0.25), outline=dark, width=0.5)
        canvas.line((-5.4, -38.6), (5.4, -38.6), colour=dark, width=0.9)
        if hat:
            canvas.fill(
                rect(-11, -88, 22, 11, 3),
                across(-11, 11, "#b06a4c", "#96523a", "#6a3a2a"),
                outline="#4a281c",
                width=0.8,
            )
