"""Poster artwork by genre: simple shapes in a box of 100 by 150, without faces."""

from __future__ import annotations

from collections.abc import Callable

from m3bench_world.scenes.painting import (
    Canvas,
    Dice,
    Linear,
    Paint,
    Radial,
    darker,
    ellipse,
    lighter,
    polygon,
    rect,
    sector,
    star,
)

Artist = Callable[[Canvas, Dice], None]


def paint(canvas: Canvas, genres: tuple[str, ...], dice: Dice) -> str:
    """Paint the artwork of one of the genres and return that genre."""
    genre = dice.pick([genre for genre in genres if genre in _ARTISTS] or ["Drama"])
    _ARTISTS[genre](canvas, dice)
    return genre


def _sky(canvas: Canvas, *colours: Paint) -> None:
    last = len(colours) - 1
    stops = [(index / last, colour) for index, colour in enumerate(colours)]
    canvas.fill(rect(0, 0, 100, 150), Linear((0, 0), (0, 150), stops))


def _stars(canvas: Canvas, dice: Dice, count: int, lowest: float) -> None:
    canvas.dots([(dice.between(2, 98), dice.between(2, lowest)) for _ in range(count)], 0.4, "#ffffff")


def _space(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#080b22", "#1a1f4a", "#4a2a6a")
    _stars(canvas, dice, 70, 148)
    tone = dice.pick(("#d98a4a", "#5a9ac8", "#c85a6a", "#7ab08a"))
    x = dice.between(30, 70)
    canvas.fill(
        ellipse(x, 70, 24),
        Radial((x - 9, 61), 36, [(0, lighter(tone, 0.4)), (0.5, tone), (1, darker(tone, 0.7))]),
    )
    with canvas.moved(x, 70, turn=-18):
        canvas.stroke(ellipse(0, 0, 37, 8), lighter(tone, 0.5), 1.6, closed=True, opacity=0.9)
    canvas.fill(ellipse(16, 106, 5), Radial((14, 104), 7, [(0, "#e8e6e0"), (1, "#5a5a66")]))
    with canvas.moved(80, 112, turn=24):
        canvas.fill("M0 -11 C 5 -5 5 4 3.4 9 L-3.4 9 C -5 4 -5 -5 0 -11 Z", "#e6e8ec")
        canvas.fill(ellipse(0, -2, 1.8), "#3a6ea8")
        canvas.fill("M-3.4 4 L-7 11 L-3 9 Z M3.4 4 L7 11 L3 9 Z", "#c8382e")
        canvas.fill("M-2.2 9.6 L2.2 9.6 L0 17 Z", "#f6b23a")


def _haunted(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#0c0f14", "#1d2a30", "#3a4a44")
    canvas.fill(ellipse(dice.between(30, 70), 38, 17), "#e9e3c4")
    canvas.fill("M0 120 C 30 104 70 104 100 118 V150 H0 Z", "#0b0d0c")
    canvas.fill("M34 112 V78 L30 78 L50 58 L70 78 L66 78 V112 Z M58 62 V50 H63 V68 Z", "#0b0d0c")
    for x, y in ((42, 84), (54, 84), (42, 97)):
        canvas.fill(rect(x, y, 5, 7), "#f0c24a")
    for x, turn in ((12, -8), (88, 10)):
        with canvas.moved(x, 118, turn=turn):
            canvas.stroke(
                "M0 0 L0 -38 M0 -18 L-10 -32 M0 -24 L9 -38 M-5 -25 L-12 -26 M5 -32 L12 -31", "#0b0d0c", 1.8
            )
    for x, y in ((30, 34), (66, 26), (74, 46)):
        canvas.stroke(
            f"M{x - 5} {y - 2} Q {x - 2} {y - 4} {x} {y} Q {x + 2} {y - 4} {x + 5} {y - 2}", "#0b0d0c", 1.1
        )


def _west(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#f2b25a", "#f0d29a", "#e08a4a")
    canvas.fill(ellipse(50, 76, 22), "#fff0c4")
    canvas.fill("M0 96 L8 96 L10 72 L30 70 L33 96 L62 96 L64 80 L84 78 L88 96 L100 96 V150 H0 Z", "#a8482a")
    canvas.fill("M0 112 C 30 104 70 108 100 102 V150 H0 Z", "#7a3018")
    x = dice.between(18, 80)
    canvas.stroke(f"M{x} 130 V96 M{x} 116 H{x - 8} V104 M{x} 110 H{x + 8} V98", "#2a3a1c", 4.6)


def _city(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#11131c", "#2a2f45", "#6a4a4a")
    left = 0.0
    while left < 100:
        wide, top = dice.between(9, 17), dice.between(56, 96)
        canvas.fill(rect(left, top, wide, 150 - top), "#0a0b10")
        lit = [(left + 2.5 + 3.5 * (n % 3), top + 5 + 6 * (n // 3)) for n in range(12) if dice.happens(0.45)]
        canvas.dots([spot for spot in lit if spot[0] < left + wide - 1], 0.9, "#f4cf6a")
        left += wide + 0.6
    for _ in range(46):
        x, y = dice.between(0, 100), dice.between(0, 120)
        canvas.line((x, y), (x - 1.6, y + 7), colour="#b8c4d8", width=0.35, opacity=0.6)


def _sunset(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#5a3a78", "#e8788a", "#f8c48a")
    canvas.fill(ellipse(50, 92, 20), "#fff2c8")
    canvas.fill(rect(0, 92, 100, 58), Linear((0, 92), (0, 150), [(0, "#d8688a"), (1, "#3a2a5a")]))
    for index in range(7):
        half = 17 - index * 1.8
        canvas.line((50 - half, 97 + index * 5), (50 + half, 97 + index * 5), colour="#fbe0b0", width=1.1)
    for shift, scale in ((-7.0, 1.0), (7.0, 0.8)):
        with canvas.moved(50 + shift, dice.between(50, 56), scale=scale):
            canvas.fill("M0 9 C -14 -2 -8 -12 0 -5 C 8 -12 14 -2 0 9 Z", "#d8324a")


def _mountains(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#2f7fb8", "#a8d4e8", "#f2e6c4")
    canvas.fill(ellipse(dice.between(20, 80), 40, 8), "#fff6d8")
    canvas.fill(polygon((-5, 112), (24, 62), (40, 86), (60, 48), (105, 112)), "#5a6a82")
    canvas.fill(polygon((60, 48), (52, 63), (57, 61), (61, 67), (65, 60), (70, 63)), "#f6f8fa")
    canvas.fill(polygon((24, 62), (17, 74), (23, 72), (27, 77), (31, 73)), "#f6f8fa")
    canvas.fill("M0 106 C 30 92 60 104 100 96 V150 H0 Z", "#4a7a4a")
    road = "M46 150 C 52 132 38 124 50 112 C 56 106 52 102 54 100 H56 "
    road += "C 56 104 60 108 55 114 C 46 124 64 134 62 150 Z"
    canvas.fill(road, "#e6d2a0")


def _balloons(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#ffd84a", "#ffe88a", "#fff6d0")
    for turn in range(0, 360, 24):
        canvas.fill(sector(50, 80, 120, 120, (turn, 12)), "#ffc62a", opacity=0.5)
    for x, y, colour in ((32, 66, "#e0443a"), (52, 52, "#3a86c8"), (70, 68, "#4aa85a")):
        canvas.stroke(f"M{x} {y + 13} Q {x + dice.between(-6, 6)} {y + 30} 51 118", "#6a5a3a", 0.7)
        canvas.fill(
            ellipse(x, y, 10.5, 13), Radial((x - 4, y - 5), 16, [(0, lighter(colour, 0.5)), (1, colour)])
        )


def _hills(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#6ac4f0", "#c8ecfa", "#f2fbe0")
    for turn in range(0, 180, 22):
        canvas.fill(sector(80, 44, 30, 30, (turn * 2, 10)), "#ffe27a")
    canvas.fill(ellipse(80, 44, 10), "#ffd23a")
    for x, y in ((22, 40), (52, 58)):
        canvas.dots([(x - 6, y), (x, y - 3), (x + 6, y)], 6, "#ffffff")
    canvas.fill("M0 104 C 20 78 46 82 60 102 C 74 80 92 86 100 96 V150 H0 Z", "#7ac45a")
    canvas.fill("M0 120 C 30 100 70 108 100 118 V150 H0 Z", "#4a9a4a")
    with canvas.moved(dice.between(20, 60), 0):
        canvas.fill(rect(0, 92, 15, 14), "#f4ead0")
        canvas.fill(polygon((-2.5, 92), (17.5, 92), (7.5, 81)), "#c8483a")
        canvas.fill(rect(5.5, 97, 4.5, 9), "#7a4a2a")


def _castle(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#2a1a4a", "#7a4a9a", "#f0b8a8")
    _stars(canvas, dice, 34, 70)
    canvas.fill(ellipse(24, 34, 9), "#fbf0d0")
    canvas.fill("M0 118 C 30 96 70 96 100 114 V150 H0 Z", "#2a1f3a")
    canvas.fill(
        "M32 106 V72 H36 V76 H40 V72 H44 V76 H48 V56 H52 V60 H56 V56 H60 V76 H64 V72 H68 V106 Z", "#3d2f52"
    )
    for x, top in ((34, 72), (54, 56), (66, 72)):
        canvas.fill(polygon((x - 5, top), (x + 5, top), (x, top - 14)), "#a8385a")
    canvas.dots([(54, 66), (40, 88), (60, 88)], 1.8, "#ffd86a")


def _battle(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#5a2a1e", "#c8642e", "#f0b05a")
    canvas.fill(ellipse(50, 84, 16), "#fbe0a0")
    for x, y in ((30, 34), (52, 44), (72, 30)):
        with canvas.moved(x, y):
            canvas.fill("M-10 -1 L10 -1 L10 1 L-10 1 Z", "#1c1210")
            canvas.fill("M-1.4 -7 L1.4 -7 L1 9 L-1 9 Z", "#1c1210")
            canvas.fill("M-4 8 H4 V9.6 H-4 Z", "#1c1210")
    canvas.fill("M0 106 C 24 98 40 112 60 104 C 78 98 90 106 100 102 V150 H0 Z", "#1c1210")
    for x in (12, 30, 50, 70, 88):
        canvas.stroke(f"M{x} 108 V92 M{x - 4} 95 H{x + 4}", "#1c1210", 1.6)
    canvas.line((6, 96), (94, 96 + dice.between(-2, 2)), colour="#1c1210", width=0.7)


def _record(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#1c1030", "#5a1f6a", "#d83a7a")
    canvas.fill(ellipse(50, 76, 32), "#121014")
    for radius in (28, 24, 20, 16):
        canvas.stroke(ellipse(50, 76, radius), "#3a343e", 0.5, closed=True)
    canvas.fill(ellipse(50, 76, 10), dice.pick(("#f4c83a", "#e8584a", "#4ac0c8")))
    canvas.fill(ellipse(50, 76, 1.6), "#121014")
    for x, y in ((20, 34), (74, 28), (84, 122)):
        canvas.fill(ellipse(x, y, 3.6, 2.8), "#ffffff")
        canvas.stroke(f"M{x + 3.2} {y} V{y - 15} L{x + 10} {y - 12}", "#ffffff", 1.3)


def _keyhole(canvas: Canvas, dice: Dice) -> None:
    tone = dice.pick(("#1f3a34", "#3a1f24", "#26304a"))
    _sky(canvas, darker(tone, 0.4), tone, darker(tone, 0.5))
    canvas.fill(ellipse(50, 76, 38), lighter(tone, 0.12))
    canvas.fill("M50 52 C 62 52 64 68 56 72 L62 100 H38 L44 72 C 36 68 38 52 50 52 Z", "#f4dc8a")
    canvas.glow(50, 74, 30, 36, "#f4dc8a", opacity=0.35)
    for turn in (20, 140, 260):
        canvas.stroke(ellipse(50, 76, 38 + turn / 60), lighter(tone, 0.3), 0.5, closed=True)


def _window(canvas: Canvas, dice: Dice) -> None:
    wall = dice.pick(("#31465a", "#5a4636", "#4a5a48", "#5a3f4f"))
    _sky(canvas, darker(wall, 0.3), wall, darker(wall, 0.35))
    canvas.fill(rect(27, 42, 46, 58), "#2a1d14")
    canvas.fill(rect(30, 45, 40, 52), Linear((0, 45), (0, 97), [(0, "#f4c878"), (1, "#e8865a")]))
    canvas.fill(ellipse(58, 62, 6), "#fff0c4")
    canvas.fill("M30 86 C 40 78 54 84 70 78 V97 H30 Z", "#4a5a6a")
    canvas.line((50, 45), (50, 97), colour="#2a1d14", width=2)
    canvas.line((30, 70), (70, 70), colour="#2a1d14", width=2)
    canvas.fill(polygon((30, 97), (70, 97), (88, 132), (12, 132)), "#f4c878", opacity=0.22)


def _columns(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#c8a86a", "#f0dcae", "#d8b07a")
    canvas.fill(polygon((12, 62), (88, 62), (50, 42)), "#8a6a3a")
    canvas.fill(rect(14, 62, 72, 6), "#a88450")
    for x in (18, 34, 50, 66):
        canvas.fill(
            rect(x + 4, 68, 10, 38), Linear((x + 4, 0), (x + 14, 0), [(0, "#f4e6c4"), (1, "#b08a54")])
        )
    canvas.fill(rect(10, 106, 80, 5), "#8a6a3a")
    canvas.fill(rect(0, 111, 100, 39), darker("#8a6a3a", dice.between(0.1, 0.3)))


_LANDS = (
    "M32 54 C 44 50 50 58 46 66 C 40 72 36 84 40 94 C 34 96 26 84 28 74 C 24 66 26 58 32 54 Z",
    "M58 52 C 70 50 80 60 76 70 C 70 74 70 82 66 92 C 60 90 60 78 56 72 C 54 64 54 56 58 52 Z",
)


def _globe(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#0f2f3a", "#1f5a6a", "#123a44")
    canvas.fill(ellipse(50, 74, 30), Radial((40, 64), 44, [(0, "#a8dcec"), (0.6, "#3a8ab0"), (1, "#123a5a")]))
    with canvas.inside(ellipse(50, 74, 30)), canvas.moved(dice.between(-10, 10), 0):
        for land in _LANDS:
            canvas.fill(land, "#5aa05a")
    for y in (18, 124):
        canvas.fill(rect(0, y, 100, 12), "#0a1a20")
        canvas.dots([(x, y + 6) for x in range(4, 100, 8)], 1.9, "#e8f0f2")


def _burst(canvas: Canvas, dice: Dice) -> None:
    tone = dice.pick(("#c8281e", "#d8641a", "#1f5aa6"))
    _sky(canvas, darker(tone, 0.6), tone, darker(tone, 0.7))
    canvas.fill(star(50, 78, 46, 22, 13, turn=dice.between(0, 20)), "#f6b23a")
    canvas.fill(star(50, 78, 30, 14, 11), "#fff0b0")
    canvas.fill("M0 118 L20 104 L34 112 L52 100 L70 114 L84 104 L100 116 V150 H0 Z", "#140d0c")


def _ball(canvas: Canvas, dice: Dice) -> None:
    _sky(canvas, "#123a6a", "#3a86c8", "#9ad0f0")
    for beam in (14, 86):
        canvas.fill(polygon((beam, 20), (beam - 26, 104), (beam + 26, 104)), "#ffffff", opacity=0.18)
    canvas.fill(rect(0, 100, 100, 50), "#3a8a4a")
    for index in range(0, 5, 2):
        canvas.fill(rect(0, 100 + index * 10, 100, 10), "#46a058")
    x = dice.between(36, 64)
    canvas.fill(ellipse(x, 90, 13), Radial((x - 4, 85), 18, [(0, "#ffffff"), (1, "#b8bec4")]))
    canvas.fill(star(x, 90, 5.4, 4.4, 5), "#1c1c20")
    for turn in range(0, 360, 72):
        with canvas.moved(x, 90, turn=turn):
            canvas.line((0, -5), (0, -9), colour="#1c1c20", width=0.8)
            canvas.fill(polygon((-3, -12.4), (3, -12.4), (1.6, -9), (-1.6, -9)), "#1c1c20")


_ARTISTS: dict[str, Artist] = {
    "Action": _burst,
    "Adventure": _mountains,
    "Animation": _hills,
    "Biography": _columns,
    "Comedy": _balloons,
    "Crime": _city,
    "Documentary": _globe,
    "Drama": _window,
    "Family": _hills,
    "Fantasy": _castle,
    "History": _columns,
    "Horror": _haunted,
    "Music": _record,
    "Musical": _record,
    "Mystery": _keyhole,
    "Romance": _sunset,
    "Sci-Fi": _space,
    "Sport": _ball,
    "Thriller": _city,
    "War": _battle,
    "Western": _west,
}
