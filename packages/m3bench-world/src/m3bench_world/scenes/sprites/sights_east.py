"""Sights of Asia, Australia and the Gulf."""

from __future__ import annotations

import math

from m3bench_world.scenes.painting import (
    Canvas,
    Look,
    Paint,
    across,
    arches,
    columns,
    courses,
    darker,
    dome,
    down,
    ellipse,
    lattice,
    lighter,
    onion,
    panel,
    path,
    pointed,
    polygon,
    rect,
    smooth,
    spaced,
    spire,
    tower,
    wall,
    windows,
)
from m3bench_world.scenes.sprites import sprite


@sprite("Taj Mahal", width=190, height=112, mirrored=False)
def taj_mahal(canvas: Canvas, look: Look) -> None:
    marble = look.pick(("#f1ece2", "#eee8de", "#f5f0e8"))
    shade = "#a9a294"
    for x, top in ((10, 26), (180, 26), (36, 34), (154, 34)):
        tower(canvas, x, (top + 8, 102), 6, marble)
        for y in (top + 28, top + 48):
            panel(canvas, rect(x - 4, y, 8, 2), marble, edge=0.4)
        columns(canvas, (x - 3.4, top + 3, x + 3.4, top + 10), 3, marble, wide=0.9)
        dome(canvas, (x, top + 3.4), 7.6, 4.4, marble)
        canvas.line((x, top - 1), (x, top - 4), colour="#b89a4a", width=0.7)
    panel(canvas, rect(2, 101, 186, 10), marble, edge=0.6)
    arches(canvas, (6, 103, 184, 110), 26, shade, share=0.55)
    wall(canvas, polygon((52, 60), (138, 60), (144, 101), (46, 101)), marble)
    for x in (60, 130):
        for y in (64, 83):
            canvas.fill(pointed(x, y, 11, 16), darker(marble, 0.16), outline=shade, width=0.5)
            canvas.fill(pointed(x, y + 3, 6.4, 13), "#6f6a62")
    for x in (70, 120):
        canvas.line((x, 60), (x, 101), colour=shade, width=0.7)
    tower(canvas, 95, (48, 60), 40, marble)
    onion(canvas, (95, 50), 42, 38, marble)
    canvas.stroke("M75 48 L115 48", shade, 1)
    canvas.line((95, 13), (95, 4), colour="#b89a4a", width=1)
    canvas.dots([(95, 8)], 1.4, "#c8a850")
    for x in (66, 124):
        columns(canvas, (x - 7, 50, x + 7, 60), 4, marble, wide=1.4)
        onion(canvas, (x, 51), 14, 13, marble)
    wall(canvas, rect(77, 53, 36, 48), lighter(marble, 0.2))
    canvas.stroke(rect(80, 56, 30, 45), shade, 0.6, closed=True)
    canvas.fill(pointed(95, 60, 25, 41), darker(marble, 0.2), outline=shade, width=0.6)
    canvas.fill(pointed(95, 66, 17, 35), darker(marble, 0.45))
    canvas.fill(pointed(95, 82, 8, 19), "#4f4a46")
    for x in (77, 113, 50, 140):
        canvas.line((x, 48 if x in {77, 113} else 56), (x, 101), colour=marble, width=2)
        canvas.line((x + 1, 50), (x + 1, 101), colour=shade, width=0.5)


@sprite("Sydney Opera House", width=200, height=92, mirrored=False)
def sydney_opera_house(canvas: Canvas, look: Look) -> None:
    shell = look.pick(("#f4f1e8", "#f0ece2", "#f7f5ee"))
    podium = "#c7a98c"
    sails = (
        (118, 60, 52, 52), (146, 62, 40, 40), (168, 63, 26, 26), (40, 62, 66, 66), (74, 64, 52, 52),
        (102, 65, 34, 34),
    )  # fmt: skip
    for left, foot, wide, high in sails:
        _sail(canvas, (left, foot + 4), (wide, high), shell)
    _sail(canvas, (40, 68), (26, 24), shell, flip=True)
    _sail(canvas, (22, 69), (22, 26), shell, flip=False)
    panel(canvas, polygon((10, 66), (192, 66), (196, 78), (4, 78)), podium, edge=0.7)
    windows(canvas, (14, 69, 188, 75), (30, 1), darker(podium, 0.4), share=0.6)
    panel(canvas, rect(0, 77, 200, 8), darker(podium, 0.2), edge=0.6)
    for step in range(4):
        canvas.line((120, 68 + step * 2.6), (196, 68 + step * 2.6), colour=lighter(podium, 0.3), width=0.8)
    panel(canvas, rect(0, 84, 200, 7), darker(podium, 0.45), edge=0.5)


def _sail(
    canvas: Canvas, foot: tuple[float, float], size: tuple[float, float], white: Paint, *, flip: bool = False
) -> None:
    """A shell like a sail: its tip leans over to the left."""
    wide, high = size
    with canvas.moved(foot[0], foot[1], flip=flip):
        back = f"M0 0 C {wide * 0.06} {-high * 0.5} {wide * -0.02} {-high * 0.8} {wide * -0.1} {-high} "
        back += f"C {wide * 0.4} {-high * 0.86} {wide * 0.86} {-high * 0.5} {wide} 0 Z"
        canvas.fill(back, across(-wide * 0.1, wide, lighter(white, 0.4), white, darker(white, 0.16)))
        mouth = f"M0 0 C {wide * 0.06} {-high * 0.5} {wide * -0.02} {-high * 0.8} {wide * -0.1} {-high} "
        mouth += f"C {wide * 0.1} {-high * 0.7} {wide * 0.22} {-high * 0.35} {wide * 0.24} 0 Z"
        canvas.fill(mouth, down(-high, 0, "#8a7458", "#4c4238"))
        for step in (0.07, 0.13, 0.19):
            canvas.line((wide * step, 0), (wide * (step - 0.1), -high * 0.66), colour="#c2a470", width=0.6)
        for bend in (0.4, 0.58, 0.78):
            canvas.stroke(
                f"M{wide * bend} 0 C {wide * bend * 0.86} {-high * 0.5} {wide * 0.2} {-high * 0.82} "
                f"{wide * -0.1} {-high}",
                darker(white, 0.14),
                0.6,
            )
        canvas.stroke(back, darker(white, 0.45), 0.9, closed=True)
        canvas.stroke(
            f"M{wide * 0.24} 0 C {wide * 0.22} {-high * 0.35} {wide * 0.1} {-high * 0.7} "
            f"{wide * -0.1} {-high}",
            "#ffffff",
            1.4,
        )


@sprite("Great Wall at Badaling", width=200, height=120, mirrored=False)
def great_wall(canvas: Canvas, look: Look) -> None:
    green = look.pick(("#6d8a4a", "#5f7f46", "#7a9452"))
    stone = "#b7a68a"
    ridges = (
        ("M0 60 C 30 30 50 26 72 40 C 96 18 120 14 140 34 C 160 22 184 30 200 46 L200 119 L0 119 Z", 0.28),
        ("M0 84 C 30 70 56 44 88 52 C 116 58 140 40 166 52 C 184 60 194 70 200 76 L200 119 L0 119 Z", 0.1),
        ("M0 104 C 40 96 70 76 104 84 C 140 92 170 90 200 100 L200 119 L0 119 Z", -0.12),
    )
    for index, (outline, light) in enumerate(ridges):
        colour = lighter(green, light) if light > 0 else darker(green, -light)
        canvas.fill(outline, down(20 + 24 * index, 119, colour, darker(colour, 0.25)))
        if index == 0:
            _wall_band(canvas, [(124, 30), (132, 27), (140, 34), (150, 30), (164, 30), (178, 36)], 4, stone)
            _watch_tower(canvas, (140, 34), 9, stone)
        if index == 1:
            _wall_band(
                canvas, [(60, 62), (74, 52), (88, 52), (104, 55), (120, 52), (134, 45), (128, 34)], 7, stone
            )
            _watch_tower(canvas, (88, 54), 15, stone)
            _watch_tower(canvas, (134, 46), 12, stone)
    _wall_band(canvas, [(4, 112), (28, 103), (52, 90), (70, 82), (64, 70), (60, 62)], 13, stone)
    _watch_tower(canvas, (48, 100), 30, stone)
    bushes = [(look.between(70, 196), look.between(98, 116)) for _ in range(40)]
    canvas.dots(bushes[:20], 3.4, darker(green, 0.35), down=2.4)
    canvas.dots(bushes[20:], 2.8, lighter(green, 0.05), down=2)


def _wall_band(canvas: Canvas, line: list[tuple[float, float]], high: float, stone: Paint) -> None:
    """A wall that follows a ridge: its path on top, its battlements on the far side."""
    curve = smooth(*line, closed=False).outlines[0]
    lower = [(x, y + high * 0.7) for x, y in reversed(curve)]
    canvas.fill(
        polygon(*curve, *lower),
        down(min(y for _, y in curve), max(y for _, y in curve) + high, stone, darker(stone, 0.3)),
    )
    canvas.line(*curve, colour=lighter(stone, 0.3), width=high * 0.34)
    canvas.line(*[(x, y + high * 0.72) for x, y in curve], colour=darker(stone, 0.5), width=0.7)
    teeth = [(x, y - high * 0.26) for x, y in curve[::2]]
    canvas.dots(teeth, high * 0.12, darker(stone, 0.15), down=high * 0.16)


def _watch_tower(canvas: Canvas, foot: tuple[float, float], high: float, stone: Paint) -> None:
    x, y = foot
    wide = high * 0.9
    wall(
        canvas,
        polygon(
            (x - wide * 0.46, y - high * 0.8),
            (x + wide * 0.46, y - high * 0.8),
            (x + wide * 0.54, y + high * 0.2),
            (x - wide * 0.54, y + high * 0.2),
        ),
        stone,
    )
    arches(canvas, (x - wide * 0.4, y - high * 0.52, x + wide * 0.4, y - high * 0.2), 3, "#4a4034", share=0.5)
    for step in spaced(x - wide * 0.5, x + wide * 0.5, 5):
        canvas.fill(
            rect(step - wide * 0.06, y - high * 0.94, wide * 0.12, high * 0.16),
            stone,
            outline=darker(stone, 0.4),
            width=0.3,
        )


@sprite("Tokyo Tower", width=66, height=130, mirrored=False)
def tokyo_tower(canvas: Canvas, look: Look) -> None:
    red, white = look.pick(("#e2502c", "#dc4628", "#e65a32")), "#f4f0ea"
    bands = (
        (129, 108, red),
        (108, 92, white),
        (92, 74, red),
        (74, 62, white),
        (62, 50, red),
        (44, 34, white),
        (34, 26, red),
        (26, 20, white),
        (20, 13, red),
    )
    for low, top, colour in bands:
        for flip in (False, True):
            with canvas.moved(33, 0, flip=flip):
                _leg(canvas, (low, top), colour)
    canvas.stroke("M14 128 C 18 104 48 104 52 128", darker(red, 0.1), 1.6)
    for y in (108, 92, 74):
        half = _reach(y) + 1
        canvas.line((33 - half, y), (33 + half, y), colour=darker(red, 0.15), width=1.4)
    panel(canvas, rect(20, 43, 26, 8, 1), white, edge=0.7)
    windows(canvas, (20.6, 44, 45.4, 50), (10, 2), "#5a7890")
    panel(canvas, rect(29, 24, 8, 4.4, 1), white, edge=0.5)
    windows(canvas, (29, 24.6, 37, 28), (5, 1), "#5a7890")
    canvas.line((33, 13), (33, 6), colour=white, width=1.6)
    canvas.line((33, 7), (33, 0.6), colour=red, width=1.2)


def _reach(y: float) -> float:
    """Half the width of the tower at a height."""
    share = y / 129
    return 1.0 + 29 * math.pow(share, 2.6) + 2 * share


def _leg(canvas: Canvas, rows: tuple[float, float], colour: Paint) -> None:
    low, top = rows
    inner = (lambda y: max(0.0, _reach(y) - 3.4 - 8.5 * (y / 129) ** 2)) if low > 56 else (lambda _: 0.0)
    shape = polygon((-_reach(low), low), (-_reach(top), top), (-inner(top), top), (-inner(low), low))
    lattice(canvas, shape, darker(colour, 0.12), 3.2, width=0.6, veil=0.75)


@sprite("Mount Fuji", width=220, height=120, mirrored=False)
def mount_fuji(canvas: Canvas, look: Look) -> None:
    blue = look.pick(("#5f7f9f", "#587696", "#6b88a4"))
    outline = path(
        "M0 112 C 50 96 82 50 100 22 Q 104 18 110 20 Q 116 17 120 22 C 138 50 170 96 220 112 "
        "L220 119 L0 119 Z"
    )
    canvas.fill(outline, down(18, 116, lighter(blue, 0.05), darker(blue, 0.15)))
    snow = path(
        "M78 58 C 88 42 96 29 100 22 Q 104 18 110 20 Q 116 17 120 22 C 124 29 132 42 142 58 "
        "L136 54 L132 64 L126 52 L120 62 L114 50 L110 66 L104 52 L98 64 L94 52 L86 62 L84 54 Z"
    )
    canvas.fill(snow, across(78, 142, "#ffffff", "#f4f7fa", "#c4d2de"))
    for x, low in ((60, 112), (150, 108), (100, 112), (176, 114)):
        canvas.stroke(f"M{x * 0.4 + 66} 70 C {x * 0.7 + 34} 84 {x} 96 {x} {low}", darker(blue, 0.22), 0.9)
    canvas.fill("M0 119 C 40 104 70 110 104 108 C 150 104 190 108 220 114 L220 119 Z", "#47703f")
    _pagoda(canvas, 40, 118, look.pick(("#c0382c", "#b8402f")))
    pinks = ("#f3b6c8", "#f7c8d6", "#ea9fb6")
    for cx, cy in ((4, 96), (14, 106), (72, 112), (86, 116), (6, 114), (24, 116)):
        for _ in range(9):
            canvas.fill(
                ellipse(cx + look.between(-9, 9), cy + look.between(-6, 4), look.between(2.4, 4.6)),
                look.pick(pinks),
            )


def _pagoda(canvas: Canvas, x: float, foot: float, red: Paint) -> None:
    """Five storeys, each roof a little smaller, and a spire."""
    roof = "#4c5560"
    y = foot
    for tier in range(5):
        wide, high = 26 - tier * 2.6, 11.4 - tier * 0.5
        wall(canvas, rect(x - wide * 0.32, y - high, wide * 0.64, high), red)
        windows(
            canvas,
            (x - wide * 0.28, y - high * 0.72, x + wide * 0.28, y - high * 0.12),
            (3, 1),
            "#f2e6cc",
            share=0.4,
        )
        y -= high
        eaves = (
            f"M{x - wide * 0.72} {y + 1.6} Q {x - wide * 0.4} {y} {x - wide * 0.26} {y - 4.2} "
            f"L{x + wide * 0.26} {y - 4.2} Q {x + wide * 0.4} {y} {x + wide * 0.72} {y + 1.6} "
            f"L{x} {y + 0.4} Z"
        )
        canvas.fill(
            eaves,
            down(y - 4, y + 2, lighter(roof, 0.2), darker(roof, 0.1)),
            outline=darker(roof, 0.5),
            width=0.5,
        )
        y -= 3.2
    canvas.line((x, y), (x, y - 15), colour="#8a6a3a", width=1.2)
    for step in range(5):
        canvas.line((x - 2, y - 3 - step * 2), (x + 2, y - 3 - step * 2), colour="#8a6a3a", width=0.7)


@sprite("Burj Khalifa", width=60, height=190, mirrored=False)
def burj_khalifa(canvas: Canvas, look: Look) -> None:
    glass = look.pick(("#9fb2c2", "#94a9bb", "#aabbc8"))
    dark = darker(glass, 0.5)
    steps = (
        (24, 150, 189),
        (20, 120, 180),
        (16, 96, 170),
        (13, 76, 150),
        (10, 58, 130),
        (7.4, 44, 110),
        (5, 32, 90),
        (3, 20, 60),
    )
    for half, top, foot in steps:
        for way, lag in ((-1, 0), (1, 7)):
            left = 30 if way > 0 else 30 - half
            shape = rect(left, top + lag, half, foot - top - lag, 1.2)
            canvas.fill(
                shape,
                across(
                    left,
                    left + half,
                    lighter(glass, 0.35 if way < 0 else 0.1),
                    glass,
                    darker(glass, 0.12 if way < 0 else 0.35),
                ),
            )
            canvas.stroke(shape, dark, 0.4, closed=True)
    for y in range(60, 186, 5):
        half = next((one for one, top, _ in reversed(steps) if y > top + 6), 3)
        canvas.line((30 - half, y), (30 + half, y), colour=darker(glass, 0.25), width=0.5)
    for x in (12, 18, 24, 36, 42, 48):
        top = 152 if x in {12, 48} else 124 if x in {18, 42} else 78
        canvas.line((x, top + 8), (x, 188), colour=lighter(glass, 0.35), width=0.6)
    canvas.fill(polygon((29, 22), (31, 22), (30.2, 0.5), (29.8, 0.5)), darker(glass, 0.2))
    panel(canvas, rect(1, 184, 58, 5), darker(glass, 0.3), edge=0.5)


@sprite("Petronas Towers", width=92, height=160, mirrored=False)
def petronas_towers(canvas: Canvas, look: Look) -> None:
    steel = look.pick(("#b4bcc4", "#a9b3bd", "#bec5cb"))
    for x in (24, 68):
        for half, top, foot in ((15, 66, 159), (12.4, 50, 70), (9.6, 39, 54), (6.6, 30, 42), (3.6, 22, 32)):
            shape = rect(x - half, top, half * 2, foot - top)
            canvas.fill(
                shape,
                across(
                    x - half, x + half, darker(steel, 0.1), lighter(steel, 0.45), steel, darker(steel, 0.4)
                ),
            )
            courses(canvas, shape, 2.6, darker(steel, 0.4), width=0.7)
            canvas.stroke(shape, darker(steel, 0.55), 0.5, closed=True)
            canvas.line((x - half - 0.8, top), (x + half + 0.8, top), colour=lighter(steel, 0.4), width=1.2)
        spire(canvas, x, (2, 23), 3.4, steel)
        canvas.dots([(x, 13)], 1.6, lighter(steel, 0.3))
        for step in (-9, -3, 3, 9):
            canvas.line((x + step, 68), (x + step, 159), colour=darker(steel, 0.3), width=0.5)
        wall(canvas, rect(x - 16.5, 120, 33, 39), steel, edge=0.5)
        courses(canvas, rect(x - 16.5, 120, 33, 39), 3, darker(steel, 0.4), width=0.7)
    panel(canvas, rect(38, 92, 16, 5), lighter(steel, 0.1), edge=0.6)
    canvas.line((46, 96), (39, 112), colour=darker(steel, 0.3), width=1.4)
    canvas.line((46, 96), (53, 112), colour=darker(steel, 0.3), width=1.4)
    windows(canvas, (38, 93, 54, 96), (6, 1), "#4a5a6a")


@sprite("Angkor Wat", width=210, height=104, mirrored=False)
def angkor_wat(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#9a8a72", "#90826c", "#a4957c"))
    for x, top, wide in ((68, 34, 20), (142, 34, 20), (46, 46, 17), (164, 46, 17), (105, 6, 30)):
        _lotus(canvas, x, (top, 78), wide, stone)
    wall(canvas, polygon((62, 66), (148, 66), (152, 82), (58, 82)), stone)
    arches(canvas, (64, 69, 146, 79), 16, "#4a4036", share=0.5)
    wall(canvas, rect(10, 78, 190, 18), stone)
    columns(canvas, (12, 81, 198, 94), 44, stone, wide=1.6)
    canvas.fill(rect(8, 75, 194, 4), darker(stone, 0.25), outline=darker(stone, 0.5), width=0.4)
    for x in (24, 105, 186):
        wall(canvas, rect(x - 11, 72, 22, 24), stone)
        canvas.fill(
            polygon((x - 13, 73), (x, 60), (x + 13, 73)),
            darker(stone, 0.1),
            outline=darker(stone, 0.5),
            width=0.6,
        )
        canvas.fill(rect(x - 3.4, 80, 6.8, 16), "#3c342c")
    panel(canvas, rect(2, 95, 206, 8), darker(stone, 0.15), edge=0.6)
    for step in range(4):
        canvas.line((92, 96 + step * 2), (118, 96 + step * 2), colour=lighter(stone, 0.3), width=0.7)


def _lotus(canvas: Canvas, x: float, rows: tuple[float, float], wide: float, stone: Paint) -> None:
    """A tower like a bud, in tiers with jagged edges."""
    top, foot = rows
    tiers = 8
    high = (foot - top) * 0.72
    wall(canvas, rect(x - wide * 0.45, top + high - 1, wide * 0.9, foot - top - high + 1), stone)
    for tier in range(tiers):
        share = (tier + 1) / tiers
        half = wide / 2 * (share**0.62)
        y = top + high * tier / tiers
        shape = path(
            f"M{x - half} {y + high / tiers + 1} L{x - half * 1.06} {y + 1} L{x - half * 0.78} {y} "
            f"L{x + half * 0.78} {y} L{x + half * 1.06} {y + 1} L{x + half} {y + high / tiers + 1} Z"
        )
        paint = across(x - half, x + half, lighter(stone, 0.22), stone, darker(stone, 0.35))
        canvas.fill(shape, paint, outline=darker(stone, 0.5), width=0.5)
    canvas.line((x, top), (x, top - 4), colour=darker(stone, 0.3), width=1.4)
    canvas.fill(rect(x - wide * 0.1, top + high + 2, wide * 0.2, foot - top - high - 2), "#3c342c")
