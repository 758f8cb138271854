"""Animals of the house and the farm, seen from the side."""

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


@sprite("dog", height=86)
def dog(canvas: Canvas, look: Look) -> None:
    fur = look.named(
        "colour", {"brown": "#8a5a30", "golden": "#d9a24e", "black": "#3a3634", "white": "#ece6da"}
    )
    stride = look.between(-4, 4)
    far = darker(fur, 0.28)
    coat(canvas, [front_leg(64, 52, 84, 6.5, -stride), hind_leg(26, 50, 84, 6.5, -stride)], far)
    paw(canvas, 64 - stride, 84.5, 8, far)
    paw(canvas, 23 - stride, 84.5, 8, far)
    tail = limb((18, 42, 6), (9, 33, 5), (5, 20, 3))
    torso = smooth(
        (14, 46), (19, 38), (36, 38), (54, 36), (68, 36), (72, 48), (64, 60), (48, 58), (34, 54), (20, 58)
    )
    neck = limb((64, 46, 20), (71, 32, 17), (76, 22, 16))
    head = smooth((68, 18), (73, 9), (82, 9), (88, 16), (97, 19), (99, 26), (93, 31), (82, 32), (72, 29))
    legs = [front_leg(58, 52, 84, 7.5, stride), hind_leg(23, 48, 84, 7.5, stride)]
    coat(canvas, [tail, torso, neck, head, *legs], fur)
    if look.attributes["colour"] == "white":
        spots = [(look.between(20, 66), look.between(40, 56)) for _ in range(11)]
        with canvas.inside(torso):
            canvas.dots(spots, 2.8, "#2c2826", down=2.3)
    elif look.happens(0.5):
        with canvas.inside(torso):
            canvas.glow(60, 58, 16, 14, lighter(fur, 0.7), opacity=0.9)
    paw(canvas, 58 + stride, 84.5, 9, fur)
    paw(canvas, 20 + stride, 84.5, 9, fur)
    _dog_face(canvas, look, fur)


def _dog_face(canvas: Canvas, look: Look, fur: Paint) -> None:
    ear = "#4a3024" if look.attributes["colour"] == "white" else darker(fur, 0.4)
    body(canvas, smooth((71, 10), (77, 14), (76, 26), (71, 33), (65, 28), (66, 16)), ear, edge=1)
    canvas.fill(ellipse(96.5, 20.5, 3.4, 2.8), "#1c1614")
    canvas.stroke("M97 25 C 92 29 88 29 84 27", darker(fur, 0.65), 1.4)
    if look.happens(0.6):
        canvas.fill(smooth((89, 27.5), (94, 26.5), (94, 34), (91, 36), (89, 33)), "#e0677a")
    eye(canvas, 84, 16.5, 2.1)
    collar = look.pick(("#c8312c", "#2f64b0", "#2f8a4a"))
    canvas.stroke("M63.5 33 C 68 39 74 41 79.5 38", collar, 3.6)
    canvas.fill(ellipse(76, 42, 2.5), "#f0c840", outline="#8a6a1a", width=0.8)


@sprite("cat", width=84)
def cat(canvas: Canvas, look: Look) -> None:
    fur = look.named(
        "colour", {"orange": "#e0913f", "grey": "#8e9298", "black": "#34323a", "white": "#eee9e0"}
    )
    dark = darker(fur, 0.38)
    bend = look.between(-6, 6)
    tail = limb((24, 92, 8), (10, 92, 8), (4, 78, 7), (12 + bend, 62, 6))
    haunch = smooth((20, 94), (16, 76), (24, 58), (40, 54), (52, 70), (52, 94))
    chest = smooth((30, 94), (28, 66), (36, 46), (50, 40), (62, 46), (66, 64), (62, 96), (46, 97))
    head = smooth((30, 30), (34, 18), (48, 13), (62, 18), (67, 30), (62, 42), (48, 47), (35, 42))
    ears = [polygon((32, 24), (32, 2), (46, 15)), polygon((52, 15), (65, 2), (65, 25))]
    coat(canvas, [tail, haunch, chest, head, *ears], fur)
    canvas.fill(polygon((35, 18), (34.5, 8), (41, 15)), "#e8a8a0")
    canvas.fill(polygon((57, 15), (62.5, 8), (62.5, 18)), "#e8a8a0")
    if look.happens(0.6):
        _tabby(canvas, dark, haunch, head)
    belly = lighter(fur, 0.55)
    canvas.glow(51, 66, 10, 22, belly, opacity=0.8)
    canvas.stroke("M51 70 L51 94", dark, 1.3)
    for x in (45, 58):
        canvas.fill(ellipse(x, 94, 7, 4), lighter(fur, 0.2), outline=dark, width=1)
    canvas.stroke("M24 92 C 34 96 40 90 38 80", dark, 1.3)
    _cat_face(canvas, look, belly)


def _tabby(canvas: Canvas, dark: Paint, haunch: Shape, head: Shape) -> None:
    with canvas.inside(head):
        for x in (42, 48.5, 55):
            canvas.line((x, 12), (x, 20), colour=dark, width=2)
        for side in ((28, 36, 35, 35), (29, 41, 36, 38), (69, 36, 62, 35), (68, 41, 61, 38)):
            canvas.line(side[:2], side[2:], colour=dark, width=1.8)
    with canvas.inside(haunch):
        for y in (62, 70, 78):
            canvas.line((14, y + 4), (30, y), colour=dark, width=2.6)


def _cat_face(canvas: Canvas, look: Look, pale: Paint) -> None:
    iris = look.pick(("#9ac23c", "#e0b030", "#5aa8d0"))
    for x in (40.5, 56.5):
        canvas.fill(ellipse(x, 28, 4.6, 4.2), iris, outline="#1c1816", width=1)
        canvas.fill(ellipse(x, 28, 1.6, 3.8), "#120f0e")
    canvas.fill(ellipse(45, 38, 5, 4), pale)
    canvas.fill(ellipse(52, 38, 5, 4), pale)
    canvas.fill(polygon((45.5, 33), (51.5, 33), (48.5, 36.5)), "#d86a78")
    canvas.stroke(
        "M48.5 36 L48.5 39 C 47 41.5 44 41 43 39.5 M48.5 39 C 50 41.5 53 41 54 39.5", "#2a1e1c", 1.2
    )
    for y, slope in ((35, -2), (38, 0), (41, 2)):
        canvas.line((40, 37), (24, y + slope), colour="#fafafa", width=0.9)
        canvas.line((57, 37), (73, y + slope), colour="#fafafa", width=0.9)


@sprite("horse", height=96)
def horse(canvas: Canvas, look: Look) -> None:
    hair = look.named(
        "colour", {"brown": "#8a4f2a", "black": "#3c3634", "white": "#e9e4da", "chestnut": "#a8602c"}
    )
    mane = "#f0e0b8" if look.attributes["colour"] == "chestnut" else darker(hair, 0.6)
    if look.attributes["colour"] == "white":
        mane = "#b8b0a2"
    stride = look.between(2, 7) * look.pick((-1, 1))
    equine(canvas, hair, stride, mane)
    if look.happens(0.5):
        canvas.stroke("M84 11 C 88 15 92 20 94 25", "#f4f0e8", 2.2)
    canvas.stroke("M85 20 L92 26", darker(hair, 0.5), 1)


def equine(canvas: Canvas, hair: Paint, stride: float, mane: Paint) -> list[Shape]:
    """A horse or what looks like one, with a flowing mane; gives the parts of its coat."""
    far = darker(hair, 0.3)
    coat(canvas, [front_leg(64, 56, 94, 5.4, -stride), hind_leg(24, 56, 94, 5.4, -stride)], far)
    hoof(canvas, 64 - stride, 95, 6)
    hoof(canvas, 22 - stride, 95, 6)
    tail = limb((16, 44, 6), (7, 50, 8), (6, 66, 8), (8, 78, 2))
    coat(canvas, [tail], mane)
    torso = smooth(
        (13, 50), (17, 41), (28, 38), (44, 42), (58, 38), (68, 40), (73, 52), (66, 64), (46, 65), (30, 62),
        (18, 64),
    )  # fmt: skip
    neck = limb((62, 52, 26), (72, 34, 17), (79, 18, 12))
    head = smooth((75, 14), (79, 7), (85, 9), (92, 20), (98, 27), (96, 33), (90, 33), (83, 26), (77, 22))
    ear = polygon((77, 11), (77.5, 0.5), (83, 9))
    legs = [front_leg(59, 56, 94, 6.2, stride), hind_leg(21, 54, 94, 6.2, stride)]
    parts = [torso, neck, head, ear, *legs]
    coat(canvas, parts, hair)
    hoof(canvas, 59 + stride, 95, 6.8)
    hoof(canvas, 19 + stride, 95, 6.8)
    crest = smooth((80, 4), (76, 12), (68, 22), (61, 38), (53, 42), (58, 28), (66, 14), (73, 5))
    coat(canvas, [crest], mane, edge=1.2)
    eye(canvas, 83.5, 15, 1.9)
    canvas.fill(ellipse(95, 27.5, 1.2, 1.6), "#1c1412")
    canvas.stroke("M96.5 31 L91 30", darker(hair, 0.6), 1.1)
    return parts


@sprite("cow", height=80)
def cow(canvas: Canvas, look: Look) -> None:
    name = look.named("colour", {"black and white": "pied", "brown": "brown", "brown and white": "red"})
    hide, patch = {
        "pied": ("#f2eee6", "#2c2a2a"),
        "brown": ("#a0683a", "#a0683a"),
        "red": ("#f0e9dc", "#9a4f28"),
    }[name]
    stride = look.between(-3, 3)
    far = darker(hide, 0.28)
    coat(canvas, [front_leg(68, 48, 77, 6.4, -stride), hind_leg(20, 48, 77, 6.4, -stride)], far)
    hoof(canvas, 68 - stride, 78, 7)
    hoof(canvas, 18 - stride, 78, 7)
    canvas.stroke("M10 32 C 4 38 6 52 5 60", darker(hide, 0.45), 2.2)
    canvas.fill(ellipse(5, 62, 2.6, 5), "#2c2622")
    canvas.fill(ellipse(33, 60, 8, 6), "#eaa6a0", outline="#a8625e", width=1)
    torso = smooth(
        (9, 34),
        (13, 25),
        (30, 25),
        (54, 25),
        (70, 22),
        (78, 30),
        (77, 48),
        (66, 60),
        (40, 59),
        (20, 58),
        (10, 50),
    )
    neck = limb((68, 36, 26), (78, 28, 18))
    head = smooth((74, 18), (80, 11), (87, 14), (92, 26), (96, 36), (92, 42), (85, 41), (79, 31))
    legs = [front_leg(61, 48, 77, 7.4, stride), hind_leg(17, 46, 77, 7.4, stride)]
    coat(canvas, [torso, neck, head, *legs], hide)
    with canvas.inside(torso):
        for x, y, wide, high in ((24, 32, 14, 12), (48, 46, 12, 12), (66, 24, 9, 14), (12, 54, 8, 9)):
            canvas.fill(_blot(look, x, y, wide, high), patch)
    hoof(canvas, 61 + stride, 78, 8)
    hoof(canvas, 15 + stride, 78, 8)
    _cow_face(canvas, patch)


def _blot(look: Look, x: float, y: float, wide: float, high: float) -> Shape:
    around = ((1, 0), (0.6, 0.7), (-0.1, 0.9), (-0.8, 0.6), (-0.9, -0.3), (-0.3, -0.9), (0.6, -0.8))
    return smooth(
        *(
            (x + dx * wide * look.between(0.6, 1.25), y + dy * high * look.between(0.6, 1.25))
            for dx, dy in around
        )
    )


def _cow_face(canvas: Canvas, patch: Paint) -> None:
    with canvas.inside(
        smooth((74, 18), (80, 11), (87, 14), (92, 26), (96, 36), (92, 42), (85, 41), (79, 31))
    ):
        canvas.fill(ellipse(77, 20, 9, 11), patch)
        canvas.fill(ellipse(94, 40, 8, 6.5), "#e6a49c")
    canvas.fill(ellipse(72, 20, 6.5, 3), darker(patch, 0.15), outline=darker(patch, 0.5), width=1)
    for horn in ("M79 13 C 76 10 75 5 78 2", "M85 13 C 88 10 89 6 87 2"):
        canvas.stroke(horn, "#6a5a40", 4.4)
        canvas.stroke(horn, "#eadfc4", 2.6)
    eye(canvas, 84, 21, 2, white="#f6f2ea")
    canvas.fill(ellipse(94, 37.5, 1.2, 1.5), "#6a3a36")
    canvas.stroke("M96 41 C 93 43 90 42 88 40", "#7a4440", 1.1)


@sprite("sheep", height=80)
def sheep(canvas: Canvas, look: Look) -> None:
    wool = look.named("colour", {"white": "#f1ece0", "grey": "#b4aea4", "black": "#55504c"})
    face = look.pick(("#3a3432", "#d9c4a8")) if look.attributes["colour"] != "black" else "#2c2826"
    stride = look.between(-3, 3)
    for x, tone in ((66 - stride, 0.3), (26 - stride, 0.3), (58 + stride, 0.0), (19 + stride, 0.0)):
        coat(canvas, [limb((x, 54, 7), (x, 74, 5))], darker(face, tone), edge=1.4)
        hoof(canvas, x, 78, 6)
    puffs = [(16, 32, 11), (28, 23, 12), (43, 20, 12), (58, 22, 12), (70, 30, 11), (72, 44, 11), (62, 54, 11),
             (46, 57, 11), (30, 56, 11), (17, 48, 12)]  # fmt: skip
    curls = [ellipse(x + look.between(-1, 1), y + look.between(-1, 1), reach) for x, y, reach in puffs]
    coat(canvas, [*curls, ellipse(44, 39, 30, 20)], wool, contrast=0.14)
    for x, y in ((26, 34), (40, 31), (55, 34), (33, 46), (50, 47), (64, 42)):
        canvas.stroke(f"M{x - 4} {y} C {x - 3} {y - 5} {x + 4} {y - 5} {x + 3} {y}", darker(wool, 0.22), 1.4)
    coat(
        canvas, [smooth((74, 22), (82, 17), (90, 24), (96, 38), (91, 45), (84, 42), (77, 34))], face, edge=1.6
    )
    canvas.fill(ellipse(73, 27, 7, 3.2), face, outline=darker(face, 0.4), width=1)
    coat(canvas, [ellipse(78, 17, 6), ellipse(84, 15, 5.5), ellipse(74, 20, 5)], wool, edge=1.2, contrast=0.1)
    eye(canvas, 86, 27.5, 1.9, white="#f6f0e2")
    canvas.fill(ellipse(93.5, 39.5, 1.3, 1), darker(face, 0.6))


@sprite("pig", height=72)
def pig(canvas: Canvas, look: Look) -> None:
    skin = look.named("colour", {"pink": "#efa8a4", "black": "#57504e", "brown": "#9a6a4e"})
    stride = look.between(-2.5, 2.5)
    far = darker(skin, 0.25)
    for x in (66 - stride, 26 - stride):
        coat(canvas, [limb((x, 50, 10), (x, 64, 7))], far)
        hoof(canvas, x, 70, 7.5, darker(skin, 0.55))
    canvas.stroke("M10 32 C 3 30 2 22 6 21 C 10 21 9 28 4 27", darker(skin, 0.2), 2.4)
    torso = smooth(
        (8, 36), (14, 20), (34, 13), (56, 14), (72, 20), (80, 34), (74, 52), (52, 58), (28, 57), (12, 50)
    )
    head = smooth((66, 20), (78, 14), (88, 21), (94, 29), (95, 42), (88, 46), (76, 47), (66, 40))
    legs = [limb((x, 48, 13), (x, 64, 8)) for x in (58 + stride, 19 + stride)]
    coat(canvas, [torso, head, *legs], skin)
    for x in (58 + stride, 19 + stride):
        hoof(canvas, x, 70, 8.5, darker(skin, 0.55))
    canvas.fill(ellipse(94, 35.5, 4.6, 7.6), lighter(skin, 0.2), outline=darker(skin, 0.5), width=1.4)
    for y in (33, 38.5):
        canvas.fill(ellipse(94.6, y, 1.3, 1.7), darker(skin, 0.7))
    body(canvas, smooth((68, 8), (78, 14), (79, 27), (72, 28), (66, 19)), darker(skin, 0.12), edge=1.2)
    canvas.stroke("M88 44 C 84 45 81 43 79 40", darker(skin, 0.5), 1.4)
    eye(canvas, 84, 26, 2)
    if look.attributes["colour"] != "pink":
        with canvas.inside(torso):
            canvas.glow(50, 16, 30, 12, lighter(skin, 0.3), opacity=0.4)


@sprite("chicken", width=92)
def chicken(canvas: Canvas, look: Look) -> None:
    plumage = look.named("colour", {"white": "#f3efe6", "brown": "#b0652e", "black": "#3c3a3c"})
    for x in (44, 54):
        canvas.line((x, 76), (x + 1, 94), colour="#e0a030", width=3)
        canvas.stroke(f"M{x - 6} 97 L{x + 1} 93 L{x + 9} 97", "#e0a030", 2.6)
    tails = [
        limb((26, 48, 12), (12, 36, 9), (reach, 22 + index * 9, 4)) for index, reach in enumerate((10, 4, 3))
    ]
    torso = smooth(
        (14, 48), (24, 46), (40, 48), (54, 38), (66, 36), (76, 52), (70, 72), (52, 82), (32, 78), (18, 66)
    )
    neck = limb((64, 54, 28), (66, 36, 19), (68, 24, 16))
    coat(canvas, [*tails, torso, neck, ellipse(69, 20, 10.5, 10)], plumage)
    wing = smooth((28, 54), (42, 50), (56, 54), (54, 66), (40, 72), (30, 66))
    body(canvas, wing, darker(plumage, 0.12), edge=1.4)
    for x in (36, 43, 50):
        canvas.stroke(f"M{x} 58 C {x + 2} 62 {x} 66 {x - 3} 68", darker(plumage, 0.35), 1.4)
    comb = smooth((60, 13), (60, 4), (65, 8), (68, 1), (72, 7), (78, 3), (77, 12), (69, 12))
    canvas.fill(comb, "#d22a2c", outline="#8a1416", width=1.2)
    canvas.fill(
        smooth((76, 25), (81, 27), (80, 36), (75, 36), (74, 30)), "#d22a2c", outline="#8a1416", width=1
    )
    canvas.fill(polygon((78, 17), (90, 21.5), (78, 25.5)), "#eeb02e", outline="#96640e", width=1)
    eye(canvas, 72, 18, 2.3, white="#f4a040")


@sprite("duck", height=86)
def duck(canvas: Canvas, look: Look) -> None:
    form = look.named("form", {"mallard": "mallard", "white": "white", "yellow": "yellow"})
    tone, head_tone, beak = {
        "mallard": ("#a39a90", "#1f7a4a", "#e6b62e"),
        "white": ("#f4f1ea", "#f6f3ec", "#ee9a2a"),
        "yellow": ("#f2cc3c", "#f4d24a", "#ee8a2a"),
    }[form]
    for x in (42, 54):
        canvas.line((x, 70), (x, 80), colour="#e88a24", width=3.4)
        canvas.fill(polygon((x - 3, 84), (x + 1, 79), (x + 11, 84)), "#e88a24")
    torso = smooth(
        (3, 42), (14, 46), (34, 44), (56, 46), (72, 46), (79, 58), (68, 72), (44, 76), (22, 70), (9, 58)
    )
    neck = limb((68, 58, 22), (70, 42, 15), (72, 28, 14))
    coat(canvas, [torso, neck], tone)
    if form == "mallard":
        with canvas.inside(torso):
            canvas.glow(78, 60, 24, 20, "#6a3a28", opacity=1)
        coat(canvas, [limb((69, 38, 14), (71, 26, 14)), ellipse(74, 18, 13, 12)], head_tone)
        canvas.stroke("M62.5 40 C 67 43 72 43 77 40", "#f4f2ee", 3.4)
    else:
        coat(canvas, [ellipse(74, 18, 13, 12)], head_tone)
        canvas.fill(ellipse(71, 28, 6, 6), head_tone)
    canvas.fill(
        smooth((85, 15), (91, 17), (99, 20), (98, 24), (88, 25), (84, 23)),
        beak,
        outline=darker(beak, 0.4),
        width=1,
    )
    canvas.line((86, 20.5), (97, 22), colour=darker(beak, 0.4), width=1)
    body(
        canvas,
        smooth((14, 50), (30, 50), (50, 52), (56, 58), (44, 67), (26, 64)),
        darker(tone, 0.1),
        edge=1.4,
    )
    for y in (56, 60):
        canvas.stroke(f"M24 {y} C 32 {y + 3} 42 {y + 3} 50 {y}", darker(tone, 0.3), 1.3)
    eye(canvas, 79, 14.5, 2.2, white=None if form == "mallard" else "#ffffff")


@sprite("rabbit", width=92, height=96)
def rabbit(canvas: Canvas, look: Look) -> None:
    fur = look.named("colour", {"brown": "#a87c54", "grey": "#9a9a9c", "white": "#f1ede6"})
    canvas.fill(ellipse(10, 72, 9, 8.5), lighter(fur, 0.75), outline=darker(fur, 0.45), width=1.2)
    coat(canvas, [limb((60, 30, 8), (50, 14, 11), (47, 5, 5))], darker(fur, 0.2))
    torso = smooth((10, 78), (12, 58), (28, 46), (46, 46), (60, 52), (68, 68), (64, 88), (40, 93), (18, 92))
    head = smooth((52, 46), (54, 34), (64, 27), (76, 31), (86, 42), (86, 52), (74, 58), (60, 57))
    fore = limb((60, 70, 13), (64, 84, 9), (70, 90, 8))
    coat(canvas, [torso, head, fore], fur)
    body(canvas, smooth((16, 86), (18, 68), (32, 60), (46, 68), (48, 84), (38, 92), (22, 92)), fur, edge=1.2)
    coat(canvas, [limb((26, 91, 8), (50, 91.5, 8))], lighter(fur, 0.15), edge=1.6)
    coat(canvas, [limb((66, 32, 8), (62, 14, 12), (63, 3, 5))], fur)
    canvas.fill(limb((65.5, 28, 3), (62.5, 14, 6), (63, 6, 2)), "#e8a9a2")
    canvas.fill(ellipse(85.5, 45, 2.4, 2), "#d06a72")
    canvas.stroke("M86 47 C 85 51 82 51.5 79 50.5", darker(fur, 0.6), 1.2)
    for y in (44, 48, 52):
        canvas.line((80, 48), (92, y), colour="#f8f6f2", width=0.7)
    eye(canvas, 73, 40, 3, white=lighter(fur, 0.6))
    canvas.dots([(78, 51), (76, 49), (79, 48)], 0.6, darker(fur, 0.5))
