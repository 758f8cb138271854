"""Sights of the Mediterranean: Italy, Spain, Greece, Turkey, Egypt; and of Russia."""

from __future__ import annotations

from m3bench_world.scenes.painting import (
    Canvas,
    Linear,
    Look,
    Paint,
    Shape,
    across,
    arches,
    columns,
    courses,
    darker,
    dome,
    down,
    ellipse,
    lighter,
    many,
    onion,
    opening,
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


@sprite("Colosseum", width=180, height=92, mirrored=False)
def colosseum(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#cfb088", "#c6a57c", "#d6ba94"))
    dark = "#5a4432"
    inner = path("M30 44 C 60 30 120 30 150 46 L150 60 L30 60 Z")
    canvas.fill(inner, darker(stone, 0.4))
    arches(canvas, (60, 38, 140, 48), 12, darker(stone, 0.65), share=0.5)
    whole = path(
        "M6 22 C 30 8 74 4 104 6 L108 24 L118 26 L122 42 L176 46 C 177 62 176 76 172 84 "
        "C 130 92 50 92 10 84 C 6 66 5 44 6 22 Z"
    )
    canvas.fill(whole, across(4, 178, lighter(stone, 0.2), stone, darker(stone, 0.25)))
    with canvas.inside(whole):
        for foot, top, count in ((84, 67, 17), (64, 48, 17), (45, 29, 17)):
            _ring(canvas, (top, foot), count, dark)
        for y in (46.5, 65.5, 27):
            canvas.stroke(f"M0 {y} C 40 {y + 6} 140 {y + 6} 180 {y}", lighter(stone, 0.35), 2)
            canvas.stroke(
                f"M0 {y + 1.6} C 40 {y + 7.6} 140 {y + 7.6} 180 {y + 1.6}", darker(stone, 0.35), 0.7
            )
        windows(canvas, (10, 14, 104, 22), (12, 1), dark, share=0.28)
    canvas.stroke(whole, darker(stone, 0.5), 0.9, closed=True)
    canvas.fill(polygon((104, 6), (109, 24), (118, 26), (122, 42), (122, 50), (104, 40)), darker(stone, 0.12))


def _ring(canvas: Canvas, rows: tuple[float, float], count: int, dark: Paint) -> None:
    """A row of arches that runs around something round: narrower towards both ends."""
    shapes = []
    for index in range(count):
        share = (index + 0.5) / count * 2 - 1
        x = 90 + 86 * share * (1.18 - 0.18 * abs(share))
        wide = 7.4 * (1 - 0.5 * share * share)
        sag = 5 * (1 - share * share)
        shapes.append(opening(x, rows[0] + sag, wide, rows[1] - rows[0]))
    canvas.fill(many(shapes), dark)


@sprite("Leaning Tower of Pisa", width=70, height=120, mirrored=False)
def tower_of_pisa(canvas: Canvas, look: Look) -> None:
    marble = look.pick(("#efe8da", "#e9e2d4", "#f2ecdf"))
    dark = "#7d7466"
    canvas.fill(ellipse(30, 116, 26, 3.4), "#8a9a6a")
    with canvas.moved(30, 117, turn=6.5):
        _pisa_tier(canvas, (-20, -22, 40, 22), marble, ("#a49a88", 11))
        canvas.fill(opening(-2, -11, 6, 11), "#5a4c3e")
        for tier in range(6):
            top = -35 - tier * 13
            _pisa_tier(canvas, (-18, top, 36, 13), marble, (dark, 12))
        _pisa_tier(canvas, (-13, -112, 26, 13), marble, (dark, 7))
        panel(canvas, rect(-14, -114, 28, 2.4), lighter(marble, 0.3), edge=0.4)
        canvas.line((0, -114), (0, -120), colour="#8a8478", width=0.7)
        canvas.fill(polygon((0, -120), (6, -118.6), (0, -117)), "#b84a3c")


def _pisa_tier(
    canvas: Canvas, box: tuple[float, float, float, float], marble: Paint, gallery: tuple[Paint, int]
) -> None:
    x, y, wide, high = box
    dark, count = gallery
    canvas.fill(
        rect(x, y, wide, high),
        across(x, x + wide, darker(marble, 0.06), lighter(marble, 0.5), marble, darker(marble, 0.3)),
    )
    arches(canvas, (x + 1, y + 3, x + wide - 1, y + high - 1), count, dark, share=0.52)
    canvas.fill(rect(x - 1, y, wide + 2, 2), lighter(marble, 0.4), outline=darker(marble, 0.35), width=0.4)
    canvas.line((x, y + high), (x + wide, y + high), colour=darker(marble, 0.4), width=0.5)


@sprite("Sagrada Família", width=120, height=140, mirrored=False)
def sagrada_familia(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#c4a57c", "#b99a72", "#cdb08a"))
    dark = darker(stone, 0.6)
    for x, top, wide in ((60, 4, 15), (42, 18, 11), (78, 18, 11)):
        _bullet(canvas, x, (top, 96), wide, darker(stone, 0.14))
    for x, top in ((20, 30), (100, 30), (34, 22), (86, 22), (50, 32), (70, 32)):
        _bullet(canvas, x, (top, 120), 11, stone)
    wall(canvas, path("M10 139 L10 112 L28 98 L46 104 L60 88 L74 104 L92 98 L110 112 L110 139 Z"), stone)
    for x, top, wide in ((60, 100, 17), (34, 112, 12), (86, 112, 12)):
        canvas.fill(
            path(f"M{x - wide * 0.7} 139 L{x} {top - 10} L{x + wide * 0.7} 139 Z"),
            lighter(stone, 0.12),
            outline=dark,
            width=0.5,
        )
        canvas.fill(pointed(x, top, wide * 0.66, 139 - top), dark)
        canvas.line((x, top + 8), (x, 139), colour=stone, width=1)
    canvas.fill(ellipse(60, 96, 3.4), "#4a5a7a", outline=lighter(stone, 0.3), width=0.7)
    for x in (16, 24, 44, 76, 96, 104):
        canvas.fill(pointed(x, 118, 4, 14), dark)
    bumps = [(12 + look.share() * 96, 112 + look.share() * 20) for _ in range(40)]
    canvas.dots(bumps, 0.8, darker(stone, 0.3))


def _bullet(canvas: Canvas, x: float, rows: tuple[float, float], wide: float, stone: Paint) -> None:
    """A tall tower like a spindle, with rows of slits and a bright top."""
    top, foot = rows
    half = wide / 2
    shape = path(
        f"M{x - half} {foot} C {x - half} {top + 50} {x - half * 0.9} {top + 26} {x - 1.2} {top + 6} "
        f"L{x + 1.2} {top + 6} C {x + half * 0.9} {top + 26} {x + half} {top + 50} {x + half} {foot} Z"
    )
    canvas.fill(shape, across(x - half, x + half, lighter(stone, 0.2), stone, darker(stone, 0.3)))
    with canvas.inside(shape):
        slits = [
            rect(cx - 0.7, y, 1.4, 4)
            for y in range(round(top) + 22, round(foot) - 8, 7)
            for cx in (x - 2.8, x, x + 2.8)
        ]
        canvas.fill(many(slits), darker(stone, 0.6))
    canvas.stroke(shape, darker(stone, 0.5), 0.6, closed=True)
    canvas.fill(ellipse(x, top + 4, 1.9), "#d8b04a", outline="#7a5a1c", width=0.4)
    canvas.line((x, top - 2), (x, top + 4), colour="#b8923a", width=1)
    canvas.line((x - 1.8, top), (x + 1.8, top), colour="#b8923a", width=1)


@sprite("Acropolis of Athens", width=190, height=112, mirrored=False)
def acropolis(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#e6d5b0", "#dfcda6", "#ebdcbc"))
    rock = smooth(
        (2, 111),
        (6, 92),
        (18, 82),
        (50, 80),
        (96, 78),
        (150, 79),
        (174, 84),
        (185, 96),
        (188, 111),
        closed=False,
    )
    canvas.fill(rock, down(78, 112, "#b39b78", "#7d6a50"))
    with canvas.inside(rock):
        for _ in range(26):
            left, y = look.between(6, 184), look.between(86, 110)
            canvas.line(
                (left, y), (left + look.between(3, 10), y + look.between(-2, 4)), colour="#6a5842", width=0.8
            )
    canvas.fill(rect(26, 38, 140, 40), darker(stone, 0.5))
    for step in range(3):
        panel(
            canvas, rect(22 - step * 2, 74 + step * 2.2, 148 + step * 4, 2.4), lighter(stone, 0.1), edge=0.4
        )
    columns(canvas, (24, 38, 168, 74), 13, stone, wide=5.6)
    for middle in spaced(24, 168, 13):
        for flute in (-1.6, 0.2, 1.8):
            canvas.line((middle + flute, 42), (middle + flute, 71), colour=darker(stone, 0.22), width=0.4)
    panel(canvas, polygon((22, 30), (170, 30), (170, 38), (22, 38)), stone, edge=0.6)
    windows(canvas, (24, 31, 168, 36.6), (26, 1), darker(stone, 0.28), share=0.36)
    pediment = path("M20 30 L66 14 L74 18 L84 10 L108 8 L116 14 L126 13 L172 30 Z")
    canvas.fill(
        pediment,
        down(8, 30, lighter(stone, 0.15), darker(stone, 0.05)),
        outline=darker(stone, 0.5),
        width=0.7,
    )
    canvas.fill(polygon((48, 28), (82, 16), (110, 15), (142, 28)), darker(stone, 0.25))
    canvas.dots(
        [(66, 26), (76, 24), (88, 23), (100, 23), (114, 25), (124, 26)], 2.2, lighter(stone, 0.1), down=2.8
    )


@sprite("Hagia Sophia", width=180, height=118, mirrored=False)
def hagia_sophia(canvas: Canvas, look: Look) -> None:
    ochre = look.pick(("#cf9a78", "#c98f6c", "#d6a482"))
    lead = "#8793a0"
    dark = "#4f3a30"
    for x, top in ((14, 12), (40, 20), (140, 20), (166, 12)):
        tower(canvas, x, (top + 14, 116), 6, "#c98f6c" if x == 40 else "#e6ddd0")
        panel(canvas, rect(x - 4.4, top + 36, 8.8, 3), "#d6ccbe", edge=0.4)
        spire(canvas, x, (top - 10, top + 15), 7, lead)
    wall(canvas, rect(24, 88, 132, 28), ochre)
    arches(canvas, (28, 93, 152, 104), 14, dark, share=0.42)
    windows(canvas, (28, 107, 152, 115), (14, 1), dark, share=0.32)
    dome(canvas, (50, 88), 34, 14, lead)
    dome(canvas, (130, 88), 34, 14, lead)
    wall(canvas, path("M52 88 L52 60 L128 60 L128 88 Z"), ochre)
    wall(canvas, path("M58 88 C 58 44 122 44 122 88 Z"), lighter(ochre, 0.08))
    for y, count in ((66, 6), (76, 8)):
        arches(canvas, (68, y, 112, y + 8), count, dark, share=0.48)
    for x in (52, 128):
        wall(canvas, rect(x - 6, 54, 12, 36), ochre)
        dome(canvas, (x, 55), 12, 6, lead)
    tower(canvas, 90, (44, 56), 58, ochre)
    arches(canvas, (62, 45, 118, 54), 16, dark, share=0.5)
    dome(canvas, (90, 45), 60, 26, lead)
    for bend in (-20, -10, 0, 10, 20):
        canvas.stroke(f"M{90 + bend} 44 C {90 + bend} 32 {90 + bend * 0.4} 22 90 19", darker(lead, 0.25), 0.7)
    canvas.line((90, 19), (90, 10), colour="#c8a028", width=1)
    canvas.stroke("M88.2 9 C 87 12 93 12 91.8 9", "#c8a028", 0.9)


@sprite("Great Pyramid of Giza", width=200, height=90, mirrored=False)
def pyramids(canvas: Canvas, look: Look) -> None:
    sand = look.pick(("#d8b878", "#d0ae6c", "#dec088"))
    _pyramid(canvas, 152, (22, 84), 84, sand)
    _pyramid(canvas, 44, (40, 86), 64, sand)
    _pyramid(canvas, 98, (4, 88), 120, sand)
    cap = polygon((98, 4), (88, 15.5), (94, 14), (100, 17), (108.6, 15.5))
    canvas.fill(cap, lighter(sand, 0.4))
    for x, high in ((170, 7), (182, 5), (193, 4)):
        _pyramid(canvas, x, (88 - high * 2, 89), high * 3, sand)


def _pyramid(canvas: Canvas, x: float, rows: tuple[float, float], wide: float, sand: Paint) -> None:
    top, foot = rows
    ridge = x + wide * 0.12
    left = polygon((x, top), (x - wide / 2, foot), (ridge, foot))
    right = polygon((x, top), (ridge, foot), (x + wide / 2, foot))
    canvas.fill(left, Linear((x - wide / 2, 0), (ridge, 0), [(0, lighter(sand, 0.25)), (1, sand)]))
    canvas.fill(right, Linear((x, 0), (x + wide / 2, 0), [(0, darker(sand, 0.3)), (1, darker(sand, 0.4))]))
    courses(canvas, left, 3.2, darker(sand, 0.14), width=0.5)
    courses(canvas, right, 3.2, darker(sand, 0.46), width=0.5)


@sprite("Great Sphinx of Giza", width=180, height=100, mirrored=False)
def sphinx(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#cfa868", "#c79e5e", "#d6b274"))
    dark = darker(stone, 0.45)
    _pyramid(canvas, 128, (2, 80), 104, lighter(stone, 0.12))
    body = path(
        "M30 98 L30 88 C 40 84 52 82 62 80 L70 60 C 84 48 100 52 112 56 C 134 56 154 54 168 66 "
        "C 176 74 178 88 176 98 Z"
    )
    canvas.fill(body, down(50, 98, lighter(stone, 0.15), darker(stone, 0.12)))
    courses(canvas, body, 5, darker(stone, 0.22), width=0.8)
    canvas.stroke(body, dark, 0.9, closed=True)
    canvas.stroke("M140 98 C 134 84 142 70 158 70", dark, 1.4)
    for y in (92, 84):
        paw = path(f"M6 {y + 6} C 2 {y} 6 {y - 4} 14 {y - 4} L72 {y - 5} L74 {y + 6} Z")
        canvas.fill(paw, down(y - 5, y + 6, lighter(stone, 0.2), darker(stone, 0.1)), outline=dark, width=0.8)
        for step in (8, 12, 16):
            canvas.line((step, y + 1), (step, y + 6), colour=dark, width=0.9)
    headdress = path(
        "M52 30 C 54 16 86 14 90 30 C 92 42 98 56 104 68 L82 70 L58 70 L40 66 C 46 54 50 42 52 30 Z"
    )
    canvas.fill(
        headdress, across(40, 104, lighter(stone, 0.15), stone, darker(stone, 0.28)), outline=dark, width=0.9
    )
    with canvas.inside(headdress):
        for step in range(9):
            y = 30 + step * 5
            canvas.stroke(f"M36 {y + 6} C 46 {y} 52 {y - 1} 56 {y + 2}", darker(stone, 0.25), 1)
            canvas.stroke(f"M108 {y + 6} C 98 {y} 92 {y - 1} 86 {y + 2}", darker(stone, 0.3), 1)
    face = path("M57 32 C 58 24 82 24 84 32 C 85 44 82 54 77 60 C 73 63 67 63 64 60 C 59 54 56 44 57 32 Z")
    canvas.fill(
        face,
        across(56, 85, lighter(stone, 0.28), lighter(stone, 0.06), darker(stone, 0.2)),
        outline=dark,
        width=0.8,
    )
    for x in (64.5, 76.5):
        canvas.fill(ellipse(x, 38, 3.4, 1.7), darker(stone, 0.55))
        canvas.stroke(f"M{x - 4} 35 Q {x} 33 {x + 4} 35", dark, 0.9)
    canvas.fill(polygon((69, 40), (72, 40), (74, 47), (67, 47)), darker(stone, 0.25))
    canvas.stroke("M65.6 52.4 Q 70.5 54.6 75.4 52.4", darker(stone, 0.55), 1.2)


@sprite("Saint Basil's Cathedral", width=124, height=140, mirrored=False)
def saint_basils(canvas: Canvas, look: Look) -> None:
    brick = look.pick(("#b5523c", "#aa4a38", "#bc5c44"))
    white, dark = "#f0e8da", "#4a2a22"
    wall(canvas, rect(8, 112, 108, 27), brick)
    arches(canvas, (10, 116, 114, 130), 11, dark, share=0.5)
    panel(canvas, rect(6, 109, 112, 4), white, edge=0.4)
    panel(canvas, rect(6, 133, 112, 3), white, edge=0.3)
    tower(canvas, 62, (58, 110), 20, brick)
    canvas.fill(
        polygon((62, 20), (51, 60), (73, 60)),
        across(51, 73, lighter(brick, 0.2), brick, darker(brick, 0.3)),
        outline=dark,
        width=0.7,
    )
    for y in (36, 46, 55):
        half = (y - 20) * 0.27
        canvas.line((62 - half, y), (62 + half, y), colour=white, width=1.2)
    arches(canvas, (53, 64, 71, 74), 3, dark, share=0.5)
    _ribbed(canvas, (62, 21), (10, 12), ("#d8b03a", "#d8b03a"))
    domes = (
        ((26, 78), (19, 26), ("#2f7a4a", "#e8c84a")), ((98, 78), (19, 26), ("#c83a34", "#3a7a4a")),
        ((42, 68), (16, 22), ("#2f62a8", "#f4f0e6")), ((82, 68), (16, 22), ("#d89a2e", "#2f7a5a")),
        ((14, 96), (15, 20), ("#c8423a", "#f0e0b0")), ((110, 96), (15, 20), ("#3a72b0", "#e8d8a0")),
        ((62, 92), (20, 27), ("#3a8a5a", "#d84a3a")),
    )  # fmt: skip
    for (x, foot), size, paints in domes:
        tower(canvas, x, (foot, 112), size[0] * 0.72, brick)
        arches(canvas, (x - size[0] * 0.34, foot + 3, x + size[0] * 0.34, foot + 12), 3, dark, share=0.5)
        canvas.fill(rect(x - size[0] * 0.4, foot - 1, size[0] * 0.8, 2.6), white, outline=dark, width=0.3)
        canvas.fill(rect(x - size[0] * 0.4, foot + 13, size[0] * 0.8, 2), white)
        _ribbed(canvas, (x, foot), size, paints)


def _ribbed(
    canvas: Canvas, foot: tuple[float, float], size: tuple[float, float], paints: tuple[Paint, Paint]
) -> None:
    """An onion dome in two colours that wind around it, with a cross."""
    (x, y), (wide, high) = foot, size
    shape: Shape = onion(canvas, (x, y), wide, high, paints[0])
    with canvas.inside(shape):
        for step in range(-4, 5):
            bend = step * wide * 0.2
            canvas.stroke(
                f"M{x + bend - wide * 0.3} {y} C {x + bend} {y - high * 0.4} "
                f"{x + bend * 0.6} {y - high * 0.7} {x} {y - high}",
                paints[1],
                wide * 0.07,
            )
    canvas.stroke(shape, darker(paints[0], 0.5), 0.6, closed=True)
    canvas.line((x, y - high - 5), (x, y - high + 1), colour="#d8b03a", width=0.9)
    canvas.line((x - 1.6, y - high - 3), (x + 1.6, y - high - 3), colour="#d8b03a", width=0.9)
