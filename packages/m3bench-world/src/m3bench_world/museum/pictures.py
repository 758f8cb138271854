"""Paintings, prints, photographs, books: pictures within the picture."""

from __future__ import annotations

from m3bench_world.museum.canvas import Colour, mix, shade, smooth
from m3bench_world.museum.figures import face
from m3bench_world.museum.sketch import Sketch

FRAME = (176, 132, 58)
SKINS: tuple[Colour, ...] = ((228, 188, 156), (198, 150, 112), (150, 102, 70), (104, 68, 48))
INK = (52, 44, 38)


def _frame(sketch: Sketch, left: float, top: float, right: float, bottom: float) -> None:
    canvas = sketch.canvas
    canvas.rect(left - 3, top - 3, right + 6.5, bottom + 7, shade(sketch.ground, 0.78))
    for step, light in ((5, 0.75), (4.2, 1.15), (2.4, 0.9), (1, 0.6)):
        canvas.rect(left - step, top - step, right + step, bottom + step, shade(FRAME, light))


def _sky(sketch: Sketch, box: tuple[float, float, float, float], above: Colour, below: Colour) -> None:
    left, top, right, bottom = box
    for step in range(24):
        y = top + (bottom - top) * step / 24
        sketch.canvas.rect(left, y, right, bottom, mix(above, below, step / 23))


def _sitter(
    sketch: Sketch, box: tuple[float, float, float, float], skin: Colour, dress: Colour, hair: Colour
) -> None:
    """Head and shoulders within a box."""
    canvas = sketch.canvas
    left, top, right, bottom = box
    wide, tall = right - left, bottom - top
    x = (left + right) / 2
    canvas.polygon(
        smooth([(left + wide * 0.06, bottom), (left + wide * 0.16, top + tall * 0.7), (x, top + tall * 0.6),
                (right - wide * 0.16, top + tall * 0.7), (right - wide * 0.06, bottom)]), dress,
    )  # fmt: skip
    canvas.rect(left + wide * 0.06, bottom - tall * 0.06, right - wide * 0.06, bottom, dress)
    canvas.oval(x, top + tall * 0.34, wide * 0.23, tall * 0.24, hair)
    if any(word in sketch.title for word in ("woman", "lady", "girl")):
        canvas.oval(x, top + tall * 0.5, wide * 0.25, tall * 0.2, hair)
    canvas.rect(x - wide * 0.08, top + tall * 0.5, x + wide * 0.08, top + tall * 0.64, shade(skin, 0.85))
    canvas.oval(x, top + tall * 0.38, wide * 0.17, tall * 0.2, skin)
    canvas.polygon(
        smooth([(x - wide * 0.18, top + tall * 0.34), (x - wide * 0.1, top + tall * 0.2), (x + wide * 0.06,
        top + tall * 0.18),
                (x + wide * 0.18, top + tall * 0.34), (x, top + tall * 0.26), (x - wide * 0.18,
                top + tall * 0.34)]), hair,
    )  # fmt: skip
    face(sketch, x, top + tall * 0.39, tall * 0.17, skin)
    canvas.polygon(
        [(x - wide * 0.14, top + tall * 0.63), (x + wide * 0.14, top + tall * 0.63), (x, top + tall * 0.8)],
        (240, 236, 228),
    )


def portrait(sketch: Sketch) -> None:
    canvas = sketch.canvas
    box = (25.0, 14.0, 75.0, 84.0)
    _frame(sketch, *box)
    _sky(sketch, box, (48, 42, 40), (92, 76, 62))
    hair = ((44, 30, 24), (96, 62, 36), (150, 140, 132), (24, 22, 24))[sketch.choice(1, 4)]
    _sitter(sketch, box, SKINS[sketch.choice(2, 4)], shade(sketch.paint, 0.9), hair)
    if sketch.choice(3, 2):
        canvas.row("dots", (38, 62), 61, 3, (236, 224, 196))


def _tree(sketch: Sketch, x: float, y: float, tall: float, leaf: Colour) -> None:
    canvas = sketch.canvas
    canvas.rect(x - tall * 0.04, y - tall * 0.4, x + tall * 0.04, y, (84, 60, 42))
    for dx, dy, reach in ((0, -0.72, 0.28), (-0.18, -0.55, 0.22), (0.18, -0.55, 0.22)):
        canvas.oval(x + dx * tall, y + dy * tall, reach * tall, reach * tall, shade(leaf, 0.9 + dx))


def _view(sketch: Sketch, box: tuple[float, float, float, float], tint: Colour | None = None) -> None:
    """Sky, hills, water and trees; in one tint for prints and photographs."""
    canvas = sketch.canvas
    left, top, right, bottom = box
    wide, tall = right - left, bottom - top

    def tone(colour: Colour) -> Colour:
        if tint is None:
            return colour
        return mix((24, 20, 18), tint, sum(colour) / 765)

    _sky(sketch, box, tone((118, 160, 206)), tone((244, 222, 190)))
    canvas.oval(
        left + wide * (0.2 + 0.06 * sketch.choice(1, 10)),
        top + tall * 0.2,
        wide * 0.05,
        wide * 0.05,
        tone((252, 236, 190)),
    )
    for row, (light, base) in enumerate(((0.95, 0.5), (0.75, 0.56), (0.58, 0.63))):
        ridge = [
            (
                left + wide * step / 6,
                top + tall * (base - 0.015 * ((sketch.choice(row + step, 11)) + 3 * (step % 2))),
            )
            for step in range(7)
        ]
        ridge = [(x, min(y, bottom)) for x, y in smooth(ridge)]
        canvas.polygon(
            [(left, bottom), *[(min(max(x, left), right), y) for x, y in ridge], (right, bottom)],
            tone(shade((120, 148, 112), light)),
        )
    canvas.polygon(
        [
            (left + wide * 0.35, top + tall * 0.64),
            (left + wide * 0.6, top + tall * 0.64),
            (left + wide * 0.9, bottom),
            (left + wide * 0.12, bottom),
        ],
        tone((138, 176, 196)),
    )
    for step in range(4):
        y = top + tall * (0.7 + step * 0.07)
        canvas.line(
            [(left + wide * (0.36 - step * 0.04), y), (left + wide * (0.52 + step * 0.03), y)],
            tone((206, 224, 230)),
            0.5,
        )
    for x, y, size in ((0.17, 0.92, 0.3), (0.33, 0.8, 0.18), (0.84, 0.88, 0.27)):
        _tree(sketch, left + wide * x, top + tall * y, tall * size, tone((64, 104, 62)))


def landscape(sketch: Sketch) -> None:
    box = (10.0, 22.0, 90.0, 78.0)
    _frame(sketch, *box)
    _view(sketch, box)


def still_life(sketch: Sketch) -> None:
    canvas = sketch.canvas
    box = (16.0, 18.0, 84.0, 82.0)
    _frame(sketch, *box)
    _sky(sketch, box, (54, 46, 42), (102, 84, 66))
    canvas.rect(16, 64, 84, 82, (122, 86, 56))
    canvas.polygon([(16, 66), (46, 62), (62, 82), (16, 82)], (232, 226, 214))
    canvas.turned([(3, 30), (2.6, 40), (7, 46), (7.6, 66), (7, 70)], (44, 84, 62), x=30, gloss=0.6)
    canvas.turned([(6, 40), (5, 44), (10, 52), (11, 62), (7, 70)], sketch.paint, x=66, gloss=0.4)
    canvas.tube([(76, 46), (82, 50), (77, 60)], sketch.paint, 1.8)
    for x, y, reach, colour in (
        (44, 68, 5.6, (186, 46, 40)),
        (53, 71, 5.4, (214, 168, 52)),
        (48, 62, 5.2, (150, 170, 62)),
    ):
        for step, light in enumerate((0.75, 1.0, 1.2)):
            canvas.oval(
                x - step * 0.9, y - step * 0.9, reach - step * 1.5, reach - step * 1.5, shade(colour, light)
            )
        canvas.line([(x, y - reach), (x + 1.2, y - reach - 2.4)], (70, 50, 34), 0.6)


def icon(sketch: Sketch) -> None:
    """A saint on a gold ground."""
    canvas = sketch.canvas
    box = (27.0, 13.0, 73.0, 86.0)
    canvas.rect(26, 14, 78, 90, shade(sketch.ground, 0.78))
    canvas.rect(24, 10, 76, 89, (112, 74, 44))
    canvas.rect(*box, (212, 168, 72))
    canvas.row(sketch.motif or "stars", (29, 71), 17, 4, (168, 122, 44))
    canvas.oval(50, 37, 17, 17, (236, 202, 110))
    canvas.oval(50, 37, 15.8, 15.8, (222, 182, 84))
    _sitter(sketch, (29, 15, 71, 86), SKINS[sketch.choice(2, 3)], shade(sketch.paint, 0.95), (70, 44, 30))
    canvas.polygon(smooth([(35, 86), (38, 68), (50, 62), (62, 68), (65, 86)]), shade(sketch.second, 0.9))
    canvas.rect(40, 70, 50, 82, (124, 40, 36))
    canvas.glyph("lozenges", 45, 76, 6, (226, 190, 96))


def print_on_paper(sketch: Sketch) -> None:
    """An etching or a drawing on paper."""
    canvas = sketch.canvas
    canvas.rect(18, 12, 86, 91, shade(sketch.ground, 0.78))
    canvas.rect(15, 9, 84, 89, (236, 228, 208))
    box = (22.0, 16.0, 77.0, 78.0)
    if "head" in sketch.title:
        _sitter(sketch, box, (226, 216, 194), (150, 136, 116), (84, 70, 58))
    else:
        _view(sketch, box, (236, 228, 208))
    for step in range(26):
        x = 22 + step * 2.1
        canvas.line([(x, 16 + step % 3), (x - 3 + step % 4, 30 + step % 5)], (120, 108, 92), 0.2)
    canvas.line([(22, 16), (77, 16), (77, 78), (22, 78), (22, 16)], INK, 0.4)
    canvas.line(smooth([(60, 84), (64, 82), (66, 85), (70, 82), (74, 84)]), INK, 0.4)


def photograph(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.rect(17, 13, 88, 90, shade(sketch.ground, 0.78))
    canvas.rect(14, 10, 86, 88, (240, 234, 220))
    box = (20.0, 16.0, 80.0, 80.0)
    sepia = ((222, 198, 160), (216, 216, 214), (206, 190, 170))[sketch.choice(1, 3)]
    if "ortrait" not in sketch.title:
        _view(sketch, box, sepia)
    else:
        _sky(sketch, box, shade(sepia, 0.45), shade(sepia, 0.75))
        _sitter(sketch, box, shade(sepia, 0.95), shade(sepia, 0.25), shade(sepia, 0.18))


def poster(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.rect(25, 9, 79, 94, shade(sketch.ground, 0.78))
    canvas.rect(22, 6, 76, 92, (240, 230, 206))
    canvas.rect(25, 9, 73, 68, shade(sketch.paint, 1.1))
    canvas.oval(49, 36, 18, 18, sketch.second)
    canvas.glyph(sketch.motif or "birds", 49, 36, 24, (240, 230, 206))
    for y, wide in ((73, 40), (79, 32), (85, 22)):
        canvas.rect(49 - wide / 2, y, 49 + wide / 2, y + 3.4, INK if y > 74 else shade(sketch.paint, 0.9))


def scroll(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.rect(34, 6, 70, 93, shade(sketch.ground, 0.78))
    canvas.rect(31, 4, 67, 91, mix(sketch.paint, (200, 180, 140), 0.6))
    box = (35.0, 14.0, 63.0, 82.0)
    canvas.rect(*box, (234, 224, 198))
    for layer, (base, grey) in enumerate(((38, 196), (50, 168), (62, 130))):
        peaks = [
            (35 + step * 4.67, base - (sketch.choice(layer + step, 13)) * (0.9 if step % 2 else 0.3))
            for step in range(7)
        ]
        shape = [(min(max(x, 35), 63), y) for x, y in smooth(peaks)]
        canvas.polygon([(35, base + 14), *shape, (63, base + 14)], (grey, grey, grey - 6))
        canvas.rect(35, base + 6, 63, base + 14, (226, 218, 196))
    for x, y, size in ((40, 78, 14), (46, 80, 10), (58, 79, 12)):
        _tree(sketch, x, y, size, (74, 78, 70))
    canvas.rect(59, 17, 61.4, 24, (176, 40, 36))
    for step in range(5):
        canvas.glyph("stepped frets", 57, 18 + step * 2.4, 1.9, INK)
    for y in (3, 91):
        canvas.turned(
            [(0.1, y - 1.6), (20, y - 1.4), (20, y + 1.4), (0.1, y + 1.6)], (92, 60, 38), x=49, gloss=0.2
        )


def screen(sketch: Sketch) -> None:
    """Six panels of gold leaf with a tree across them."""
    canvas = sketch.canvas
    for panel in range(6):
        left = 5 + panel * 15
        dip = 2.4 if panel % 2 else 0
        corners = [(left, 26 + dip), (left + 15, 28.4 - dip), (left + 15, 78.4 - dip), (left, 76 + dip)]
        canvas.polygon([(x + 0.6, y + 2.4) for x, y in corners], shade(sketch.ground, 0.75))
        canvas.polygon(corners, shade((214, 178, 96), 1.05 if panel % 2 else 0.9))
        canvas.line([*corners, corners[0]], (46, 30, 24), 1.1)
    canvas.tube([(14, 76), (26, 60), (44, 52), (62, 44), (86, 40)], (82, 58, 42), 3)
    canvas.tube([(40, 54), (50, 66), (66, 68)], (82, 58, 42), 1.8)
    for step in range(16):
        x, y = 20 + step * 4.4, 60 - step * 1.5 + (sketch.choice(step % 9, 11) - 5)
        canvas.oval(x, y, 2.6, 2.2, (70, 112, 74))
        canvas.glyph("stars", x + 1.5, y - 1, 3.2, (236, 226, 224))
    canvas.glyph(sketch.motif or "birds", 70, 56, 8, (60, 50, 56))


def abstract(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.rect(17, 14, 89, 90, shade(sketch.ground, 0.78))
    canvas.rect(14, 11, 86, 87, (238, 232, 218))
    colours = (sketch.paint, sketch.second, (196, 140, 40), (30, 30, 34), (160, 60, 44), (84, 120, 150))
    for step in range(8):
        x, y = 20 + sketch.choice(step, 29) * 1.7, 18 + sketch.choice(step + 3, 31) * 1.5
        wide, tall = 6 + sketch.choice(step + 1, 17), 6 + sketch.choice(step + 2, 19)
        colour = colours[(step + sketch.choice(0, 6)) % 6]
        if step % 3 == 0:
            canvas.oval(min(x + 6, 74), min(y + 6, 75), wide / 1.7, wide / 1.7, colour)
        else:
            canvas.rect(x, y, min(x + wide, 84), min(y + tall, 85), colour)
    for step in range(3):
        canvas.line([(16, 24 + step * 21), (84, 20 + sketch.choice(step, 31) * 2)], (26, 26, 30), 0.9)


def manuscript(sketch: Sketch) -> None:
    canvas = sketch.canvas
    canvas.rect(24, 11, 82, 93, shade(sketch.ground, 0.78))
    canvas.rect(21, 8, 79, 91, (232, 216, 178))
    canvas.rect(25, 12, 75, 87, (200, 156, 70))
    canvas.rect(26.4, 13.4, 73.6, 85.6, (236, 224, 190))
    _view(sketch, (29, 16, 71, 48))
    canvas.line([(29, 16), (71, 16), (71, 48), (29, 48), (29, 16)], (40, 60, 120), 0.9)
    canvas.rect(29, 52, 37, 60, shade(sketch.paint, 1.0))
    canvas.glyph(sketch.motif or "leaves", 33, 56, 6, (226, 190, 96))
    for line in range(9):
        y = 53 + line * 3.6
        start = 39 if y < 61 else 29
        words = [(x, y + (0.5 if int(x) % 3 else -0.4)) for x in _steps(start, 71, 1.4)]
        canvas.line(words, INK, 0.7)


def _steps(first: float, last: float, gap: float) -> list[float]:
    return [first + gap * step for step in range(int((last - first) / gap) + 1)]


def book(sketch: Sketch) -> None:
    """A bound book, closed, standing a little open."""
    canvas = sketch.canvas
    canvas.shadow(52, 88, 30, sketch.ground)
    canvas.polygon([(30, 14), (76, 18), (76, 86), (30, 88)], (234, 222, 190))
    for step in range(6):
        canvas.line([(74.5 - step * 0.4, 20), (74.5 - step * 0.4, 85)], (206, 190, 156), 0.2)
    canvas.polygon([(24, 12), (30, 10), (30, 90), (24, 87)], shade(sketch.colour, 0.6))
    canvas.polygon([(30, 10), (73, 16), (73, 85), (30, 90)], sketch.colour)
    for inset in (3, 5):
        canvas.line(
            [
                (30 + inset, 12 + inset),
                (73 - inset, 16.6 + inset),
                (73 - inset, 84 - inset),
                (30 + inset, 88 - inset),
                (30 + inset, 12 + inset),
            ],
            (212, 172, 84),
            0.5,
        )
    canvas.glyph(sketch.motif or "suns", 51, 50, 16, (212, 172, 84))
    for y in (24, 40, 58, 74):
        canvas.line([(24, y), (30, y)], (212, 172, 84), 0.8)


def chart(sketch: Sketch) -> None:
    """A map: coast, rivers, a rose of the winds."""
    canvas = sketch.canvas
    canvas.rect(13, 17, 92, 86, shade(sketch.ground, 0.78))
    canvas.rect(10, 14, 90, 84, (228, 210, 168))
    canvas.rect(13, 17, 87, 81, (190, 208, 204))
    coast = [
        (13, 30),
        (26, 26),
        (34, 36),
        (48, 30 + sketch.choice(1, 9)),
        (58, 42),
        (54, 56),
        (64, 66),
        (60, 81),
        (13, 81),
    ]
    canvas.polygon([(max(x, 13), min(y, 81)) for x, y in smooth(coast)], (224, 204, 150))
    canvas.line([(max(x, 13), min(y, 81)) for x, y in smooth(coast[:8])], (120, 84, 52), 0.7)
    canvas.line(smooth([(24, 70), (34, 60), (44, 58), (54, 52)]), (92, 132, 160), 0.9)
    for step in range(7):
        x, y = 18 + sketch.choice(step, 27), 44 + sketch.choice(step + 2, 29)
        canvas.polygon([(x, y), (x + 2.4, y - 4), (x + 4.8, y)], (150, 122, 84))
    canvas.glyph("stars", 74, 32, 15, (150, 44, 40))
    canvas.glyph("suns", 74, 32, 8, (228, 210, 168))
    for x, y in ((72, 56), (80, 68)):
        canvas.polygon([(x - 3, y), (x + 3, y), (x + 2, y + 2), (x - 2, y + 2)], (92, 60, 40))
        canvas.polygon([(x, y - 6), (x, y - 0.6), (x + 3, y - 0.6)], (238, 232, 218))
    canvas.line([(13, 17), (87, 17), (87, 81), (13, 81), (13, 17)], (120, 84, 52), 0.8)
