"""Fish on their side, told apart by outline, fins, tail and markings. `SPECIES` are those of `world.nature`.

Each reaches from its snout at the left end of the drawing to its tail at the right end.
"""

from __future__ import annotations

from collections.abc import Callable

from m3bench_world.scenes.painting import (
    Canvas,
    Linear,
    Look,
    Paint,
    Shape,
    darker,
    ellipse,
    eye,
    lighter,
    limb,
    path,
    polygon,
    smooth,
)
from m3bench_world.scenes.sprites import sprite

SNOUT, TAIL = 4.0, 136.0


def _skin(canvas: Canvas, shape: Shape, back: Paint, flank: Paint, belly: Paint) -> None:
    _, top, _, bottom = shape.box()
    stops = [(0.0, back), (0.3, back), (0.52, flank), (0.85, belly), (1.0, belly)]
    canvas.fill(shape, Linear((0, top), (0, bottom), stops))
    canvas.stroke(shape, darker(back, 0.45), 1.3, closed=True)


def _fins(canvas: Canvas, colour: Paint, *outlines: str) -> None:
    for outline in outlines:
        fin = path(outline)
        canvas.fill(fin, colour, outline=darker(colour, 0.45), width=1)
        left, top, right, bottom = fin.box()
        with canvas.inside(fin):
            steps = max(3, round((right - left) / 3.4))
            for step in range(steps):
                x = left + (right - left) * (step + 0.5) / steps
                canvas.line((x - 1.6, bottom), (x + 1.6, top), colour=darker(colour, 0.28), width=0.6)


def _tail(canvas: Canvas, colour: Paint, outline: str) -> None:
    tail = path(outline)
    canvas.fill(tail, colour, outline=darker(colour, 0.45), width=1.1)
    with canvas.inside(tail):
        for y in range(8, 64, 5):
            canvas.line((112, 35), (138, y), colour=darker(colour, 0.25), width=0.7)


def _head(
    canvas: Canvas, gill: float, look_at: tuple[float, float], tone: Paint, *, size: float = 2.8
) -> None:
    canvas.stroke(f"M{gill} 24 C {gill + 5} 31 {gill + 5} 40 {gill - 1} 46", darker(tone, 0.35), 1.3)
    canvas.fill(ellipse(*look_at, size * 1.5), "#e8d27a", outline=darker(tone, 0.5), width=0.8)
    eye(canvas, *look_at, size * 0.85)
    canvas.line((SNOUT + 0.4, 37), (SNOUT + 9, 39.4), colour=darker(tone, 0.55), width=1.3)


def _pectoral(canvas: Canvas, x: float, y: float, colour: Paint) -> None:
    fin = smooth((x, y), (x + 9, y - 1), (x + 15, y + 4), (x + 9, y + 7), (x + 2, y + 4))
    canvas.fill(fin, colour, outline=darker(colour, 0.45), width=1)


def _slim(deep: float) -> Shape:
    """The outline of a fish that is so deep at its deepest, without fins and tail."""
    half = deep / 2
    return smooth(
        (SNOUT, 36), (16, 36 - half * 0.62), (38, 35 - half * 0.98), (62, 35 - half), (90, 35 - half * 0.62),
        (114, 35 - half * 0.22 - 1.2), (118, 35), (114, 35 + half * 0.22 + 1.2), (90, 35 + half * 0.6),
        (62, 35 + half), (38, 35 + half * 0.94), (16, 36 + half * 0.58),
    )  # fmt: skip


def _striped_bass(canvas: Canvas, look: Look) -> None:
    fin, back = "#8a9a86", look.pick(("#5f7a62", "#566f74", "#6a7a58"))
    _fins(
        canvas,
        fin,
        "M42 21 C 46 10 54 8 66 20 Z",
        "M70 21 C 74 12 82 14 92 25 Z",
        "M72 48 C 76 58 84 58 88 46 Z",
        "M44 49 C 48 58 54 58 56 50 Z",
    )
    _tail(canvas, fin, "M112 31 C 122 26 130 16 136 14 C 131 28 131 42 136 56 C 130 54 122 44 112 39 Z")
    shape = _slim(31)
    _skin(canvas, shape, back, "#c4ccc4", "#f2f2ec")
    with canvas.inside(shape):
        for index in range(7):
            y = 24 + index * 3.7
            canvas.stroke(
                f"M32 {y} C 60 {y - 1.4 + index * 0.2} 90 {35 + (y - 35) * 0.7} 118 {35 + (y - 35) * 0.34}",
                "#2c3634",
                1.5,
            )
    _head(canvas, 29, (15, 32), back)
    _pectoral(canvas, 34, 40, "#c8cfc4")


def _weakfish(canvas: Canvas, look: Look) -> None:
    fin, back = "#d8b44e", look.pick(("#6a8a7c", "#60808a", "#74866a"))
    _fins(canvas, "#9a9a72", "M44 23 C 48 9 52 10 64 23 Z", "M66 24 C 70 16 96 20 104 29 L104 31 L66 26 Z")
    _fins(canvas, fin, "M78 46 C 82 54 86 53 90 43 Z", "M42 48 C 46 57 52 56 54 48 Z")
    _tail(canvas, fin, "M112 31 C 122 27 130 20 136 18 C 132 30 133 42 136 53 C 130 50 122 43 112 39 Z")
    shape = _slim(27)
    _skin(canvas, shape, back, "#c9c6cf", "#f6f3ee")
    with canvas.inside(shape):
        specks = [
            (30 + column * 5.2 - row * 2.6, 22.5 + row * 3.1) for row in range(4) for column in range(17)
        ]
        canvas.dots(specks, 1.05, "#26332c")
    _head(canvas, 28, (14, 32), back)
    _pectoral(canvas, 33, 39, fin)


def _black_sea_bass(canvas: Canvas, look: Look) -> None:
    dark = look.pick(("#2f3846", "#343642", "#2a3a44"))
    dorsal = "M34 19 L40 8 L46 13 L52 7 L58 12 L64 7 C 78 6 92 10 100 22 L96 27 Z"
    _fins(canvas, "#46505e", dorsal, "M74 52 C 78 63 90 62 96 44 Z", "M40 54 C 42 66 50 66 54 54 Z")
    with canvas.inside(dorsal):
        for x in range(38, 100, 6):
            canvas.line((x, 20), (x + 7, 9), colour="#cfd6dc", width=1.2)
    _tail(
        canvas,
        "#46505e",
        "M112 28 C 120 24 128 20 136 15 C 132 22 134 30 134 36 C 134 43 132 50 130 54 "
        "C 122 50 118 46 112 42 Z",
    )
    shape = _slim(39)
    _skin(canvas, shape, dark, "#4a5668", "#8a95a2")
    with canvas.inside(shape):
        scales = [
            (34 + column * 7.4 + row % 2 * 3.7, 20 + row * 4.8) for row in range(7) for column in range(12)
        ]
        canvas.dots(scales, 1.7, "#c2d0dc", down=1.0)
    _head(canvas, 30, (16, 30), dark)
    _pectoral(canvas, 35, 41, "#5d6878")


def _tautog(canvas: Canvas, look: Look) -> None:
    tone = look.pick(("#4c4a36", "#56513a", "#45433a"))
    _fins(
        canvas,
        darker(tone, 0.1),
        "M34 17 C 44 7 84 7 104 21 L100 28 Z",
        "M68 54 C 76 63 92 60 100 44 Z",
        "M36 54 C 38 65 46 65 50 54 Z",
    )
    _tail(
        canvas,
        darker(tone, 0.1),
        "M112 26 C 120 22 128 18 133 19 C 137 28 137 42 133 51 C 126 52 120 48 112 44 Z",
    )
    shape = smooth(
        (SNOUT, 38), (8, 27), (18, 17), (38, 13), (64, 14), (94, 21), (114, 27), (117, 35), (114, 43),
        (94, 49), (64, 56), (38, 57), (18, 53), (8, 46),
    )  # fmt: skip
    _skin(canvas, shape, tone, lighter(tone, 0.14), lighter(tone, 0.36))
    with canvas.inside(shape):
        for _ in range(12):
            x, y = look.between(36, 108), look.between(18, 50)
            canvas.fill(smooth(
                (x - 6, y), (x - 2, y - 4.4), (x + 5, y - 3), (x + 6, y + 2), (x, y + 4.4),
            ), darker(tone, 0.38), opacity=0.75)  # fmt: skip
        canvas.fill(ellipse(10, 52, 10, 6), "#d8d4c4")
    _head(canvas, 30, (18, 27), tone)
    canvas.stroke("M4 37 C 8 35 12 37 13 39 C 10 42 7 42 5 41", "#c8b8a4", 3)
    canvas.line((5, 39), (12, 39.4), colour="#3a3028", width=1)
    _pectoral(canvas, 34, 40, lighter(tone, 0.1))


def _red_snapper(canvas: Canvas, look: Look) -> None:
    red = look.pick(("#d4473c", "#dc5446"))
    _fins(
        canvas,
        darker(red, 0.1),
        "M32 17 L38 6 L44 11 L50 5 L56 10 L62 6 L68 11 C 80 9 90 12 98 24 L94 28 Z",
        "M74 53 C 80 65 88 60 94 45 Z",
        "M40 55 C 44 66 52 65 54 56 Z",
    )
    _tail(
        canvas,
        darker(red, 0.08),
        "M111 28 C 120 23 129 12 136 9 C 131 24 131 45 136 60 C 129 57 120 47 111 42 Z",
    )
    shape = smooth(
        (SNOUT, 40), (12, 28), (24, 17), (42, 12), (64, 14), (92, 23), (113, 29), (117, 35), (113, 41),
        (92, 47), (64, 55), (38, 57), (18, 51),
    )  # fmt: skip
    _skin(canvas, shape, red, "#ee8a7a", "#fbe0d4")
    with canvas.inside(shape):
        for row in range(6):
            for column in range(12):
                x, y = 36 + column * 6.6 + row % 2 * 3.3, 20 + row * 5.4
                canvas.stroke(
                    f"M{x} {y - 2} C {x + 2.6} {y - 1} {x + 2.6} {y + 1} {x} {y + 2}", darker(red, 0.22), 0.8
                )
    _head(canvas, 31, (18, 30), red)
    _pectoral(canvas, 34, 42, lighter(red, 0.3))


def _eel(canvas: Canvas, look: Look) -> None:
    tone = look.pick(("#5a5a34", "#6a5f38", "#4a5036"))
    way = look.pick((-1, 1))
    spine = [(14, 0, 8), (36, 7, 10.5), (62, -4, 11), (88, -7, 9), (112, 4, 6), (131, 2, 2)]
    fringe = limb(*((x, 35 + y * way - 1.4, thick + 5) for x, y, thick in spine[2:]))
    canvas.fill(fringe, darker(tone, 0.15), outline=darker(tone, 0.5), width=1)
    shape = limb((SNOUT + 2, 36, 4), *((x, 35 + y * way, thick) for x, y, thick in spine))
    canvas.stroke(shape, darker(tone, 0.6), 2, closed=True)
    canvas.fill(shape, tone)
    with canvas.inside(shape):
        canvas.stroke(limb(*((x, 35 + y * way + thick * 0.36, 1) for x, y, thick in spine)), "#d8cc8a", 2.6)
        canvas.stroke(
            limb(*((x, 35 + y * way - thick * 0.3, 1) for x, y, thick in spine)), lighter(tone, 0.25), 1
        )
    canvas.fill(smooth(
        (22, 35 + 3 * way), (30, 37 + 4 * way), (31, 42 + 4 * way), (24, 40 + 3 * way),
    ), lighter(tone, 0.1), outline=darker(tone, 0.5), width=0.8)  # fmt: skip
    canvas.fill(ellipse(10.5, 34, 1.9), "#e8d27a")
    eye(canvas, 10.5, 34, 1.3)
    canvas.line((4.6, 37), (11, 38.2), colour=darker(tone, 0.6), width=1)


def _tuna(canvas: Canvas, look: Look) -> None:
    blue = look.pick(("#24405e", "#1f3a58"))
    _fins(canvas, darker(blue, 0.1), "M40 20 C 44 10 48 8 52 11 C 54 15 60 18 66 20 Z")
    canvas.fill(
        path("M68 20 C 72 14 74 6 80 3 C 79 12 80 18 84 23 Z"), "#c8a83a", outline=darker(blue, 0.4), width=1
    )
    canvas.fill(
        path("M70 50 C 74 56 76 63 82 66 C 80 58 82 52 85 47 Z"),
        "#c8a83a",
        outline=darker(blue, 0.4),
        width=1,
    )
    for x in range(86, 114, 5):
        rise = (x - 86) * 0.36
        canvas.fill(polygon((x, 24 + rise), (x + 4, 21 + rise), (x + 4, 26 + rise)), "#f0c832")
        canvas.fill(polygon((x, 46 - rise), (x + 4, 49 - rise), (x + 4, 44 - rise)), "#f0c832")
    canvas.fill(
        path(
            "M113 35 C 122 28 130 12 136 6 C 129 22 128 30 128 35 C 128 40 129 48 136 64 "
            "C 130 58 122 42 113 35 Z"
        ),
        blue,
        outline=darker(blue, 0.5),
        width=1.1,
    )
    shape = smooth(
        (SNOUT, 36), (18, 26), (40, 19.5), (64, 19), (92, 27), (116, 34), (118, 35), (116, 36), (92, 44),
        (64, 51), (40, 50.5), (18, 45),
    )  # fmt: skip
    _skin(canvas, shape, blue, "#9aacbc", "#eef1f2")
    with canvas.inside(shape):
        canvas.glow(60, 46, 46, 7, "#ffffff", opacity=0.7)
    _head(canvas, 30, (14, 33), blue, size=2.4)
    canvas.fill(limb((36, 36, 5), (48, 40, 4), (60, 41, 1)), darker(blue, 0.15))


def _carp(canvas: Canvas, look: Look) -> None:
    gold = look.pick(("#9a7a36", "#a8843c", "#8a6c30"))
    _fins(
        canvas,
        darker(gold, 0.25),
        "M42 15 C 46 3 52 4 56 9 C 70 9 84 12 92 22 L88 26 Z",
        "M80 49 C 84 58 90 56 94 44 Z",
        "M52 56 C 56 65 62 64 66 54 Z",
    )
    _tail(canvas, "#b8743a", "M111 28 C 120 24 129 12 136 10 C 130 24 130 45 136 60 C 129 58 120 46 111 42 Z")
    shape = smooth(
        (SNOUT, 40), (12, 30), (26, 20), (46, 12), (68, 14), (94, 24), (113, 29), (117, 35), (113, 41),
        (94, 47), (66, 57), (40, 57), (18, 49),
    )  # fmt: skip
    _skin(canvas, shape, darker(gold, 0.2), gold, "#ead8a0")
    with canvas.inside(shape):
        for row in range(7):
            for column in range(11):
                x, y = 36 + column * 7.6 + row % 2 * 3.8, 16 + row * 5.9
                canvas.stroke(
                    f"M{x - 1} {y - 3.2} C {x + 4.2} {y - 2.4} {x + 4.2} {y + 2.4} {x - 1} {y + 3.2}",
                    darker(gold, 0.45),
                    1.1,
                )
    _head(canvas, 30, (17, 33), gold, size=2.2)
    canvas.stroke("M6 41 C 5 44 5 46 7 48 M9 42 C 9 46 10 48 12 49", darker(gold, 0.3), 1.5)
    canvas.fill(ellipse(6, 40, 2.6, 2.2), "#d8a878")
    _pectoral(canvas, 32, 46, "#b8743a")


def _herring(canvas: Canvas, look: Look) -> None:
    blue = look.pick(("#3f6f92", "#47789a"))
    fin = "#9aa8b2"
    _fins(
        canvas,
        fin,
        "M62 24 C 64 14 68 13 80 26 Z",
        "M88 45 C 92 50 98 48 102 42 Z",
        "M64 47 C 67 54 71 53 74 47 Z",
    )
    _tail(
        canvas,
        fin,
        "M113 33 C 122 28 130 16 136 13 C 129 26 126 32 126 35 C 126 38 129 45 136 57 "
        "C 130 54 122 42 113 37 Z",
    )
    shape = smooth(
        (SNOUT, 34), (18, 27), (42, 23.4), (66, 24), (94, 29), (116, 33.4), (116, 36.6), (94, 42),
        (66, 48), (42, 48.6), (18, 44),
    )  # fmt: skip
    _skin(canvas, shape, blue, "#c6d4dc", "#f6f8f8")
    with canvas.inside(shape):
        for row in range(3):
            for column in range(15):
                x, y = 32 + column * 5.6 + row % 2 * 2.8, 34 + row * 4.4
                canvas.stroke(
                    f"M{x} {y - 1.8} C {x + 2.2} {y - 1} {x + 2.2} {y + 1} {x} {y + 1.8}", "#8fa2ae", 0.8
                )
        canvas.glow(60, 35, 50, 4, "#ffffff", opacity=0.6)
    _head(canvas, 26, (13, 33), blue, size=2.6)


def _flounder(canvas: Canvas, look: Look) -> None:
    tone = look.pick(("#8a7350", "#7a6a4c", "#94794e"))
    fringe = smooth(
        (18, 35), (28, 18), (50, 5), (76, 3), (98, 14), (114, 30), (114, 40), (98, 56), (76, 67), (50, 65),
        (28, 52),
    )  # fmt: skip
    canvas.fill(fringe, darker(tone, 0.08), outline=darker(tone, 0.5), width=1.2)
    with canvas.inside(fringe):
        for turn in range(0, 360, 6):
            with canvas.moved(66, 35, turn=turn):
                canvas.line((20, 0), (56, 0), colour=darker(tone, 0.38), width=0.8)
    _tail(
        canvas,
        darker(tone, 0.08),
        "M110 29 C 118 24 128 20 134 22 C 137 30 137 40 134 48 C 128 50 118 46 110 41 Z",
    )
    shape = smooth(
        (SNOUT, 38), (12, 28), (26, 20), (48, 11), (74, 9), (96, 20), (114, 31), (114, 39), (96, 50),
        (74, 61), (48, 59), (26, 52), (11, 46),
    )  # fmt: skip
    _skin(canvas, shape, tone, lighter(tone, 0.06), darker(tone, 0.06))
    with canvas.inside(shape):
        canvas.dots(
            [(look.between(30, 106), look.between(12, 58)) for _ in range(40)], 1.4, lighter(tone, 0.35)
        )
        for x, y in ((58, 22), (58, 48), (82, 24), (82, 46), (100, 35)):
            canvas.fill(ellipse(x, y, 4), "#3c3020", outline=lighter(tone, 0.5), width=1.2)
    canvas.stroke("M34 34 C 50 30 80 35 112 35", darker(tone, 0.35), 1.1)
    canvas.stroke("M30 22 C 36 30 36 42 30 50", darker(tone, 0.4), 1.3)
    for x, y in ((20, 28), (16, 37)):
        canvas.fill(ellipse(x, y, 4.4, 3.8), lighter(tone, 0.25), outline=darker(tone, 0.55), width=1)
        eye(canvas, x, y, 2.3)
    canvas.stroke("M4.6 40 C 8 43 12 44 15 43", darker(tone, 0.6), 1.3)
    _pectoral(canvas, 36, 40, lighter(tone, 0.1))


SPECIES: dict[str, Callable[[Canvas, Look], None]] = {
    "Striped bass": _striped_bass,
    "Summer flounder": _flounder,
    "Weakfish": _weakfish,
    "Black sea bass": _black_sea_bass,
    "Tautog": _tautog,
    "Northern red snapper": _red_snapper,
    "American eel": _eel,
    "Atlantic bluefin tuna": _tuna,
    "Common carp": _carp,
    "Atlantic herring": _herring,
}


@sprite("fish", width=140, height=70)
def fish(canvas: Canvas, look: Look) -> None:
    look.named("species", SPECIES)(canvas, look)
    canvas.point("snout", SNOUT, 36)
    canvas.point("tail", TAIL, 36)
