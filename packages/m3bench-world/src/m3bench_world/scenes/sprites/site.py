"""What stands and lies about on a building site."""

from __future__ import annotations

from m3bench_world.scenes.painting import (
    Canvas,
    Look,
    Paint,
    across,
    body,
    darker,
    ellipse,
    lighter,
    limb,
    panel,
    path,
    polygon,
    rect,
    tube,
)
from m3bench_world.scenes.sprites import sprite

_MACHINE = {"yellow": "#f0b429", "orange": "#e8802a", "red": "#c8402f"}


def _bar(
    canvas: Canvas, start: tuple[float, float], end: tuple[float, float], colour: Paint, width: float
) -> None:
    canvas.line(start, end, colour=darker(colour, 0.5), width=width)
    canvas.line(start, end, colour=colour, width=width * 0.6)


@sprite("ladder", width=38, height=120)
def ladder(canvas: Canvas, look: Look) -> None:
    colour = look.named("material", {"wood": "#b98a4e", "aluminium": "#bcc2c8", "fibreglass": "#e8a02c"})
    lean = look.between(0, 4)
    for index in range(9):
        y = 10 + index * 12.4
        inset = lean * (1 - y / 120)
        _bar(canvas, (6 + inset, y), (32 - inset, y), lighter(colour, 0.1), 4)
    for x, inward in ((6, lean), (32, -lean)):
        _bar(canvas, (x + inward, 2), (x, 118), colour, 6)
        canvas.fill(rect(x - 3.4, 114, 6.8, 5, 1), "#2c2c2e")


@sprite("scaffold", width=120, height=120)
def scaffold(canvas: Canvas, look: Look) -> None:
    steel = look.pick(("#8d959d", "#6f8296", "#a8763c"))
    plank = look.pick(("#c49a5e", "#b08850"))
    for bay in range(2):
        for level in range(3):
            x, y = 8 + bay * 52, 118 - level * 38
            ends = ((x, y), (x + 52, y - 38)) if (bay + level) % 2 else ((x + 52, y), (x, y - 38))
            _bar(canvas, *ends, darker(steel, 0.12), 2.8)
    for level in range(3):
        y = 118 - (level + 1) * 38 + 2
        panel(canvas, rect(2, y, 116, 5.5), plank, edge=1)
        for x in (31, 60, 89):
            canvas.line((x, y), (x, y + 5.5), colour=darker(plank, 0.4), width=0.9)
    for y in (62, 52, 24, 14):
        _bar(canvas, (6, y), (114, y), steel, 2.6)
    for x in (8, 60, 112):
        _bar(canvas, (x, 2), (x, 116), steel, 4.6)
        canvas.fill(rect(x - 5, 115, 10, 4), "#4a4e54")


@sprite("guardrail", width=120, height=52)
def guardrail(canvas: Canvas, look: Look) -> None:
    form = look.named("colour", {"red and white": ("#d8352c", "#f6f4ee"), "yellow": ("#f0c02a", "#f0c02a"),
                                 "orange": ("#ee7a24", "#ee7a24")})  # fmt: skip
    for x in (10, 60, 110):
        _bar(canvas, (x, 3), (x, 48), "#7f868e", 5)
        canvas.fill(rect(x - 8, 46, 16, 5, 1), "#4a4e54")
    for y in (9, 27):
        rail = rect(2, y, 116, 8.5, 1)
        canvas.fill(rail, form[1])
        if form[0] != form[1]:
            with canvas.inside(rail):
                for x in range(-4, 124, 20):
                    canvas.fill(
                        polygon((x, y + 9), (x + 10, y + 9), (x + 16, y - 1), (x + 6, y - 1)), form[0]
                    )
        canvas.stroke(rail, darker(form[0], 0.45), 1.4, closed=True)


@sprite("traffic cone", width=76)
def traffic_cone(canvas: Canvas, look: Look) -> None:
    orange = look.pick(("#f2691e", "#ee5f1a", "#f57a2a"))
    base = path("M4 88 L14 80 L62 80 L72 88 L72 95 L4 95 Z")
    panel(canvas, base, look.pick((orange, "#2f2f32")), edge=1.6)
    cone = path("M33 4 C 34 2 42 2 43 4 L61 84 C 52 90 24 90 15 84 Z")
    tube(canvas, cone, orange, edge=1.6)
    with canvas.inside(cone):
        for top, low in ((26, 40), (54, 69)):
            canvas.fill(path(f"M0 {top} Q 38 {top + 5} 76 {top} L76 {low} Q 38 {low + 6} 0 {low} Z"),
                        across(14, 62, "#d0d0cc", "#ffffff", "#c8c8c4"))  # fmt: skip
    canvas.stroke(cone, darker(orange, 0.45), 1.6, closed=True)


@sprite("crane", width=120, height=130)
def crane(canvas: Canvas, look: Look) -> None:
    paint = look.named("colour", _MACHINE)
    load = look.between(78, 104)
    for y in range(36, 120, 12):
        _bar(canvas, (32, y), (46, y + 12), paint, 2.2)
        _bar(canvas, (46, y), (32, y + 12), paint, 2.2)
    for x in (32, 46):
        _bar(canvas, (x, 28), (x, 124), paint, 3.4)
    panel(canvas, rect(22, 121, 34, 8, 1), "#8a8f95")
    for x in range(46, 112, 11):
        canvas.stroke(f"M{x} 30 L{x + 5.5} 22 L{x + 11} 30", paint, 2)
    for x in range(6, 28, 11):
        canvas.stroke(f"M{x} 30 L{x + 5.5} 23 L{x + 11} 30", paint, 2)
    _bar(canvas, (46, 22), (112, 25), paint, 2.6)
    _bar(canvas, (4, 30), (117, 30), paint, 3.8)
    for end in ((9, 28), (84, 24)):
        canvas.line((39, 4), end, colour=darker(paint, 0.5), width=1.4)
    canvas.stroke("M33 28 L39 3 L45 28", darker(paint, 0.35), 3.4)
    panel(canvas, rect(5, 30, 15, 14, 1), "#7d8288")
    panel(canvas, rect(44, 31, 13, 13, 2), lighter(paint, 0.1))
    canvas.fill(rect(49, 33, 7, 7, 1), "#a8d4ea", outline="#3a4a54", width=1)
    panel(canvas, rect(load - 4, 30, 8, 4, 1), "#4a4e54")
    canvas.line((load, 33), (load, 70), colour="#3a3c40", width=1.6)
    canvas.stroke(
        f"M{load} 70 C {load + 6} 74 {load + 4} 80 {load - 1} 79 C {load - 4} 78 {load - 4} 75 {load - 3} 74",
        "#3a3c40",
        2.6,
    )


@sprite("excavator", width=130, height=92)
def excavator(canvas: Canvas, look: Look) -> None:
    paint = look.named("colour", _MACHINE)
    boom = limb((52, 46, 12), (72, 14, 12), (96, 24, 9))
    body(canvas, boom, paint, edge=1.8)
    canvas.line((58, 46), (76, 22), colour="#c8ccd0", width=3)
    stick = limb((92, 19, 9), (108, 46, 8), (113, 60, 6))
    body(canvas, stick, paint, edge=1.8)
    canvas.line((84, 14), (104, 34), colour="#c8ccd0", width=3)
    scoop = path("M108 56 L120 58 C 126 68 124 80 114 85 L100 84 L104 80 C 112 78 112 68 106 64 Z")
    panel(canvas, scoop, "#5a5f66", edge=1.6)
    for x in (98, 102, 106):
        canvas.fill(polygon((x, 82), (x + 4, 83), (x - 1, 90)), "#3a3e44")
    house = path("M4 44 C 4 38 8 36 14 36 L34 36 L34 62 L10 62 C 5 62 4 58 4 54 Z")
    panel(canvas, house, darker(paint, 0.06), edge=1.8)
    for y in (43, 48, 53):
        canvas.line((9, y), (24, y), colour=darker(paint, 0.5), width=1.8)
    panel(
        canvas, path("M33 62 L33 22 C 33 19 35 18 38 18 L54 18 C 58 18 60 22 61 26 L66 62 Z"), paint, edge=1.8
    )
    canvas.fill(path("M38 23 L52 23 L56 46 L38 46 Z"), "#9fd0e6", outline="#2f3a42", width=1.8)
    canvas.line((46, 23), (47, 46), colour="#2f3a42", width=1.4)
    canvas.fill(rect(18, 61, 36, 6), "#3a3c40")
    canvas.fill(rect(2, 66, 72, 23, 11.5), "#2b2c2f", outline="#151517", width=1.4)
    canvas.fill(rect(6, 70, 64, 15, 7.5), "#55585d")
    for x in (14, 26, 38, 50, 62):
        canvas.fill(ellipse(x, 77.5, 5.4), "#2b2c2f")
        canvas.fill(ellipse(x, 77.5, 2.4), "#8a8e94")


@sprite("bucket", width=88)
def bucket(canvas: Canvas, look: Look) -> None:
    colour = look.named(
        "colour",
        {"grey": "#9aa0a6", "blue": "#2f74b8", "red": "#c83a30", "black": "#3c3e42", "yellow": "#ecc233"},
    )
    canvas.stroke("M9 32 C 6 -6 82 -6 79 32", "#4a4e52", 3.4)
    canvas.fill(ellipse(44, 32, 38, 11), darker(colour, 0.6))
    tube(canvas, path("M6 32 C 14 46 74 46 82 32 L73 90 C 66 99 22 99 15 90 Z"), colour, edge=1.8)
    canvas.stroke("M9.6 54 C 18 66 70 66 78.4 54", darker(colour, 0.3), 2)
    canvas.stroke(ellipse(44, 32, 38, 11), lighter(colour, 0.35), 3.4, closed=True)
    for x in (8, 80):
        canvas.fill(ellipse(x, 33, 3.4), "#3a3c40")


@sprite("brick pile", width=110, height=70)
def brick_pile(canvas: Canvas, look: Look) -> None:
    clay = look.pick(("#b5523a", "#a8482f", "#c0654a"))
    rows = look.pick(((6, 6, 5, 5, 4), (6, 6, 6, 5, 3), (6, 5, 4, 3, 2)))
    for level, count in enumerate(rows):
        y = 56 - level * 12.4
        for index in range(count):
            x = 55 - count * 8.8 + index * 17.6 + (level % 2) * 2.4 + look.between(-0.8, 0.8)
            tone = darker(lighter(clay, look.between(0, 0.16)), look.between(0, 0.22))
            top = polygon((x, y), (x + 16.6, y), (x + 20, y - 3.4), (x + 3.4, y - 3.4))
            canvas.fill(top, lighter(tone, 0.22))
            canvas.fill(
                polygon((x + 16.6, y), (x + 20, y - 3.4), (x + 20, y + 8.6), (x + 16.6, y + 12)),
                darker(tone, 0.35),
            )
            panel(canvas, rect(x, y, 16.6, 12), tone, edge=1)


@sprite("rebar", width=130, height=46)
def rebar(canvas: Canvas, look: Look) -> None:
    rust = look.pick(("#8a5a40", "#7a6a5e", "#9a5f3c"))
    places = [(0, 38), (7, 38), (14, 38), (21, 38), (3.5, 31), (10.5, 31), (17.5, 31), (7, 24), (14, 24)]
    for x, y in sorted(places, key=lambda place: place[1]):
        start = (4 + x * 0.5 + look.between(-2, 2), y - x * 0.55 + 4)
        end = (124 + x * 0.1 + look.between(-4, 2), y - x * 0.55 - 10)
        canvas.line(start, end, colour=darker(rust, 0.6), width=5.4)
        canvas.line(start, end, colour=rust, width=3.6)
        for step in range(1, 32):
            share = step / 32
            px, py = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            canvas.line((px - 0.8, py - 1.8), (px + 0.8, py + 1.8), colour=darker(rust, 0.4), width=0.9)
        canvas.fill(
            ellipse(start[0], start[1], 2.7), lighter(rust, 0.4), outline=darker(rust, 0.6), width=0.8
        )
    for x in (34, 92):
        shift = (x - 4) * -0.117
        canvas.stroke(
            f"M{x} {46 + shift} C {x - 4} {38 + shift} {x - 2} {22 + shift} {x + 6} {16 + shift}",
            "#3a3c40",
            2.6,
        )


@sprite("cable", width=110, height=62)
def cable(canvas: Canvas, look: Look) -> None:
    colour = look.named(
        "colour", {"orange": "#f07a22", "black": "#34363a", "yellow": "#f0c430", "blue": "#2f6cc0"}
    )
    for index in range(5):
        with canvas.moved(42 + index * 0.8, 34 - index * 3.4):
            ring = ellipse(0, 0, 36 - index * 0.6, 19)
            canvas.stroke(ring, darker(colour, 0.55), 5.4, closed=True)
            canvas.stroke(ring, colour, 3.6, closed=True)
            canvas.stroke("M-30 7 C -20 15 0 18 14 16", lighter(colour, 0.45), 1.1)
    tail = "M68 44 C 84 56 92 54 94 44 C 95 38 97 34 100 30"
    canvas.stroke(tail, darker(colour, 0.55), 5.4)
    canvas.stroke(tail, colour, 3.6)
    with canvas.moved(100, 30, turn=20):
        panel(canvas, rect(-5, -13, 10, 14, 2.5), "#3a3c40", edge=1)
        for x in (-2.6, 2.6):
            canvas.line((x, -13), (x, -20), colour="#c8b46a", width=2)


@sprite("beam", width=130, height=40)
def beam(canvas: Canvas, look: Look) -> None:
    steel = look.named("colour", {"red": "#b0452f", "grey": "#7d858d", "green": "#5f7a5a"})
    top = polygon((14, 6), (126, 2), (128, 6), (22, 12))
    canvas.fill(top, lighter(steel, 0.3), outline=darker(steel, 0.5), width=1.2)
    canvas.fill(
        polygon((20, 12), (128, 6), (128, 10), (20, 17)),
        darker(steel, 0.1),
        outline=darker(steel, 0.5),
        width=1.2,
    )
    canvas.fill(polygon((14, 17), (126, 10), (126, 22), (14, 31)), darker(steel, 0.38))
    canvas.fill(polygon((14, 31), (128, 21), (128, 24), (20, 34)), lighter(steel, 0.15))
    canvas.fill(
        polygon((20, 34), (128, 24), (128, 28), (20, 39)),
        darker(steel, 0.1),
        outline=darker(steel, 0.5),
        width=1.2,
    )
    face = path("M2 10 L20 12 L20 17 L14 16.4 L14 31.6 L20 32.6 L20 39 L2 36 L2 30.4 L8.4 31 L8.4 16 L2 15 Z")
    canvas.fill(face, lighter(steel, 0.12), outline=darker(steel, 0.6), width=1.4)
    for x in range(32, 124, 15):
        y = 24 - (x - 14) * 0.06
        canvas.fill(ellipse(x, y, 1.8, 2), darker(steel, 0.65))


@sprite("platform", width=150, height=100)
def platform(canvas: Canvas, look: Look) -> None:
    """A floor of fresh concrete on columns and steel props, with a railing along its edge or with none."""
    slab = look.pick(("#b4b0a6", "#a8a49c", "#c0bab0"))
    guarded = look.named("edge", {"open": False, "guarded": True})
    canvas.point("left end", 8, 44)
    canvas.point("right end", 142, 44)
    for x in (8, 131):
        for stub in (1.5, 5, 8.5):
            canvas.line((x + stub, 26), (x + stub, 44), colour="#7a4a34", width=1.5)
        tube(canvas, rect(x, 56, 11, 43), darker(slab, 0.12), edge=1.2)
    for x in range(31, 128, 17):
        _bar(canvas, (x, 60), (x, 97), "#d8742a", 3)
        canvas.fill(rect(x - 4, 59, 8, 3), "#8a5a34")
        canvas.fill(rect(x - 4.5, 96, 9, 3), "#5a5e64")
        canvas.fill(ellipse(x, 80, 2.4), "#8a4a1e")
    canvas.fill(rect(20, 58, 110, 4), darker(slab, 0.6))
    canvas.fill(
        polygon((13, 40), (137, 40), (149, 47), (1, 47)),
        lighter(slab, 0.3),
        outline=darker(slab, 0.45),
        width=1.2,
    )
    panel(canvas, rect(1, 47, 148, 12), slab, edge=1.4)
    for x in (22, 49, 76, 103, 130):
        canvas.line((x, 48), (x, 58), colour=darker(slab, 0.22), width=1)
    if guarded:
        for x in (5, 52, 98, 145):
            _bar(canvas, (x, 14), (x, 47), "#f0c02a", 3.6)
        for y in (16, 30):
            _bar(canvas, (4, y), (146, y), "#f0c02a", 3.6)
