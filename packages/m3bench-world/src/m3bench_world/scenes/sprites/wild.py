"""Wild mammals, seen from the side."""

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
    front_leg,
    hind_leg,
    hoof,
    lighter,
    limb,
    paw,
    polygon,
    smooth,
)
from m3bench_world.scenes.sprites import sprite
from m3bench_world.scenes.sprites.farm import equine


@sprite("elephant", height=82)
def elephant(canvas: Canvas, look: Look) -> None:
    hide = look.pick(("#8d8f94", "#9a948e", "#7f858c"))
    stride = look.between(-2.5, 2.5)
    for x in (60 - stride, 26 - stride):
        coat(canvas, [limb((x, 52, 15), (x, 74, 11.5))], darker(hide, 0.28))
        _toes(canvas, x, hide)
    canvas.stroke("M7 34 C 3 42 5 50 4 56", darker(hide, 0.5), 2.2)
    torso = smooth(
        (5, 42), (8, 26), (22, 15), (42, 16), (58, 13), (70, 22), (72, 46), (60, 60), (36, 62), (14, 60)
    )
    head = smooth((62, 20), (70, 7), (82, 8), (90, 20), (90, 36), (82, 44), (70, 42))
    bend = look.between(-2, 3)
    trunk = limb((85, 30, 17), (91, 48, 10), (91, 64, 7.5), (96 + bend, 73, 6))
    legs = [limb((x, 50, 18), (x, 73, 13)) for x in (52 + stride, 17 + stride)]
    coat(canvas, [torso, head, trunk, *legs], hide)
    for x in (52 + stride, 17 + stride):
        _toes(canvas, x, hide)
    ear = smooth((72, 10), (62, 6), (50, 14), (48, 30), (54, 44), (64, 46), (71, 36), (74, 22))
    body(canvas, ear, hide, contrast=0.22, edge=1.6)
    canvas.stroke("M66 14 C 58 18 55 28 58 38", darker(hide, 0.25), 1.4)
    coat(canvas, [limb((83, 42, 4.6), (90, 52, 4), (98, 52, 1.5))], "#f6efd8", edge=1.4, contrast=0.1)
    for y in (50, 56, 62):
        canvas.line((88, y), (94, y + 0.5), colour=darker(hide, 0.35), width=1)
    eye(canvas, 80, 22, 1.8)


def _toes(canvas: Canvas, x: float, hide: Paint) -> None:
    for step in (-4, 0, 4):
        canvas.fill(ellipse(x + step + 0.4, 77.4, 1.5, 1.7), lighter(hide, 0.5))


@sprite("giraffe", width=72, height=110)
def giraffe(canvas: Canvas, look: Look) -> None:
    hide, spot = "#efd08a", look.pick(("#a8662c", "#8f5424", "#b8742f"))
    stride = look.between(-3, 3)
    far = darker(hide, 0.25)
    coat(canvas, [front_leg(44, 72, 107, 4.6, -stride), hind_leg(17, 72, 107, 4.6, -stride)], far)
    hoof(canvas, 44 - stride, 109, 5)
    hoof(canvas, 16 - stride, 109, 5)
    canvas.stroke("M7 60 C 3 68 4 76 4 82", darker(hide, 0.35), 1.8)
    canvas.fill(ellipse(4, 85, 2.2, 4.5), "#3a2a1e")
    torso = smooth((6, 66), (8, 58), (22, 55), (36, 52), (46, 50), (51, 62), (46, 75), (30, 77), (12, 77))
    neck = limb((43, 63, 19), (48, 40, 12), (54, 14, 8.5))
    head = smooth((49, 12), (53, 5), (60, 7), (70, 15), (70, 20), (62, 21), (53, 18))
    legs = [front_leg(40, 70, 107, 5.2, stride), hind_leg(14, 70, 107, 5.2, stride)]
    coat(canvas, [torso, neck, head, *legs], hide, contrast=0.14)
    _giraffe_spots(canvas, look, torso, neck, spot)
    hoof(canvas, 40 + stride, 109, 5.6)
    hoof(canvas, 12.5 + stride, 109, 5.6)
    canvas.stroke("M45 46 C 46 30 49 18 51 9", darker(spot, 0.25), 2.2)
    for x in (53, 57):
        canvas.line((x, 6), (x - 0.6, 1), colour="#7a5228", width=1.8)
        canvas.fill(ellipse(x - 0.6, 1, 1.7), "#3a2818")
    canvas.fill(ellipse(48, 11, 4, 1.8), hide, outline=darker(hide, 0.5), width=0.9)
    canvas.fill(ellipse(68, 17.5, 3.4, 3), "#c89a5a")
    eye(canvas, 58.5, 11, 1.6)


def _giraffe_spots(canvas: Canvas, look: Look, torso: Shape, neck: Shape, spot: Paint) -> None:
    with canvas.inside(torso):
        for row in range(4):
            for column in range(7):
                x, y = 4 + column * 7.4 + row % 2 * 3.7, 55 + row * 6.6
                canvas.fill(_patch(look, x, y, 3.1), spot)
    with canvas.inside(neck):
        for row in range(8):
            for column in range(3):
                x, y = 42 + row * 1.7 + column * 6 + row % 2 * 3 - 5, 55 - row * 5.8
                canvas.fill(_patch(look, x, y, 2.5), spot)


def _patch(look: Look, x: float, y: float, reach: float) -> Shape:
    corners = ((1, 0.1), (0.4, 0.95), (-0.6, 0.85), (-1, -0.1), (-0.4, -0.95), (0.7, -0.8))
    stretch = reach * look.between(0.9, 1.1)
    return polygon(*((x + dx * stretch, y + dy * stretch) for dx, dy in corners))


@sprite("zebra", height=96)
def zebra(canvas: Canvas, look: Look) -> None:
    stride = look.between(2, 6) * look.pick((-1, 1))
    torso, neck, head, _, front, hind = equine(canvas, "#f3f0e9", stride, "#2a2827")
    black = "#242222"
    with canvas.inside(torso):
        for index in range(9):
            x = 18 + index * 6.2
            canvas.stroke(f"M{x} 34 C {x + 2} 46 {x - 1} 56 {x - 4} 68", black, 2.7)
    with canvas.inside(neck):
        for index in range(6):
            x, y = 60 + index * 3.7, 48 - index * 6.2
            canvas.line((x - 6, y - 7), (x + 14, y + 4), colour=black, width=2.4)
    for leg, x in ((front, 59), (hind, 21)):
        with canvas.inside(leg):
            for y in range(62, 92, 5):
                canvas.line((x - 14, y), (x + 14, y + 1), colour=black, width=2)
    with canvas.inside(head):
        canvas.fill(ellipse(97, 32, 8, 6), "#3a3634")
        for index in range(3):
            canvas.line(
                (84 + index * 3, 22 + index * 3), (89 + index * 3, 14 + index * 4), colour=black, width=1.4
            )
    eye(canvas, 83.5, 15, 1.9)
    canvas.line((76, 6), (56, 38), colour="#f3f0e9", width=1)


@sprite("lion", height=84)
def lion(canvas: Canvas, look: Look) -> None:
    fur = look.pick(("#d9a860", "#cf9a50", "#e0b470"))
    mane = look.pick(("#8a4f22", "#6e3d1c", "#a0602a"))
    stride = look.between(-4, 4)
    _big_cat(canvas, fur, stride, tuft=mane)
    ruff = smooth(
        (60, 22), (64, 8), (76, 2), (90, 6), (97, 18), (96, 34), (88, 46), (76, 54), (66, 52), (58, 40)
    )
    coat(canvas, [ruff], mane, edge=1.8)
    for turn in range(0, 360, 24):
        with canvas.moved(78, 27, turn=turn):
            canvas.line((15, 0), (21, 2), colour=darker(mane, 0.3), width=1.6)
    _cat_head(canvas, 81, 25, fur)


@sprite("tiger", height=84)
def tiger(canvas: Canvas, look: Look) -> None:
    fur = look.pick(("#e58a2e", "#dd7c22", "#ec9a3e"))
    stride = look.between(-4, 4)
    parts = _big_cat(canvas, fur, stride, tuft="#231c18", ringed=True)
    with canvas.inside(parts[0]):
        canvas.glow(44, 62, 30, 9, "#fff4e2", opacity=0.95)
        for index in range(9):
            x = 17 + index * 6.3
            low = 50 if index % 2 else 58
            canvas.stroke(f"M{x} 30 C {x + 3} 38 {x + 1} 44 {x - 2} {low}", "#231c18", 2.5)
    for leg, x in zip(parts[1:], (58, 22), strict=True):
        with canvas.inside(leg):
            for y in (56, 62, 68):
                canvas.line((x - 14, y), (x + 1, y + 2), colour="#231c18", width=2)
    _cat_head(canvas, 80, 24, fur, striped=True)


def _big_cat(
    canvas: Canvas, fur: Paint, stride: float, *, tuft: Paint, ringed: bool = False
) -> tuple[Shape, Shape, Shape]:
    far = darker(fur, 0.28)
    coat(canvas, [front_leg(66, 52, 81, 7.5, -stride), hind_leg(24, 52, 81, 7.5, -stride)], far)
    paw(canvas, 66 - stride, 82.5, 9.5, far)
    paw(canvas, 22 - stride, 82.5, 9.5, far)
    tail = limb((14, 42, 5), (5, 50, 4), (5, 64, 4), (9, 70, 3.4))
    coat(canvas, [tail], fur)
    if ringed:
        for y in (52, 57, 62):
            canvas.line((2.5, y), (8, y + 0.5), colour=tuft, width=2)
    canvas.fill(ellipse(9, 71, 3.6, 4.6), tuft)
    torso = smooth(
        (11, 46), (15, 36), (32, 34), (52, 35), (68, 30), (76, 40), (72, 58), (52, 62), (32, 60), (16, 60)
    )
    front, hind = front_leg(59, 52, 81, 8.6, stride), hind_leg(20, 50, 81, 8.6, stride)
    coat(canvas, [torso, limb((66, 46, 24), (76, 32, 22)), front, hind], fur)
    paw(canvas, 59 + stride, 82.5, 10.5, fur)
    paw(canvas, 17.5 + stride, 82.5, 10.5, fur)
    return torso, front, hind


def _cat_head(canvas: Canvas, x: float, y: float, fur: Paint, *, striped: bool = False) -> None:
    """The broad face of a big cat, turned towards the eye."""
    with canvas.moved(x, y):
        for side in (-1, 1):
            canvas.fill(ellipse(11 * side, -12, 5), fur, outline=darker(fur, 0.55), width=1.4)
            canvas.fill(ellipse(11 * side, -12, 2.6), darker(fur, 0.6))
        face = smooth(
            (-15, -4), (-9, -14), (0, -16), (9, -14), (15, -4), (13, 8), (6, 16), (-6, 16), (-13, 8)
        )
        coat(canvas, [face], fur, edge=1.8)
        with canvas.inside(face):
            canvas.fill(ellipse(0, 15, 9, 7), "#fbf1de")
            if striped:
                _face_stripes(canvas)
        canvas.fill(ellipse(-4, 9, 5, 4), "#fbf1de")
        canvas.fill(ellipse(4, 9, 5, 4), "#fbf1de")
        canvas.fill(polygon((-4, 3), (4, 3), (0, 7.4)), "#5a2e2a")
        canvas.stroke("M0 7 L0 10 C -2 13 -5 12 -6 10.5 M0 10 C 2 13 5 12 6 10.5", "#3a221c", 1.3)
        for side in (-1, 1):
            canvas.fill(ellipse(6.4 * side, -3, 2.8, 2.4), "#f0c840")
            canvas.fill(ellipse(6.4 * side, -3, 1.5), "#17120f")


def _face_stripes(canvas: Canvas) -> None:
    for across in (-4, 0, 4):
        canvas.line((across, -16), (across * 0.7, -9), colour="#231c18", width=1.9)
    for side in (-1, 1):
        canvas.fill(ellipse(10.5 * side, 5, 4, 6), "#fbf1de")
        for down in (0, 4.5, 9):
            canvas.line((16 * side, down), (9.5 * side, down + 1), colour="#231c18", width=1.8)
        canvas.fill(ellipse(6.4 * side, -6.6, 3, 1.6), "#fbf1de")


@sprite("bear", height=74)
def bear(canvas: Canvas, look: Look) -> None:
    fur = look.named("colour", {"brown": "#7a4e2c", "black": "#35312f", "white": "#efece2"})
    stride = look.between(-3, 3)
    far = darker(fur, 0.26)
    for x in (62 - stride, 28 - stride):
        coat(canvas, [limb((x, 46, 15), (x, 66, 10))], far)
        paw(canvas, x, 72.5, 12, far)
    torso = smooth(
        (6, 40), (10, 24), (26, 16), (44, 18), (60, 10), (72, 16), (76, 34), (68, 52), (46, 56), (20, 56)
    )
    head = smooth((68, 16), (74, 8), (84, 8), (90, 16), (98, 22), (99, 29), (92, 33), (82, 35), (72, 32))
    legs = [limb((x, 44, 19), (x, 65, 11.5)) for x in (56 + stride, 18 + stride)]
    coat(canvas, [ellipse(7, 38, 4), torso, ellipse(74, 8, 4.6), head, *legs], fur)
    canvas.fill(ellipse(74.3, 8.4, 2.2), darker(fur, 0.45))
    for x in (56 + stride, 18 + stride):
        paw(canvas, x, 72.5, 13, fur)
        for claw in (4, 7, 10):
            canvas.line(
                (x + claw - 1, 69),
                (x + claw, 72.5),
                colour="#f4eedd" if fur != "#efece2" else "#3a3634",
                width=1,
            )
    muzzle = "#c49a6a" if look.attributes["colour"] != "white" else fur
    canvas.fill(smooth((89, 19), (96, 21), (98.5, 26), (96, 31), (89, 31)), muzzle)
    canvas.fill(ellipse(97, 22.6, 2.9, 2.4), "#191413")
    canvas.stroke("M97 28 C 94 30.5 91 30.5 88 29", darker(fur, 0.65), 1.2)
    eye(canvas, 85.5, 16, 1.8)


@sprite("wolf", height=80)
def wolf(canvas: Canvas, look: Look) -> None:
    fur = look.named("colour", {"grey": "#858a90", "white": "#dcdcd8", "dark grey": "#55595f"})
    brush = limb((17, 40, 9), (9, 50, 12), (6, 64, 8), (7, 72, 2))
    _canine(canvas, look, fur, brush, tip=darker(fur, 0.4), pale=lighter(fur, 0.65), legs=fur)
    canvas.glow(42, 39, 26, 7, darker(fur, 0.5), opacity=0.8)


@sprite("fox", height=80)
def fox(canvas: Canvas, look: Look) -> None:
    fur = look.pick(("#d9682a", "#cf5c22", "#e0783a"))
    brush = limb((18, 44, 8), (9, 50, 14), (5, 62, 15), (9, 74, 4))
    _canine(canvas, look, fur, brush, tip="#faf4ea", pale="#faf4ea", legs="#3a2620")


def _canine(
    canvas: Canvas, look: Look, fur: Paint, brush: Shape, *, tip: Paint, pale: Paint, legs: Paint
) -> None:
    stride = look.between(-4, 4)
    far = darker(legs, 0.28)
    coat(canvas, [front_leg(63, 50, 77, 5.4, -stride), hind_leg(26, 50, 77, 5.4, -stride)], far)
    coat(canvas, [brush], fur)
    with canvas.inside(brush):
        canvas.fill(ellipse(7, 74, 10, 9), tip)
    torso = smooth(
        (14, 46), (18, 37), (36, 37), (54, 36), (68, 34), (72, 46), (64, 57), (48, 55), (32, 53), (20, 56)
    )
    neck = limb((63, 46, 21), (71, 34, 20), (75, 25, 17))
    head = smooth((66, 22), (71, 14), (80, 14), (86, 20), (98, 25), (98, 29), (90, 32), (80, 36), (70, 34))
    ears = [polygon((70, 18), (69, 3), (78, 14)), polygon((76, 16), (78, 3), (83, 16))]
    thighs = [limb((58, 50, 12), (58, 57, 6)), limb((23, 47, 17), (24, 57, 9))]
    coat(canvas, [front_leg(58, 50, 77, 6.2, stride), hind_leg(23, 48, 77, 6.2, stride)], legs)
    coat(canvas, [torso, neck, *ears, head, *thighs], fur)
    canvas.fill(polygon((71.5, 14), (71, 7.5), (75, 13)), darker(fur, 0.6))
    with canvas.inside(neck):
        canvas.glow(78, 42, 11, 17, pale, opacity=1)
    with canvas.inside(head):
        canvas.fill(smooth((74, 36), (80, 27), (90, 27), (99, 27), (96, 36), (82, 40)), pale)
    paw(canvas, 58 + stride, 78.5, 8, darker(legs, 0.1))
    paw(canvas, 21 + stride, 78.5, 8, darker(legs, 0.1))
    canvas.fill(ellipse(97.5, 26, 2.4, 2), "#17120f")
    canvas.stroke("M97 29 C 93 30.5 89 30 86 29", darker(fur, 0.65), 1.1)
    canvas.fill(ellipse(82.5, 21.5, 2.4, 2), "#f2c84a")
    eye(canvas, 82.8, 21.5, 1.5)


_ANTLER = (
    "M1 0 C 2 -12 12 -16 12 -33",
    "M4 -10 C 8 -10 10 -12 11 -16",
    "M11 -20 C 15 -22 17 -26 17 -31",
    "M8.5 -15 C 4 -19 4 -23 4 -27",
)


@sprite("deer", width=90, height=108)
def deer(canvas: Canvas, look: Look) -> None:
    fur = look.pick(("#a86a38", "#b8773f", "#96602f"))
    _grazer(canvas, look, fur, ground=106)
    for flip in (False, True):
        with canvas.moved(75, 34, flip=flip, scale=1):
            for branch in _ANTLER:
                canvas.stroke(branch, "#5c4228", 3.8)
                canvas.stroke(branch, "#9a7a50", 2.2)
    if look.happens(0.5):
        canvas.dots([(look.between(22, 56), look.between(57, 66)) for _ in range(16)], 1.2, "#f6ecd8")


@sprite("antelope", width=90, height=108)
def antelope(canvas: Canvas, look: Look) -> None:
    fur = look.pick(("#c98f4e", "#d09a58", "#bd8040"))
    _grazer(canvas, look, fur, ground=106)
    canvas.stroke("M15 69 C 30 74 44 74 58 71", "#3f2a1c", 5)
    canvas.stroke("M80 40 L85 46", "#3f2a1c", 2)
    for shift in (0, 5):
        horn = limb((72 + shift, 35, 4), (67 + shift, 20, 3.4), (70 + shift, 4, 1.4))
        coat(canvas, [horn], "#3c332c", edge=1)
        for y in (14, 19, 24, 29):
            canvas.line((66 + shift, y), (71 + shift, y - 1), colour="#8a7c6c", width=0.9)


def _grazer(canvas: Canvas, look: Look, fur: Paint, ground: float) -> None:
    """A slender hoofed animal with a white rump and belly, as yet without horns."""
    stride = look.between(-4, 4)
    pale = "#f8f0e0"
    coat(
        canvas,
        [front_leg(58, 72, ground - 2, 4, -stride), hind_leg(22, 72, ground - 2, 4, -stride)],
        darker(fur, 0.28),
    )
    hoof(canvas, 58 - stride, ground, 4.6)
    hoof(canvas, 20.5 - stride, ground, 4.6)
    torso = smooth(
        (11, 64), (15, 56), (30, 55), (46, 56), (60, 53), (66, 62), (60, 74), (44, 75), (30, 73), (16, 75)
    )
    neck = limb((57, 66, 19), (65, 50, 11), (72, 40, 9.5))
    head = smooth((67, 38), (71, 32), (77, 33), (84, 40), (89, 45), (88, 50), (81, 49), (72, 45))
    ear = limb((70, 37, 4), (62, 33, 5), (57, 31, 1.5))
    legs = [front_leg(54, 70, ground - 2, 4.8, stride), hind_leg(18, 70, ground - 2, 4.8, stride)]
    coat(canvas, [torso, neck, ear, head, *legs], fur)
    with canvas.inside(torso):
        canvas.glow(42, 78, 24, 7, pale, opacity=1)
        canvas.glow(10, 68, 8, 9, pale, opacity=1)
    canvas.fill(limb((12, 60, 5), (7, 66, 6), (7, 71, 2)), pale, outline=darker(fur, 0.4), width=1)
    hoof(canvas, 54 + stride, ground, 5.2)
    hoof(canvas, 16.5 + stride, ground, 5.2)
    canvas.fill(ellipse(87.6, 46, 2, 2.2), "#1c1412")
    canvas.glow(84, 47, 5, 3, pale, opacity=0.9)
    canvas.fill(ellipse(88, 45.5, 1.7, 1.8), "#1c1412")
    eye(canvas, 76, 39, 1.9)


@sprite("monkey", width=88)
def monkey(canvas: Canvas, look: Look) -> None:
    fur = look.named("colour", {"brown": "#7d5130", "grey": "#7d7a78", "black": "#3d3836"})
    skin = look.pick(("#e6bd94", "#d9a878"))
    tail = limb((28, 90, 5), (8, 92, 5), (4, 72, 5), (12, 60, 5), (19, 68, 4))
    torso = smooth((28, 94), (26, 72), (34, 54), (48, 48), (60, 54), (66, 72), (62, 94), (45, 97))
    legs = [limb((34, 86, 16), (22, 78, 12), (28, 94, 9)), limb((56, 86, 16), (68, 78, 12), (64, 94, 9))]
    arm = limb((34, 60, 12), (24, 72, 9), (34, 82, 8))
    raised = limb((58, 60, 12), (74, 66, 9), (78, 48, 8))
    coat(canvas, [tail, torso, *legs, arm, raised, ellipse(46, 28, 22, 21)], fur)
    canvas.fill(ellipse(46, 76, 12, 15), lighter(skin, 0.15))
    for x, y in ((36, 84), (79, 45)):
        canvas.fill(ellipse(x, y, 5.4), skin, outline=darker(skin, 0.5), width=1.2)
    for x in (25, 67):
        canvas.fill(ellipse(x, 94, 9, 4), skin, outline=darker(skin, 0.5), width=1.2)
    for x in (24, 68):
        canvas.fill(ellipse(x, 28, 7.4), fur, outline=darker(fur, 0.55), width=1.4)
        canvas.fill(ellipse(x, 28, 4.6), skin)
    face = smooth(
        (32, 22),
        (38, 15),
        (46, 18),
        (54, 15),
        (60, 22),
        (58, 31),
        (60, 38),
        (52, 46),
        (40, 46),
        (32, 38),
        (34, 31),
    )
    canvas.fill(face, skin, outline=darker(skin, 0.35), width=1)
    eye(canvas, 40, 25, 2.8, white="#ffffff")
    eye(canvas, 52, 25, 2.8, white="#ffffff")
    canvas.dots([(44.2, 33), (47.8, 33)], 1.1, "#4a2e22")
    canvas.stroke("M38 38 C 42 43 50 43 54 38", "#5a2e24", 1.8)
