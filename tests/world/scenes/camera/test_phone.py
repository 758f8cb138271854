"""Photographs of phones: the whole body is in the frame, and no holding finger is on the screen."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from m3bench.core import CameraLevel
from m3bench_world import World
from m3bench_world.scenes import compose
from m3bench_world.scenes.camera.geometry import Geometry, Tilt
from m3bench_world.scenes.camera.hand import paint_fingers, paint_palm
from m3bench_world.scenes.camera.phone import lean_of, phone_layer
from m3bench_world.scenes.painting import Canvas, moved
from m3bench_world.scenes.prints import PHONE

KINDS = ("phone_chat", "phone_calendar")
FRAME = 20
"""Width of the rim around the screen."""


def corners(box: tuple[int, int, int, int]) -> NDArray[np.float64]:
    left, top, right, bottom = box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=float)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", [CameraLevel.HANDHELD, CameraLevel.HARD])
def test_the_whole_phone_is_in_the_frame_in_perspective(kind: str, level: CameraLevel) -> None:
    taken = compose(World(3), kind, 1, camera=level)
    assert taken.surface == "phone"
    assert taken.photo
    found = taken.photo.geometry.to_photo(corners(phone_layer(taken).box))
    assert (found > 0).all()
    assert (found < np.array(taken.scene.size)).all()
    sides = np.linalg.norm(found - np.roll(found, 1, axis=0), axis=1)
    assert abs(sides[0] - sides[2]) > 1, "the left and the right side are not parallel"


@pytest.mark.parametrize("kind", KINDS)
def test_the_phone_fills_the_photograph(kind: str) -> None:
    clean, taken = compose(World(3), kind, 1), compose(World(3), kind, 1, camera=CameraLevel.HANDHELD)
    widths = [[line.box[2] - line.box[0] for line in picture.scene.letterings] for picture in (clean, taken)]
    assert sum(widths[1]) > 0.85 * sum(widths[0])


def test_the_hand_leaves_the_screen_free() -> None:
    around = 200
    canvas = Canvas((PHONE[0] + 2 * around, PHONE[1] + 2 * around), moved(around, around), fine=1)
    paint_fingers(canvas, "#d49a74", PHONE)
    screen = (FRAME, FRAME, PHONE[0] - FRAME, PHONE[1] - FRAME)
    left, top, right, bottom = (edge + around for edge in screen)
    fingers = canvas.cutout().image.getchannel("A")
    assert fingers.crop((left, top, right, bottom)).getbbox() is None
    assert fingers.crop((left - FRAME, top, right + FRAME, bottom)).getbbox() is not None
    paint_palm(canvas, "#d49a74", PHONE)
    behind = canvas.cutout().image.getchannel("A")
    assert behind.crop((left, top, right, bottom)).getbbox() is not None


@pytest.mark.parametrize("yaw", [-15, 15])
def test_the_camera_sees_the_side_that_is_nearer(yaw: float) -> None:
    clean = compose(World(3), "phone_chat", 1)
    phone, wide = phone_layer(clean), clean.scene.size[0]
    geometry = Geometry.of(Tilt(yaw=yaw), clean.scene.size, clean.scene.size, 0.9)
    upper_left, upper_right, lower_right, lower_left = geometry.to_photo(corners(phone.box))
    right_is_nearer = np.linalg.norm(lower_right - upper_right) > np.linalg.norm(lower_left - upper_left)
    x, y = lean_of(phone, geometry, wide)
    assert (x > 0) == right_is_nearer
    assert abs(x) > 10
    assert abs(y) < 0.1
    straight = Geometry.of(Tilt(), clean.scene.size, clean.scene.size, 0.9)
    assert lean_of(phone, straight, wide) == pytest.approx((0, 0), abs=1e-6)
