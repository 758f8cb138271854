"""Vegetables, each as it lies on a table."""

from __future__ import annotations

from m3bench_world.scenes.painting import (
    Canvas,
    Look,
    Radial,
    body,
    darker,
    ellipse,
    grounded,
    leaf,
    lighter,
    mix,
    path,
    shine,
    smooth,
    star,
    taper,
)
from m3bench_world.scenes.sprites import sprite


@sprite("tomato", height=92)
def tomato(canvas: Canvas, look: Look) -> None:
    skin = look.named("colour", {"red": "#d8301f", "dark red": "#a82218"})
    shape = path("M50 20 C 34 8 4 16 3 50 C 3 76 26 90 50 90 C 74 90 97 76 97 50 C 96 16 66 8 50 20 Z")
    body(canvas, shape, skin, contrast=0.38)
    with canvas.inside(shape):
        canvas.glow(50, 22, 30, 12, darker(skin, 0.55), opacity=0.7)
        canvas.stroke("M50 22 C 34 26 24 36 20 50", darker(skin, 0.25), 1.6)
        canvas.stroke("M50 22 C 66 26 76 36 80 50", darker(skin, 0.25), 1.6)
    grounded(canvas, shape)
    for turn in (-8, 28, 80, 128, 172, 205, -32):
        leaf(canvas, 50, 20, look.between(22, 29), wide=8, turn=turn, colour="#3d7d2a")
    canvas.fill(taper((50, 22), (50, 12), (look.between(50, 58), 4), start=5, end=6), "#4d7a2a")
    shine(canvas, 26, 46, 10, 15, turn=20)


@sprite("carrot", height=46)
def carrot(canvas: Canvas, look: Look) -> None:
    skin = look.pick(("#f07a1e", "#ee8a2a", "#e86a18"))
    for turn in (178, 160, 196, 146, 212):
        with canvas.moved(29, 24, turn=turn + look.between(-5, 5)):
            for step in range(3):
                leaf(canvas, 6 + step * 6, 0, 12, wide=6, turn=-35, colour="#58983a")
                leaf(canvas, 6 + step * 6, 0, 12, wide=6, turn=35, colour="#4a8a30")
            canvas.line((0, 0), (22, 0), colour="#3f7a2a", width=2.2)
    shape = smooth(
        (27, 24), (29, 13), (37, 9), (58, 13), (80, 19), (98, 25), (80, 29), (58, 36), (37, 39), (29, 35)
    )
    body(canvas, shape, skin, contrast=0.32)
    with canvas.inside(shape):
        for x, low in ((38, False), (46, True), (54, False), (64, True), (73, False), (82, True)):
            start, end = (26, 38) if low else (10, 22)
            canvas.line((x, start), (x + 1, end), colour=darker(skin, 0.3), width=1.4)
        canvas.soft(ellipse(60, 38, 40, 8), "#000000", 0.22, 3)
    shine(canvas, 46, 18, 14, 3.4, turn=6)


@sprite("broccoli", width=92)
def broccoli(canvas: Canvas, look: Look) -> None:
    green = look.pick(("#3f8a35", "#4a9440", "#37792f"))
    stalk = path("M33 50 L36 90 C 38 98 54 98 56 90 L59 50 Z")
    body(canvas, stalk, "#a8c66a", contrast=0.28)
    body(canvas, "M40 66 L22 52 L34 46 L46 58 Z", "#a8c66a", contrast=0.2)
    body(canvas, "M52 66 L70 52 L58 46 L46 58 Z", "#a8c66a", contrast=0.2)
    crowns = (
        (18, 46, 15),
        (74, 46, 15),
        (28, 28, 17),
        (64, 28, 17),
        (46, 19, 17),
        (34, 48, 15),
        (58, 48, 15),
    )
    for x, y, reach in (*crowns, (46, 38, 17)):
        _floret(canvas, look, (x, y), reach, green)


def _floret(canvas: Canvas, look: Look, centre: tuple[float, float], reach: float, green: str) -> None:
    x, y = centre
    knobs = [(x + dx * reach * 0.72, y + dy * reach * 0.72) for dx, dy in _AROUND]
    canvas.dots(knobs, reach * 0.47, darker(green, 0.35))
    canvas.dots([(kx - 0.6, ky - 0.8) for kx, ky in knobs], reach * 0.4, green)
    canvas.fill(
        ellipse(x, y, reach * 0.75), Radial((x - 4, y - 5), reach, [(0, lighter(green, 0.3)), (1, green)])
    )
    spots = [(x + look.between(-0.7, 0.7) * reach, y + look.between(-0.7, 0.6) * reach) for _ in range(14)]
    canvas.dots(spots[:7], 1.7, lighter(green, 0.4))
    canvas.dots(spots[7:], 1.7, darker(green, 0.3))


_AROUND = ((1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7))


@sprite("eggplant", height=60)
def eggplant(canvas: Canvas, look: Look) -> None:
    skin = look.pick(("#4a2258", "#3d1c4e", "#5a2a63"))
    shape = path("M24 20 C 40 10 60 2 80 6 C 96 10 99 30 94 42 C 86 60 60 60 44 50 C 34 44 26 40 20 36 Z")
    body(canvas, shape, skin, contrast=0.42)
    with canvas.inside(shape):
        canvas.soft("M30 24 C 50 12 66 8 80 12", "#d9b8e6", 0.6, 2.5)
    cap = path("M30 12 L28 20 L36 20 L31 27 L37 34 L28 34 L27 44 L20 37 C 12 36 13 22 21 20 Z")
    body(canvas, cap, "#5f8f3a", contrast=0.3)
    canvas.fill(taper((20, 28), (11, 27), (3, look.between(20, 26)), start=8, end=6), "#4f7a30")
    shine(canvas, 62, 17, 17, 5, turn=-8)


@sprite("cucumber", height=38)
def cucumber(canvas: Canvas, look: Look) -> None:
    skin = look.pick(("#3f7d33", "#4a8a3a", "#356f2f"))
    shape = path(
        "M5 22 C 3 12 12 8 24 9 C 46 12 66 8 84 4 C 95 2 99 10 97 17 C 95 25 88 27 78 30 "
        "C 56 36 34 37 18 34 C 9 32 6 28 5 22 Z"
    )
    body(canvas, shape, skin, contrast=0.36)
    with canvas.inside(shape):
        for bend in (15, 21, 27):
            canvas.stroke(f"M8 {bend} C 34 {bend + 4} 66 {bend - 1} 96 {bend - 8}", lighter(skin, 0.3), 1.6)
        bumps = [(look.between(8, 94), look.between(10, 34)) for _ in range(34)]
        canvas.dots(bumps, 1.2, darker(skin, 0.4))
        canvas.glow(6, 22, 9, 14, "#c9d98a", opacity=0.8)
    canvas.fill(ellipse(97, 9, 2.2, 2.6), "#8a9a4a")
    shine(canvas, 40, 15, 24, 3.2, turn=-2)


@sprite("onion", width=92)
def onion(canvas: Canvas, look: Look) -> None:
    skin = look.named("colour", {"yellow": "#cf8a3a", "red": "#8f2f52"})
    for x in (40, 46, 52):
        canvas.stroke(f"M46 92 C {x} 94 {x - 2} 96 {(x - 46) * 1.8 + 46} 99", "#a08a5a", 1.6)
    shape = path(
        "M46 3 C 42 12 43 22 36 29 C 14 36 2 48 3 64 C 4 84 26 94 46 94 C 66 94 88 84 89 64 "
        "C 90 48 78 36 56 29 C 50 22 51 12 52 4 Z"
    )
    body(canvas, shape, skin, contrast=0.36)
    with canvas.inside(shape):
        for bend in (-38, -25, -12, 12, 25, 38):
            canvas.stroke(
                f"M47 26 C {46 + bend * 1.35} 40 {46 + bend * 1.35} 78 46 94", darker(skin, 0.22), 1.5
            )
    grounded(canvas, shape)
    shine(canvas, 26, 52, 8, 14, turn=16)


@sprite("bell pepper", width=90)
def bell_pepper(canvas: Canvas, look: Look) -> None:
    skin = look.named(
        "colour", {"red": "#d3261f", "yellow": "#f2bf1f", "green": "#3f8f35", "orange": "#ee7d1a"}
    )
    shape = path(
        "M45 28 C 36 18 22 20 14 26 C 2 36 4 58 10 74 C 14 88 22 97 32 96 C 38 96 41 93 45 93 "
        "C 49 93 52 96 58 96 C 68 97 76 88 80 74 C 86 58 88 36 76 26 C 68 20 54 18 45 28 Z"
    )
    body(canvas, shape, skin, contrast=0.36)
    with canvas.inside(shape):
        canvas.stroke("M40 27 C 26 40 26 72 36 96", darker(skin, 0.32), 3)
        canvas.stroke("M50 27 C 64 40 64 72 54 96", darker(skin, 0.32), 3)
        canvas.glow(45, 28, 26, 10, darker(skin, 0.5), opacity=0.8)
    grounded(canvas, shape)
    body(canvas, star(45, 26, 15, 9, 6, turn=20), "#4f8a30", contrast=0.2, edge=0.8)
    canvas.fill(taper((45, 27), (44, 16), (look.between(46, 56), 4), start=8, end=9), "#5a9a3a")
    shine(canvas, 18, 46, 6, 15, turn=8)
    shine(canvas, 44, 48, 5, 13)


@sprite("pumpkin", height=88)
def pumpkin(canvas: Canvas, look: Look) -> None:
    skin = look.pick(("#e8811f", "#d9701a", "#f0932e"))
    for x, reach in ((20, 19), (80, 19), (33, 20), (67, 20)):
        body(canvas, ellipse(x, 53, reach, 31 + reach * 0.1), skin, contrast=0.28, edge=1.4)
    body(canvas, ellipse(50, 54, 21, 34), skin, contrast=0.3, edge=1.4)
    canvas.glow(50, 27, 15, 5, darker(skin, 0.5), opacity=0.8)
    stem = taper((50, 26), (49, 15), (look.between(40, 60), 4), start=13, end=9)
    body(canvas, stem, "#6f8a3a", contrast=0.3)
    if look.happens(0.5):
        canvas.stroke("M55 20 C 66 10 72 22 80 14 C 84 10 88 12 88 16", "#5a8a34", 2)
    shine(canvas, 38, 40, 6, 13, turn=8)


@sprite("radish", width=70)
def radish(canvas: Canvas, look: Look) -> None:
    skin = look.pick(("#d42a5c", "#c8234f", "#b81f57"))
    for turn, reach in ((-128, 44), (-52, 44), (-108, 50), (-72, 50), (-90, 50)):
        leaf(canvas, 35, 52, reach, wide=17, turn=turn + look.between(-4, 4), colour="#57973a")
    canvas.fill(
        taper((35, 80), (36, 92), (look.between(30, 42), 100), start=9, end=1), mix(skin, "#ffffff", 0.75)
    )
    shape = ellipse(35, 67, 25, 22)
    body(canvas, shape, skin, contrast=0.36)
    with canvas.inside(shape):
        canvas.soft(ellipse(35, 92, 18, 9), "#ffffff", 0.85, 3)
    shine(canvas, 25, 59, 7, 6)


@sprite("corn", height=44)
def corn(canvas: Canvas, look: Look) -> None:
    grain = look.pick(("#f5cb2e", "#f0c028", "#f8d94e"))
    shape = path("M24 10 C 46 4 82 10 97 22 C 82 34 46 40 24 34 Z")
    canvas.fill(shape, darker(grain, 0.35))
    with canvas.inside(shape):
        for row in range(6):
            y = 7.5 + row * 5.8
            kernels = [(24 + column * 5.4 + (row % 2) * 2.7, y) for column in range(14)]
            canvas.dots(kernels, 2.7, mix(grain, darker(grain, 0.2), abs(row - 2) / 4), down=2.9)
            canvas.dots([(x - 0.8, ky - 1) for x, ky in kernels], 0.9, lighter(grain, 0.6))
        canvas.soft(ellipse(60, 38, 40, 8), "#000000", 0.25, 3)
    green = look.pick(("#6fa83a", "#7fb04a"))
    body(canvas, "M3 22 C 14 2 40 -2 62 5 C 46 10 36 16 30 22 Z", green, contrast=0.25)
    body(canvas, "M3 22 C 14 42 40 46 62 39 C 46 34 36 28 30 22 Z", darker(green, 0.12), contrast=0.25)
    body(canvas, "M1 22 C 10 12 26 14 46 21 C 26 30 10 32 1 22 Z", lighter(green, 0.15), contrast=0.25)
    canvas.line((4, 22), (38, 21.5), colour=darker(green, 0.3), width=1)


@sprite("lettuce", height=90)
def lettuce(canvas: Canvas, look: Look) -> None:
    green = look.pick(("#7fb83f", "#8cc34a", "#6fa836"))
    for ring, (reach, shade) in enumerate(((44, 0.28), (32, 0.08), (19, 0.0))):
        tone = darker(green, shade) if shade else lighter(green, 0.12 * ring)
        for turn in range(ring * 22, 360 + ring * 22, 60):
            _frill(canvas, reach, turn + look.between(-8, 8), tone)
    canvas.glow(46, 40, 12, 10, "#f2f6cf", opacity=0.7)


def _frill(canvas: Canvas, reach: float, turn: float, tone: tuple[int, int, int]) -> None:
    with canvas.moved(50, 45, turn=turn):
        edge = [(reach * 0.1, -reach * 0.2), (reach * 0.4, -reach * 0.62), (reach * 0.62, -reach * 0.5)]
        edge += [(reach * 0.78, -reach * 0.62), (reach * 0.86, -reach * 0.34), (reach, -reach * 0.26)]
        edge += [
            (reach * 0.93, 0),
            (reach, reach * 0.26),
            (reach * 0.86, reach * 0.34),
            (reach * 0.78, reach * 0.62),
        ]
        edge += [(reach * 0.62, reach * 0.5), (reach * 0.4, reach * 0.62), (reach * 0.1, reach * 0.2)]
        body(canvas, smooth(*edge), tone, contrast=0.2, edge=1.3)
        canvas.line((0, 0), (reach * 0.75, 0), colour=lighter(tone, 0.55), width=2)
        for side in (-1, 1):
            canvas.line(
                (reach * 0.35, 0), (reach * 0.6, side * reach * 0.3), colour=lighter(tone, 0.4), width=1.2
            )
