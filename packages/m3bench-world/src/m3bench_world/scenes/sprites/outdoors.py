"""Things out of doors."""

from __future__ import annotations

import math

from m3bench_world.scenes.painting import (
    Canvas,
    Look,
    Paint,
    arc,
    body,
    darker,
    down,
    ellipse,
    lighter,
    panel,
    path,
    polygon,
    rect,
    sector,
    shine,
    star,
    taper,
    tube,
)
from m3bench_world.scenes.sprites import sprite

_PAINTS = {"red": "#cc362c", "blue": "#2f6bb0", "green": "#3f8a4a", "yellow": "#e8b92e", "black": "#36383c"}


@sprite("bicycle", height=64)
def bicycle(canvas: Canvas, look: Look) -> None:
    paint = look.named("colour", _PAINTS)
    for x in (21, 79):
        for spoke in range(8):
            with canvas.moved(x, 43, turn=spoke * 22.5):
                canvas.line((-18, 0), (18, 0), colour="#9aa0a6", width=0.6)
        canvas.stroke(ellipse(x, 43, 18.5), "#26272a", 3.2, closed=True)
        canvas.stroke(ellipse(x, 43, 16.4), "#b8bcc0", 1, closed=True)
        canvas.fill(ellipse(x, 43, 2.4), "#55585c")
    crank, seat, head = (46, 44), (38, 18), (69, 18)
    for line in (
        (seat, crank),
        (seat, head),
        (crank, head),
        ((21, 43), crank),
        ((21, 43), seat),
        (head, (79, 43)),
    ):
        canvas.line(*line, colour=darker(paint, 0.35), width=4.2)
        canvas.line(*line, colour=paint, width=2.8)
    canvas.line(seat, (36.4, 12), colour="#6a6e72", width=2.6)
    canvas.fill(path("M27 9 C 32 7 40 8 46 10 C 44 13 38 13 34 14 C 29 14 26 12 27 9 Z"), "#232427")
    canvas.line(head, (67, 8), colour=paint, width=2.8)
    canvas.stroke(look.pick(("M60 6 L67 7 C 74 6 78 10 74 14", "M57 10 C 60 5 64 6 74 6")), "#2b2c2f", 2.8)
    canvas.stroke(ellipse(46, 44, 5.4), "#4a4d52", 2, closed=True)
    canvas.line((46, 44), (51, 53), colour="#4a4d52", width=2)
    canvas.line((48, 53.5), (55, 53.5), colour="#26272a", width=2.4)


@sprite("ball")
def ball(canvas: Canvas, look: Look) -> None:
    form = look.named("form", {"football": "football", "beach ball": "beach", "basketball": "basket"})
    shape = ellipse(50, 50, 47)
    if form == "football":
        body(canvas, shape, "#e8e8e6", contrast=0.25)
        with canvas.inside(shape):
            canvas.fill(star(50, 50, 17, 13.8, 5), "#25262a")
            for index in range(5):
                turn = math.radians(-90 + index * 72)
                x, y = 50 + 43 * math.cos(turn), 50 + 43 * math.sin(turn)
                canvas.fill(star(x, y, 14, 11.4, 5, turn=90), "#25262a")
                canvas.line((50, 50), (x, y), colour="#25262a", width=2)
    elif form == "beach":
        canvas.fill(shape, "#f4f2ec")
        tones = look.pick((("#d8382f", "#f2c230", "#2f6fb8"), ("#e8702e", "#3f9a5a", "#8a4fa8")))
        for index, tone in enumerate(tones):
            canvas.fill(sector(50, 50, 47, 47, (index * 120 - 70, 60)), tone)
        canvas.fill(ellipse(50, 50, 9), "#f8f6f0", outline="#a8a49a")
        canvas.stroke(shape, "#6a665e", 1.2, closed=True)
    else:
        body(canvas, shape, "#d9752e", contrast=0.3)
        with canvas.inside(shape):
            for curve in (
                "M3 50 L97 50",
                "M50 3 L50 97",
                "M20 8 C 44 30 44 70 20 92",
                "M80 8 C 56 30 56 70 80 92",
            ):
                canvas.stroke(curve, "#3a2418", 2.6)
    with canvas.inside(shape):
        canvas.soft(ellipse(62, 96, 48, 26), "#000000", 0.3, 8)
    shine(canvas, 32, 28, 14, 11, turn=-30)


@sprite("umbrella", height=96)
def umbrella(canvas: Canvas, look: Look) -> None:
    cloth = look.named("colour", {**_PAINTS, "purple": "#7a4a9a"})
    striped = look.happens(0.5)
    canvas.line((50, 6), (50, 84), colour="#6a5a48", width=3)
    canvas.stroke("M50 80 C 50 94 66 95 66 84", look.pick(("#4a3222", "#2b2c30", "#8a5a30")), 5)
    shape = path(
        "M2 48 C 4 22 26 7 50 7 C 74 7 96 22 98 48 C 92 41 82 41 76 48 C 70 41 58 41 50 48 "
        "C 42 41 30 41 24 48 C 18 41 8 41 2 48 Z"
    )
    body(canvas, shape, cloth, contrast=0.3)
    with canvas.inside(shape):
        if striped:
            other = lighter(cloth, 0.65)
            canvas.fill("M50 7 C 34 16 26 30 24 50 L50 50 Z", other)
            canvas.fill("M50 7 C 78 14 94 30 98 50 L76 50 C 74 30 66 16 50 7 Z", other)
        for rib in ("M50 7 C 34 16 26 30 24 48", "M50 7 L50 48", "M50 7 C 66 16 74 30 76 48"):
            canvas.stroke(rib, darker(cloth, 0.45), 1.6)
        canvas.soft(ellipse(78, 44, 28, 16), "#000000", 0.22, 6)
    canvas.stroke(shape, darker(cloth, 0.5), 1.4, closed=True)
    canvas.line((50, 7), (50, 2), colour="#6a5a48", width=3)


@sprite("tree", width=84)
def tree(canvas: Canvas, look: Look) -> None:
    form = look.named("form", {"broadleaf": "broad", "conifer": "conifer"})
    bark = look.pick(("#6b4a2e", "#7a5638", "#5a4030"))
    green = look.pick(("#4a8a3a", "#5f9a3f", "#3f7a3f", "#7a9a3a"))
    if form == "conifer":
        tube(canvas, rect(37, 82, 10, 16), bark)
        for top, low, half in ((52, 88, 38), (34, 68, 31), (17, 50, 24), (3, 32, 16)):
            tier = path(f"M42 {top} L{42 + half} {low} Q 42 {low - 7} {42 - half} {low} Z")
            body(canvas, tier, darker(green, 0.2), contrast=0.3)
        return
    tube(canvas, path("M37 98 C 40 84 39 74 36 62 L48 62 C 46 74 46 84 49 98 Z"), bark)
    canvas.fill(taper((42, 72), (30, 58), (24, 50), start=5, end=3), bark)
    canvas.fill(taper((43, 72), (54, 58), (60, 50), start=5, end=3), bark)
    crowns = [(22, 46, 19), (62, 46, 19), (30, 27, 21), (56, 27, 20), (42, 18, 17), (42, 48, 20)]
    for x, y, reach in crowns:
        canvas.fill(ellipse(x, y, reach + 1), darker(green, 0.5))
    for x, y, reach in crowns:
        body(canvas, ellipse(x, y, reach), green, contrast=0.32, edge=0)
    tufts = [(look.between(12, 70), look.between(8, 60)) for _ in range(26)]
    canvas.dots(tufts[:13], 2.8, lighter(green, 0.28), down=1.8)
    canvas.dots(tufts[13:], 2.8, darker(green, 0.25), down=1.8)


@sprite("house", height=90)
def house(canvas: Canvas, look: Look) -> None:
    wall = look.named(
        "colour", {"white": "#ece6d8", "yellow": "#e8c878", "red": "#b85a48", "blue": "#8fb0c8"}
    )
    roof = look.pick(("#9a3f32", "#5a4a48", "#7a4a30", "#4a5866"))
    panel(canvas, rect(66, 6, 10, 26), "#9a5a48")
    panel(canvas, polygon((14, 88), (14, 44), (50, 12), (86, 44), (86, 88)), wall)
    panel(canvas, path("M50 4 L98 44 L92 50 L50 16 L8 50 L2 44 Z"), roof)
    if look.happens(0.6):
        canvas.fill(ellipse(50, 32, 6), "#a8d0e4", outline=darker(wall, 0.5), width=2)
    door = look.pick(("#7a4a2a", "#3f6a4a", "#34568a", "#8a2f2a"))
    panel(canvas, rect(43, 60, 15, 28, 1), door)
    canvas.fill(ellipse(55, 75, 1.3), "#f0d060")
    for x in (20, 65):
        canvas.fill(rect(x, 54, 16, 17), down(54, 71, "#8fc0dc", "#cfe6f0"), outline="#f8f6f0", width=2.4)
        canvas.line((x + 8, 54), (x + 8, 71), colour="#f8f6f0", width=1.8)
        canvas.line((x, 62), (x + 16, 62), colour="#f8f6f0", width=1.8)
    canvas.fill(rect(10, 86, 80, 4), darker(wall, 0.45))


@sprite("castle", height=92)
def castle(canvas: Canvas, look: Look) -> None:
    stone = look.named("colour", {"grey": "#a3a39c", "sand": "#cbb183", "brown": "#9a8468"})
    roofs = look.pick((None, "#a8402f", "#3f5a8a"))
    _tower(canvas, (36, 16, 28, 60), darker(stone, 0.08), roofs)
    panel(canvas, rect(14, 52, 72, 38), stone)
    _battlements(canvas, 14, 52, 72, stone)
    for x in (2, 80):
        _tower(canvas, (x, 34, 18, 56), stone, roofs)
    canvas.fill(
        path("M41 90 L41 74 C 41 63 59 63 59 74 L59 90 Z"), "#3a2a1e", outline=darker(stone, 0.5), width=2
    )
    for bar in (45.5, 50, 54.5):
        canvas.line((bar, 69), (bar, 90), colour="#6a5138", width=1.2)
    for joint, y in ((22, 62), (31, 74), (66, 62), (74, 76), (28, 84), (70, 84)):
        canvas.line((joint, y), (joint + 6, y), colour=darker(stone, 0.25), width=1.6)


def _tower(canvas: Canvas, box: tuple[float, float, float, float], stone: Paint, roof: str | None) -> None:
    x, y, wide, high = box
    tube(canvas, rect(x, y, wide, high), stone, contrast=0.24)
    if roof:
        tube(canvas, polygon((x - 2, y), (x + wide / 2, y - min(24, y - 1)), (x + wide + 2, y)), roof)
    else:
        _battlements(canvas, x - 1, y, wide + 2, stone)
    left, right = x + wide / 2 - 2.4, x + wide / 2 + 2.4
    slit = f"M{left} {y + 20} L{left} {y + 12} Q {left + 2.4} {y + 7} {right} {y + 12} L{right} {y + 20} Z"
    canvas.fill(slit, "#2f2a28")


def _battlements(canvas: Canvas, x: float, y: float, wide: float, stone: Paint) -> None:
    count = max(3, round(wide / 8))
    step = wide / (2 * count - 1)
    panel(canvas, rect(x, y - 3, wide, 6), stone, edge=0.8)
    for index in range(count):
        panel(canvas, rect(x + 2 * index * step, y - 8, step, 6), stone, edge=0.8)


@sprite("bridge", width=120, height=52)
def bridge(canvas: Canvas, look: Look) -> None:
    form = look.named("form", {"stone": "stone", "suspension": "suspension"})
    if form == "suspension":
        _suspension(canvas, look.pick(("#c2452f", "#8a949c", "#5a7a6a")))
        return
    stone = look.pick(("#a89f8f", "#b8a688", "#96979a"))
    deck = path("M1 22 C 40 8 80 8 119 22 L119 50 L1 50 Z")
    openings = [
        arc(x, 50, half, high, (180, 180)) for x, half, high in ((24, 14, 17), (60, 17, 24), (96, 14, 17))
    ]
    whole = deck + openings[0] + openings[1] + openings[2]
    canvas.fill(whole, down(10, 50, lighter(stone, 0.2), darker(stone, 0.25)))
    for opening in openings:
        canvas.stroke(opening, darker(stone, 0.45), 2)
    canvas.stroke("M1 22 C 40 8 80 8 119 22", darker(stone, 0.4), 4)
    canvas.stroke("M1 20.5 C 40 6.5 80 6.5 119 20.5", lighter(stone, 0.3), 2)
    with canvas.inside(whole):
        for row in range(5):
            for column in range(15):
                x, y = column * 8.4 + (row % 2) * 4.2, 20 + row * 6.4
                canvas.line((x, y), (x + 4.4, y), colour=darker(stone, 0.22), width=1)


def _suspension(canvas: Canvas, paint: str) -> None:
    for x in range(6, 116, 5):
        sag = ((x - 60) / 30) ** 2 if 30 <= x <= 90 else (1 - abs(x - (30 if x < 60 else 90)) / 30)
        top = 6 + (1 - sag) * 24
        canvas.line((x, top), (x, 36), colour=darker(paint, 0.1), width=0.8)
    for curve in ("M1 32 Q 18 22 30 5", "M30 5 C 42 40 78 40 90 5", "M90 5 Q 102 22 119 32"):
        canvas.stroke(curve, darker(paint, 0.2), 2)
    for x in (30, 90):
        for side in (-3, 3):
            panel(canvas, rect(x + side - 1.6, 2, 3.2, 48), paint, edge=0.7)
        for y in (8, 20, 30):
            canvas.line((x - 3, y), (x + 3, y), colour=darker(paint, 0.2), width=2.4)
    panel(canvas, rect(1, 34, 118, 6, 1), paint)
    canvas.line((1, 35), (119, 35), colour=lighter(paint, 0.5), width=1)


@sprite("cloud", height=58)
def cloud(canvas: Canvas, look: Look) -> None:
    tone = look.named("colour", {"white": "#fbfcfe", "grey": "#b9c0c8"})
    puffs = [(20, 39, 17), (40, 25, 21), (62, 27, 19), (81, 39, 16), (50, 40, 18)]
    moved = [(x + look.between(-2, 2), y + look.between(-2, 2), reach) for x, y, reach in puffs]
    edge = darker(tone, 0.25)
    base = rect(16, 34, 70, 22, 11)
    for x, y, reach in moved:
        canvas.fill(ellipse(x, y, reach), edge)
    canvas.fill(rect(14, 33, 74, 24, 12), edge)
    shade = down(4, 57, lighter(tone, 0.6), darker(tone, 0.12))
    for x, y, reach in moved:
        canvas.fill(ellipse(x, y, reach - 1.4), shade)
    canvas.fill(base, shade)
