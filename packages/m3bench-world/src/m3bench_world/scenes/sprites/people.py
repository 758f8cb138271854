"""People of many looks, with or without hard hat and safety vest; and these two by themselves."""

from __future__ import annotations

from dataclasses import dataclass

from m3bench_world.scenes.painting import (
    Canvas,
    Look,
    Paint,
    Point,
    Shape,
    body,
    coat,
    darker,
    ellipse,
    eye,
    lighter,
    limb,
    panel,
    path,
    polygon,
    shine,
    smooth,
)
from m3bench_world.scenes.poses import POSES, Pose, Side
from m3bench_world.scenes.sprites import sprite

_SKINS = ("#f3cda8", "#e6b48a", "#c98d5e", "#9a6238", "#6b4226")
_HAIRS = ("#2a2220", "#5a3a22", "#8a5a2c", "#d8b05a", "#9a5530", "#9a9894")
_TOPS = {
    "red": "#c23a34",
    "blue": "#3868b0",
    "green": "#3f8a54",
    "grey": "#83888e",
    "white": "#ece9e2",
    "black": "#35363a",
    "purple": "#74509a",
}
_TROUSERS = ("#34466e", "#3a3b40", "#7a6244", "#5a6470", "#26304a", "#8a8272")
_HATS = {"yellow": "#f2c52c", "white": "#f4f4f0", "orange": "#ee7f26", "red": "#d23a30", "blue": "#2f6cc0"}
_VESTS = {"orange": "#f4741f", "yellow": "#d8ea2c"}
_SILVER = "#eef1f2"
_JOINTS = ("shoulder", "elbow", "wrist", "hip", "knee", "ankle")


@dataclass(frozen=True)
class _Wear:
    """What a person looks like apart from the pose."""

    skin: str
    hair: str
    style: str
    top: str
    legs: str
    build: float
    short_sleeves: bool
    beard: bool


@sprite("person", width=76, mirrored=False)
def person(canvas: Canvas, look: Look) -> None:
    pose = look.pick(look.named("pose", POSES))
    has = {"yes": True, "no": False}
    hatted, vested = look.named("helmet", has), look.named("vest", has)
    wear = _Wear(
        skin=look.pick(_SKINS),
        hair=look.pick(_HAIRS),
        style=look.named("hair", {style: style for style in ("short", "long", "bun", "bald")}),
        top=look.named("top", _TOPS),
        legs=look.pick(_TROUSERS),
        build=look.pick((0.88, 1.0, 1.0, 1.16)),
        short_sleeves=look.happens(0.4),
        beard=look.happens(0.25),
    )
    if wear.style in ("long", "bun"):
        wear = _Wear(**{**wear.__dict__, "beard": False})
    hat, vest = look.pick(tuple(_HATS)), look.pick(tuple(_VESTS))
    flip = look.happens(0.5)
    with canvas.moved(76 if flip else 0, 0, flip=flip):
        _note_points(canvas, pose, flip)
        _paint(canvas, pose, wear, hat if hatted else None, vest if vested else None)


def _paint(canvas: Canvas, pose: Pose, wear: _Wear, hat: str | None, vest: str | None) -> None:
    if pose.view == "side":
        _arm(canvas, pose.far, wear, shade=0.25)
    _leg(
        canvas,
        pose.far,
        wear,
        front=pose.view == "front",
        outward=1,
        shade=0 if pose.view == "front" else 0.25,
    )
    _leg(canvas, pose.near, wear, front=pose.view == "front", outward=-1, shade=0)
    if wear.style == "long":
        _long_hair(canvas, pose, wear)
    torso = _torso(pose, wear.build)
    coat(canvas, [torso], wear.top, edge=1.6, contrast=0.18)
    if vest:
        with canvas.part("safety vest", colour=vest):
            _worn_vest(canvas, pose, torso, _VESTS[vest])
    (_front_head if pose.view == "front" else _side_head)(canvas, pose.head, wear)
    if hat:
        with canvas.part("hard hat", colour=hat):
            _worn_hat(canvas, pose, _HATS[hat])
    if pose.tool:
        _tool(canvas, pose)
    for arm in (pose.near, pose.far) if pose.view == "front" else (pose.near,):
        _arm(canvas, arm, wear, shade=0)


def _note_points(canvas: Canvas, pose: Pose, flip: bool) -> None:
    """Points as pose finders name them: right and left are the person's own."""
    near, far = ("left", "right") if flip else ("right", "left")
    x, y = pose.head
    canvas.point("nose", x + (8.5 if pose.view == "side" else 0), y + 2)
    if pose.view == "front":
        for name, way in ((near, -1), (far, 1)):
            canvas.point(f"{name} eye", x + 3.2 * way, y)
            canvas.point(f"{name} ear", x + 8 * way, y + 1)
    else:
        canvas.point(f"{near} eye", x + 5, y)
        canvas.point(f"{near} ear", x - 1.5, y + 1.5)
    for name, side in ((near, pose.near), (far, pose.far)):
        for joint, place in zip(_JOINTS, side, strict=True):
            canvas.point(f"{name} {joint}", *place)


def _torso(pose: Pose, build: float) -> Shape:
    if pose.view == "front":
        left, right = 38 - 9.5 * build, 38 + 9.5 * build
        return smooth(
            (left, 25.5), (34.5, 22.5), (41.5, 22.5), (right, 25.5), (right + 1, 33), (right - 0.6, 45),
            (right - 0.4, 58), (38, 59.5), (left + 0.4, 58), (left + 0.6, 45), (left - 1, 33),
        )  # fmt: skip
    (sx, sy), (hx, hy) = pose.near.shoulder, pose.near.hip
    return limb((sx, sy, 13 * build), ((sx + hx) / 2, (sy + hy) / 2, 15 * build), (hx, hy, 13.5 * build))


def _leg(canvas: Canvas, side: Side, wear: _Wear, *, front: bool, outward: float, shade: float) -> None:
    (hx, hy), (kx, ky), (ax, ay) = side.hip, side.knee, side.ankle
    thick = 0.5 + wear.build * 0.5
    cloth = darker(wear.legs, shade)
    shoe = darker("#4a3a2e", shade)
    foot = ellipse(ax + outward * 1.5, ay + 4, 5, 3.2) if front else smooth(
        (ax - 4, ay + 6), (ax - 4, ay), (ax + 2, ay), (ax + 9, ay + 3.5), (ax + 9, ay + 6.5)
    )  # fmt: skip
    canvas.fill(foot, shoe, outline=darker(shoe, 0.5), width=1)
    coat(
        canvas,
        [limb((hx, hy, 10.5 * thick), (kx, ky, 8.4 * thick), (ax, ay + 1, 6.6 * thick))],
        cloth,
        edge=1.6,
    )


def _arm(canvas: Canvas, side: Side, wear: _Wear, *, shade: float) -> None:
    (sx, sy), (ex, ey), (wx, wy) = side.shoulder, side.elbow, side.wrist
    skin, cloth = darker(wear.skin, shade), darker(wear.top, shade)
    hand = ellipse(wx + (wx - ex) * 0.14, wy + (wy - ey) * 0.14, 3.2)
    whole = limb((sx, sy, 7.2), (ex, ey, 6), (wx, wy, 4.8))
    if wear.short_sleeves:
        coat(canvas, [whole, hand], skin, edge=1.5, contrast=0.12)
        middle = (sx * 0.35 + ex * 0.65, sy * 0.35 + ey * 0.65)
        coat(canvas, [limb((sx, sy + 0.5, 8), (*middle, 7.6))], cloth, edge=1.4)
        return
    coat(canvas, [hand], skin, edge=1.4)
    coat(canvas, [whole], cloth, edge=1.5)


def _front_head(canvas: Canvas, head: Point, wear: _Wear) -> None:
    x, y = head
    canvas.fill(limb((x, y + 6, 6.5), (x, y + 13, 7)), darker(wear.skin, 0.15))
    for way in (-1, 1):
        canvas.fill(
            ellipse(x + 8.2 * way, y + 1, 1.8, 2.6), wear.skin, outline=darker(wear.skin, 0.4), width=0.8
        )
    face = smooth(
        (x - 8, y - 2), (x - 6, y - 9), (x, y - 10.5), (x + 6, y - 9), (x + 8, y - 2), (x + 6.6, y + 6),
        (x, y + 10.5), (x - 6.6, y + 6),
    )  # fmt: skip
    coat(canvas, [face], wear.skin, edge=1.4, contrast=0.1)
    if wear.beard:
        with canvas.inside(face):
            canvas.fill(smooth(
                (x - 9, y + 2), (x - 4, y + 4.5), (x, y + 3.6), (x + 4, y + 4.5), (x + 9, y + 2),
                (x + 6, y + 12), (x - 6, y + 12),
            ), wear.hair)  # fmt: skip
    if wear.style != "bald":
        fringe = smooth(
            (x - 9, y), (x - 9, y - 7), (x - 4, y - 12.5), (x + 4, y - 12.5), (x + 9, y - 7), (x + 9, y),
            (x + 6.5, y - 4.5), (x, y - 6.5), (x - 6.5, y - 4.5),
        )  # fmt: skip
        canvas.fill(fringe, wear.hair, outline=darker(wear.hair, 0.4), width=0.8)
    if wear.style == "bun":
        canvas.fill(ellipse(x, y - 13, 4.2, 3.6), wear.hair, outline=darker(wear.hair, 0.4), width=0.8)
    for way in (-1, 1):
        eye(canvas, x + 3.2 * way, y, 1.25, white="#fbfaf6")
        canvas.line((x + 1.7 * way, y - 3), (x + 4.8 * way, y - 3.2), colour=darker(wear.hair, 0.2), width=1)
    canvas.stroke(f"M{x} {y + 1} L{x - 0.8} {y + 3.4} L{x + 0.8} {y + 3.6}", darker(wear.skin, 0.35), 0.9)
    canvas.stroke(f"M{x - 2.8} {y + 6.2} Q {x} {y + 8.2} {x + 2.8} {y + 6.2}", "#8a3a34", 1.1)


def _side_head(canvas: Canvas, head: Point, wear: _Wear) -> None:
    x, y = head
    canvas.fill(limb((x - 1, y + 5, 6.5), (x - 2.5, y + 13, 7)), darker(wear.skin, 0.15))
    face = smooth(
        (x - 8, y - 2), (x - 5, y - 9.5), (x + 2, y - 10), (x + 6.6, y - 5), (x + 6.8, y - 1),
        (x + 9.4, y + 2.4), (x + 6.8, y + 4), (x + 6.4, y + 8), (x + 2, y + 10), (x - 4, y + 7),
    )  # fmt: skip
    coat(canvas, [face], wear.skin, edge=1.4, contrast=0.1)
    if wear.beard:
        with canvas.inside(face):
            canvas.fill(smooth(
                (x - 3, y + 3), (x + 2, y + 5), (x + 6, y + 4.5), (x + 9, y + 6), (x + 4, y + 13),
                (x - 4, y + 10),
            ), wear.hair)  # fmt: skip
    if wear.style != "bald":
        mop = smooth(
            (x + 6, y - 6), (x + 4, y - 12), (x - 4, y - 12.5), (x - 10, y - 6), (x - 9.5, y + 4),
            (x - 5, y + 6.5), (x - 3, y + 1), (x - 1, y - 4.5),
        )  # fmt: skip
        canvas.fill(mop, wear.hair, outline=darker(wear.hair, 0.4), width=0.8)
    if wear.style == "bun":
        canvas.fill(ellipse(x - 10.5, y - 4, 4, 4), wear.hair, outline=darker(wear.hair, 0.4), width=0.8)
    canvas.fill(ellipse(x - 1.5, y + 1.5, 1.7, 2.4), wear.skin, outline=darker(wear.skin, 0.4), width=0.8)
    eye(canvas, x + 5, y - 0.4, 1.2, white="#fbfaf6")
    canvas.line((x + 3.4, y - 3.4), (x + 6.6, y - 3.2), colour=darker(wear.hair, 0.2), width=1)
    canvas.line((x + 4, y + 6), (x + 6.6, y + 5.6), colour="#8a3a34", width=1)


def _long_hair(canvas: Canvas, pose: Pose, wear: _Wear) -> None:
    x, y = pose.head
    if pose.view == "front":
        flow = smooth(
            (x - 9.5, y - 4), (x, y - 12), (x + 9.5, y - 4), (x + 11, y + 12), (x + 8, y + 19),
            (x - 8, y + 19), (x - 11, y + 12),
        )  # fmt: skip
    else:
        flow = limb((x - 4, y - 4, 11), (x - 8, y + 8, 10), (x - 11, y + 20, 5))
    canvas.fill(flow, wear.hair, outline=darker(wear.hair, 0.4), width=1)


def _worn_vest(canvas: Canvas, pose: Pose, torso: Shape, colour: Paint) -> None:
    with canvas.inside(torso):
        if pose.view == "front":
            _vest_front(canvas, torso, colour)
        else:
            canvas.fill(torso, colour)
            _vest_side(canvas, pose.near)
    canvas.stroke(torso, darker(colour, 0.5), 1.2, closed=True)


def _vest_front(canvas: Canvas, torso: Shape, colour: Paint) -> None:
    left, top, right, bottom = torso.box()
    hem = bottom - 2
    neck = ((35, top), (38, 36), (41, top))
    canvas.fill(polygon((left - 1, top), *neck, (right + 1, top), (right + 1, hem), (left - 1, hem)), colour)
    for x in (32, 44):
        canvas.line((x, top), (x, hem), colour=_SILVER, width=2.8)
    for y in (42, 50):
        canvas.line((left, y), (right, y), colour=_SILVER, width=2.8)
    canvas.line((38, 36), (38, hem), colour=darker(colour, 0.4), width=1)


def _vest_side(canvas: Canvas, side: Side) -> None:
    (sx, sy), (hx, hy) = side.shoulder, side.hip
    for share in (0.55, 0.82):
        x, y = sx + (hx - sx) * share, sy + (hy - sy) * share
        dx, dy = (hy - sy) * 0.4, (sx - hx) * 0.4
        canvas.line((x - dx, y - dy), (x + dx, y + dy), colour=_SILVER, width=3)
    canvas.line((sx - 4, sy - 8), (sx - 3, sy + 14), colour=_SILVER, width=2.8)


def _worn_hat(canvas: Canvas, pose: Pose, colour: Paint) -> None:
    x, y = pose.head
    dome = path(f"M{x - 10.5} {y - 3.5} C {x - 11} {y - 17} {x + 11} {y - 17} {x + 10.5} {y - 3.5} Z")
    body(canvas, dome, colour, contrast=0.3, edge=1.4)
    ridge = f"M{x} {y - 13} L{x} {y - 4}"
    if pose.view == "side":
        ridge = f"M{x - 7} {y - 11} Q {x} {y - 16} {x + 7} {y - 11}"
    canvas.stroke(ridge, darker(colour, 0.25), 1.6)
    brim = limb((x - 12, y - 3.4, 2.4), (x, y - 2.6, 3), (x + 12, y - 3.4, 2.4))
    if pose.view == "side":
        brim = limb((x - 10, y - 3.6, 2.4), (x + 4, y - 3, 2.8), (x + 15, y - 2, 2))
    coat(canvas, [brim], colour, edge=1.5, contrast=0.1)


def _tool(canvas: Canvas, pose: Pose) -> None:
    if pose.tool == "shovel":
        canvas.line((46, 46), (69, 88), colour="#6a4a2a", width=3.4)
        canvas.line((46, 46), (69, 88), colour="#b8854a", width=2.2)
        blade = smooth((66, 84), (71, 81), (76, 90), (75, 98), (68, 94))
        panel(canvas, blade, "#8a9098", edge=1.2)
        return
    wx, wy = pose.near.wrist
    canvas.line((wx, wy + 4), (wx + 4, wy - 14), colour="#b8854a", width=2.6)
    head = polygon((wx - 2, wy - 17), (wx + 10, wy - 14), (wx + 9, wy - 9.6), (wx - 3, wy - 12.4))
    panel(canvas, head, "#6d737b", edge=1.2)


@sprite("hard hat", height=66)
def hard_hat(canvas: Canvas, look: Look) -> None:
    colour = look.named("colour", _HATS)
    canvas.fill(ellipse(49, 50, 44, 11), darker(colour, 0.6))
    dome = path("M8 50 C 6 -12 88 -12 86 50 C 66 56 28 56 8 50 Z")
    body(canvas, dome, colour, contrast=0.34, edge=1.8)
    with canvas.inside(dome):
        for rib in ("M34 3 C 26 16 24 34 26 54", "M58 3 C 68 16 70 34 68 54"):
            canvas.stroke(rib, darker(colour, 0.22), 2.6)
        canvas.stroke("M46 2 C 44 20 44 40 46 55", lighter(colour, 0.45), 6)
        canvas.stroke("M51 2 C 50 20 50 40 51 55", darker(colour, 0.3), 1.6)
    brim = path("M5 47 C 26 57 68 57 88 46 C 98 48 101 54 96 58 C 74 67 24 66 4 56 C 1 53 2 48 5 47 Z")
    panel(canvas, brim, colour, contrast=0.2, edge=1.8)
    shine(canvas, 27, 22, 9, 12, turn=20)


@sprite("safety vest", width=78)
def safety_vest(canvas: Canvas, look: Look) -> None:
    colour = look.named("colour", _VESTS)
    canvas.fill(path("M26 6 C 32 14 46 14 52 6 L50 40 L28 40 Z"), darker(colour, 0.5))
    cloth = path(
        "M22 3 L30 2 L39 38 L48 2 L56 3 C 60 8 66 10 68 14 C 62 24 64 36 72 42 L73 96 L5 96 L6 42 "
        "C 14 36 16 24 10 14 C 12 10 18 8 22 3 Z"
    )
    panel(canvas, cloth, colour, contrast=0.2, edge=1.8)
    with canvas.inside(cloth):
        for band in ("M24 0 L22 96", "M54 0 L56 96", "M0 58 L78 58", "M0 78 L78 78"):
            canvas.stroke(band, darker(_SILVER, 0.35), 8.4)
            canvas.stroke(band, _SILVER, 6.4)
    canvas.line((39, 38), (39, 96), colour=darker(colour, 0.5), width=1.8)
