"""Arms and armour."""

from __future__ import annotations

import math

from m3bench_world.museum.canvas import shade, smooth
from m3bench_world.museum.sketch import Sketch
from m3bench_world.museum.vessels import ring

GOLD = (206, 164, 72)


def helmet(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.shadow(50, 88, 26, sketch.ground)
    canvas.turned([(15, 70), (17, 76), (24, 84), (26, 87)], shade(sketch.colour, 0.85), gloss=sketch.gloss)
    outline = canvas.turned(
        [(3, 16), (15, 20), (24, 34), (25, 50), (20, 66), (16, 73)], sketch.colour, gloss=sketch.gloss
    )
    canvas.polygon(
        smooth([(47, 17), (49, 10), (54, 9), (66, 18), (73, 34), (66, 30), (55, 20), (47, 17)]),
        shade(sketch.colour, 1.1),
    )
    canvas.band(outline, 43, 3.4, (24, 24, 28))
    canvas.line([(50, 40), (50, 72)], sketch.dark, 1.0)
    for row in range(3):
        for step in range(4):
            for side in (-1, 1):
                canvas.oval(50 + side * (4 + step * 3.4), 55 + row * 4.6, 0.8, 1.5, (24, 24, 28))
    canvas.oval(27, 46, 2.4, 2.4, GOLD)
    canvas.oval(73, 46, 2.4, 2.4, GOLD)
    if sketch.motif:
        canvas.frieze(sketch.motif, outline, 32, 7, GOLD)


def armour(sketch: Sketch) -> None:
    """From helmet to feet, on a stand."""
    canvas, colour, gloss = sketch.canvas, sketch.colour, sketch.gloss
    canvas.shadow(50, 95, 20, sketch.ground)
    for side in (-1, 1):
        x = 50 + side * 7.5
        canvas.turned([(5.6, 52), (5, 64), (4.6, 66)], colour, x=x, gloss=gloss)
        canvas.oval(x, 68, 4.6, 3.2, shade(colour, 1.2))
        canvas.turned([(4.4, 70), (4.2, 78), (3, 90)], colour, x=x, gloss=gloss)
        canvas.polygon(
            [(x - 3, 89), (x + 3, 89), (x + side * 7, 94.5), (x - side * 2.5, 94.5)], shade(colour, 0.8)
        )
        arm = 50 + side * 18
        canvas.turned([(4.2, 28), (4, 38)], colour, x=arm, gloss=gloss)
        canvas.oval(arm, 40, 3.6, 2.8, shade(colour, 1.2))
        canvas.turned([(3.6, 42), (3.2, 52)], colour, x=arm + side * 1.4, gloss=gloss)
        canvas.polygon(
            [(arm + side * 1.4 - 3.4, 52), (arm + side * 1.4 + 3.4, 52), (arm + side * 2.4, 60)],
            shade(colour, 0.75),
        )
        canvas.oval(50 + side * 14, 26, 7.4, 5.4, shade(colour, 1.1))
    outline = canvas.turned([(9, 22), (13, 26), (13.5, 36), (10, 46)], colour, gloss=gloss)
    canvas.line([(50, 24), (50, 46)], sketch.dark, 0.6)
    canvas.frieze(sketch.motif or "leaves", outline, 29, 4.4, GOLD)
    for step in range(4):
        canvas.turned(
            [(10.5 + step * 0.9, 46 + step * 2.4), (11.5 + step, 48.6 + step * 2.4)],
            shade(colour, 0.95),
            gloss=gloss,
        )
    canvas.turned([(2, 4), (6.4, 8), (7, 14), (5, 20), (5.6, 23)], colour, gloss=gloss)
    canvas.rect(44.4, 12.4, 55.6, 13.8, (24, 24, 28))
    canvas.polygon(smooth([(50, 5), (56, 0.8), (68, 4), (60, 5), (52, 7), (50, 5)]), (150, 34, 38))


def sword(sketch: Sketch) -> None:
    canvas = sketch.canvas
    steel = (176, 182, 190)
    canvas.polygon([(49, 30), (53.4, 30), (53.4, 86), (51.2, 95)], shade(sketch.ground, 0.78))
    canvas.polygon([(46.6, 28), (50, 28), (50, 94), (46.6, 84)], shade(steel, 1.25))
    canvas.polygon([(50, 28), (53.4, 28), (53.4, 84), (50, 94)], shade(steel, 0.8))
    canvas.line([(50, 30), (50, 70)], shade(steel, 0.6), 0.8)
    canvas.tube(smooth([(34, 25), (42, 27.4), (50, 27.6), (58, 27.4), (66, 25)]), GOLD, 2.8)
    canvas.turned([(2.2, 12), (2.6, 18), (2.1, 26)], (84, 50, 36), gloss=0.2)
    for step in range(6):
        canvas.line([(47.7, 13.5 + step * 2.1), (52.3, 14.6 + step * 2.1)], GOLD, 0.5)
    canvas.oval(50, 9.6, 3.6, 3.6, GOLD)
    canvas.oval(49, 8.6, 1.2, 1.2, shade(GOLD, 1.5))
    if sketch.motif:
        for step in range(4):
            canvas.glyph(sketch.motif, 50, 34 + step * 6, 3.4, GOLD)


def shield(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.oval(52, 52, 39, 39, shade(sketch.ground, 0.75))
    for reach, light in ((38, 0.6), (36.5, 1.0), (31, 0.85), (30, 1.06), (13, 0.7), (11.5, 1.2)):
        canvas.oval(50, 50, reach, reach, shade(sketch.colour, light))
    ring(sketch, 22, 9, 10)
    for step in range(20):
        turn = 2 * math.pi * step / 20
        canvas.oval(50 + 34 * math.cos(turn), 50 + 34 * math.sin(turn), 1.2, 1.2, GOLD)
    canvas.oval(50, 50, 4.4, 4.4, GOLD)
    canvas.oval(48.6, 48.4, 1.5, 1.5, shade(GOLD, 1.6))
