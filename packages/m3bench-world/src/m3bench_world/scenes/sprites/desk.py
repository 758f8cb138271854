"""Things on a desk and in a bag."""

from __future__ import annotations

from m3bench_world.scenes.painting import (
    Canvas,
    Linear,
    Look,
    body,
    darker,
    ellipse,
    lighter,
    mix,
    panel,
    path,
    polygon,
    rect,
    shine,
)
from m3bench_world.scenes.sprites import sprite

_CASES = {"silver": "#b8bdc3", "black": "#3a3c40", "white": "#e6e6e4"}
_CLOTH = {"red": "#c2392f", "blue": "#34639f", "green": "#4d8050", "yellow": "#dcae32", "purple": "#74508f"}
_SCREENS = (("#2a5f9e", "#7fc0e8"), ("#3a2f6a", "#c86a9a"), ("#1f6a5a", "#a8d88a"), ("#20262e", "#3c4a5a"))


@sprite("laptop", height=76)
def laptop(canvas: Canvas, look: Look) -> None:
    case = look.named("colour", _CASES)
    panel(canvas, rect(15, 2, 70, 50, 3), darker(case, 0.1))
    canvas.fill(rect(18, 5, 64, 43, 1), "#17191c")
    top, bottom = look.pick(_SCREENS)
    screen = rect(20, 7, 60, 39)
    canvas.fill(screen, Linear((20, 7), (80, 46), [(0, top), (1, bottom)]))
    with canvas.inside(screen):
        _screen(canvas, look)
    panel(canvas, polygon((14, 52), (86, 52), (97, 70), (3, 70)), case)
    canvas.fill(polygon((20, 54.5), (80, 54.5), (85, 62.5), (15, 62.5)), darker(case, 0.62))
    for row in range(3):
        y = 56.4 + row * 2.6
        keys: list[tuple[float, float]] = [(20 + column * 4.6 - row, y) for column in range(14)]
        canvas.dots(keys, 1.7, lighter(case, 0.15) if case == "#3a3c40" else darker(case, 0.25), down=0.9)
    canvas.fill(polygon((41, 64), (59, 64), (61, 69), (39, 69)), darker(case, 0.22))
    canvas.fill(rect(3, 70, 94, 4, 1.5), darker(case, 0.35))


def _screen(canvas: Canvas, look: Look) -> None:
    style = look.pick(("windows", "plain", "text"))
    if style == "windows":
        canvas.fill(rect(25, 12, 30, 22, 1), "#f4f4f2")
        canvas.fill(rect(25, 12, 30, 4), "#8aa0b8")
        canvas.fill(rect(46, 22, 28, 18, 1), "#fbf4df")
    elif style == "text":
        for row in range(6):
            canvas.line(
                (25, 13 + row * 5), (25 + look.between(15, 45), 13 + row * 5), colour="#e8efe8", width=1.8
            )
    canvas.fill(polygon((20, 7), (48, 7), (30, 46), (20, 46)), "#ffffff", opacity=0.12)


@sprite("keyboard", height=40)
def keyboard(canvas: Canvas, look: Look) -> None:
    case = look.named("colour", _CASES)
    key = "#f2f2f0" if case != "#3a3c40" else "#6c7078"
    panel(canvas, rect(1, 3, 98, 34, 4), case)
    canvas.fill(rect(1, 33, 98, 4, 2), darker(case, 0.35))
    for row in range(4):
        for column in range(13):
            x = 4.5 + column * 7.1 + (row % 2) * 1.2
            canvas.fill(rect(x, 6 + row * 6.3, 5.8, 5.2, 1), darker(case, 0.5))
            canvas.fill(rect(x + 0.3, 6 + row * 6.3, 5.2, 4.3, 1), key)
    canvas.fill(rect(26, 31, 44, 4.4, 1), darker(case, 0.5))
    canvas.fill(rect(26.4, 31, 43, 3.6, 1), key)


@sprite("mouse", width=62)
def mouse(canvas: Canvas, look: Look) -> None:
    case = look.named("colour", _CASES)
    if look.happens(0.6):
        canvas.stroke("M31 26 C 31 14 26 12 30 2", "#2f3033", 3)
    shape = path("M31 20 C 10 20 4 36 4 58 C 4 84 14 98 31 98 C 48 98 58 84 58 58 C 58 36 52 20 31 20 Z")
    body(canvas, shape, case, contrast=0.36)
    with canvas.inside(shape):
        canvas.stroke("M4 54 C 16 60 46 60 58 54", darker(case, 0.45), 1.8)
        canvas.line((31, 20), (31, 57), colour=darker(case, 0.45), width=1.8)
    canvas.fill(rect(27, 30, 8, 17, 4), darker(case, 0.6))
    canvas.fill(rect(29, 33, 4, 11, 2), look.pick(("#8a9096", "#c8392f", "#3a78c0")))
    shine(canvas, 18, 74, 6, 13, turn=8)


@sprite("book", height=82)
def book(canvas: Canvas, look: Look) -> None:
    cover = look.named("colour", _CLOTH)
    form = look.named("form", {"closed": "closed", "open": "open"})
    if form == "open":
        _open_book(canvas, look, cover)
        return
    canvas.fill("M12 66 L86 60 L96 68 L22 78 Z", darker(cover, 0.5))
    canvas.fill("M14 62 L86 56 L94 64 L22 73 Z", "#efe7d2")
    for step in range(3):
        canvas.line((23, 71 - step * 2.4), (93, 63 - step * 2.4), colour="#bdb196", width=0.8)
    panel(canvas, "M10 14 Q 8 12 11 11 L78 4 Q 80 4 81 6 L92 56 Q 92 58 90 59 L24 68 Q 21 68 20 66 Z", cover)
    canvas.fill("M10 14 L20 66 Q 18 72 22 77 L14 70 Q 10 66 4 22 Z", darker(cover, 0.35))
    canvas.stroke("M19 18 L75 12 L83 51 L28 58 Z", lighter(cover, 0.5), 1.6, closed=True)
    gold = look.pick(("#f2dd9a", "#ffffff", "#f0c85a"))
    canvas.line((34, 28), (66, 24.6), colour=gold, width=4.4)
    canvas.line((39, 37), (63, 34.4), colour=gold, width=2.6)


def _open_book(canvas: Canvas, look: Look, cover: str) -> None:
    canvas.fill("M2 22 L50 28 L98 22 L98 72 L50 80 L2 72 Z", cover, outline=darker(cover, 0.5))
    for flip in (False, True):
        with canvas.moved(50, 0, flip=flip):
            page = path("M0 22 C 12 10 32 12 45 16 L45 66 C 32 62 12 62 0 74 Z")
            canvas.fill(page, Linear((0, 0), (45, 0), [(0, "#cfc6ae"), (0.3, "#fbf7ea"), (1, "#efe8d4")]))
            canvas.stroke(page, "#9a917c", 0.9, closed=True)
            for row in range(6):
                y = 26 + row * 6.2
                canvas.stroke(
                    f"M7 {y} C 16 {y - 5} 30 {y - 5} {look.between(32, 40)} {y - 3}", "#8f8a80", 1.3
                )


@sprite("phone", width=52)
def phone(canvas: Canvas, look: Look) -> None:
    case = look.named("colour", {"black": "#2a2c30", "white": "#e8e8e6", "blue": "#35588c", "red": "#b0322c"})
    panel(canvas, rect(2, 1, 48, 98, 8), case)
    top, bottom = look.pick(_SCREENS[:3])
    canvas.fill(rect(5, 6, 42, 88, 5), Linear((5, 6), (47, 94), [(0, top), (1, bottom)]))
    canvas.fill(rect(19, 8.5, 14, 3.4, 1.7), "#101114")
    icons = ("#f2c53a", "#e8574a", "#5ac46a", "#ffffff", "#f08a3a", "#4ab8e8", "#c86ad8", "#e8e8a0")
    for row in range(4):
        for column in range(3):
            tone = icons[(row * 3 + column + look.whole(0, 2)) % len(icons)]
            canvas.fill(rect(10 + column * 12, 24 + row * 14, 8.4, 8.4, 2.2), tone)
    canvas.fill(rect(10, 82, 32, 8, 3), "#ffffff", opacity=0.35)


@sprite("scissors", width=66)
def scissors(canvas: Canvas, look: Look) -> None:
    grip = look.named(
        "colour", {"red": "#d03a30", "blue": "#2f6fb0", "orange": "#ee8a22", "black": "#2f3136"}
    )
    spread = look.between(10, 18)
    for flip, shade in ((False, 0.0), (True, 0.14)):
        with canvas.moved(33, 46, turn=spread if flip else -spread, flip=flip):
            blade = path("M-4 8 L-4 -30 C -4 -40 -1 -45 1 -46 L5 8 Z")
            canvas.fill(blade, Linear((-4, 0), (5, 0), [(0, "#eef1f3"), (1, darker("#a0a8b0", shade))]))
            canvas.stroke(blade, "#5c646c", 1, closed=True)
            canvas.stroke("M1 6 C 0 16 4 22 8 28", darker(grip, 0.3 + shade), 7)
            ring = ellipse(11, 38, 11, 14) + ellipse(11, 38, 6, 9)
            canvas.fill(ring, darker(grip, shade))
            canvas.stroke(ellipse(11, 38, 11, 14), darker(grip, 0.45), 1.2, closed=True)
            canvas.stroke(ellipse(11, 38, 6, 9), darker(grip, 0.45), 1.2, closed=True)
    canvas.fill(ellipse(33, 47, 3), "#6a727a", outline="#3c4248", width=1)


@sprite("backpack", width=84)
def backpack(canvas: Canvas, look: Look) -> None:
    cloth = look.named("colour", _CLOTH)
    dark = darker(cloth, 0.35)
    canvas.stroke("M32 14 C 32 0 52 0 52 14", darker(cloth, 0.5), 4.5)
    for x in (8, 76):
        panel(canvas, rect(x - 6, 56, 12, 34, 5), dark)
    shape = path("M12 38 C 12 14 24 9 42 9 C 60 9 72 14 72 38 L74 90 Q 74 98 66 98 L18 98 Q 10 98 10 90 Z")
    body(canvas, shape, cloth, contrast=0.3)
    canvas.stroke("M17 42 C 17 22 27 17 42 17 C 57 17 67 22 67 42", dark, 2.2)
    for x in (24, 60):
        canvas.line((x, 20), (x, 60), colour=dark, width=4)
    pocket = path("M18 58 Q 18 54 23 54 L61 54 Q 66 54 66 58 L67 86 Q 67 91 61 91 L23 91 Q 17 91 17 86 Z")
    panel(canvas, pocket, mix(cloth, darker(cloth, 0.5), 0.25))
    canvas.line((20, 63), (64, 63), colour=lighter(cloth, 0.4), width=1.6)
    canvas.fill(rect(38, 61, 8, 9, 2), "#e8c55a" if look.happens(0.5) else "#d8d8d8")
    shine(canvas, 26, 30, 6, 10, turn=20)
