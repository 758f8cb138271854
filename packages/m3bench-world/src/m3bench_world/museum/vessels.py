"""Vessels: turned on a wheel, with handles, spouts and painted friezes."""

from __future__ import annotations

import math

from m3bench_world.museum.canvas import Point, shade
from m3bench_world.museum.sketch import Sketch

_PROFILES: dict[str, list[Point]] = {
    "amphora": [(9, 16), (7.5, 19), (7, 30), (9, 34), (20, 44), (21, 54), (14, 72), (7, 82), (9, 86), (10,
    88)],
    "krater": [(30, 26), (27, 29), (26, 44), (27, 56), (18, 68), (8, 74), (8, 78), (15, 84), (16, 88)],
    "kylix": [(34, 44), (33, 47), (26, 55), (8, 61), (4, 64), (3.5, 76), (6, 80), (14, 84), (15, 86)],
    "hydria": [(11, 18), (8, 21), (7.5, 31), (13, 36), (24, 45), (23, 56), (14, 74), (9, 80), (13, 86), (13,
    88)],
    "ewer": [(8, 20), (6, 24), (5.5, 34), (9, 40), (19, 52), (20, 64), (13, 78), (8, 82), (12, 87), (12, 88)],
    "canopic": [(13, 40), (17, 44), (19, 54), (18, 70), (14, 84), (13, 88)],
    "vase": [(10, 14), (8, 17), (8, 24), (15, 32), (23, 44), (22, 56), (14, 74), (11, 84), (13, 88)],
    "bowl": [(34, 46), (33, 52), (28, 66), (16, 78), (11, 81), (12, 85), (12, 86)],
    "teapot": [(9, 38), (14, 40), (23, 50), (25, 60), (20, 74), (14, 80), (15, 83)],
    "tankard": [(15, 30), (15.5, 33), (16.5, 50), (18, 72), (20, 80), (20, 84)],
    "chalice": [(18, 20), (18.5, 30), (15, 44), (5, 50), (3, 54), (6, 59), (3, 64), (4, 74), (14, 83), (17,
    87)],
    "mosquelamp": [(22, 20), (17, 28), (10, 38), (12, 42), (23, 54), (22, 64), (10, 74), (8, 78), (13, 86)],
    "candlestick": [(6, 22), (5, 28), (8, 30), (4, 33), (5, 40), (7, 46), (3, 52), (4, 64), (8, 70), (4,
    74), (16, 84), (18, 88)],
    "stirrup": [(4, 52), (14, 54), (23, 63), (24, 72), (17, 84), (12, 88)],
}  # fmt: skip
_FRIEZE = {
    "amphora": (50, 10), "krater": (44, 11), "kylix": (50, 6), "hydria": (49, 10), "ewer": (60, 9),
    "vase": (47, 11),
    "bowl": (58, 9), "teapot": (58, 9), "tankard": (56, 11), "chalice": (30, 7), "mosquelamp": (58, 9),
    "stirrup": (68, 9), "canopic": (62, 9), "candlestick": (83, 4),
}  # fmt: skip


def vessel(sketch: Sketch, shape: str) -> None:
    """Any of the turned shapes, with what belongs to it behind and before."""
    canvas = sketch.canvas
    profile = _PROFILES[shape]
    canvas.shadow(50, profile[-1][1], profile[-1][0] + 8, sketch.ground)
    for points, width in _HANDLES.get(shape, ()):
        canvas.tube(points, sketch.colour, width)
    outline = canvas.turned(profile, sketch.colour, gloss=sketch.gloss)
    y, size = _FRIEZE[shape]
    for at in (y - size * 0.85, y + size * 0.85):
        canvas.band(outline, at, 1.1, shade(sketch.accent, 0.9))
    if sketch.motif:
        canvas.frieze(sketch.motif, outline, y, size, sketch.accent)
    _LIDS.get(shape, lambda _: None)(sketch)


_HANDLES: dict[str, tuple[tuple[list[Point], float], ...]] = {
    "amphora": (([(43, 22), (32, 22), (29, 32), (33, 43)], 2.6), ([(57, 22), (68, 22), (71, 32), (67, 43)],
    2.6)),
    "krater": (([(25, 50), (16, 48), (15, 40), (24, 40)], 2.6), ([(75, 50), (84, 48), (85, 40), (76, 40)],
    2.6)),
    "kylix": (([(20, 52), (10, 50), (9, 45), (18, 46)], 2.0), ([(80, 52), (90, 50), (91, 45), (82, 46)],
    2.0)),
    "hydria": (([(28, 46), (18, 44), (18, 52), (28, 55)], 2.6), ([(72, 46), (82, 44), (82, 52), (72, 55)],
    2.6)),
    "ewer": (([(56, 22), (70, 22), (76, 40), (68, 56)], 2.6), ([(44, 42), (34, 34), (30, 22), (26, 20)],
    3.4)),
    "teapot": (([(72, 50), (86, 46), (87, 66), (71, 68)], 2.6), ([(28, 66), (18, 60), (14, 48), (10, 45)],
    4.6)),
    "tankard": (([(66, 38), (82, 38), (83, 66), (68, 70)], 3.0),),
    "stirrup": (([(40, 58), (30, 34), (50, 24), (70, 34), (60, 58)], 4.4), ([(50, 25), (50, 12)], 4.4)),
    "mosquelamp": (([(28, 52), (20, 50), (22, 58), (28, 60)], 1.6), ([(72, 52), (80, 50), (78, 58), (72,
    60)], 1.6)),
}  # fmt: skip


def _head_lid(sketch: Sketch) -> None:
    """The lid of a canopic jar: a face with a headcloth."""
    canvas = sketch.canvas
    canvas.turned(
        [(1, 12), (7, 14), (13, 20), (15, 30), (14, 40)], shade(sketch.colour, 0.92), gloss=sketch.gloss
    )
    canvas.oval(50, 27, 8, 10, shade(sketch.colour, 1.2))
    for x in (46.5, 53.5):
        canvas.oval(x, 25, 1.7, 1, (40, 34, 30))
    canvas.line([(47, 32), (50, 33), (53, 32)], sketch.dark, 0.7)
    canvas.line([(50, 25), (49.3, 29), (50.6, 29)], sketch.dark, 0.5)


def _knob_lid(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.turned([(2.4, 29), (2.8, 31), (2, 33), (7, 36), (10, 39)], sketch.colour, gloss=sketch.gloss)


def _tankard_lid(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.turned([(3, 22), (9, 24), (15, 28), (16, 31)], shade(sketch.colour, 1.05), gloss=sketch.gloss)
    canvas.oval(50, 21.5, 2, 1.8, sketch.bright)


def _candle(sketch: Sketch) -> None:
    sketch.canvas.turned([(2.6, 6), (2.6, 22)], (240, 232, 210), gloss=0.1)


_LIDS = {"canopic": _head_lid, "teapot": _knob_lid, "tankard": _tankard_lid, "candlestick": _candle}


def lamp(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.shadow(48, 70, 30, sketch.ground)
    canvas.tube([(74, 56), (88, 50), (88, 62), (74, 63)], sketch.colour, 2.6)
    canvas.polygon([(30, 52), (8, 54), (6, 60), (10, 65), (34, 68)], shade(sketch.colour, 0.82))
    canvas.turned([(24, 50), (29, 57), (25, 66), (14, 71)], sketch.colour, gloss=sketch.gloss)
    canvas.oval(50, 51, 23, 6, shade(sketch.colour, 1.12))
    canvas.oval(50, 51, 4, 1.4, (30, 24, 20))
    if sketch.motif:
        canvas.glyph(sketch.motif, 38, 51, 5, sketch.accent)
        canvas.glyph(sketch.motif, 62, 51, 5, sketch.accent)
    canvas.oval(12, 56, 3.4, 1.6, (30, 24, 20))
    canvas.polygon([(12, 40), (14.5, 50), (12, 56), (9.5, 50)], (248, 196, 84))


def whistling(sketch: Sketch) -> None:
    """Two chambers, a bridge between their necks, and a bird-like head for the whistle."""
    canvas = sketch.canvas
    canvas.shadow(50, 82, 38, sketch.ground)
    canvas.tube([(34, 36), (50, 30), (67, 34)], sketch.colour, 3.6)
    canvas.tube([(42, 70), (58, 70)], sketch.colour, 5)
    for x in (32, 68):
        top = 22 if x == 32 else 40
        neck = [(3.4, top), (3.2, 46)] if x == 32 else [(6, 40), (5, 48)]
        outline = canvas.turned(
            [*neck, (13, 54), (18, 64), (15, 76), (9, 82)], sketch.colour, x=x, gloss=sketch.gloss
        )
        canvas.band(outline, 57, 1.2, sketch.accent, x=x)
        canvas.frieze(sketch.motif or "waves", outline, 65, 7, sketch.accent, x=x)
        canvas.band(outline, 73, 1.2, sketch.accent, x=x)
    canvas.oval(68, 34, 8, 7.5, shade(sketch.colour, 1.05))
    canvas.polygon([(75, 32), (85, 35), (75, 37)], shade(sketch.colour, 0.75))
    canvas.oval(71, 32, 1.7, 1.7, (28, 24, 22))
    canvas.oval(71.5, 31.5, 0.6, 0.6, (240, 236, 220))


def rhyton(sketch: Sketch) -> None:
    """A horn that ends in the forepart of an animal."""
    canvas = sketch.canvas
    canvas.shadow(46, 84, 30, sketch.ground)
    for step in range(26):
        share = step / 25
        x = 64 - 34 * share**1.6
        y = 18 + 54 * share
        canvas.oval(
            x, y, 17 - 8 * share, 5.4, shade(sketch.colour, 0.72 + 0.4 * (step % 4 == 0) * 0.4 + 0.2 * share)
        )
    canvas.oval(64, 18, 17, 5, sketch.bright)
    canvas.oval(64, 18, 14.5, 3.8, shade(sketch.colour, 0.4))
    canvas.oval(28, 74, 13, 8, shade(sketch.colour, 1.02))
    canvas.oval(17, 66, 7, 6, shade(sketch.colour, 1.08))
    canvas.polygon([(11, 66), (6, 71), (9, 74), (16, 71)], shade(sketch.colour, 0.95))
    canvas.polygon([(18, 61), (20, 53), (23, 61)], sketch.dark)
    canvas.oval(15.5, 65, 1.1, 1.1, (26, 22, 20))
    for x in (24, 33):
        canvas.tube([(x, 78), (x - 6, 83), (x - 10, 82)], sketch.colour, 3)


def plate(sketch: Sketch) -> None:
    """A dish, seen from the front."""
    canvas = sketch.canvas
    canvas.oval(51, 52, 39, 39, shade(sketch.ground, 0.8))
    for reach, light in ((38, 0.9), (37, 1.05), (27, 0.93), (26, 1.08)):
        canvas.oval(50, 50, reach, reach, shade(sketch.colour, light))
    ring(sketch, 32, 7, 16)
    canvas.glyph(sketch.motif or "leaves", 50, 50, 26, sketch.accent)


def ring(sketch: Sketch, reach: float, size: float, number: int) -> None:
    """Ornament in a circle around the middle of the picture."""
    for step in range(number):
        angle = 2 * math.pi * step / number
        at = 50 + reach * math.cos(angle), 50 + reach * math.sin(angle)
        sketch.canvas.glyph(sketch.motif or "dots", *at, size, sketch.accent if step % 2 else sketch.second)
