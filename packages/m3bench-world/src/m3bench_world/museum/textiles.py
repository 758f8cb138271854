"""Carpets, quilts, tapestries, clothes, tiles, mosaics and glass."""

from __future__ import annotations

import math
from itertools import pairwise

from m3bench_world.museum.canvas import Colour, mix, shade, smooth
from m3bench_world.museum.sketch import Sketch


def _palette(sketch: Sketch) -> tuple[Colour, ...]:
    return (sketch.colour, sketch.paint, sketch.second, (222, 196, 140), (44, 66, 108), (118, 52, 44))


def carpet(sketch: Sketch) -> None:
    canvas = sketch.canvas
    field, edge = shade(sketch.colour, 0.95), mix(sketch.paint, (30, 40, 80), 0.5)
    canvas.rect(23, 8, 81, 95, shade(sketch.ground, 0.8))
    for y in (6, 92.5):
        for step in range(29):
            canvas.line([(21.5 + step * 2, y), (21.5 + step * 2, y + 3)], (228, 216, 188), 0.4)
    canvas.rect(20, 8, 79, 93, edge)
    canvas.rect(28, 16, 71, 85, (222, 196, 140))
    canvas.rect(29.4, 17.4, 69.6, 83.6, field)
    motif = sketch.motif or "leaves"
    for y in (12, 89):
        canvas.row(motif, (21, 78), y, 5.4, (226, 204, 150))
    for step in range(13):
        for x in (24.0, 75.0):
            canvas.glyph(motif, x, 18 + step * 5.4, 5, (226, 204, 150))
    for reach, colour in ((19, edge), (17, (226, 204, 150)), (15.4, shade(field, 0.7))):
        canvas.polygon(
            [
                (49.5 + reach * 0.86 * math.cos(t) * _lobed(t), 50.5 + reach * 1.2 * math.sin(t) * _lobed(t))
                for t in _turn()
            ],
            colour,
        )
    canvas.glyph("suns", 49.5, 50.5, 15, (226, 204, 150))
    for x, y in ((36, 25), (63, 25), (36, 76), (63, 76), (49.5, 24), (49.5, 77)):
        canvas.glyph(motif, x, y, 8, (226, 204, 150))


def _turn() -> list[float]:
    return [2 * math.pi * step / 64 for step in range(64)]


def _lobed(turn: float) -> float:
    return 0.9 + 0.1 * abs(math.cos(4 * turn))


def quilt(sketch: Sketch) -> None:
    """Blocks pieced from squares and triangles."""
    canvas = sketch.canvas
    canvas.rect(13, 13, 91, 91, shade(sketch.ground, 0.8))
    canvas.rect(10, 10, 88, 88, shade(sketch.paint, 1.1))
    colours = _palette(sketch)
    for row in range(5):
        for column in range(5):
            _block(
                sketch,
                14 + column * 14,
                14 + row * 14,
                colours[(row * 2 + column * 3 + sketch.choice(1, 5)) % 6],
                row + column,
            )
    for step in range(1, 5):
        canvas.line([(14 + step * 14, 14), (14 + step * 14, 84)], (240, 234, 220), 0.5)
        canvas.line([(14, 14 + step * 14), (84, 14 + step * 14)], (240, 234, 220), 0.5)


def _block(sketch: Sketch, x: float, y: float, colour: Colour, turn: int) -> None:
    canvas = sketch.canvas
    canvas.rect(x, y, x + 14, y + 14, (238, 230, 212))
    if turn % 2:
        canvas.glyph(sketch.motif or "stars", x + 7, y + 7, 12, colour)
        return
    for dx, dy in ((0, 0), (7, 7)):
        canvas.rect(x + dx, y + dy, x + dx + 7, y + dy + 7, shade(colour, 1.1))
        canvas.polygon([(x + dx, y + dy), (x + dx + 7, y + dy), (x + dx, y + dy + 7)], shade(colour, 0.8))


def tapestry(sketch: Sketch) -> None:
    """Small flowers on a dark ground, with animals among them."""
    canvas = sketch.canvas
    ground = mix((26, 48, 44), sketch.paint, 0.3)
    canvas.rect(11, 15, 93, 89, shade(sketch.ground, 0.8))
    canvas.rect(8, 12, 90, 86, (150, 60, 48))
    canvas.rect(12, 16, 86, 82, ground)
    for step in range(64):
        x = 15 + step % 10 * 7.6 + sketch.choice(step % 11, 7) * 0.7
        y = 20 + step // 10 * 9.4 + sketch.choice(step % 7, 5) * 0.8
        colour = ((222, 170, 120), (212, 110, 96), (228, 214, 170), (150, 168, 116))[step % 4]
        canvas.line([(x, y), (x, y + 3)], (110, 140, 96), 0.5)
        canvas.glyph(("suns", "leaves", "stars", "dots")[step % 4], min(x, 84), min(y, 80), 3.6, colour)
    for x, y, size, motif in (
        (34, 40, 17, "birds"),
        (64, 56, 20, sketch.motif or "birds"),
        (30, 68, 13, "birds"),
    ):
        canvas.glyph(motif, x, y, size, (232, 220, 190))
    canvas.row(sketch.motif or "leaves", (12, 86), 14, 3.2, (226, 196, 130))
    canvas.row(sketch.motif or "leaves", (12, 86), 84, 3.2, (226, 196, 130))


def tunic(sketch: Sketch) -> None:
    canvas = sketch.canvas
    outer = [(18, 18), (82, 18), (84, 34), (78, 36), (78, 88), (22, 88), (22, 36), (16, 34)]
    canvas.polygon([(x + 2, y + 2) for x, y in outer], shade(sketch.ground, 0.78))
    canvas.polygon(outer, sketch.colour)
    colours = _palette(sketch)
    for row in range(7):
        for column in range(6):
            x, y = 24 + column * 9, 26 + row * 9
            canvas.rect(x, y, x + 8, y + 8, colours[(row + column) % 4 + 1])
            canvas.glyph(
                sketch.motif or "stepped frets", x + 4, y + 4, 5.6, colours[(row + column + 2) % 4 + 1]
            )
    canvas.polygon([(48.6, 18), (51.4, 18), (50, 32)], shade(sketch.ground, 0.6))
    for step in range(29):
        canvas.line([(22.5 + step * 1.95, 88), (22.5 + step * 1.95, 92)], shade(sketch.colour, 0.8), 0.4)


def dress(sketch: Sketch) -> None:
    """A gown on a stand."""
    canvas, cloth = sketch.canvas, shade(sketch.paint, 1.15)
    canvas.shadow(50, 93, 32, sketch.ground)
    canvas.turned([(1.2, 86), (1.2, 93)], (90, 70, 52))
    skirt = [(7, 42), (14, 50), (24, 70), (31, 91)]
    outline = canvas.turned(skirt, cloth, gloss=0.15)
    for step in range(9):
        reach = -0.9 + step * 0.225
        canvas.line(
            smooth([(50 + 7 * reach, 43), (50 + 16 * reach, 58), (50 + 31 * reach, 91)]),
            shade(cloth, 0.75),
            0.5,
        )
    canvas.frieze(sketch.motif or "leaves", outline, 84, 6, sketch.second)
    canvas.band(outline, 90, 2, shade(sketch.second, 0.9))
    canvas.turned([(11, 18), (12, 24), (9, 34), (6.6, 43)], shade(cloth, 1.05), gloss=0.15)
    for side in (-1, 1):
        canvas.tube([(50 + side * 11, 20), (50 + side * 18, 30), (50 + side * 20, 42)], cloth, 6)
        canvas.oval(50 + side * 20, 43, 3.6, 2, (240, 236, 228))
    canvas.polygon(
        smooth([(41, 17), (50, 26), (59, 17), (54, 21), (50, 22), (46, 21), (41, 17)]), (240, 236, 228)
    )
    canvas.turned([(3, 10), (3, 19)], (206, 190, 166))
    canvas.band([(6.8, 41), (6.8, 44)], 43, 2.4, shade(sketch.second, 0.9))


def fan(sketch: Sketch) -> None:
    canvas = sketch.canvas
    turns = [math.pi * (0.06 + 0.88 * step / 18) for step in range(19)]

    def at(turn: float, reach: float) -> tuple[float, float]:
        return 50 - reach * math.cos(turn), 82 - reach * math.sin(turn)

    for step, (first, second) in enumerate(pairwise(turns)):
        leaf = shade(mix(sketch.paint, (240, 228, 206), 0.55), 1.08 if step % 2 else 0.92)
        canvas.polygon([at(first, 62), at(second, 62), at(second, 30), at(first, 30)], leaf)
        canvas.polygon([at(first, 62), at(second, 62), at(second, 59.5), at(first, 59.5)], (206, 164, 72))
    for turn in turns:
        canvas.line([(50, 82), at(turn, 32)], (214, 186, 138), 1.3)
    for step in range(9):
        canvas.glyph(sketch.motif or "leaves", *at(turns[2 * step + 1], 47), 9, shade(sketch.second, 0.9))
    canvas.oval(50, 82, 2, 2, (206, 164, 72))


def tile(sketch: Sketch) -> None:
    """An eight-pointed star among leaves."""
    canvas = sketch.canvas
    canvas.rect(17, 17, 87, 87, shade(sketch.ground, 0.78))
    blue, light = (28, 84, 150), (232, 238, 236)
    canvas.rect(14, 14, 84, 84, light)
    for reach, colour in ((33, blue), (29.5, light), (27, (44, 150, 150))):
        canvas.polygon(_star8(49, 49, reach), colour)
    canvas.polygon(_star8(49, 49, 17), light)
    canvas.glyph(sketch.motif or "leaves", 49, 49, 18, blue)
    for step in range(8):
        turn = math.pi * step / 4 + math.pi / 8
        canvas.glyph("leaves", 49 + 22 * math.cos(turn), 49 + 22 * math.sin(turn), 7, (226, 190, 96))
    for x in (20, 78):
        for y in (20, 78):
            canvas.glyph("suns", x, y, 9, (44, 150, 150))
    canvas.line([(14, 14), (84, 14), (84, 84), (14, 84), (14, 14)], shade(blue, 0.7), 1.2)


def _star8(x: float, y: float, reach: float) -> list[tuple[float, float]]:
    corners = []
    for step in range(16):
        far = reach if step % 2 == 0 else reach * 0.765
        corners.append((x + far * math.cos(math.pi * step / 8), y + far * math.sin(math.pi * step / 8)))
    return corners


def mosaic(sketch: Sketch) -> None:
    """Small stones: a border, and one motif large in the middle."""
    canvas = sketch.canvas
    small_board = _Stones(sketch)
    for row in range(36):
        for column in range(36):
            x, y = 14 + column * 2, 14 + row * 2
            wear = 0.9 + 0.06 * ((row * 7 + column * 13 + sketch.choice(row % 9, 5)) % 4)
            canvas.rect(x, y, x + 1.75, y + 1.75, shade(small_board.at(column, row), wear))


class _Stones:
    """Colours of the stones of a mosaic."""

    def __init__(self, sketch: Sketch) -> None:
        self._sketch = sketch
        self._light, self._dark = (226, 214, 188), (58, 50, 48)

    def at(self, column: int, row: int) -> Colour:
        edge = min(column, row, 35 - column, 35 - row)
        if edge < 2:
            return self._dark
        if edge < 5:
            return (168, 84, 56) if (column + row) // 2 % 2 else self._light
        if edge == 5:
            return self._dark
        across, down = (column - 17.5) / 11, (row - 17.5) / 11
        reach = math.hypot(across, down)
        turn = math.atan2(down, across)
        petals = 0.62 + 0.3 * math.cos(turn * (5 + self._sketch.choice(1, 4)))
        if reach < 0.22:
            return (206, 160, 72)
        if reach < petals:
            return self._sketch.accent if int(turn * 4) % 2 else shade(self._sketch.accent, 1.25)
        return (60, 96, 112) if abs(reach - 1.05) < 0.07 else self._light


def stained_glass(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.polygon(_window(26, 74), (38, 34, 36))
    colours = ((36, 70, 160), (170, 32, 40), (222, 176, 60), (40, 120, 84), (112, 56, 128), (226, 226, 206))
    for row in range(9):
        for column in range(6):
            x, y = 27.4 + column * 7.6, 24 + row * 7.6
            if y < 30 and column in (0, 5):
                continue
            canvas.rect(
                x,
                y,
                x + 6.9,
                y + 6.9,
                shade(colours[(row * 2 + column + sketch.choice(1, 6)) % 2], 0.9 + 0.1 * (column % 3)),
            )
            canvas.glyph("lozenges", x + 3.4, y + 3.4, 4.4, shade(colours[(row + column) % 6], 1.15))
    canvas.oval(50, 46, 17, 17, (30, 26, 30))
    for step in range(8):
        turn = math.pi * step / 4
        canvas.oval(50 + 10.5 * math.cos(turn), 46 + 10.5 * math.sin(turn), 4.2, 4.2, colours[step % 4])
    canvas.oval(50, 46, 5.6, 5.6, colours[2])
    canvas.glyph(sketch.motif or "stars", 50, 46, 8, (250, 246, 226))
    canvas.line([*_window(26, 74), (74, 92)], (24, 22, 24), 1.8)


def _window(left: float, right: float) -> list[tuple[float, float]]:
    arch = smooth([(left, 36), (32, 20), (50, 8), (68, 20), (right, 36)])
    return [(right, 92), (left, 92), *arch]
