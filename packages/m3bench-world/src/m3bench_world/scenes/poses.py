"""Poses of people: joint positions in a box of 76 by 100, facing right."""

from __future__ import annotations

from typing import Literal, NamedTuple

from m3bench_world.scenes.painting import Point

View = Literal["front", "side"]


class Side(NamedTuple):
    """The joints of one side of the body."""

    shoulder: Point
    elbow: Point
    wrist: Point
    hip: Point
    knee: Point
    ankle: Point


class Pose(NamedTuple):
    """From the front, the near side is that on the left of the picture. It always is the person's right."""

    view: View
    head: Point
    near: Side
    far: Side
    tool: str = ""


def _front(near_arm: tuple[Point, Point], far_arm: tuple[Point, Point], spread: float = 0) -> Pose:
    return Pose(
        "front",
        (38, 12),
        Side((29, 27), *near_arm, (33.5, 55), (33 - spread, 74), (32.5 - spread, 93)),
        Side((47, 27), *far_arm, (42.5, 55), (43 + spread, 74), (43.5 + spread, 93)),
    )


_DOWN_NEAR, _DOWN_FAR = ((25, 40), (24.5, 53)), ((51, 40), (51.5, 53))
_HIP_NEAR, _HIP_FAR = ((20, 40), (29, 50)), ((56, 40), (47, 50))

POSES: dict[str, tuple[Pose, ...]] = {
    "standing": (
        _front(_DOWN_NEAR, _DOWN_FAR),
        _front(_HIP_NEAR, _HIP_FAR, 2),
        _front(_DOWN_NEAR, ((58, 32), (62, 18)), 1),
        _front(_HIP_NEAR, _DOWN_FAR, 1),
    ),
    "walking": (
        Pose(
            "side",
            (40, 12),
            Side((37, 27), (31, 40), (34, 52), (37, 54), (46, 72), (50, 91)),
            Side((37, 27), (45, 39), (53, 48), (37, 54), (34, 73), (22, 88)),
        ),
        Pose(
            "side",
            (40, 12),
            Side((37, 27), (44, 40), (52, 48), (37, 54), (34, 73), (24, 89)),
            Side((37, 27), (31, 40), (29, 52), (37, 54), (45, 72), (47, 91)),
        ),
    ),
    "working": (
        Pose(
            "side",
            (46, 21),
            Side((37, 33), (41, 49), (52, 55), (26, 57), (29, 75), (25, 92)),
            Side((39, 34), (48, 46), (58, 49), (27, 57), (40, 73), (40, 92)),
            tool="shovel",
        ),
        Pose(
            "side",
            (38, 13),
            Side((35, 28), (46, 38), (59, 31), (34, 55), (36, 74), (31, 92)),
            Side((36, 28), (44, 41), (55, 45), (35, 55), (43, 73), (45, 92)),
            tool="hammer",
        ),
    ),
    "sitting": (
        Pose(
            "side",
            (32, 40),
            Side((27, 55), (35, 68), (47, 69), (23, 87), (45, 68), (51, 91)),
            Side((28, 55), (38, 66), (49, 68), (24, 87), (49, 70), (58, 91)),
        ),
    ),
}
