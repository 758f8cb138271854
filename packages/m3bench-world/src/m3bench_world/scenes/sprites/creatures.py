"""Birds, reptiles, a frog and insects."""

from __future__ import annotations

from m3bench_world.scenes.painting import (
    Canvas,
    Look,
    Paint,
    Shape,
    body,
    coat,
    darker,
    ellipse,
    eye,
    lighter,
    limb,
    polygon,
    rgb,
    smooth,
)
from m3bench_world.scenes.sprites import sprite


@sprite("crocodile", width=130, height=52)
def crocodile(canvas: Canvas, look: Look) -> None:
    hide = look.pick(("#5f7a3a", "#6b7440", "#4f6b3c"))
    stride = look.between(-3, 3)
    for x in (42 - stride, 84 - stride):
        coat(canvas, [limb((x, 34, 9), (x + 3, 46, 6))], darker(hide, 0.35))
    tail = limb((40, 28, 17), (22, 30, 10), (10, 36, 6), (2, 44, 2))
    torso = smooth((30, 26), (44, 18), (64, 16), (84, 18), (94, 24), (92, 36), (70, 42), (46, 41), (32, 36))
    skull = smooth(
        (86, 22), (94, 15), (102, 17), (114, 22), (126, 23), (129, 27), (122, 30), (100, 32), (88, 34),
    )  # fmt: skip
    jaw = smooth((88, 34), (100, 34), (124, 37), (124, 41), (104, 43), (90, 40))
    canvas.fill(polygon((94, 28), (124, 27), (122, 38), (94, 38)), "#7a2e2c")
    coat(canvas, [tail, torso, jaw, skull], hide)
    with canvas.inside(torso):
        canvas.glow(62, 43, 34, 7, "#d8d2a0", opacity=0.95)
    for x in range(14, 92, 7):
        top = 16.5 if 44 <= x <= 84 else 19 if x > 84 else 17 + (44 - x) * 0.42
        canvas.fill(polygon((x - 3, top + 2), (x, top - 3.5), (x + 3.4, top + 2)), darker(hide, 0.35))
    for x in range(100, 124, 5):
        canvas.fill(polygon((x, 30.5), (x + 4, 30), (x + 2, 34.5)), "#faf6e6")
        canvas.fill(polygon((x + 2, 37.5), (x + 5.6, 37.5), (x + 4, 33.5)), "#faf6e6")
    for x, y in ((48, 26), (58, 24), (68, 25), (78, 26), (53, 32), (64, 32), (75, 33)):
        canvas.fill(ellipse(x, y, 2.2, 1.5), darker(hide, 0.28))
    for x in (36 + stride, 78 + stride):
        coat(canvas, [limb((x, 34, 12), (x - 3, 42, 8), (x + 2, 47, 6))], hide)
        for toe in (0, 4, 8):
            canvas.line((x + toe - 1, 47), (x + toe + 2, 50.5), colour=darker(hide, 0.2), width=2)
    canvas.fill(ellipse(97, 16, 4.2, 3.8), hide, outline=darker(hide, 0.5), width=1)
    canvas.fill(ellipse(98, 16, 2.5), "#f0d040")
    canvas.fill(ellipse(98.4, 16, 0.9, 2.3), "#17120f")
    canvas.fill(ellipse(126, 24.5, 1.2, 0.9), "#26301a")


@sprite("snake", height=78)
def snake(canvas: Canvas, look: Look) -> None:
    skin = look.named("colour", {"green": "#4f9a3c", "brown": "#9a6a38", "red": "#c03a2c"})
    mark = {"green": "#2a5a26", "brown": "#54361c", "red": "#241c1a"}[look.attributes["colour"]]
    coat(canvas, [limb((84, 64, 7), (95, 60, 4), (98, 50, 1.2))], skin)
    for y, half in ((66, 40), (53, 32), (41, 23)):
        ring = ellipse(48, y, half, 9.5)
        coat(canvas, [ring], skin)
        with canvas.inside(ring):
            for step in range(-4, 5):
                x = 48 + step * half / 4.2
                canvas.fill(polygon((x - 4, y + 1), (x, y - 5), (x + 4, y + 1), (x, y + 7)), mark)
            canvas.soft(ellipse(48, y + 11, half, 4), "#000000", 0.35, 2)
    neck = limb((44, 40, 13), (36, 28, 11), (46, 17, 10), (58, 14, 10))
    coat(canvas, [neck], skin)
    for x, y in ((40, 34), (36.5, 26), (42, 19)):
        canvas.fill(ellipse(x, y, 2.8, 2.4), mark)
    canvas.stroke("M76 16 L87 18 M85 17.6 L92 14.5 M85 17.6 L92 21.5", "#d22a3a", 1.6)
    coat(canvas, [smooth((52, 9), (62, 5), (74, 9), (80, 15), (74, 20), (62, 22), (53, 19))], skin)
    canvas.stroke("M79 16 C 74 18 69 18 64 17", darker(skin, 0.55), 1.2)
    canvas.fill(ellipse(67, 11, 2.7), "#f2d840", outline="#241c1a", width=0.8)
    canvas.fill(ellipse(67.4, 11, 0.9, 2.5), "#17120f")


@sprite("turtle", height=64)
def turtle(canvas: Canvas, look: Look) -> None:
    skin = look.pick(("#7fa04a", "#8f9a52", "#6a8f4c"))
    shell = look.pick(("#7a5a2e", "#8a6a34", "#5f6a34"))
    coat(canvas, [limb((14, 50, 7), (6, 54, 4), (2, 55, 1.5))], skin)
    for x in (28, 66):
        coat(canvas, [limb((x, 46, 12), (x + 1, 56, 10))], darker(skin, 0.3))
    neck = limb((72, 44, 14), (80, 34, 12), (84, 26, 11))
    coat(canvas, [neck, smooth((78, 22), (82, 13), (91, 13), (98, 21), (97, 28), (88, 32), (80, 29))], skin)
    for x in (20, 58):
        coat(canvas, [limb((x, 46, 15), (x + 2, 56, 13))], skin)
        for toe in (-3, 2, 7):
            canvas.fill(ellipse(x + toe, 61.5, 1.8, 1.4), "#f0e8c8")
    dome = smooth((6, 50), (10, 32), (24, 16), (43, 10), (62, 16), (76, 32), (80, 50), (62, 54), (24, 54))
    body(canvas, dome, shell, contrast=0.34, edge=1.8)
    with canvas.inside(dome):
        tile, seam = lighter(shell, 0.32), darker(shell, 0.5)
        for x, y, reach in ((43, 25, 10), (22, 34, 9.5), (64, 34, 9.5), (43, 45, 9), (8, 47, 7), (78, 47, 7)):
            canvas.fill(_hexagon(x, y, reach), tile, outline=seam, width=1.6)
    rim = smooth((3, 50), (20, 48), (44, 48), (68, 48), (83, 50), (68, 56), (44, 57), (18, 56))
    canvas.fill(rim, lighter(shell, 0.2), outline=darker(shell, 0.5), width=1.4)
    eye(canvas, 90, 20, 2.2)
    canvas.stroke("M97 25 C 93 28 89 27.5 87 26", darker(skin, 0.6), 1.3)


def _hexagon(x: float, y: float, reach: float) -> Shape:
    corners = ((1, 0), (0.5, 0.8), (-0.5, 0.8), (-1, 0), (-0.5, -0.8), (0.5, -0.8))
    return polygon(*((x + dx * reach, y + dy * reach) for dx, dy in corners))


@sprite("frog", height=78)
def frog(canvas: Canvas, look: Look) -> None:
    skin = look.pick(("#5fae3c", "#74b84a", "#4a9a40"))
    for flip in (False, True):
        with canvas.moved(50, 0, flip=flip):
            thigh = smooth((20, 68), (18, 48), (32, 38), (46, 46), (47, 62), (40, 72))
            foot = limb((26, 70, 7), (40, 73, 6), (49, 74, 3))
            coat(canvas, [thigh, foot], darker(skin, 0.12))
            canvas.stroke("M40 73 L48 70 M40 73 L49 76", darker(skin, 0.15), 2.6)
    torso = smooth((24, 44), (32, 26), (50, 22), (68, 26), (76, 44), (74, 64), (60, 74), (40, 74), (26, 64))
    lids = [ellipse(31, 17, 11), ellipse(69, 17, 11)]
    head = smooth((18, 30), (28, 18), (50, 18), (72, 18), (82, 30), (76, 44), (50, 48), (24, 44))
    coat(canvas, [torso, *lids, head], skin)
    canvas.fill(ellipse(50, 60, 17, 13), "#e9edb6")
    for x in (31, 69):
        canvas.fill(ellipse(x, 16, 7), "#f6e26a", outline="#2c3a1c", width=1.2)
        canvas.fill(ellipse(x, 16, 4.6, 2.6), "#17120f")
    canvas.stroke("M24 34 C 36 43 64 43 76 34", darker(skin, 0.6), 2)
    canvas.dots([(46, 29), (54, 29)], 1.2, darker(skin, 0.6))
    for x in (39, 61):
        coat(canvas, [limb((x, 54, 8), (x, 70, 6))], skin)
        for toe in (-5, 0, 5):
            canvas.line((x, 71), (x + toe, 76), colour=skin, width=3)
    canvas.dots([(look.between(30, 70), look.between(22, 30)) for _ in range(5)], 1.6, darker(skin, 0.3))


@sprite("eagle", width=110, height=86)
def eagle(canvas: Canvas, look: Look) -> None:
    brown = look.pick(("#5a3a22", "#4a3220", "#6a462a"))
    lift = look.between(-4, 4)
    _wing(canvas, brown, lift, far=True)
    tail = polygon((26, 52), (30, 62), (8, 76), (4, 70), (1, 66), (4, 58))
    canvas.fill(tail, "#f7f4ec", outline="#8a8478", width=1.4)
    for line in ((27, 56, 4, 62), (28, 58, 6, 69)):
        canvas.line(line[:2], line[2:], colour="#a8a296", width=1)
    for x in (46, 56):
        canvas.stroke(f"M{x} 66 L{x - 2} 76", "#e8b02c", 3.6)
        canvas.stroke(
            f"M{x - 2} 76 L{x - 7} 82 M{x - 2} 76 L{x - 1} 83 M{x - 2} 76 L{x + 5} 81", "#e8b02c", 2.2
        )
    torso = smooth((22, 54), (36, 46), (58, 42), (76, 42), (82, 50), (74, 62), (56, 70), (38, 68), (26, 62))
    coat(canvas, [torso], brown)
    _wing(canvas, brown, lift, far=False)
    coat(canvas, [smooth(
        (72, 44), (78, 34), (90, 31), (98, 37), (98, 46), (90, 53), (78, 58),
    )], "#f7f4ec", contrast=0.1)  # fmt: skip
    beak = smooth((96, 38), (103, 38), (108, 43), (107, 50), (103, 46), (96, 46))
    canvas.fill(beak, "#f0b82c", outline="#8a640e", width=1)
    canvas.line((88, 37.5), (96, 38.5), colour="#5a5248", width=1.4)
    eye(canvas, 92, 40.5, 1.8, white="#f0c840")


def _wing(canvas: Canvas, brown: Paint, lift: float, *, far: bool) -> None:
    tone = darker(brown, 0.3 if far else 0.05)
    with canvas.moved(16 if far else 0, -1 if far else 0):
        for index in range(6):
            tip = (8 + index * 8.4, 8 - index * 0.6 + index * index * 0.9 + lift)
            coat(
                canvas,
                [limb((56 - index, 48, 9), ((56 + tip[0]) / 2 + 3, 30 + index * 1.6, 10), (*tip, 4))],
                tone,
                edge=1.4,
            )
        cover = smooth((40, 34), (52, 28), (66, 42), (62, 52), (48, 52), (40, 44))
        if not far:
            canvas.fill(cover, lighter(brown, 0.12))


@sprite("bird", height=84)
def bird(canvas: Canvas, look: Look) -> None:
    tone = look.named(
        "colour", {"blue": "#3f7fc4", "red": "#c93a32", "brown": "#8f6a44", "yellow": "#e8bf36"}
    )
    belly = look.pick((rgb("#f4e8d0"), lighter(tone, 0.6), rgb("#e8a35a")))
    for x in (46, 56):
        canvas.line((x, 66), (x, 79), colour="#7a5a3a", width=2.4)
        canvas.stroke(f"M{x - 5} 82 L{x} 78.5 L{x + 7} 82", "#7a5a3a", 2)
    tail = polygon((28, 50), (34, 60), (10, 74), (2, 70), (4, 64))
    torso = smooth((24, 54), (36, 36), (56, 22), (72, 26), (80, 42), (72, 60), (54, 70), (34, 66))
    head = ellipse(70, 22, 16, 15.5)
    coat(canvas, [tail, torso, head], tone)
    with canvas.inside(torso):
        canvas.fill(ellipse(72, 54, 22, 20), belly)
    wing = smooth((34, 42), (48, 36), (60, 42), (56, 54), (40, 60), (16, 62))
    body(canvas, wing, darker(tone, 0.2), edge=1.4)
    canvas.stroke("M24 59 C 36 56 46 54 54 48", darker(tone, 0.5), 1.4)
    canvas.fill(polygon((84, 18), (98, 24), (84, 28)), "#f0a830", outline="#8a5a10", width=1.1)
    eye(canvas, 76, 19, 2.7, white="#ffffff")


@sprite("owl", width=72)
def owl(canvas: Canvas, look: Look) -> None:
    tone = look.named("colour", {"brown": "#8a6238", "grey": "#86827c", "white": "#ece8de"})
    pale = lighter(tone, 0.55)
    torso = smooth((12, 44), (14, 20), (36, 10), (58, 20), (60, 44), (58, 76), (48, 92), (24, 92), (14, 76))
    tufts = [polygon((12, 26), (8, 2), (30, 14)), polygon((60, 26), (64, 2), (42, 14))]
    coat(canvas, [torso, *tufts], tone)
    canvas.fill(smooth((22, 52), (36, 46), (50, 52), (50, 76), (36, 90), (22, 76)), pale)
    for row in range(5):
        for column in range(4 - row % 2):
            x, y = 26 + column * 6.6 + row % 2 * 3.3, 56 + row * 6
            canvas.stroke(f"M{x - 2.4} {y} L{x} {y + 3} L{x + 2.4} {y}", darker(tone, 0.35), 1.5)
    for wing in (
        ((10, 42), (18, 48), (21, 68), (16, 84), (8, 70)),
        ((62, 42), (54, 48), (51, 68), (56, 84), (64, 70)),
    ):
        body(canvas, smooth(*wing), darker(tone, 0.2), edge=1.4)
    for x in (24.5, 47.5):
        canvas.fill(ellipse(x, 30, 13.4), pale, outline=darker(tone, 0.4), width=1.2)
        canvas.fill(ellipse(x, 30, 8), "#f2b52a", outline="#3a2a16", width=1.2)
        canvas.fill(ellipse(x, 30, 4.4), "#17120f")
        canvas.fill(ellipse(x + 1.4, 28.2, 1.4), "#ffffff")
    canvas.fill(polygon((32, 34), (40, 34), (36, 45)), "#d8962a", outline="#7a4e10", width=1)
    for x in (28, 44):
        for toe in (-3.4, 0, 3.4):
            canvas.line((x, 90), (x + toe, 97), colour="#d8962a", width=2.6)


@sprite("penguin", width=66)
def penguin(canvas: Canvas, look: Look) -> None:
    black = look.pick(("#23262c", "#2b3038"))
    turn = look.between(-6, 6)
    for x in (24, 42):
        canvas.fill(ellipse(x, 95, 9, 4), "#ee9a2a", outline="#a05e10", width=1.2)
    for flip in (False, True):
        with canvas.moved(33, 42, flip=flip, turn=turn if flip else -turn):
            coat(canvas, [limb((16, -2, 10), (25, 16, 9), (28, 32, 3))], black)
    torso = smooth((13, 46), (17, 30), (33, 24), (49, 30), (53, 46), (54, 74), (46, 93), (20, 93), (12, 74))
    coat(canvas, [torso, ellipse(33, 19, 16.5, 17)], black)
    canvas.fill(smooth((20, 50), (33, 38), (46, 50), (48, 72), (42, 89), (24, 89), (18, 72)), "#f8f6f0")
    canvas.glow(33, 43, 11, 7, "#f2b83a", opacity=0.9)
    for cheek in (25.5, 40.5):
        canvas.fill(ellipse(cheek, 19, 7, 9), "#f8f6f0")
        eye(canvas, cheek + (33 - cheek) * 0.25, 17, 2.6)
    canvas.fill(ellipse(33, 12, 4, 9), black)
    canvas.fill(polygon((27, 22), (39, 22), (33, 31)), "#f0962a", outline="#9a5610", width=1)


@sprite("bee", height=78)
def bee(canvas: Canvas, look: Look) -> None:
    yellow = look.pick(("#f2bd2a", "#eeb020", "#f6c840"))
    for x, y, turn in ((40, 26, -24), (56, 24, 12)):
        with canvas.moved(x, y, turn=turn):
            canvas.fill(ellipse(0, -4, 13, 21), "#dcecf4", opacity=0.9, outline="#7a94a4", width=1.3)
            canvas.stroke("M0 14 L0 -18 M0 2 L7 -10 M0 2 L-7 -10", "#9ab4c4", 1)
    canvas.fill(polygon((6, 46), (16, 42), (16, 54)), "#2c2420")
    abdomen = ellipse(36, 50, 26, 20)
    body(canvas, abdomen, yellow, edge=1.8)
    with canvas.inside(abdomen):
        for x in (18, 32, 46):
            canvas.stroke(f"M{x} 28 C {x + 5} 42 {x + 5} 58 {x} 72", "#2a221e", 6.4)
    for x in (50, 60, 68):
        canvas.stroke(f"M{x} 64 L{x - 3} 71 L{x - 6} 76", "#2a221e", 2.2)
    body(canvas, ellipse(62, 48, 15, 17), "#a8742a", edge=1.6)
    body(canvas, ellipse(82, 46, 14, 14), "#3a2e26", edge=1.4)
    canvas.stroke("M86 33 C 88 24 92 20 97 19 M80 33 C 80 24 83 19 87 16", "#2a221e", 2)
    eye(canvas, 87, 44, 4, white="#f6f2e8")


@sprite("butterfly", height=84)
def butterfly(canvas: Canvas, look: Look) -> None:
    tone = look.named(
        "colour", {"orange": "#e8832a", "blue": "#3f7fd0", "yellow": "#f0cc3c", "purple": "#8a52b0"}
    )
    spot = look.pick((rgb("#ffffff"), lighter(tone, 0.7), rgb("#f4d86a")))
    for flip in (False, True):
        with canvas.moved(50, 0, flip=flip):
            lower = smooth((2, 44), (18, 42), (32, 52), (30, 70), (18, 80), (7, 68))
            upper = smooth((2, 40), (12, 18), (32, 4), (46, 8), (46, 28), (36, 42), (16, 46))
            for wing in (lower, upper):
                canvas.fill(wing, "#231d1c", outline="#15100f", width=1.2)
            for shape in (
                smooth((5, 46), (17, 46), (26, 54), (25, 66), (17, 72), (9, 64)),
                smooth((5, 38), (14, 21), (30, 10), (38, 13), (38, 26), (32, 36), (16, 42)),
            ):
                body(canvas, shape, tone, contrast=0.2, edge=0)
            canvas.stroke(
                "M4 41 C 14 32 24 20 34 11 M4 42 C 16 38 26 34 37 28 M5 46 C 14 54 18 62 20 72",
                "#231d1c",
                1.6,
            )
            canvas.dots([(43, 12), (43.5, 19), (42.5, 26), (29, 60), (26, 70)], 1.8, spot)
            canvas.stroke("M1 20 C 4 12 7 8 12 5", "#231d1c", 1.6)
            canvas.fill(ellipse(12, 5, 1.9), "#231d1c")
    body(canvas, limb((50, 24, 6), (50, 42, 6.4), (50, 66, 2.6)), "#4a3a32", edge=1.2)
    canvas.fill(ellipse(50, 21, 4.2), "#332824")
