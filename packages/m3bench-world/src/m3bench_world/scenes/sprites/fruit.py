"""Fruit, each as it lies on a table."""

from __future__ import annotations

from m3bench_world.scenes.painting import (
    Canvas,
    Linear,
    Look,
    Radial,
    arc,
    ball,
    body,
    darker,
    ellipse,
    grounded,
    leaf,
    lighter,
    mix,
    oval,
    path,
    shine,
    smooth,
    taper,
)
from m3bench_world.scenes.sprites import sprite

_STALK = "#5d4022"


@sprite("apple")
def apple(canvas: Canvas, look: Look) -> None:
    skin = look.named("colour", {"red": "#cf2e2a", "green": "#86b83a", "yellow": "#e6c244"})
    low = look.between(92, 97)
    shape = path(
        f"M50 29 C 38 16 6 18 5 52 C 5 78 24 {low} 37 {low} C 44 {low} 47 93 50 93 "
        f"C 53 93 56 {low} 63 {low} C 76 {low} 95 78 95 52 C 94 18 62 16 50 29 Z"
    )
    body(canvas, shape, skin, contrast=0.42)
    with canvas.inside(shape):
        if look.happens(0.5):
            blush = "#f0c64a" if look.attributes["colour"] == "red" else "#d9542e"
            canvas.glow(70, 60, 30, 36, blush, opacity=0.45)
        canvas.glow(50, 27, 22, 10, darker(skin, 0.6), opacity=0.9)
    grounded(canvas, shape)
    canvas.fill(taper((50, 31), (51, 17), (look.between(50, 60), 4), start=4, end=6.5), _STALK)
    if look.happens(0.75):
        leaf(canvas, 53, 18, 32, wide=16, turn=look.between(-32, -8))
    shine(canvas, 27, 43, 11, 17, turn=20)


@sprite("pear", width=80)
def pear(canvas: Canvas, look: Look) -> None:
    skin = look.named("colour", {"green": "#a9bd3c", "yellow": "#dfc544", "red": "#b3573a"})
    neck = look.between(11, 15)
    shape = path(
        f"M40 17 C {40 - neck} 16 {40 - neck} 32 26 46 C 13 59 5 68 6 79 C 8 95 28 98 40 97 "
        f"C 52 98 72 95 74 79 C 75 68 67 59 54 46 C {40 + neck} 32 {40 + neck} 16 40 17 Z"
    )
    body(canvas, shape, skin, contrast=0.4)
    grounded(canvas, shape)
    with canvas.inside(shape):
        canvas.dots([(look.between(6, 74), look.between(45, 95)) for _ in range(26)], 0.9, darker(skin, 0.35))
    canvas.fill(taper((40, 20), (41, 10), (look.between(40, 48), 1), start=3.5, end=5.5), _STALK)
    if look.happens(0.6):
        leaf(canvas, 42, 12, 26, wide=13, turn=look.between(-25, 15))
    shine(canvas, 23, 66, 9, 15, turn=18)


@sprite("orange")
def orange(canvas: Canvas, look: Look) -> None:
    skin = look.pick(("#f28c1c", "#f0801a", "#f79a2e"))
    shape = ellipse(50, 52, 46, 45)
    body(canvas, shape, skin, contrast=0.36)
    with canvas.inside(shape):
        canvas.dots([(look.between(6, 94), look.between(8, 96)) for _ in range(90)], 0.95, darker(skin, 0.2))
    grounded(canvas, shape)
    x, y = look.between(44, 58), look.between(14, 20)
    canvas.glow(x, y + 1, 13, 7, darker(skin, 0.5), opacity=0.8)
    for turn in (0, 72, 144, 216, 288):
        with canvas.moved(x, y, turn=turn):
            canvas.fill(ellipse(3.6, 0, 4.2, 1.9), "#4f7a2a")
    canvas.fill(ellipse(x, y, 2.6, 2), "#7a5a2c")
    if look.happens(0.4):
        leaf(canvas, x + 2, y, 32, wide=16, turn=look.between(-30, 0), colour="#3f7d2c")
    shine(canvas, 31, 33, 12, 10, turn=-30)


@sprite("lemon", height=74)
def lemon(canvas: Canvas, look: Look) -> None:
    skin = look.pick(("#f6d936", "#f2cf2c", "#f8e04c"))
    shape = smooth(
        (3, 40), (10, 31), (22, 15), (48, 5), (74, 12), (89, 29), (97, 36), (97, 43), (88, 50), (74, 63),
        (48, 70), (22, 62), (11, 49), (4, 45),
    )  # fmt: skip
    body(canvas, shape, skin, contrast=0.34)
    with canvas.inside(shape):
        canvas.dots([(look.between(8, 92), look.between(8, 68)) for _ in range(60)], 0.9, darker(skin, 0.16))
        canvas.glow(95, 40, 9, 12, darker(skin, 0.35), opacity=0.6)
        canvas.glow(5, 42, 9, 12, "#8fa23a", opacity=0.7)
    grounded(canvas, shape)
    if look.happens(0.45):
        leaf(canvas, 6, 40, 34, wide=16, turn=look.between(-70, -40))
    shine(canvas, 38, 22, 15, 7, turn=-14)


@sprite("banana", height=72)
def banana(canvas: Canvas, look: Look) -> None:
    skin = look.named("colour", {"yellow": "#f4cf3a", "green": "#b9c649"})
    shape = path(
        "M7 20 C 5 18 5 8 8 6 L 15 6 C 17 14 19 22 22 27 C 34 44 62 47 88 29 C 92 26 97 30 95 36 "
        "C 84 62 56 74 33 64 C 18 57 9 40 7 22 Z"
    )
    body(canvas, shape, skin, contrast=0.26)
    with canvas.inside(shape):
        canvas.soft("M6 30 C 16 66 60 84 98 34 L 96 80 L 0 80 Z", darker(skin, 0.35), 0.55, 3)
        canvas.stroke("M13 24 C 22 52 58 66 92 34", darker(skin, 0.22), 1.5)
        canvas.stroke("M17 22 C 28 47 60 56 90 32", lighter(skin, 0.5), 2)
        for _ in range(look.whole(0, 7)):
            canvas.fill(ellipse(look.between(20, 80), look.between(38, 62), 1.6, 1), "#8a5a20")
        canvas.fill("M4 8 L18 8 L17 18 L6 20 Z", "#9a8a3a")
        canvas.fill("M4 2 L18 2 L16.5 11 L6 12 Z", "#6d4f23")
    canvas.fill(ellipse(93, 32, 3.6, 4.6), "#4a351c")


@sprite("grapes", width=84)
def grapes(canvas: Canvas, look: Look) -> None:
    skin = look.named("colour", {"purple": "#6b2f7d", "green": "#a3bf4a", "red": "#9c2d4a"})
    canvas.fill(taper((42, 22), (42, 10), (look.between(30, 54), 3), start=4, end=5), _STALK)
    leaf(canvas, 44, 12, 32, wide=26, turn=look.between(-8, 20))
    rows = ((5, 26), (4, 38), (5, 47), (4, 57), (3, 67), (2, 78), (1, 89))
    for count, y in rows:
        for index in range(count):
            x = 42 + (index - (count - 1) / 2) * 16.5 + look.between(-1.5, 1.5)
            shade = mix(skin, darker(skin, 0.4), look.between(0, 0.5))
            canvas.fill(ellipse(x, y, 9.8, 10.2), darker(shade, 0.5))
            canvas.fill(ellipse(x, y, 8.8, 9.2), ball(x, y, 9, shade))
            canvas.fill(oval(x - 3, y - 4, 2.2, 1.8), lighter(shade, 0.7))


@sprite("strawberry", width=86)
def strawberry(canvas: Canvas, look: Look) -> None:
    skin = look.pick(("#d8232e", "#e0303a", "#c81f2b"))
    shape = path("M43 20 C 20 8 2 22 5 44 C 8 66 28 92 43 98 C 58 92 78 66 81 44 C 84 22 66 8 43 20 Z")
    body(canvas, shape, skin, contrast=0.34)
    with canvas.inside(shape):
        seeds = [(9 + x * 14 + (y % 2) * 7.0, 31 + y * 10.0) for y in range(7) for x in range(6)]
        canvas.dots([(x + 0.7, y + 1) for x, y in seeds], 1.9, darker(skin, 0.35), down=2.6)
        canvas.dots(seeds, 1.7, "#f6d67a", down=2.5)
    green = look.pick(("#4d9a2f", "#3d8a2c"))
    for turn in (170, 140, 100, 65, 35, 8):
        leaf(canvas, 43, 17, 30, wide=13, turn=turn + look.between(-6, 6), colour=green)
    canvas.stroke("M43 17 C 43 10 45 6 49 3", darker(green, 0.2), 4)
    shine(canvas, 22, 42, 7, 11, turn=15)


@sprite("pineapple", width=56)
def pineapple(canvas: Canvas, look: Look) -> None:
    skin = look.pick(("#d99a2b", "#c98a24", "#e0a93a"))
    green = look.pick(("#4d8a34", "#3f7a3a"))
    for reach, turn in ((34, -150), (34, -30), (38, -130), (38, -50), (40, -112), (40, -68), (41, -90)):
        leaf(canvas, 28, 43, reach, wide=11, turn=turn + look.between(-4, 4), colour=green)
    shape = ellipse(28, 69, 25, 30)
    body(canvas, shape, skin, contrast=0.36)
    with canvas.inside(shape):
        for step in range(-6, 10):
            canvas.line((step * 11 - 20, 36), (step * 11 + 30, 102), colour=darker(skin, 0.42), width=1.6)
            canvas.line((step * 11 + 30, 36), (step * 11 - 20, 102), colour=darker(skin, 0.42), width=1.6)
        canvas.soft(ellipse(44, 84, 16, 24), "#000000", 0.25, 5)
    canvas.stroke(shape, darker(skin, 0.5), 1.6, closed=True)
    leaf(canvas, 28, 43, 20, wide=10, turn=-160, colour=green)
    leaf(canvas, 28, 43, 20, wide=10, turn=-20, colour=green)
    shine(canvas, 19, 58, 6, 10)


@sprite("watermelon", height=84)
def watermelon(canvas: Canvas, look: Look) -> None:
    form = look.named("form", {"whole": "whole", "slice": "slice", "half": "half"})
    if form == "whole":
        _whole_melon(canvas, look)
        return
    flesh = look.pick(("#e2404a", "#ea4e50"))
    high = 74 if form == "half" else 62
    top = 8 if form == "half" else 18
    rind = arc(50, top, 48, high, (0, 180))
    canvas.fill(rind, Linear((0, top), (0, top + high), [(0, "#2e7d32"), (1, "#1b5e20")]))
    canvas.fill(arc(50, top, 44, high - 5, (0, 180)), "#dbe8b0")
    canvas.fill(arc(50, top, 40, high - 9, (0, 180)), Radial((50, top), 60, [(0, "#f0656a"), (1, flesh)]))
    if form == "half":
        canvas.fill(ellipse(50, top + 4, 48, 7), "#2e7d32")
        canvas.fill(ellipse(50, top + 4, 45, 5.5), "#dbe8b0")
        canvas.fill(ellipse(50, top + 4, 41, 4.4), lighter(flesh, 0.25))
    for row, count in enumerate((5, 4, 3)):
        for index in range(count):
            x = 50 + (index - (count - 1) / 2) * 14
            canvas.fill(ellipse(x, top + 18 + row * 14, 2, 3.4), "#2a1a14")


def _whole_melon(canvas: Canvas, look: Look) -> None:
    green = look.pick(("#4f9a3c", "#5fa64a"))
    shape = ellipse(50, 44, 48, 38)
    body(canvas, shape, green, contrast=0.3)
    with canvas.inside(shape):
        for index in range(-3, 4):
            bend = index * 17
            spine = [
                (50 + bend * (1 - ((y - 44) / 46) ** 2) + look.between(-2, 2), y) for y in range(2, 88, 9)
            ]
            canvas.stroke(smooth(*spine, closed=False), "#1f5a24", 5)
    grounded(canvas, shape, opacity=0.35)
    canvas.stroke("M50 8 C 52 4 56 3 59 4", _STALK, 3)
    shine(canvas, 28, 24, 15, 8, turn=-25)


@sprite("kiwi")
def kiwi(canvas: Canvas, look: Look) -> None:
    thick = look.between(0, 12)
    x, y, reach = 50 - thick / 2, 50 - thick / 2, 43 - thick / 2
    body(canvas, ellipse(x + thick, y + thick, reach), "#8a6a3a", contrast=0.3)
    canvas.fill(ellipse(x, y, reach + 1), "#7a5a2e")
    flesh = Radial(
        (x, y),
        reach,
        [(0, "#eef0c0"), (0.24, "#e6ecb0"), (0.34, "#a9c93e"), (0.8, "#7fb02a"), (1, "#6a9a24")],
    )
    canvas.fill(ellipse(x, y, reach - 2.4), flesh)
    for index in range(18):
        with canvas.moved(x, y, turn=index * 20):
            canvas.line((reach * 0.3, 0), (reach * 0.85, 0), colour="#cfe08a", width=0.9)
            seeds = [(reach * 0.44, look.between(-1, 1)), (reach * 0.58, 0.0)]
            canvas.dots(seeds[: 1 + index % 2], 2.6, "#1f1a14", down=1.5)
    canvas.glow(x - reach * 0.4, y - reach * 0.5, 10, 7, "#ffffff", opacity=0.5)


@sprite("peach")
def peach(canvas: Canvas, look: Look) -> None:
    skin = look.pick(("#f4a66a", "#f7b27a", "#ef9a5e"))
    shape = path("M50 20 C 28 10 4 26 4 56 C 4 82 28 97 50 97 C 72 97 96 82 96 56 C 96 26 72 10 50 20 Z")
    body(canvas, shape, skin, contrast=0.34)
    with canvas.inside(shape):
        canvas.glow(72, 58, 40, 46, "#d8453f", opacity=0.7)
        canvas.glow(30, 84, 30, 24, "#d8453f", opacity=0.4)
        canvas.stroke("M51 20 C 36 40 38 70 54 97", darker("#d8653f", 0.25), 2.6)
        canvas.stroke("M53 21 C 40 40 42 70 57 96", "#ffd2a8", 1.4)
    grounded(canvas, shape, opacity=0.2)
    canvas.stroke("M50 21 C 50 16 50 13 52 10", _STALK, 4)
    leaf(canvas, 51, 15, 40, wide=19, turn=look.between(-20, 0), colour="#5a9a3a")
    if look.happens(0.5):
        leaf(canvas, 50, 15, 32, wide=16, turn=look.between(185, 205), colour="#4a8a34")
    shine(canvas, 25, 42, 10, 14, turn=18)
