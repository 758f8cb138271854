"""Geometry: both ways agree, pictures go where points go, and nothing is lost without a cover."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from m3bench_world.scenes.camera.geometry import Geometry, Tilt

TILTS = st.builds(
    Tilt,
    yaw=st.floats(-25, 25),
    pitch=st.floats(-20, 20),
    roll=st.floats(-10, 10),
    barrel=st.floats(0, 0.08),
)


@given(TILTS, st.floats(0.7, 1.4))
@settings(max_examples=60, deadline=None)
def test_a_point_comes_back_to_where_it_was(tilt: Tilt, zoom: float) -> None:
    geometry = Geometry.of(tilt, (800, 600), (840, 640), zoom)
    points = np.array([[0.0, 0.0], [800, 0], [400, 300], [123.4, 567.8], [800, 600]])
    assert geometry.to_scene(geometry.to_photo(points)) == pytest.approx(points, abs=0.05)


def test_a_picture_is_warped_to_where_its_points_are() -> None:
    geometry = Geometry.of(Tilt(15, -10, 5, 0.05), (400, 300), (400, 300), 1.0)
    for x, y in ((120, 90), (300, 200), (200, 150)):
        scene = Image.new("L", (400, 300))
        ImageDraw.Draw(scene).ellipse((x - 6, y - 6, x + 5, y + 5), fill=255)
        levels = np.asarray(geometry.warp(scene), dtype=np.float64)
        rows, columns = np.indices(levels.shape)
        middle = ((columns + 0.5) * levels).sum() / levels.sum(), ((rows + 0.5) * levels).sum() / levels.sum()
        assert middle == pytest.approx(geometry.to_photo(np.array([x, y], dtype=float)).tolist(), abs=0.35)


def test_part_of_a_photograph_is_the_same_as_in_the_whole() -> None:
    geometry = Geometry.of(Tilt(12, 8, -4, 0.03), (300, 200), (300, 200), 1.1)
    scene = Image.radial_gradient("L").resize((300, 200))
    box = (70, 40, 210, 150)
    whole, part = geometry.warp(scene).crop(box), geometry.warp(scene, box=box)
    assert np.abs(np.asarray(whole).astype(int) - np.asarray(part)).max() <= 2
    shifted = geometry.warp(scene.crop((20, 10, 300, 200)), (20, 10), box)
    assert np.abs(np.asarray(part).astype(int) - np.asarray(shifted)).max() <= 2


def test_a_straight_camera_changes_nothing() -> None:
    scene = Image.radial_gradient("L").resize((300, 200))
    assert Geometry((300, 200), np.eye(3)).warp(scene).tobytes() == scene.tobytes()
    assert Geometry.of(Tilt(9, 9, 3), (300, 200), (300, 200), 1).warp(scene).tobytes() != scene.tobytes()
