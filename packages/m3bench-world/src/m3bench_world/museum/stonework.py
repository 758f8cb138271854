"""Slabs, tablets, seals, discs and other carved or pressed things."""

from __future__ import annotations

import math

import msgspec

from m3bench_world.museum.canvas import shade
from m3bench_world.museum.sketch import Sketch
from m3bench_world.museum.vessels import ring


def stela(sketch: Sketch) -> None:
    """A round-topped slab: a scene above, lines of text below."""
    canvas = sketch.canvas
    canvas.shadow(50, 90, 32, sketch.ground)
    canvas.polygon(_arch(29, 73, 90, 2.5), shade(sketch.colour, 0.7))
    canvas.polygon(_arch(27, 71, 90, 0), sketch.colour)
    canvas.polygon(_arch(30, 68, 50, 3), shade(sketch.colour, 0.93))
    canvas.glyph("suns", 49, 19, 8, shade(sketch.paint, 1.0))
    for x, tall in ((39, 20), (59, 16)):
        _walker(sketch, x, 49, tall, facing=1 if x < 50 else -1)
    canvas.rect(47, 40, 51, 49, sketch.dark)
    for line in range(6):
        y = 55 + line * 5.6
        canvas.line([(30, y + 2.4), (68, y + 2.4)], shade(sketch.colour, 0.8), 0.3)
        for sign in range(11):
            _sign(sketch, 32 + sign * 3.4, y, sketch.choice(line, 13) + sign * 5)


def _arch(left: float, right: float, bottom: float, inset: float) -> list[tuple[float, float]]:
    middle, half = (left + right) / 2, (right - left) / 2
    top = 12 + inset + half
    curve = [(middle + half * math.cos(turn), top - half * math.sin(turn)) for turn in _half_turn()]
    return [(right, bottom), *curve, (left, bottom)]


def _half_turn() -> list[float]:
    return [math.pi * step / 24 for step in range(25)]


def _walker(sketch: Sketch, x: float, bottom: float, tall: float, facing: int) -> None:
    """A figure as reliefs show it: head in profile, shoulders from the front."""
    canvas, colour = sketch.canvas, sketch.dark
    top = bottom - tall
    canvas.oval(x, top + tall * 0.1, tall * 0.08, tall * 0.1, colour)
    canvas.polygon(
        [(x - tall * 0.17, top + tall * 0.22), (x + tall * 0.17, top + tall * 0.22), (x, top + tall * 0.55)],
        colour,
    )
    canvas.polygon(
        [(x - tall * 0.06, top + tall * 0.5), (x + tall * 0.06, top + tall * 0.5), (x + tall * 0.15,
        top + tall * 0.76),
         (x - tall * 0.12, top + tall * 0.76)], shade(sketch.colour, 1.2),
    )  # fmt: skip
    for step in (-0.1, 0.1):
        canvas.line([(x, top + tall * 0.74), (x + tall * step, bottom)], colour, 0.9)
    canvas.line(
        [(x + facing * tall * 0.14, top + tall * 0.25), (x + facing * tall * 0.36, top + tall * 0.4)],
        colour,
        0.9,
    )


def _sign(sketch: Sketch, x: float, y: float, which: int) -> None:
    """Signs that look like writing and say nothing."""
    canvas, colour = sketch.canvas, sketch.dark
    match which % 6:
        case 0:
            canvas.line([(x - 1, y), (x + 1, y)], colour, 0.5)
            canvas.line([(x, y - 1.3), (x, y + 1.3)], colour, 0.5)
        case 1:
            canvas.oval(x, y, 1, 0.7, colour)
        case 2:
            canvas.line([(x - 1.1, y), (x - 0.4, y - 0.8), (x + 0.3, y), (x + 1, y - 0.8)], colour, 0.45)
        case 3:
            canvas.polygon([(x - 1, y + 1.2), (x + 1, y + 1.2), (x, y - 1.2)], colour)
        case 4:
            canvas.rect(x - 0.9, y - 0.9, x + 0.9, y + 0.9, colour)
        case _:
            canvas.glyph("birds", x, y, 2.6, colour)


def tablet(sketch: Sketch) -> None:
    """Clay, with wedges pressed in rows."""
    canvas = sketch.canvas
    canvas.shadow(50, 88, 30, sketch.ground)
    outer = [(24, 16), (50, 12), (76, 16), (80, 50), (76, 86), (50, 89), (24, 86), (20, 50)]
    canvas.polygon([(x + 1.6, y + 1.4) for x, y in outer], shade(sketch.colour, 0.65))
    canvas.polygon(outer, sketch.colour)
    canvas.polygon(
        [(50 + (x - 50) * 0.94, 50 + (y - 50) * 0.95) for x, y in outer], shade(sketch.colour, 1.1)
    )
    for row in range(9):
        y = 20 + row * 7.4
        canvas.line([(25, y + 4.2), (75, y + 4.2)], shade(sketch.colour, 0.85), 0.3)
        for column in range(10):
            if (sketch.choice(row, 31) + column * 7) % 9:
                _wedge(sketch, 28 + column * 4.9, y, (sketch.choice(row, 17) + column * 3) % 4)


def _wedge(sketch: Sketch, x: float, y: float, way: int) -> None:
    canvas, colour = sketch.canvas, shade(sketch.colour, 0.5)
    if way == 0:
        canvas.polygon([(x - 1.1, y - 1.8), (x + 1.1, y - 1.8), (x, y + 2.4)], colour)
    elif way == 1:
        canvas.polygon([(x - 1.8, y - 1), (x - 1.8, y + 1), (x + 2, y)], colour)
    elif way == 2:
        canvas.polygon([(x + 1.4, y - 1.9), (x - 1, y), (x + 1.4, y + 1.9)], colour)
    else:
        for at in (-1.1, 1.1):
            canvas.polygon([(x + at - 0.7, y - 1.6), (x + at + 0.7, y - 1.6), (x + at, y + 2)], colour)


def seal(sketch: Sketch) -> None:
    """A carved roller, and its picture on clay beside it."""
    canvas = sketch.canvas
    canvas.shadow(26, 82, 14, sketch.ground)
    outline = canvas.turned([(11, 22), (11, 80)], sketch.colour, x=26, gloss=sketch.gloss)
    for y in (34, 50, 66):
        canvas.frieze(sketch.motif or "stars", outline, y, 10, sketch.dark, x=26)
    clay = (186, 154, 120)
    canvas.rect(47, 30, 94, 76, shade(clay, 0.7))
    canvas.rect(46, 28, 93, 74, clay)
    for x, tall in ((56, 30), (70, 34), (84, 28)):
        _walker(_clay(sketch), x, 70, tall, facing=1)
    canvas.row(sketch.motif or "stars", (49, 90), 33.5, 5, shade(clay, 0.6))


def _clay(sketch: Sketch) -> Sketch:
    return msgspec.structs.replace(sketch, colour=(186, 154, 120))


def relief(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.rect(13, 21, 91, 83, shade(sketch.colour, 0.55))
    canvas.rect(11, 18, 89, 80, sketch.colour)
    canvas.rect(11, 18, 89, 25, shade(sketch.colour, 0.9))
    canvas.row(sketch.motif or "lozenges", (12, 88), 21.5, 5, sketch.dark)
    for x, tall in ((24, 46), (42, 50), (60, 50), (78, 46)):
        _walker(sketch, x, 77, tall, facing=1)
    canvas.rect(11, 77, 89, 80, shade(sketch.colour, 0.8))


def disc(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.oval(51.5, 52, 32, 32, shade(sketch.ground, 0.78))
    for reach, light in ((31, 0.75), (30, 1.0), (28, 1.12)):
        canvas.oval(50, 50, reach, reach, shade(sketch.colour, light))
    ring(sketch, 21, 7, 12)
    canvas.oval(50, 50, 10, 10, shade(sketch.colour, 0.75))
    canvas.oval(50, 50, 8.6, 8.6, sketch.ground)


def scarab(sketch: Sketch) -> None:
    """A beetle from above."""
    canvas = sketch.canvas
    canvas.oval(52, 54, 29, 36, shade(sketch.ground, 0.75))
    for side in (-1, 1):
        for y, reach in ((42, 30), (56, 33), (70, 29)):
            canvas.tube(
                [(50 + side * 20, y), (50 + side * reach, y + 2), (50 + side * (reach + 3), y + 9)],
                sketch.colour,
                2.4,
            )
    canvas.oval(50, 58, 26, 30, shade(sketch.colour, 0.85))
    canvas.oval(49, 56, 24, 28, sketch.colour)
    canvas.oval(50, 33, 21, 12, shade(sketch.colour, 1.08))
    canvas.oval(50, 21, 11, 7, shade(sketch.colour, 0.95))
    canvas.polygon([(42, 16), (46, 10), (50, 15), (54, 10), (58, 16)], shade(sketch.colour, 0.9))
    canvas.line([(50, 40), (50, 86)], sketch.dark, 0.8)
    canvas.line([(27, 44), (73, 44)], sketch.dark, 0.8)
    if sketch.motif:
        for x in (39, 61):
            canvas.glyph(sketch.motif, x, 61, 12, sketch.dark)
    canvas.oval(40, 50, 4, 8, shade(sketch.colour, 1.35))


def capital(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.shadow(50, 88, 24, sketch.ground)
    canvas.turned([(16, 66), (16, 88)], shade(sketch.colour, 0.95), gloss=sketch.gloss, closed=True)
    canvas.turned([(33, 30), (28, 42), (19, 62), (18, 68)], sketch.colour, gloss=sketch.gloss, closed=True)
    for row, y, size in ((0, 58, 14), (1, 44, 15)):
        for step in range(5):
            canvas.glyph(
                "leaves",
                30 + step * 10 + (row % 2) * -0.1,
                y,
                size,
                shade(sketch.colour, 0.82 + 0.14 * (step % 2)),
            )
    for x in (19, 81):
        canvas.oval(x, 34, 6, 6, shade(sketch.colour, 0.9))
        canvas.glyph("spirals", x, 34, 10, sketch.dark)
    canvas.rect(14, 20, 86, 29, shade(sketch.colour, 1.1))
    canvas.rect(14, 27, 86, 29.5, shade(sketch.colour, 0.75))
    canvas.row(sketch.motif or "dots", (16, 84), 23.6, 5, sketch.dark)


def diptych(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.shadow(50, 88, 36, sketch.ground)
    for left in (15, 51):
        canvas.rect(left + 1, 15, left + 35, 88, shade(sketch.colour, 0.6))
        canvas.rect(left, 13, left + 34, 86, sketch.colour)
        for top in (17, 52):
            canvas.rect(left + 3, top, left + 31, top + 31, shade(sketch.colour, 0.82))
            for arch in (0, 1, 2):
                x = left + 7.5 + arch * 9.4
                canvas.oval(x, top + 6, 4.2, 5, shade(sketch.colour, 1.05))
                _walker(sketch, x, top + 30, 19, facing=1 if arch < 2 else -1)
    for y in (28, 70):
        canvas.rect(48.6, y, 51.4, y + 6, (150, 120, 60))
