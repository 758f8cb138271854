"""Sights of Britain and of North America."""

from __future__ import annotations

from m3bench_world.scenes.painting import (
    Canvas,
    Linear,
    Look,
    Paint,
    across,
    arches,
    columns,
    darker,
    dome,
    down,
    ellipse,
    lattice,
    lighter,
    opening,
    panel,
    path,
    polygon,
    rect,
    smooth,
    spaced,
    spire,
    tower,
    tube,
    wall,
    windows,
)
from m3bench_world.scenes.sprites import sprite


@sprite("Big Ben", width=84, height=130, mirrored=False)
def big_ben(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#cda96a", "#c49f60", "#d4b47a"))
    dark, roof = "#4a3a28", "#4f5a5c"
    _palace(canvas, stone, dark)
    wall(canvas, rect(6, 56, 26, 73), stone)
    for x in (6, 29):
        wall(canvas, rect(x, 40, 3, 89), lighter(stone, 0.08), edge=0.4)
    for y in (60, 74, 88, 102, 116):
        arches(canvas, (10, y, 28, y + 11), 4, darker(stone, 0.42), share=0.44)
        canvas.line((6, y + 12.4), (32, y + 12.4), colour=lighter(stone, 0.25), width=1)
    panel(canvas, rect(4, 33, 30, 24), stone, edge=0.7)
    canvas.fill(ellipse(19, 45, 10.6), "#c8a028", outline="#5a4010", width=0.7)
    canvas.fill(ellipse(19, 45, 9), "#f7f3e4", outline="#2e2a26", width=0.8)
    for hour in range(12):
        with canvas.moved(19, 45, turn=hour * 30):
            canvas.line((0, -8.2), (0, -6.6), colour="#26221e", width=0.9)
    canvas.line((19, 45), (16, 40), colour="#1d1a18", width=1.3)
    canvas.line((19, 45), (25.5, 46), colour="#1d1a18", width=1)
    wall(canvas, rect(5, 24, 28, 9), stone)
    arches(canvas, (7, 25, 31, 32.6), 6, dark, share=0.56)
    canvas.fill(
        polygon((3.5, 24), (34.5, 24), (28, 15), (10, 15)), roof, outline=darker(roof, 0.5), width=0.6
    )
    panel(canvas, rect(11, 11, 16, 4.4), "#c8a84a", edge=0.5)
    windows(canvas, (11.5, 11.5, 26.5, 15), (6, 1), dark)
    spire(canvas, 19, (0, 11.4), 14, roof)
    for x in (6, 32):
        spire(canvas, x, (14, 26), 3.4, stone)


def _palace(canvas: Canvas, stone: Paint, dark: Paint) -> None:
    wall(canvas, rect(30, 92, 54, 37), stone)
    for y in (96, 108, 119):
        arches(canvas, (34, y, 83, y + 8), 9, dark, share=0.48)
    for x in spaced(32, 84, 7):
        wall(canvas, rect(x - 1, 88, 2, 41), lighter(stone, 0.1), edge=0.3)
        spire(canvas, x, (82, 89), 3, stone)
    panel(canvas, rect(30, 105, 54, 1.8), lighter(stone, 0.2), edge=0.2)


@sprite("Tower Bridge", width=190, height=100, mirrored=False)
def tower_bridge(canvas: Canvas, look: Look) -> None:
    stone, blue = look.pick(("#cbb892", "#c4b08a", "#d3c3a2")), "#5f97bf"
    roof = "#5e6e78"
    for flip in (False, True):
        with canvas.moved(95, 0, flip=flip):
            canvas.stroke("M-44 46 C -60 66 -76 72 -94 74", blue, 3.2)
            canvas.stroke("M-44 46 C -60 74 -76 77 -94 77", lighter(blue, 0.3), 1.2)
            for step in range(7):
                x = -50 - step * 6.4
                canvas.line((x, 54 + step * 3.4), (x, 80), colour=lighter(blue, 0.2), width=1)
            panel(canvas, rect(-95, 79, 52, 4.4), blue, edge=0.5)
    panel(canvas, rect(52, 39, 86, 5), blue, edge=0.5)
    panel(canvas, rect(52, 47, 86, 3), lighter(blue, 0.2), edge=0.5)
    lattice(canvas, rect(52, 40, 86, 9), darker(blue, 0.2), 4, width=0.6, veil=0.2)
    panel(canvas, path("M54 80 L136 80 L136 83 C 110 82 80 82 54 83 Z"), blue, edge=0.5)
    for x in spaced(54, 136, 18):
        canvas.line((x, 77), (x, 80), colour=lighter(blue, 0.4), width=0.8)
    for x in (46, 144):
        _bridge_tower(canvas, x, stone, roof)
    for x in (3, 187):
        wall(canvas, rect(x - 6, 58, 12, 40), stone)
        canvas.fill(opening(x, 68, 6, 12), "#4a4238")
        spire(canvas, x, (46, 59), 14, roof)


def _bridge_tower(canvas: Canvas, x: float, stone: Paint, roof: Paint) -> None:
    panel(
        canvas, polygon((x - 16, 86), (x + 16, 86), (x + 19, 99), (x - 19, 99)), darker(stone, 0.2), edge=0.6
    )
    wall(canvas, rect(x - 11, 30, 22, 56), stone)
    canvas.fill(opening(x, 64, 11, 18), "#53606a")
    for y in (34, 48):
        arches(canvas, (x - 7, y, x + 7, y + 10), 3, "#4a4238", share=0.5)
    canvas.fill(rect(x - 11, 45, 22, 1.6), lighter(stone, 0.3))
    canvas.fill(rect(x - 11, 60, 22, 1.6), lighter(stone, 0.3))
    spire(canvas, x, (4, 31), 18, roof)
    canvas.line((x, 4), (x, 0.5), colour="#c8a028", width=0.9)
    for side in (-11, 11):
        tower(canvas, x + side, (26, 86), 5, lighter(stone, 0.06))
        spire(canvas, x + side, (12, 27), 6.4, roof)


@sprite("Stonehenge", width=180, height=66, mirrored=False)
def stonehenge(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#8f8c82", "#98948a", "#86847c"))
    for x in (48, 66, 84, 102, 120):
        _stone(canvas, look, (x - 5, 26, 10, 34), darker(stone, 0.22))
    _stone(canvas, look, (45, 19, 32, 8), darker(stone, 0.22))
    _stone(canvas, look, (99, 19, 28, 8), darker(stone, 0.22))
    for x in (10, 32, 72, 96, 138, 160):
        _stone(canvas, look, (x - 7, 16, 14, 47), stone)
    for left, wide in ((0, 42), (62, 45), (129, 42)):
        _stone(canvas, look, (left, 6, wide, 11), lighter(stone, 0.05))
    _stone(canvas, look, (44, 56, 22, 8), darker(stone, 0.08))
    _stone(canvas, look, (112, 44, 11, 20), darker(stone, 0.05))


def _stone(canvas: Canvas, look: Look, box: tuple[float, float, float, float], colour: Paint) -> None:
    x, y, wide, high = box

    def near(reach: float) -> float:
        return look.between(-reach, reach)

    outline = smooth(
        (x + near(1), y + near(1)), (x + wide / 2, y + near(1)), (x + wide + near(1), y + near(1)),
        (x + wide + near(1.4), y + high / 2), (x + wide + near(0.8), y + high), (x + wide / 2, y + high),
        (x + near(0.8), y + high), (x + near(1.4), y + high / 2),
    )  # fmt: skip
    canvas.fill(outline, across(x, x + wide, lighter(colour, 0.22), colour, darker(colour, 0.35)))
    with canvas.inside(outline):
        spots = [(x + look.share() * wide, y + look.share() * high) for _ in range(8)]
        canvas.dots(spots[:4], 1.4, darker(colour, 0.2), down=0.8)
        canvas.dots(spots[4:], 1.0, lighter(colour, 0.25), down=1.6)
    canvas.stroke(outline, darker(colour, 0.5), 0.7, closed=True)


@sprite("Golden Gate Bridge", width=220, height=96, mirrored=False)
def golden_gate_bridge(canvas: Canvas, look: Look) -> None:
    red = look.pick(("#c0402c", "#b8432f", "#c94a34"))
    dark = darker(red, 0.3)
    for x in (20, 34, 186, 200):
        canvas.line((x, 78), (x, 68), colour=dark, width=1.2)
    cable = [(x, 12 + 48 * (1 - ((x - 110) / 58) ** 2)) for x in range(52, 169, 4)]
    canvas.line(*cable, colour=red, width=1.8)
    for way in (-1, 1):
        canvas.stroke(
            f"M{110 + way * 58} 12 C {110 + way * 74} 44 {110 + way * 92} 60 {110 + way * 110} 64", red, 1.8
        )
        for step in range(1, 9):
            share = step / 9
            y = 12 + 52 * (1 - (1 - share) ** 2.1)
            at = 110 + way * (58 + 50 * share)
            canvas.line((at, y), (at, 66), colour=red, width=0.7)
    for x, y in cable[1:-1]:
        canvas.line((x, y), (x, 66), colour=red, width=0.7)
    lattice(canvas, rect(0, 66, 220, 5), dark, 4, width=0.6, veil=0.5)
    panel(canvas, rect(0, 64, 220, 2.6), red, edge=0.5)
    for x in (52, 168):
        panel(canvas, polygon((x - 12, 90), (x + 12, 90), (x + 14, 96), (x - 14, 96)), "#b9b2a6", edge=0.6)
        for leg in (-6.5, 6.5):
            shape = polygon((x + leg - 2.2, 5), (x + leg + 2.2, 5), (x + leg + 3.2, 91), (x + leg - 3.2, 91))
            wall(canvas, shape, red, edge=0.5)
        for top, high in ((6, 6), (21, 5), (37, 5), (53, 5)):
            panel(canvas, rect(x - 7, top, 14, high), red, edge=0.5)
        for top in (72, 81):
            canvas.line((x - 6, top), (x + 6, top + 8), colour=dark, width=1.2)
            canvas.line((x + 6, top), (x - 6, top + 8), colour=dark, width=1.2)


@sprite("Statue of Liberty", width=64, height=150, mirrored=False)
def statue_of_liberty(canvas: Canvas, look: Look) -> None:
    green = look.pick(("#7fb09a", "#78a892", "#88b8a4"))
    deep, stone = darker(green, 0.35), "#b9a88a"
    panel(canvas, polygon((2, 142), (62, 142), (64, 149), (0, 149)), darker(stone, 0.15), edge=0.6)
    wall(canvas, polygon((18, 106), (46, 106), (50, 142), (14, 142)), stone)
    panel(canvas, rect(14, 102, 36, 5), lighter(stone, 0.1), edge=0.5)
    columns(canvas, (22, 110, 42, 124), 4, stone, wide=2.4)
    canvas.fill(rect(27, 128, 10, 14), "#5a4e40")
    canvas.fill(
        path("M36 42 C 40 34 42 26 43 17 L48 17 C 49 28 46 40 41 50 Z"), green, outline=deep, width=0.7
    )
    robe = path("M23 46 C 28 40 38 40 42 46 C 44 60 47 84 48 102 L17 102 C 17 80 19 60 23 46 Z")
    canvas.fill(robe, across(16, 48, lighter(green, 0.25), green, darker(green, 0.25)))
    with canvas.inside(robe):
        for x, lean in ((22, -3), (27, -1), (32, 0), (37, 2), (42, 4)):
            canvas.stroke(f"M{x} 58 C {x + lean * 0.3} 74 {x + lean} 90 {x + lean * 1.2} 102", deep, 1.1)
        canvas.stroke("M24 48 C 32 58 40 62 46 74", deep, 1.6)
        canvas.stroke("M40 46 C 34 56 28 62 20 70", lighter(green, 0.35), 1.2)
    canvas.stroke(robe, deep, 0.8, closed=True)
    canvas.fill(
        polygon((14, 54), (23, 51), (27, 66), (18, 69)), lighter(green, 0.15), outline=deep, width=0.8
    )
    canvas.fill(
        path("M22 48 C 16 52 15 60 19 66 L24 66 C 22 60 24 54 27 50 Z"), green, outline=deep, width=0.6
    )
    canvas.fill(rect(29.5, 36, 6, 8), green)
    canvas.fill(
        ellipse(32.4, 32, 5.4, 6.6),
        across(27, 38, lighter(green, 0.3), green, darker(green, 0.2)),
        outline=deep,
        width=0.7,
    )
    canvas.line((30.4, 31), (31.4, 31), colour=deep, width=0.7)
    canvas.line((33.6, 31), (34.6, 31), colour=deep, width=0.7)
    canvas.line((31.4, 35.4), (33.6, 35.4), colour=deep, width=0.6)
    for turn in (-66, -44, -22, 0, 22, 44, 66):
        with canvas.moved(32.4, 28, turn=turn):
            canvas.fill(polygon((-1, 0), (1, 0), (0, -12)), lighter(green, 0.1), outline=deep, width=0.3)
    canvas.fill(
        path("M26.6 29 C 28 24 37 24 38.2 29 L37.6 26.6 C 35 23.4 30 23.4 27.2 26.6 Z"),
        green,
        outline=deep,
        width=0.6,
    )
    canvas.fill(polygon((42, 17), (49, 17), (47.4, 11.5), (43.6, 11.5)), green, outline=deep, width=0.6)
    panel(canvas, rect(41.5, 10, 8, 2.4), deep, edge=0.3)
    canvas.fill(
        path("M42.6 10 C 41 6 44 5 45.4 0.5 C 47 4 50 6 48.4 10 Z"),
        down(0, 10, "#f6d860", "#e09a2a"),
        outline="#a86a1a",
        width=0.4,
    )


@sprite("United States Capitol", width=200, height=104, mirrored=False)
def us_capitol(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#f0ede6", "#eceae4", "#f4f1ea"))
    dark = "#5f6a78"
    for left in (2, 138):
        wall(canvas, rect(left, 62, 60, 34), stone)
        windows(canvas, (left + 2, 66, left + 58, 92), (10, 2), dark, share=0.42)
        columns(canvas, (left + 14, 64, left + 46, 92), 8, stone, wide=2)
        panel(canvas, rect(left - 1, 59, 62, 4), lighter(stone, 0.2), edge=0.5)
        canvas.fill(
            polygon((left + 12, 59), (left + 30, 52), (left + 48, 59)),
            stone,
            outline=darker(stone, 0.4),
            width=0.6,
        )
    wall(canvas, rect(60, 60, 80, 36), stone)
    windows(canvas, (62, 64, 138, 92), (14, 2), dark, share=0.42)
    columns(canvas, (74, 62, 126, 92), 10, stone, wide=2.4)
    panel(canvas, rect(58, 57, 84, 4), lighter(stone, 0.2), edge=0.5)
    canvas.fill(polygon((74, 57), (100, 48), (126, 57)), stone, outline=darker(stone, 0.4), width=0.6)
    for step in range(4):
        panel(
            canvas,
            rect(70 - step * 4, 92 + step * 2.6, 60 + step * 8, 2.8),
            darker(stone, 0.05 * step),
            edge=0.4,
        )
    wall(canvas, rect(78, 44, 44, 9), stone)
    wall(canvas, rect(82, 30, 36, 15), stone)
    columns(canvas, (82, 31, 118, 44), 13, stone, wide=1.5)
    panel(canvas, rect(80, 28.4, 40, 2.6), lighter(stone, 0.2), edge=0.4)
    dome(canvas, (100, 29), 34, 19, stone)
    for bend in (-11, -5.5, 0, 5.5, 11):
        canvas.stroke(
            f"M{100 + bend} 29 C {100 + bend} 20 {100 + bend * 0.4} 13 100 10", darker(stone, 0.25), 0.6
        )
    arches(canvas, (86, 23, 114, 27.6), 9, dark, share=0.4)
    tower(canvas, 100, (6, 12), 6, stone)
    columns(canvas, (97, 6.4, 103, 12), 4, stone, wide=0.9)
    dome(canvas, (100, 6.4), 6, 3, stone)
    canvas.line((100, 4), (100, 0.4), colour="#5a6a5a", width=1.3)


@sprite("Space Needle", width=70, height=150, mirrored=False)
def space_needle(canvas: Canvas, look: Look) -> None:
    white = look.pick(("#e6e6e2", "#dfe0de", "#ecebe6"))
    dark = "#6c747c"
    wall(canvas, polygon((33, 38), (37, 38), (38.5, 149), (31.5, 149)), darker(white, 0.25))
    for y in range(56, 146, 9):
        canvas.line((31.6, y), (38.4, y), colour=dark, width=0.8)
    for flip in (False, True):
        with canvas.moved(35, 0, flip=flip):
            leg = path(
                "M-22 149 C -14 120 -5 104 -4.4 84 C -4 66 -9 52 -15 40 L-11 40 "
                "C -5 52 -1 66 -1.4 84 C -2 104 -10 122 -16 149 Z"
            )
            canvas.fill(leg, white, outline=dark, width=0.7)
    panel(canvas, rect(24, 122, 22, 3.4), white, edge=0.6)
    panel(canvas, polygon((14, 142), (56, 142), (60, 149), (10, 149)), darker(white, 0.2), edge=0.6)
    canvas.fill(polygon((20, 40), (50, 40), (58, 33), (12, 33)), darker(white, 0.25), outline=dark, width=0.7)
    canvas.fill(ellipse(35, 31.5, 31, 4.6), white, outline=dark, width=0.8)
    canvas.fill(rect(12, 24.5, 46, 6), "#3f566a", outline=dark, width=0.6)
    windows(canvas, (12, 25, 58, 30), (16, 1), "#8fb2c8", share=0.6)
    canvas.fill(path("M6 25 C 16 19 54 19 64 25 C 54 27 16 27 6 25 Z"), white, outline=dark, width=0.8)
    canvas.fill(path("M20 21 C 26 15 44 15 50 21 Z"), darker(white, 0.08), outline=dark, width=0.7)
    spire(canvas, 35, (1, 17), 5, darker(white, 0.2))


@sprite("CN Tower", width=56, height=170, mirrored=False)
def cn_tower(canvas: Canvas, look: Look) -> None:
    grey = look.pick(("#b9b8b4", "#b0b0ae", "#c2c0ba"))
    dark = darker(grey, 0.5)
    canvas.fill(
        polygon((26, 50), (30, 50), (40, 169), (16, 169)),
        Linear(
            (16, 0),
            (40, 0),
            [
                (0, lighter(grey, 0.3)),
                (0.42, lighter(grey, 0.1)),
                (0.46, darker(grey, 0.1)),
                (1, darker(grey, 0.3)),
            ],
        ),
        outline=dark,
        width=0.6,
    )
    canvas.line((28, 60), (28, 169), colour=darker(grey, 0.35), width=0.8)
    panel(canvas, rect(10, 162, 36, 7), darker(grey, 0.15), edge=0.6)
    tube(canvas, polygon((26.4, 22), (29.6, 22), (31, 52), (25, 52)), grey, edge=0.5)
    canvas.fill(path("M15 59 C 15 64 21 66 28 66 C 35 66 41 64 41 59 Z"), "#e8e6e0", outline=dark, width=0.6)
    canvas.fill(rect(14, 51.5, 28, 7.5, 2), "#44525e", outline=dark, width=0.6)
    windows(canvas, (15, 52.4, 41, 55), (12, 1), "#9cc0d4")
    canvas.line((14, 56.4), (42, 56.4), colour="#c84038", width=1.2)
    canvas.fill(path("M17 51.5 C 20 46 36 46 39 51.5 Z"), darker(grey, 0.1), outline=dark, width=0.6)
    canvas.fill(rect(23.6, 22, 8.8, 4.6, 1.4), "#4c5a66", outline=dark, width=0.6)
    canvas.fill(polygon((27, 22), (29, 22), (28.4, 1), (27.6, 1)), "#dcdcd8", outline=dark, width=0.3)
    for y in (6, 12, 18):
        canvas.line((27.2, y), (28.8, y), colour="#c84038", width=1.2)
