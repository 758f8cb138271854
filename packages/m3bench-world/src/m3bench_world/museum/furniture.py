"""Clocks, chests, seats, boxes and other things of the house."""

from __future__ import annotations

import math

from m3bench_world.museum.canvas import Colour, shade, smooth
from m3bench_world.museum.sketch import Sketch

BRASS = (204, 164, 84)


def dial(sketch: Sketch, x: float, y: float, reach: float, rim: Colour) -> None:
    """A clock face with hour marks and two hands."""
    canvas = sketch.canvas
    canvas.oval(x, y, reach * 1.12, reach * 1.12, rim)
    canvas.oval(x, y, reach, reach, (244, 240, 226))
    for hour in range(12):
        turn = math.pi * hour / 6
        inner = 0.74 if hour % 3 else 0.66
        canvas.line(
            [(x + reach * inner * math.sin(turn), y - reach * inner * math.cos(turn)),
             (x + reach * 0.9 * math.sin(turn), y - reach * 0.9 * math.cos(turn))], (30, 28, 30),
             reach * 0.06,
        )  # fmt: skip
    hour, minute = sketch.choice(2, 12), sketch.choice(3, 60)
    for turn, length, width in (
        (math.pi * (hour + minute / 60) / 6, 0.5, 0.09),
        (math.pi * minute / 30, 0.76, 0.055),
    ):
        canvas.line(
            [(x, y), (x + reach * length * math.sin(turn), y - reach * length * math.cos(turn))],
            (24, 22, 26),
            reach * width,
        )
    canvas.oval(x, y, reach * 0.07, reach * 0.07, (24, 22, 26))


def longcase(sketch: Sketch) -> None:
    """Hood with dial, trunk with a window on the pendulum, base."""
    canvas, wood = sketch.canvas, sketch.colour
    canvas.shadow(50, 96, 20, sketch.ground)
    canvas.rect(36, 72, 66, 95, shade(wood, 0.72))
    canvas.rect(35, 71, 64, 94, wood)
    canvas.rect(38, 75, 61, 90, shade(wood, 0.86))
    canvas.rect(40, 34, 61, 72, shade(wood, 0.72))
    canvas.rect(39, 33, 60, 71, shade(wood, 0.95))
    canvas.rect(43, 37, 56, 68, (42, 36, 34))
    canvas.line([(49.5, 37), (49.5, 59)], BRASS, 0.7)
    canvas.oval(49.5, 61, 3.8, 3.8, BRASS)
    canvas.oval(48.6, 60, 1.3, 1.3, shade(BRASS, 1.5))
    for x in (45.6, 53.4):
        canvas.rect(x - 1.1, 44, x + 1.1, 52, BRASS)
    canvas.rect(36, 10, 65, 34, shade(wood, 0.72))
    canvas.rect(34.5, 9, 64, 33, wood)
    canvas.polygon(
        smooth([(33, 10), (40, 5), (49.5, 3), (59, 5), (66, 10), (49.5, 9), (33, 10)]), shade(wood, 0.85)
    )
    for x in (34, 49.3, 65):
        canvas.oval(x, 4.6 if x != 49.3 else 2.2, 1.4, 1.8, BRASS)
    dial(sketch, 49.3, 21, 10, BRASS)
    if sketch.motif:
        canvas.glyph(sketch.motif, 49.5, 82, 9, shade(wood, 1.4))


def mantel_clock(sketch: Sketch) -> None:
    canvas, colour = sketch.canvas, sketch.colour
    canvas.shadow(50, 90, 32, sketch.ground)
    stone = (228, 224, 218)
    canvas.rect(20, 80, 80, 89, shade(stone, 0.85))
    canvas.rect(20, 80, 80, 82, stone)
    canvas.row(sketch.motif or "leaves", (24, 76), 85.6, 5, colour)
    canvas.polygon(
        smooth(
            [
                (28, 80),
                (32, 60),
                (30, 44),
                (38, 26),
                (50, 20),
                (62, 26),
                (70, 44),
                (68, 60),
                (72, 80),
                (50, 82),
                (28, 80),
            ]
        ),
        shade(colour, 0.8),
    )
    canvas.polygon(
        smooth(
            [
                (31, 79),
                (35, 60),
                (33, 45),
                (40, 29),
                (50, 23),
                (58, 29),
                (64, 44),
                (63, 60),
                (66, 79),
                (50, 80),
                (31, 79),
            ]
        ),
        colour,
    )
    dial(sketch, 50, 47, 14, shade(colour, 1.25))
    canvas.turned([(2, 8), (5, 12), (3, 16), (6, 22)], shade(colour, 1.1), gloss=sketch.gloss)
    for x in (26, 74):
        canvas.turned([(2, 62), (4, 67), (2.4, 73), (5, 80)], colour, x=x, gloss=sketch.gloss)


def watch(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.oval(52, 58, 31, 31, shade(sketch.ground, 0.76))
    canvas.tube([(50, 24), (44, 16), (50, 10), (56, 16), (50, 24)], sketch.colour, 1.8)
    canvas.rect(47.6, 20, 52.4, 27, shade(sketch.colour, 0.8))
    for reach, light in ((30, 0.7), (29, 1.1), (26.5, 0.85)):
        canvas.oval(50, 56, reach, reach, shade(sketch.colour, light))
    dial(sketch, 50, 56, 22, shade(sketch.colour, 1.3))
    if sketch.motif:
        canvas.glyph(sketch.motif, 50, 64.5, 6, sketch.accent)


def chest(sketch: Sketch) -> None:
    """A casket or sarcophagus with a gabled lid."""
    canvas, colour = sketch.canvas, sketch.colour
    canvas.shadow(50, 84, 40, sketch.ground)
    canvas.polygon([(80, 46), (90, 40), (90, 76), (80, 83)], shade(colour, 0.6))
    canvas.rect(12, 46, 80, 83, colour)
    canvas.rect(12, 46, 80, 49, shade(colour, 0.8))
    canvas.polygon([(10, 46), (20, 28), (84, 24), (92, 40), (82, 46)], shade(colour, 1.15))
    canvas.polygon([(82, 46), (84, 24), (92, 40)], shade(colour, 0.68))
    for step in range(5):
        x = 18.5 + step * 13.6
        canvas.rect(x - 4.6, 53, x + 4.6, 79, shade(colour, 0.86))
        canvas.oval(x, 54, 4.6, 3.4, shade(colour, 0.86))
        canvas.glyph(sketch.motif or "leaves", x, 66, 9, sketch.accent)
    canvas.row(sketch.motif or "dots", (24, 80), 36, 6, shade(colour, 0.7))


def chest_of_drawers(sketch: Sketch) -> None:
    canvas, wood = sketch.canvas, sketch.colour
    canvas.shadow(50, 92, 34, sketch.ground)
    for x in (22, 76):
        canvas.tube([(x, 80), (x + (2 if x < 50 else -2), 86), (x, 92)], shade(wood, 0.9), 3.6)
    canvas.polygon([(18, 20), (82, 20), (86, 16), (14, 16)], shade(wood, 1.15))
    canvas.rect(18, 20, 82, 82, wood)
    canvas.polygon([(82, 20), (86, 17), (86, 79), (82, 82)], shade(wood, 0.6))
    for row in range(4):
        top = 22.5 + row * 14.8
        canvas.rect(21, top, 79, top + 12.6, shade(wood, 0.8))
        canvas.rect(22, top + 0.8, 78, top + 11.8, shade(wood, 1.12 - row * 0.03))
        for x in (34, 66):
            canvas.oval(x, top + 6, 2.4, 1.5, BRASS)
            canvas.line(smooth([(x - 3, top + 6.4), (x, top + 9), (x + 3, top + 6.4)]), BRASS, 0.7)
        canvas.glyph(sketch.motif or "leaves", 50, top + 6.2, 6, shade(wood, 0.6))


def chair(sketch: Sketch) -> None:
    canvas, wood = sketch.canvas, sketch.colour
    canvas.shadow(50, 93, 28, sketch.ground)
    for x, y in ((34, 88), (68, 88)):
        canvas.tube([(x, 56), (x, y)], shade(wood, 0.7), 2.6)
    for x in (32, 68):
        canvas.tube(
            [(x, 58), (x + (1.5 if x > 50 else -1.5), 30), (x + (3 if x > 50 else -3), 10)], wood, 3.4
        )
    canvas.tube([(28, 11), (40, 7), (50, 9), (60, 7), (72, 11)], wood, 4)
    canvas.polygon(
        smooth(
            [
                (45, 10),
                (42, 24),
                (47, 34),
                (43, 46),
                (45, 58),
                (55, 58),
                (57, 46),
                (53, 34),
                (58, 24),
                (55, 10),
                (45, 10),
            ]
        ),
        shade(wood, 0.9),
    )
    canvas.glyph(sketch.motif or "leaves", 50, 26, 8, shade(wood, 1.5))
    canvas.polygon([(30, 56), (70, 56), (79, 68), (21, 68)], shade(sketch.paint, 1.15))
    canvas.polygon([(21, 68), (79, 68), (78, 73), (22, 73)], shade(wood, 0.85))
    for x in (24, 76):
        canvas.tube([(x, 72), (x + (1.5 if x < 50 else -1.5), 82), (x, 93)], wood, 3.8)


def stool(sketch: Sketch) -> None:
    canvas, wood = sketch.canvas, sketch.colour
    canvas.shadow(50, 88, 32, sketch.ground)
    outline = canvas.turned(
        [(30, 78), (32, 82), (30, 88)], shade(wood, 0.85), gloss=sketch.gloss, closed=True
    )
    for x in (32, 50, 68):
        canvas.turned([(5, 38), (3.6, 48), (6, 58), (3.6, 68), (6, 80)], wood, x=x, gloss=sketch.gloss)
        canvas.glyph(sketch.motif or "lozenges", x, 58, 6, sketch.accent)
    canvas.polygon(
        smooth(
            [
                (12, 26),
                (30, 36),
                (50, 39),
                (70, 36),
                (88, 26),
                (86, 34),
                (70, 43),
                (50, 46),
                (30, 43),
                (14, 34),
                (12, 26),
            ]
        ),
        shade(wood, 0.8),
    )
    canvas.polygon(
        smooth([(12, 26), (30, 33), (50, 36), (70, 33), (88, 26), (70, 40), (50, 42), (30, 40), (12, 26)]),
        shade(wood, 1.2),
    )
    canvas.frieze("dots", outline, 83, 3.4, sketch.accent)


def box(sketch: Sketch) -> None:
    canvas, colour = sketch.canvas, sketch.colour
    canvas.shadow(50, 78, 38, sketch.ground)
    canvas.polygon([(14, 44), (30, 30), (90, 30), (78, 44)], shade(colour, 1.2))
    canvas.polygon([(78, 44), (90, 30), (90, 60), (78, 76)], shade(colour, 0.6))
    canvas.rect(14, 44, 78, 76, colour)
    canvas.rect(14, 52, 78, 53.6, BRASS)
    canvas.rect(43, 50, 49, 57, BRASS)
    canvas.row(sketch.motif or "leaves", (18, 74), 65, 11, sketch.accent)
    canvas.row(sketch.motif or "leaves", (26, 84), 37, 7, sketch.accent)


def weather_vane(sketch: Sketch) -> None:
    """A rooster on a rod, with an arrow under it."""
    canvas, metal = sketch.canvas, sketch.colour
    canvas.turned([(1, 54), (1.2, 92)], (70, 70, 72), gloss=0.3)
    canvas.line([(18, 64), (82, 64)], (70, 70, 72), 1.4)
    canvas.polygon([(18, 64), (26, 59.5), (26, 68.5)], (70, 70, 72))
    canvas.polygon([(76, 64), (84, 58), (88, 58), (83, 64), (88, 70), (84, 70)], (70, 70, 72))
    body = [
        (30, 30),
        (36, 40),
        (44, 50),
        (58, 51),
        (68, 44),
        (78, 24),
        (86, 30),
        (82, 14),
        (70, 12),
        (64, 28),
        (54, 34),
        (44, 30),
        (40, 18),
        (34, 16),
        (30, 22),
        (24, 24),
    ]
    canvas.polygon(smooth([*body, body[0]]), metal)
    canvas.polygon(smooth([(46, 38), (56, 38), (64, 36), (58, 46), (48, 46), (46, 38)]), shade(metal, 0.7))
    canvas.polygon([(32, 16), (33, 8), (36, 12), (38, 7), (40, 12), (43, 9), (42, 18)], (150, 44, 36))
    canvas.oval(35, 20, 1.1, 1.1, (20, 20, 22))
    canvas.line([(50, 51), (50, 57)], shade(metal, 0.7), 1.6)
    canvas.oval(50, 58, 3, 3, BRASS)
    canvas.turned([(3, 88), (12, 91), (14, 94)], (80, 60, 44), gloss=0.1)


def hat(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.shadow(50, 74, 38, sketch.ground)
    canvas.oval(50, 68, 40, 10, shade(sketch.colour, 0.75))
    canvas.oval(50, 66, 40, 9.4, sketch.colour)
    outline = canvas.turned([(16, 34), (20, 38), (21, 54), (22, 67)], sketch.colour, gloss=sketch.gloss)
    canvas.oval(50, 34, 16, 3.6, shade(sketch.colour, 1.15))
    canvas.band(outline, 60, 8, sketch.accent)
    canvas.frieze(sketch.motif or "dots", outline, 60, 5, sketch.second)
    canvas.polygon(
        smooth([(68, 60), (80, 46), (82, 30), (74, 40), (66, 54), (68, 60)]), shade(sketch.paint, 1.3)
    )


def astrolabe(sketch: Sketch) -> None:
    canvas, brass = sketch.canvas, sketch.colour
    canvas.oval(52, 57, 35, 35, shade(sketch.ground, 0.75))
    canvas.tube([(50, 20), (46, 13), (50, 8), (54, 13), (50, 20)], brass, 1.8)
    canvas.polygon([(42, 25), (50, 15), (58, 25)], brass)
    for reach, light in ((34, 0.7), (33, 1.1), (28.5, 0.72), (28, 0.95)):
        canvas.oval(50, 55, reach, reach, shade(brass, light))
    for step in range(72):
        turn = 2 * math.pi * step / 72
        inner = 29.4 if step % 6 else 28.6
        canvas.line(
            [
                (50 + inner * math.cos(turn), 55 + inner * math.sin(turn)),
                (50 + 32 * math.cos(turn), 55 + 32 * math.sin(turn)),
            ],
            shade(brass, 0.4),
            0.35,
        )
    for x, y, reach in ((50, 60, 20), (50, 52, 11), (50, 63, 15)):
        ring = [
            (x + reach * math.cos(math.pi * step / 24), y + reach * math.sin(math.pi * step / 24))
            for step in range(49)
        ]
        canvas.line(ring, shade(brass, 0.45), 0.8)
    for step in range(9):
        turn = 2 * math.pi * step / 9 + 0.3
        canvas.glyph("stars", 50 + 22 * math.cos(turn), 55 + 22 * math.sin(turn), 4, shade(brass, 1.5))
    tilt = math.pi * sketch.choice(1, 12) / 12
    ends = [(50 + side * 31 * math.cos(tilt), 55 + side * 31 * math.sin(tilt)) for side in (-1, 1)]
    canvas.line(ends, shade(brass, 1.35), 2)
    canvas.oval(50, 55, 2, 2, shade(brass, 0.5))
