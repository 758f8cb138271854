"""Figures, heads, masks, coffins."""

from __future__ import annotations

from m3bench_world.museum.canvas import Colour, shade, smooth
from m3bench_world.museum.sketch import Sketch


def face(sketch: Sketch, x: float, y: float, size: float, colour: Colour) -> None:
    """Eyes, nose and mouth."""
    canvas, dark = sketch.canvas, shade(colour, 0.4)
    for side in (-1, 1):
        canvas.oval(x + side * size * 0.36, y - size * 0.12, size * 0.17, size * 0.09, shade(colour, 1.35))
        canvas.oval(x + side * size * 0.36, y - size * 0.12, size * 0.08, size * 0.08, dark)
        canvas.line(
            [(x + side * size * 0.16, y - size * 0.27), (x + side * size * 0.58, y - size * 0.3)],
            dark,
            size * 0.05,
        )
    canvas.line(
        [(x, y - size * 0.2), (x - size * 0.1, y + size * 0.22), (x + size * 0.1, y + size * 0.24)],
        shade(colour, 0.62),
        size * 0.07,
    )
    canvas.polygon(
        [(x - size * 0.26, y + size * 0.48), (x, y + size * 0.42), (x + size * 0.26, y + size * 0.48), (x,
        y + size * 0.57)],
        shade(colour, 0.58),
    )  # fmt: skip


def bust(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.shadow(50, 91, 18, sketch.ground)
    canvas.turned([(9, 80), (7, 84), (13, 89), (14, 91)], shade(sketch.colour, 0.85), gloss=sketch.gloss)
    canvas.polygon(
        smooth([(22, 78), (26, 64), (43, 58), (57, 58), (74, 64), (78, 78), (62, 84), (38, 84), (22, 78)]),
        shade(sketch.colour, 0.88),
    )
    canvas.polygon(
        smooth([(23, 76), (28, 65), (44, 60), (50, 66), (50, 82), (38, 82), (23, 76)]),
        shade(sketch.colour, 1.06),
    )
    canvas.turned([(9, 48), (8, 56), (11, 63)], shade(sketch.colour, 0.9), gloss=sketch.gloss)
    canvas.turned(
        [(6, 13), (14, 18), (17, 30), (15, 42), (9, 52), (4, 55)], sketch.colour, gloss=sketch.gloss
    )
    hair = shade(sketch.colour, 0.8)
    for step in range(9):
        lift = abs(step - 4) * 1.6
        canvas.oval(36 + step * 3.5, 15 + lift, 4.2, 4.4, shade(hair, 0.9 + 0.12 * (step % 2)))
    face(sketch, 50, 35, 17, sketch.colour)
    for step in range(3):
        canvas.line(
            smooth([(30 + step * 7, 66 + step), (36 + step * 6, 74), (46 + step * 3, 81)]),
            shade(sketch.colour, 0.7),
            0.8,
        )


def figure(sketch: Sketch) -> None:
    """A standing figure on a base."""
    canvas = sketch.canvas
    canvas.shadow(50, 92, 18, sketch.ground)
    canvas.rect(34, 86, 66, 92, shade(sketch.colour, 0.7))
    canvas.rect(34, 86, 66, 87.4, sketch.bright)
    for x in (44.5, 55.5):
        canvas.turned([(4.6, 62), (4.2, 72), (3.2, 84), (4.6, 87)], sketch.colour, x=x, gloss=sketch.gloss)
    outline = canvas.turned(
        [(5, 28), (12, 31), (11, 42), (8.5, 50), (11.5, 60), (12, 68)], sketch.colour, gloss=sketch.gloss
    )
    canvas.band(outline, 54, 2.4, sketch.accent)
    canvas.frieze(sketch.motif or "lozenges", outline, 61, 5, sketch.accent)
    canvas.tube([(39, 33), (32, 46), (42, 55)], sketch.colour, 4.4)
    canvas.tube([(61, 33), (68, 46), (58, 55)], sketch.colour, 4.4)
    canvas.turned([(4, 24), (4, 30)], shade(sketch.colour, 0.85), gloss=sketch.gloss)
    canvas.turned([(3, 7), (8, 11), (9, 18), (6, 25), (2, 27)], sketch.colour, gloss=sketch.gloss)
    face(sketch, 50, 18, 8.4, sketch.colour)
    canvas.polygon([(42, 12), (45, 5), (50, 3), (55, 5), (58, 12), (50, 10)], sketch.dark)


def buddha(sketch: Sketch) -> None:
    """Seated in meditation on a lotus."""
    canvas = sketch.canvas
    canvas.shadow(50, 91, 32, sketch.ground)
    canvas.oval(50, 36, 24, 24, shade(sketch.colour, 0.7))
    canvas.oval(50, 36, 21, 21, shade(sketch.colour, 0.8))
    canvas.turned([(27, 80), (24, 84), (28, 91)], shade(sketch.colour, 0.8), gloss=sketch.gloss, closed=True)
    for step in range(9):
        canvas.glyph("leaves", 26 + step * 6, 85.5, 9, shade(sketch.colour, 1.1 - 0.2 * (step % 2)))
    canvas.polygon(
        smooth([(20, 76), (30, 68), (50, 66), (70, 68), (80, 76), (66, 82), (34, 82), (20, 76)]),
        sketch.colour,
    )
    canvas.polygon(
        smooth([(22, 76), (36, 72), (50, 77), (64, 72), (78, 76), (50, 81), (22, 76)]),
        shade(sketch.colour, 0.78),
    )
    canvas.turned([(8, 39), (17, 43), (16, 54), (14, 68)], sketch.colour, gloss=sketch.gloss)
    canvas.tube([(35, 46), (28, 60), (45, 70)], sketch.colour, 6)
    canvas.tube([(65, 46), (72, 60), (55, 70)], sketch.colour, 6)
    canvas.line(smooth([(40, 43), (52, 52), (62, 66)]), sketch.dark, 0.8)
    canvas.oval(50, 71, 7, 2.6, shade(sketch.colour, 1.15))
    canvas.turned([(4, 36), (4.4, 42)], shade(sketch.colour, 0.85), gloss=sketch.gloss)
    canvas.turned([(4, 16), (9.5, 20), (10, 28), (7, 37), (2, 40)], sketch.colour, gloss=sketch.gloss)
    canvas.oval(50, 15, 4.4, 4, sketch.dark)
    canvas.polygon(
        smooth([(40, 25), (43, 17), (50, 15), (57, 17), (60, 25), (50, 21), (40, 25)]), sketch.dark
    )
    for x in (39.6, 60.4):
        canvas.oval(x, 31, 1.4, 5, shade(sketch.colour, 0.9))
    face(sketch, 50, 30, 9.4, sketch.colour)


def _mummy(half: float) -> list[tuple[float, float]]:
    return [
        (1, 4), (half * 0.44, 6), (half * 0.62, 11), (half * 0.6, 20), (half, 27), (half * 0.98, 40),
        (half * 0.7, 66),
        (half * 0.5, 84), (half * 0.62, 92),
    ]  # fmt: skip


def coffin(sketch: Sketch) -> None:
    """An outline like the wrapped body: face, collar, columns of signs."""
    _wrapped(sketch, 22, columns=True)


def shabti(sketch: Sketch) -> None:
    _wrapped(sketch, 17, columns=False)


def _wrapped(sketch: Sketch, half: float, *, columns: bool) -> None:
    canvas = sketch.canvas
    canvas.shadow(50, 92, half, sketch.ground)
    outline = canvas.turned(_mummy(half), sketch.colour, gloss=sketch.gloss)
    canvas.turned(
        [(1, 4), (half * 0.4, 6), (half * 0.62, 11), (half * 0.72, 24), (half * 0.66, 31)],
        shade(sketch.paint, 1.1),
    )
    for step in range(5):
        canvas.line(
            [(50 - half * 0.6, 11 + step * 4), (50 - half * 0.42, 11 + step * 4)], (216, 178, 84), 0.7
        )
        canvas.line(
            [(50 + half * 0.42, 11 + step * 4), (50 + half * 0.6, 11 + step * 4)], (216, 178, 84), 0.7
        )
    skin = (196, 146, 92) if columns else shade(sketch.colour, 1.15)
    canvas.oval(50, 17, half * 0.4, half * 0.44, skin)
    face(sketch, 50, 17, half * 0.38, skin)
    canvas.rect(49, 24, 51, 30, sketch.dark)
    for step, y in enumerate((32, 35, 38)):
        canvas.frieze(
            ("leaves", "dots", "lozenges")[step], outline, y, 3.4, (sketch.accent, sketch.second)[step % 2]
        )
    canvas.tube([(50 - half * 0.7, 40), (50, 45)], shade(sketch.colour, 0.9), 3)
    canvas.tube([(50 + half * 0.7, 40), (50, 45)], shade(sketch.colour, 0.9), 3)
    for row in range(6 if columns else 5):
        y = 53 + row * 6
        canvas.band(outline, y + 2.8, 0.5, sketch.dark)
        reach = half * (0.62 - row * 0.06)
        for sign in range(5):
            mark = ("birds", "waves", "lozenges", "suns", "fish")[(sketch.choice(row, 11) + sign) % 5]
            canvas.glyph(mark, 50 + reach * (sign - 2) / 2, y, 3.6, sketch.dark)


def mask(sketch: Sketch) -> None:
    canvas = sketch.canvas
    outer = [
        (50, 10),
        (68, 16),
        (75, 36),
        (70, 62),
        (58, 82),
        (50, 88),
        (42, 82),
        (30, 62),
        (25, 36),
        (32, 16),
        (50, 10),
    ]
    canvas.polygon([(x + 2.4, y + 2) for x, y in smooth(outer)], shade(sketch.ground, 0.72))
    for share, light in ((1.0, 0.7), (0.93, 0.95), (0.84, 1.08)):
        canvas.polygon(
            smooth([(50 + (x - 50) * share, 48 + (y - 48) * share) for x, y in outer]),
            shade(sketch.colour, light),
        )
    canvas.row(sketch.motif or "lozenges", (34, 66), 22, 6, sketch.accent)
    for side in (-1, 1):
        x = 50 + side * 11
        canvas.line(smooth([(x - 7, 35), (x, 31), (x + 7, 35)]), sketch.dark, 1.8)
        canvas.oval(x, 42, 7, 4, shade(sketch.colour, 0.6))
        canvas.oval(x, 42, 5.4, 2, (22, 18, 16))
        for step in range(3):
            canvas.line(
                [(50 + side * (14 + step * 3), 52 + step), (50 + side * (12 + step * 3), 62)],
                sketch.accent,
                1.2,
            )
    canvas.polygon([(50, 36), (55.5, 59), (50, 62), (44.5, 59)], shade(sketch.colour, 1.25))
    canvas.polygon([(50, 36), (55.5, 59), (50, 62)], shade(sketch.colour, 0.75))
    canvas.oval(50, 71, 9, 4.6, shade(sketch.colour, 0.6))
    canvas.oval(50, 71, 7, 2.6, (24, 18, 16))
    for step in range(4):
        canvas.rect(45.2 + step * 2.5, 69.4, 47 + step * 2.5, 71, (232, 222, 196))


def abstract_sculpture(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.shadow(50, 92, 22, sketch.ground)
    canvas.rect(34, 86, 66, 92, (60, 58, 60))
    lean = sketch.choice(1, 9) - 4
    outer = [
        (46, 86),
        (36, 66),
        (48 + lean, 48),
        (34, 28),
        (52, 10),
        (68, 30),
        (58 + lean, 48),
        (66, 68),
        (56, 86),
    ]
    canvas.polygon(smooth([*outer, outer[0]]), shade(sketch.colour, 0.72))
    canvas.polygon(smooth([(x - 2 + (50 - x) * 0.18, y) for x, y in [*outer, outer[0]]]), sketch.colour)
    canvas.polygon(
        smooth(
            [
                (44, 82),
                (40, 66),
                (48 + lean, 50),
                (40, 30),
                (50, 15),
                (47, 34),
                (52 + lean, 52),
                (46, 70),
                (44, 82),
            ]
        ),
        sketch.bright,
    )
    for y, rx, ry in ((30, 7, 8), (66, 6, 7)):
        canvas.oval(52, y, rx, ry, sketch.dark)
        canvas.oval(53, y + 0.6, rx * 0.86, ry * 0.86, sketch.ground)
