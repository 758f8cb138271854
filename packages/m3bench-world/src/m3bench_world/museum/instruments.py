"""Musical instruments."""

from __future__ import annotations

import math

from m3bench_world.museum.canvas import Point, shade, smooth
from m3bench_world.museum.sketch import Sketch

STRING = (236, 232, 220)
EBONY = (48, 36, 32)


def _body(sketch: Sketch, points: list[Point], light: float = 1.0) -> None:
    mirrored = [(100 - x, y) for x, y in reversed(points)]
    sketch.canvas.polygon(smooth([*points, *mirrored, points[0]]), shade(sketch.colour, light))


def _shrunk(points: list[Point], share: float, middle: float) -> list[Point]:
    return [(50 + (x - 50) * share, middle + (y - middle) * share) for x, y in points]


def _neck(sketch: Sketch, top: float, bottom: float, half: float, frets: int) -> None:
    canvas = sketch.canvas
    canvas.polygon(
        [(50 - half, top), (50 + half, top), (50 + half * 1.25, bottom), (50 - half * 1.25, bottom)], EBONY
    )
    for step in range(frets):
        y = top + (bottom - top) * (1 - 0.9**step) / (1 - 0.9 ** max(frets, 1))
        canvas.line([(50 - half, y), (50 + half, y)], (200, 180, 130), 0.3)


def _strings(sketch: Sketch, top: float, bottom: float, half: float, number: int) -> None:
    for step in range(number):
        share = step / (number - 1) - 0.5
        sketch.canvas.line([(50 + share * half * 1.4, top), (50 + share * half * 2, bottom)], STRING, 0.22)


def _pegs(sketch: Sketch, top: float, bottom: float, half: float, number: int) -> None:
    for step in range(number):
        y = top + (bottom - top) * step / max(1, number - 1)
        for side in (-1, 1):
            sketch.canvas.oval(50 + side * (half + 2), y, 1.7, 1, shade(EBONY, 1.1))


def lute(sketch: Sketch) -> None:
    canvas = sketch.canvas
    body: list[Point] = [(48, 44), (36, 56), (28, 72), (33, 87), (50, 92)]
    canvas.shadow(51, 92, 24, sketch.ground)
    _body(sketch, body, 0.7)
    _body(sketch, _shrunk(body, 0.94, 70), 1.05)
    canvas.polygon([(46, 18), (54, 18), (57, 5), (49, 3)], shade(sketch.colour, 0.6))
    _pegs(sketch, 6, 16, 4.4, 5)
    _neck(sketch, 18, 56, 3.2, 9)
    canvas.oval(50, 68, 8, 8, shade(sketch.colour, 0.5))
    canvas.glyph(sketch.motif or "stars", 50, 68, 13, shade(sketch.colour, 1.3))
    canvas.rect(40, 82, 60, 84, EBONY)
    _strings(sketch, 18, 83, 3.4, 7)


def violin(sketch: Sketch) -> None:
    canvas = sketch.canvas
    body: list[Point] = [(50, 40), (38, 43), (36, 53), (42, 60), (40, 66), (33, 74), (34, 86), (50, 91)]
    canvas.shadow(51, 92, 20, sketch.ground)
    _body(sketch, body, 0.6)
    _body(sketch, _shrunk(body, 0.94, 66), 1.0)
    _body(sketch, _shrunk(body, 0.6, 68), 1.12)
    for side in (-1, 1):
        canvas.line(
            smooth([(50 + side * 7, 60), (50 + side * 9, 65), (50 + side * 7, 70), (50 + side * 9, 75)]),
            EBONY,
            0.9,
        )
    canvas.turned([(2, 8), (2.4, 22)], shade(sketch.colour, 0.8), gloss=0.3)
    canvas.glyph("spirals", 50, 7, 7, shade(sketch.colour, 0.7))
    _pegs(sketch, 12, 18, 2.6, 2)
    _neck(sketch, 20, 58, 2, 0)
    canvas.polygon([(47, 78), (53, 78), (51.6, 90), (48.4, 90)], EBONY)
    canvas.rect(44.4, 68.4, 55.6, 70, shade(sketch.colour, 1.4))
    _strings(sketch, 20, 80, 2.6, 4)
    canvas.line([(76, 12), (80, 88)], (112, 66, 42), 1.1)
    canvas.line([(78, 14), (82, 86)], (232, 228, 214), 0.5)


def guitar(sketch: Sketch) -> None:
    canvas = sketch.canvas
    body: list[Point] = [(50, 44), (38, 46), (34, 56), (38, 64), (31, 76), (35, 90), (50, 93)]
    canvas.shadow(51, 93, 22, sketch.ground)
    _body(sketch, body, 0.55)
    _body(sketch, _shrunk(body, 0.95, 70), 1.05)
    canvas.polygon([(45, 4), (55, 4), (53.4, 17), (46.6, 17)], shade(sketch.colour, 0.65))
    _pegs(sketch, 6, 14, 5, 3)
    _neck(sketch, 16, 62, 2.6, 12)
    canvas.oval(50, 65, 7.4, 7.4, shade(sketch.colour, 1.35))
    canvas.oval(50, 65, 6, 6, (34, 26, 22))
    for step in range(12):
        turn = math.pi * step / 6
        canvas.oval(50 + 6.7 * math.cos(turn), 65 + 6.7 * math.sin(turn), 0.5, 0.5, EBONY)
    canvas.rect(41, 81, 59, 83.4, EBONY)
    if sketch.motif:
        canvas.row(sketch.motif, (40, 60), 88, 4, EBONY)
    _strings(sketch, 17, 82, 2.6, 6)


def harp(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.shadow(52, 93, 26, sketch.ground)
    for step in range(18):
        share = step / 17
        canvas.line(
            [
                (32 + 38 * share, 18 + 8 * math.sin(share * math.pi) - 4 * share),
                (36 + 33 * share, 88 - 62 * share),
            ],
            STRING,
            0.35,
        )
    canvas.polygon([(30, 90), (40, 93), (76, 28), (70, 24)], shade(sketch.colour, 0.8))
    canvas.polygon([(30, 90), (34, 91.4), (72, 25.6), (70, 24)], shade(sketch.colour, 1.1))
    canvas.tube([(30, 14), (38, 22), (50, 24), (62, 16), (73, 22)], sketch.colour, 4.4)
    outline = canvas.turned([(3.6, 10), (2.4, 16), (2.2, 84), (5, 92)], sketch.colour, x=30, gloss=0.4)
    canvas.band(outline, 20, 2, (212, 172, 84), x=30)
    canvas.glyph("spirals", 30, 9, 8, (212, 172, 84))


def trumpet(sketch: Sketch) -> None:
    """A natural trumpet, folded once."""
    canvas, metal = sketch.canvas, sketch.colour
    canvas.tube([(12, 46), (70, 46), (82, 54), (70, 62), (24, 62), (14, 56), (24, 50), (60, 50)], metal, 2.6)
    for step in range(16):
        share = step / 15
        half = 1.6 + 11 * share**3
        canvas.polygon(
            [
                (60 + share * 30, 50 - half),
                (62.4 + share * 30, 50 - half),
                (62.4 + share * 30, 50 + half),
                (60 + share * 30, 50 + half),
            ],
            shade(metal, 0.8 + 0.4 * share),
        )
    canvas.oval(92.4, 50, 2, 12.6, shade(metal, 1.3))
    canvas.oval(92.8, 50, 1.3, 10.6, shade(metal, 0.45))
    canvas.turned([(3, 43), (2, 46), (3, 49)], shade(metal, 1.1), x=11, gloss=0.4)
    for x in (36, 52):
        canvas.rect(x, 44, x + 2.4, 64, (150, 34, 40))
    canvas.polygon(smooth([(36, 64), (44, 76), (52, 64), (48, 80), (40, 80), (36, 64)]), (150, 34, 40))
    if sketch.motif:
        canvas.glyph(sketch.motif, 76, 50, 5, shade(metal, 0.5))


def flute(sketch: Sketch) -> None:
    canvas, colour = sketch.canvas, sketch.colour
    canvas.line([(8, 56), (93, 49)], shade(sketch.ground, 0.78), 5)
    canvas.tube([(8, 53), (92, 46)], colour, 5)
    for x in (9, 30, 56, 90):
        y = 53 - (x - 8) / 12
        canvas.rect(x - 1.3, y - 3, x + 1.3, y + 3, (236, 226, 200))
    canvas.oval(20, 51.8, 1.8, 1.2, (24, 20, 18))
    for step in range(6):
        x = 38 + step * 7 + (3 if step > 2 else 0)
        canvas.oval(x, 53 - (x - 8) / 12, 1.2, 1.1, (24, 20, 18))


def harpsichord(sketch: Sketch) -> None:
    """Seen from the player's side: lid up, keys in front, on a stand."""
    canvas = sketch.canvas
    paint = shade(sketch.paint, 1.0)
    canvas.shadow(50, 93, 38, sketch.ground)
    for x in (16, 36, 64, 84):
        canvas.turned([(2.4, 70), (1.6, 76), (2.6, 84), (1.6, 92)], (120, 84, 52), x=x, gloss=0.2)
    canvas.polygon([(14, 46), (86, 46), (78, 10), (30, 10)], shade(paint, 0.9))
    canvas.polygon([(18, 44), (82, 44), (75.5, 13), (32, 13)], (214, 188, 132))
    canvas.row(sketch.motif or "leaves", (34, 72), 20, 7, shade(paint, 0.8))
    canvas.row("birds", (28, 76), 34, 9, shade(sketch.second, 0.8))
    canvas.rect(10, 46, 90, 70, paint)
    canvas.rect(10, 66, 90, 70, shade(paint, 0.7))
    canvas.rect(16, 50, 84, 62, (40, 32, 28))
    for step in range(29):
        canvas.rect(17 + step * 2.3, 52, 19 + step * 2.3, 61, (40, 34, 32))
    for step in range(28):
        if step % 7 not in (2, 6):
            canvas.rect(18.4 + step * 2.3, 52, 19.8 + step * 2.3, 57, (238, 230, 208))
    for y in (48, 68):
        canvas.row("dots", (12, 88), y, 1.8, (212, 172, 84))


def drum(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.shadow(50, 90, 24, sketch.ground)
    outline = canvas.turned(
        [(24, 24), (23, 40), (16, 64), (18, 80), (22, 89)], sketch.colour, gloss=sketch.gloss
    )
    canvas.oval(50, 24, 24.6, 6, (118, 84, 56))
    canvas.oval(50, 23, 23.6, 5.4, (226, 204, 166))
    for step in range(9):
        share = (step + 0.5) / 9 * 2 - 1
        canvas.line(
            [(50 + 24 * share, 26), (50 + 17 * share + 1.6, 46), (50 + 24 * share + 3, 27)],
            (206, 180, 136),
            0.6,
        )
    canvas.frieze(sketch.motif or "lozenges", outline, 56, 8, sketch.accent)
    for y in (48, 66, 80):
        canvas.band(outline, y, 1.2, sketch.accent)
