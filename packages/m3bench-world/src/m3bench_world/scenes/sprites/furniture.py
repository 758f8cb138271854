"""Furniture and things in a room."""

from __future__ import annotations

from m3bench_world.scenes.painting import (
    Canvas,
    Look,
    Radial,
    across,
    body,
    darker,
    ellipse,
    leaf,
    lighter,
    panel,
    path,
    polygon,
    rect,
    smooth,
    tube,
)
from m3bench_world.scenes.sprites import sprite

_WOOD = {"light wood": "#cfa06a", "brown": "#8f5c34", "dark brown": "#5f3d26", "white": "#e4e0d6"}
_CLOTH = {"red": "#b8443c", "blue": "#4670a0", "green": "#5f8a62", "grey": "#8a8e94", "yellow": "#d8b04a"}


@sprite("chair", width=66)
def chair(canvas: Canvas, look: Look) -> None:
    wood = look.named("colour", _WOOD)
    for x in (20, 56):
        tube(canvas, rect(x, 52, 5, 38), darker(wood, 0.25), edge=0.8)
    for x in (12, 50):
        tube(canvas, rect(x, 3, 5.5, 56, 2), wood)
    if look.happens(0.5):
        for y in (9, 23, 37):
            panel(canvas, rect(14, y, 40, 8, 2), wood)
    else:
        panel(canvas, rect(13, 6, 42, 8, 3), wood)
        for x in (20, 28, 36, 44):
            tube(canvas, rect(x, 12, 3.6, 42), wood, edge=0.8)
    seat = look.pick((wood, *_CLOTH.values()))
    for x in (4, 58):
        tube(canvas, rect(x, 60, 5.5, 38, 1), wood)
    panel(canvas, polygon((12, 52), (57, 52), (65, 62), (2, 62)), seat)
    panel(canvas, rect(2, 62, 63, 6, 1.5), darker(seat, 0.22))
    canvas.line((8, 82), (60, 82), colour=darker(wood, 0.25), width=3)


@sprite("table", height=62)
def table(canvas: Canvas, look: Look) -> None:
    wood = look.named("colour", _WOOD)
    if look.happens(0.35):
        tube(canvas, path("M45 18 L46 48 C 40 54 28 54 26 60 L74 60 C 72 54 60 54 54 48 L55 18 Z"), wood)
        canvas.fill(ellipse(50, 17, 48, 10), darker(wood, 0.4))
        canvas.fill(
            ellipse(50, 13.5, 48, 10), across(2, 98, lighter(wood, 0.3), wood), outline=darker(wood, 0.45)
        )
        return
    for x in (17, 78):
        tube(canvas, rect(x, 20, 5, 30), darker(wood, 0.3), edge=0.8)
    for x in (4, 89):
        tube(canvas, rect(x, 24, 7, 37, 1), wood)
    panel(canvas, rect(5, 22, 90, 9), darker(wood, 0.2))
    panel(canvas, polygon((14, 5), (86, 5), (99, 20), (1, 20)), lighter(wood, 0.1))
    for bend in (9, 13, 17):
        canvas.line((12 - bend * 0.3, bend), (88 + bend * 0.3, bend), colour=darker(wood, 0.15), width=0.8)
    panel(canvas, rect(1, 20, 98, 4.5, 1), wood)


@sprite("desk", height=66)
def desk(canvas: Canvas, look: Look) -> None:
    wood = look.named("colour", _WOOD)
    canvas.fill(rect(8, 20, 60, 26), darker(wood, 0.6))
    tube(canvas, rect(4, 20, 6, 45, 1), wood)
    panel(canvas, rect(60, 18, 36, 47, 1), wood)
    for row in range(3):
        y = 22 + row * 14
        panel(canvas, rect(63, y, 30, 12, 1), lighter(wood, 0.12))
        canvas.fill(rect(73, y + 5, 10, 2.4, 1.2), darker(wood, 0.65))
    panel(canvas, polygon((10, 4), (90, 4), (99, 15), (1, 15)), lighter(wood, 0.15))
    panel(canvas, rect(1, 15, 98, 5, 1), darker(wood, 0.1))


@sprite("bed", height=64)
def bed(canvas: Canvas, look: Look) -> None:
    wood = look.pick(tuple(_WOOD.values()))
    cover = look.named("colour", _CLOTH)
    panel(canvas, rect(2, 3, 9, 58, 3), wood)
    panel(canvas, rect(91, 26, 7, 35, 3), wood)
    panel(canvas, rect(9, 44, 84, 11, 1), darker(wood, 0.2))
    panel(canvas, rect(10, 33, 82, 13, 4), "#f0ece2")
    pillow = path("M12 32 C 10 22 14 18 22 19 C 30 18 36 20 35 27 C 36 34 33 35 24 34 C 17 35 13 35 12 32 Z")
    body(canvas, pillow, "#f6f4ee", contrast=0.16)
    quilt = path(
        "M34 35 C 36 24 44 23 54 24 C 70 22 86 24 92 28 L92 50 C 76 54 54 50 38 53 C 34 48 33 42 34 35 Z"
    )
    body(canvas, quilt, cover, contrast=0.26)
    with canvas.inside(quilt):
        canvas.stroke("M34 28 C 40 34 40 46 38 54", lighter(cover, 0.6), 5)
        canvas.stroke("M56 26 C 60 36 58 46 60 54", darker(cover, 0.2), 1.5)
        canvas.stroke("M76 26 C 78 36 76 46 78 54", darker(cover, 0.2), 1.5)


@sprite("lamp", width=62)
def lamp(canvas: Canvas, look: Look) -> None:
    shade = look.named(
        "colour", {"yellow": "#f0cf6a", "red": "#c84a3c", "white": "#f0ead8", "green": "#5f9a6a"}
    )
    stand = look.pick(("#8a6a3a", "#4a4a50", "#b8b4ac", "#5f8aa8"))
    tube(canvas, path("M28 42 L28 70 C 18 74 18 86 24 92 L38 92 C 44 86 44 74 34 70 L34 42 Z"), stand)
    tube(canvas, rect(17, 90, 28, 7, 3), darker(stand, 0.2))
    lit = look.named("light", {"on": True, "off": False})
    shape = path("M19 4 L43 4 L60 44 C 44 49 18 49 2 44 Z")
    if lit:
        glow = Radial((31, 42), 38, [(0, "#fff8d8"), (0.5, lighter(shade, 0.4)), (1, shade)])
        canvas.fill(shape, glow, outline=darker(shade, 0.4))
    else:
        tube(canvas, shape, shade)
    canvas.stroke("M2.5 43 C 18 48 44 48 59.5 43", darker(shade, 0.3), 2.4)
    canvas.line((20, 5), (42, 5), colour=darker(shade, 0.3), width=2.4)


@sprite("clock", mirrored=False)
def clock(canvas: Canvas, look: Look) -> None:
    rim = look.named("colour", {"black": "#2e3034", "red": "#b83a30", "brown": "#7a4e2c", "blue": "#35628f"})
    body(canvas, ellipse(50, 50, 48), rim, contrast=0.3)
    canvas.fill(
        ellipse(50, 50, 40), Radial((42, 40), 60, [(0, "#ffffff"), (1, "#dcd8cc")]), outline=darker(rim, 0.4)
    )
    for hour in range(12):
        with canvas.moved(50, 50, turn=hour * 30):
            canvas.line(
                (0, -37),
                (0, -30 if hour % 3 == 0 else -33),
                colour="#26272a",
                width=3.4 if hour % 3 == 0 else 2,
            )
    hour, minute = look.whole(1, 12), look.whole(0, 11) * 5
    look.attributes["time"] = f"{hour}:{minute:02d}"
    with canvas.moved(50, 50, turn=hour * 30 + minute / 2):
        canvas.line((0, 4), (0, -20), colour="#1d1e20", width=5.4)
    with canvas.moved(50, 50, turn=minute * 6):
        canvas.line((0, 6), (0, -30), colour="#1d1e20", width=3.4)
    canvas.fill(ellipse(50, 50, 4), "#c8372c")


@sprite("potted plant", width=80)
def potted_plant(canvas: Canvas, look: Look) -> None:
    green = look.pick(("#3f8a3a", "#5a9a3f", "#2f7a4a"))
    style = look.pick(("leaves", "blades", "round"))
    if style == "leaves":
        for turn, reach in (
            (-165, 30),
            (-15, 30),
            (-145, 40),
            (-35, 40),
            (-122, 50),
            (-58, 50),
            (-100, 58),
            (-78, 56),
        ):
            leaf(canvas, 40, 64, reach, wide=17, turn=turn + look.between(-5, 5), colour=green)
    elif style == "blades":
        for turn, reach in ((-140, 46), (-40, 46), (-122, 54), (-58, 54), (-106, 60), (-74, 60), (-90, 62)):
            leaf(canvas, 40, 65, reach, wide=9, turn=turn + look.between(-4, 4), colour=green)
    else:
        canvas.line((40, 66), (40, 44), colour="#6b4a2a", width=4)
        for x, y, reach in (
            (24, 34, 18),
            (56, 34, 18),
            (40, 22, 19),
            (30, 46, 14),
            (50, 46, 14),
            (40, 36, 16),
        ):
            body(canvas, ellipse(x, y, reach), green, contrast=0.3)
    pot = look.named(
        "colour", {"terracotta": "#c0693c", "white": "#e6e2d8", "blue": "#48729c", "grey": "#85888c"}
    )
    tube(canvas, path("M20 70 L60 70 L54 96 Q 53 98 50 98 L30 98 Q 27 98 26 96 Z"), pot)
    tube(canvas, rect(16, 62, 48, 10, 2), pot)


@sprite("towel", width=70)
def towel(canvas: Canvas, look: Look) -> None:
    cloth = look.named("colour", {**_CLOTH, "white": "#ece8de"})
    canvas.line((3, 8), (67, 8), colour="#8a8e94", width=5)
    canvas.line((3, 7), (67, 7), colour="#d4d8dc", width=1.6)
    back = path("M14 6 L60 6 L60 84 L14 84 Z")
    panel(canvas, back, darker(cloth, 0.3))
    front = smooth(
        (10, 5),
        (33, 4),
        (56, 5),
        (57, 30),
        (56, 60),
        (57, 92),
        (44, 94),
        (33, 92),
        (22, 94),
        (10, 92),
        (11, 50),
    )
    panel(canvas, front, cloth)
    with canvas.inside(front):
        for x in (22, 36, 47):
            canvas.soft(rect(x, 10, 4, 90), "#000000", 0.2, 2)
        band = lighter(cloth, 0.6) if cloth != "#ece8de" else "#5a86b8"
        for y in (72, 79):
            canvas.line((6, y), (62, y), colour=band, width=4)
    for x in range(12, 57, 4):
        canvas.line((x, 92), (x, 98), colour=lighter(cloth, 0.2), width=1.6)
