"""Sights of France and Germany, seen from the front."""

from __future__ import annotations

from m3bench_world.scenes.painting import (
    Canvas,
    Look,
    arches,
    columns,
    courses,
    darker,
    down,
    ellipse,
    lattice,
    lighter,
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


@sprite("Eiffel Tower", width=62, height=120, mirrored=False)
def eiffel_tower(canvas: Canvas, look: Look) -> None:
    iron = look.pick(("#7a5c43", "#6f5340", "#84664c"))
    dark = darker(iron, 0.35)
    for flip in (False, True):
        with canvas.moved(31, 0, flip=flip):
            lattice(
                canvas, path("M-30 119 C -21 108 -15 96 -13 84 L-4 84 C -6 96 -10 110 -14 119 Z"), dark, 3.4
            )
            lattice(
                canvas, path("M-12 80 C -9.5 70 -8 62 -7 54 L-2.4 54 C -2.8 64 -3.4 72 -4.4 80 Z"), dark, 2.6
            )
            canvas.fill(polygon((-31, 119), (-13, 119), (-13, 116.5), (-29, 116.5)), darker("#a89a88", 0.2))
    canvas.stroke("M16 117 C 19 92 43 92 46 117", dark, 2.2)
    canvas.stroke("M18.5 117 C 21 97 41 97 43.5 117", iron, 1.0)
    panel(canvas, rect(15, 79, 32, 5.4), iron, edge=0.6)
    windows(canvas, (16, 80, 46, 83.4), (12, 1), dark)
    panel(canvas, rect(21.5, 50.5, 19, 4), iron, edge=0.6)
    canvas.line((22, 52.5), (40, 52.5), colour=dark, width=0.8)
    upper = path("M24 50.5 C 27 38 29 24 29.6 10 L32.4 10 C 33 24 35 38 38 50.5 Z")
    lattice(canvas, upper, dark, 2.2, veil=0.7)
    panel(canvas, rect(28.2, 8, 5.6, 3), iron, edge=0.5)
    canvas.fill(path("M29.4 8 C 29.6 5.5 32.4 5.5 32.6 8 Z"), dark)
    canvas.line((31, 6), (31, 0.5), colour=dark, width=0.9)


@sprite("Arc de Triomphe", width=100, height=98, mirrored=False)
def arc_de_triomphe(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#d8c6a4", "#cdbb9a", "#dccdb0"))
    dark = darker(stone, 0.45)
    body = rect(4, 22, 92, 75)
    wall(canvas, body, stone)
    wall(canvas, rect(6, 4, 88, 13), stone)
    panel(canvas, rect(1, 16, 98, 6), lighter(stone, 0.1), edge=0.6)
    panel(canvas, rect(2, 1, 96, 4), lighter(stone, 0.1), edge=0.6)
    windows(canvas, (8, 6, 92, 15), (12, 1), darker(stone, 0.22), share=0.5)
    canvas.fill(rect(4, 23, 92, 7), darker(stone, 0.16))
    canvas.dots([(x, 26.5) for x in spaced(6, 94, 30)], 1.1, darker(stone, 0.38), down=2.4)
    panel(canvas, rect(3, 30, 94, 3), lighter(stone, 0.1), edge=0.4)
    panel(canvas, opening(50, 38, 34, 59), lighter(stone, 0.12), edge=0.6)
    canvas.fill(opening(50, 41, 28, 56), down(40, 97, "#6f86a0", "#c9c2b0"))
    canvas.fill(polygon((36, 55), (42, 52), (42, 97), (36, 97)), dark)
    canvas.fill(polygon((64, 55), (58, 52), (58, 97), (64, 97)), darker(stone, 0.55))
    for x in (18.5, 81.5):
        panel(canvas, rect(x - 8, 38, 16, 13), lighter(stone, 0.08), edge=0.4)
        canvas.dots([(x + step, 45) for step in (-5, -2, 1, 4)], 1.3, dark, down=3.4)
        panel(canvas, rect(x - 8, 88, 16, 9), lighter(stone, 0.05), edge=0.4)
        figures = smooth(
            (x - 7, 88), (x - 7, 70), (x - 3, 62), (x, 56), (x + 4, 62), (x + 7, 70), (x + 7, 88)
        )
        canvas.fill(figures, lighter(stone, 0.1), outline=dark, width=0.6)
        canvas.dots([(x - 3, 66), (x + 3, 67), (x, 60)], 1.7, darker(stone, 0.2))
        for step in (-4, 0, 4):
            canvas.line((x + step, 70), (x + step, 87), colour=darker(stone, 0.3), width=0.9)


@sprite("Notre-Dame de Paris", width=92, height=120, mirrored=False)
def notre_dame(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#cfc1a4", "#c6b699", "#d6cab0"))
    dark = "#473c34"
    spire(canvas, 46, (2, 48), 5, "#6d7478")
    canvas.fill(polygon((32, 52), (46, 38), (60, 52)), "#7d8488")
    for x in (4, 62):
        wall(canvas, rect(x, 20, 26, 99), stone)
        panel(canvas, rect(x - 1, 17, 28, 4), lighter(stone, 0.1), edge=0.5)
        for step in (7.5, 18.5):
            canvas.fill(pointed(x + step, 24, 7, 27), dark)
            canvas.line((x + step, 30), (x + step, 51), colour=stone, width=0.9)
    wall(canvas, rect(29, 52, 34, 67), stone)
    panel(canvas, rect(2, 52, 88, 3), lighter(stone, 0.1), edge=0.4)
    arches(canvas, (5, 55.5, 87, 63), 20, dark, share=0.62)
    panel(canvas, rect(2, 63, 88, 2.4), lighter(stone, 0.1), edge=0.4)
    canvas.fill(ellipse(46, 75, 9.6), lighter(stone, 0.12), outline=darker(stone, 0.5), width=0.7)
    canvas.fill(ellipse(46, 75, 8), "#3f4a6a")
    for turn in range(0, 180, 30):
        with canvas.moved(46, 75, turn=turn):
            canvas.line((-8, 0), (8, 0), colour=stone, width=0.7)
    canvas.fill(ellipse(46, 75, 2.4), "#a0503c", outline=stone, width=0.6)
    for middle in (16.5, 75.5):
        canvas.fill(pointed(middle - 4.5, 67, 7, 17), dark)
        canvas.fill(pointed(middle + 4.5, 67, 7, 17), dark)
    panel(canvas, rect(2, 86, 88, 6), lighter(stone, 0.05), edge=0.4)
    canvas.dots([(x, 89) for x in spaced(3, 89, 28)], 0.9, darker(stone, 0.42), down=2.2)
    for x, wide, top in ((17, 17, 95), (46, 20, 93), (75, 17, 95)):
        canvas.fill(
            pointed(x, top, wide, 119 - top), lighter(stone, 0.14), outline=darker(stone, 0.5), width=0.6
        )
        canvas.fill(pointed(x, top + 3, wide - 5, 116 - top), darker(stone, 0.25))
        canvas.fill(pointed(x, top + 6, wide - 10, 113 - top), "#5a3c2c")
        canvas.line((x, top + 8), (x, 119), colour=darker(stone, 0.2), width=1)
    for x in (4, 30, 62, 88):
        wall(canvas, rect(x - 2, 24, 4, 95), stone, edge=0.4)


@sprite("Brandenburg Gate", width=124, height=96, mirrored=False)
def brandenburg_gate(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#d2bf96", "#c9b58c", "#d9c9a4"))
    dark = darker(stone, 0.5)
    for x in (0, 106):
        wall(canvas, rect(x, 56, 18, 38), stone)
        canvas.fill(
            polygon((x - 1, 56), (x + 9, 50), (x + 19, 56)), lighter(stone, 0.05), outline=dark, width=0.6
        )
        columns(canvas, (x, 60, x + 18, 94), 3, stone, wide=3)
    canvas.fill(rect(18, 44, 88, 50), darker(stone, 0.35))
    for at in spaced(20, 104, 5):
        canvas.fill(rect(at - 6.4, 46, 12.8, 48), "#9db4c6")
        canvas.fill(rect(at + 3.4, 46, 3, 48), darker(stone, 0.5))
    for index in range(6):
        at = 20 + index * 16.8
        canvas.fill(rect(at - 3.6, 44, 7.2, 50), stone)
        for step in (-2.4, -0.6, 1.2, 2.8):
            canvas.line((at + step, 47), (at + step, 91), colour=darker(stone, 0.28), width=0.5)
        panel(canvas, rect(at - 4.6, 43, 9.2, 3), lighter(stone, 0.1), edge=0.4)
        panel(canvas, rect(at - 4.4, 91, 8.8, 3), lighter(stone, 0.05), edge=0.4)
    panel(canvas, rect(15, 35, 94, 8.5), stone, edge=0.6)
    canvas.dots([(x, 39) for x in spaced(17, 107, 26)], 0.9, darker(stone, 0.32), down=2.8)
    panel(canvas, rect(13, 32.4, 98, 3), lighter(stone, 0.12), edge=0.5)
    panel(canvas, rect(25, 24, 74, 8.6), stone, edge=0.6)
    panel(canvas, rect(40, 20.6, 44, 4), lighter(stone, 0.08), edge=0.5)
    canvas.fill(rect(0, 94, 124, 2), darker("#a49c90", 0.1))
    _quadriga(canvas, 62, 20.8)


def _quadriga(canvas: Canvas, x: float, foot: float) -> None:
    """Four horses before a chariot with a figure that holds a staff."""
    green, deep = "#4f7f6c", "#2f5446"
    canvas.fill(rect(x - 5, foot - 7, 10, 7, 1), deep)
    canvas.fill(
        path(f"M{x - 3} {foot - 6} L{x - 1.6} {foot - 14} L{x + 1.6} {foot - 14} L{x + 3} {foot - 6} Z"),
        green,
    )
    canvas.fill(ellipse(x, foot - 15.6, 1.8), green)
    canvas.line((x + 4, foot - 4), (x + 4, foot - 20), colour=deep, width=0.8)
    canvas.fill(ellipse(x + 4, foot - 19, 1.8), deep)
    canvas.fill(polygon((x - 1, foot - 13), (x - 7, foot - 17), (x - 4, foot - 10)), green)
    for index, step in enumerate((-15, -8.5, 8.5, 15)):
        way = -1 if index < 2 else 1
        hx = x + step
        canvas.fill(ellipse(hx, foot - 6, 2.9, 3.3), green, outline=deep, width=0.4)
        canvas.fill(
            polygon(
                (hx - 1.6, foot - 7), (hx + 1.6, foot - 7), (hx + way * 2.8, foot - 13), (hx + way, foot - 13)
            ),
            green,
        )
        canvas.fill(ellipse(hx + way * 2.4, foot - 12.4, 2, 1.3), green, outline=deep, width=0.3)
        for leg in (-1.7, 1.7):
            canvas.line((hx + leg, foot - 4), (hx + leg, foot), colour=deep, width=1.1)


@sprite("Neuschwanstein Castle", width=140, height=130, mirrored=False)
def neuschwanstein(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#e9e4d8", "#e3ddd0", "#efebe2"))
    roof = look.pick(("#5b6f86", "#4f6480", "#66788c"))
    rock = smooth(
        (0, 128), (6, 112), (20, 100), (40, 97), (80, 96), (112, 98), (130, 108), (140, 128), closed=False
    )
    canvas.fill(rock, down(96, 130, "#8b8576", "#5f5b4e"))
    dark = "#4a5260"
    tower(canvas, 88, (22, 92), 9, stone)
    panel(canvas, rect(82, 28, 12, 4), lighter(stone, 0.2), edge=0.4)
    spire(canvas, 88, (2, 23), 11, roof)
    wall(canvas, rect(38, 46, 46, 54), stone)
    canvas.fill(
        polygon((35, 46), (44, 26), (78, 26), (87, 46)),
        down(26, 46, lighter(roof, 0.2), roof),
        outline=darker(roof, 0.5),
        width=0.6,
    )
    wall(canvas, polygon((52, 46), (61, 28), (70, 46)), stone)
    for y in (50, 61, 72, 83):
        arches(canvas, (41, y, 81, y + 8), 7, dark, share=0.42)
    for x, top, foot, wide, tip in ((36, 44, 104, 9, 22), (86, 48, 104, 8, 30), (62, 20, 40, 5, 8)):
        tower(canvas, x, (top, foot), wide, stone)
        spire(canvas, x, (tip, top + 1), wide + 3, roof)
        arches(canvas, (x - wide / 2, top + 4, x + wide / 2, top + 9), 2, dark, share=0.4)
    wall(canvas, rect(90, 70, 30, 34), stone)
    canvas.fill(polygon((88, 70), (95, 58), (116, 58), (122, 70)), roof, outline=darker(roof, 0.5), width=0.6)
    arches(canvas, (92, 75, 118, 82), 5, dark, share=0.42)
    arches(canvas, (92, 87, 118, 94), 5, dark, share=0.42)
    tower(canvas, 122, (56, 108), 10, stone)
    spire(canvas, 122, (36, 57), 13, roof)
    arches(canvas, (118, 61, 126, 67), 2, dark, share=0.4)
    wall(canvas, rect(10, 78, 24, 28), "#b98a6a")
    for x in (10, 16, 22, 28):
        canvas.fill(rect(x, 75, 4, 4), "#b98a6a", outline="#6a4a38", width=0.4)
    tower(canvas, 10, (66, 108), 8, stone)
    spire(canvas, 10, (50, 67), 10, roof)
    canvas.fill(opening(22, 90, 8, 16), dark)
    _firs(canvas, look)


def _firs(canvas: Canvas, look: Look) -> None:
    for index in range(24):
        x = 8 + index * 5.4 + look.between(-2, 2)
        foot, high = 130.0, look.between(14, 26)
        colour = look.pick(("#2f5a36", "#3a6a3c", "#28502f"))
        for tier in range(3):
            top = foot - high + tier * high * 0.24
            canvas.fill(
                polygon(
                    (x, top), (x - 3 - tier * 1.6, top + high * 0.42), (x + 3 + tier * 1.6, top + high * 0.42)
                ),
                colour,
            )


@sprite("Cologne Cathedral", width=84, height=130, mirrored=False)
def cologne_cathedral(canvas: Canvas, look: Look) -> None:
    stone = look.pick(("#7d766c", "#8a8276", "#746e66"))
    dark = "#34302c"
    for x in (20, 64):
        wall(canvas, rect(x - 14, 62, 28, 67), stone)
        shape = polygon((x, 3), (x - 8, 62), (x + 8, 62))
        lattice(canvas, shape, darker(stone, 0.3), 4, width=0.7, veil=0.75)
        for step in (-12, -6, 6, 12):
            spire(canvas, x + step, (44 if abs(step) == 6 else 52, 66), 4, stone)
        for step in (-7, 0, 7):
            canvas.fill(pointed(x + step, 66, 4.6, 26), dark)
            canvas.fill(pointed(x + step, 96, 4.6, 18), dark)
        canvas.line((x, 3), (x, 0), colour=dark, width=0.8)
        canvas.line((x - 1.6, 1.4), (x + 1.6, 1.4), colour=dark, width=0.8)
    wall(canvas, rect(33, 74, 18, 55), stone)
    spire(canvas, 42, (52, 76), 20, stone)
    canvas.fill(pointed(42, 78, 9, 28), dark)
    canvas.line((42, 84), (42, 106), colour=stone, width=0.8)
    for x, wide in ((20, 11), (42, 13), (64, 11)):
        canvas.fill(pointed(x, 110, wide + 3, 19), lighter(stone, 0.15), outline=dark, width=0.5)
        canvas.fill(pointed(x, 113, wide - 3, 16), dark)
    courses(canvas, rect(6, 94, 72, 2), 1, darker(stone, 0.3))
