"""Things on the ground have their true sizes."""

from __future__ import annotations

import pytest
from PIL import Image

from m3bench.core import Art
from m3bench_world import World
from m3bench_world.scenes import Stage
from m3bench_world.scenes.photographs import Light, things
from m3bench_world.scenes.photographs.grounds import Ground
from m3bench_world.scenes.photographs.standing import SMALLEST, Camera, fits, rows_of, stand
from m3bench_world.scenes.photographs.store import thing_image

PLAIN = Ground(Image.new("RGB", (800, 600), (90, 120, 60)), Light(), horizon=200, near=240)


def test_a_metre_is_longer_where_it_is_nearer() -> None:
    camera = Camera(PLAIN, 1.6, 600)
    assert camera.per_metre(360) == 100
    assert camera.row(100) == 360
    assert Camera(PLAIN, 0.8, 600).per_metre(360) == 200


@pytest.mark.usefixtures("stand_ins")
def test_things_have_their_true_sizes_in_perspective() -> None:
    stage, camera = Stage(World(), "animals", 3, Art.PHOTOGRAPHS), Camera(PLAIN, 1.6, 600)
    stage.backdrop = PLAIN.image
    for _ in range(5):
        stand(stage, camera, "horse", least=1.0)
    shown = stage.finish().scene.things
    one = things()["horse"][0]
    assert len(shown) >= 2
    for thing in shown:
        longer = max(thing.box[2] - thing.box[0], thing.box[3] - thing.box[1])
        expected = one.centimetres / 100 * camera.per_metre(thing.box[3])
        assert longer == pytest.approx(expected, rel=0.1)


@pytest.mark.usefixtures("stand_ins")
def test_small_animals_need_a_near_camera() -> None:
    assert not fits("frog", Camera(PLAIN, 1.6, 600))
    assert fits("frog", Camera(PLAIN, 0.3, 600))
    assert not fits("unicorn", Camera(PLAIN, 1.6, 600))


@pytest.mark.usefixtures("stand_ins")
@pytest.mark.parametrize("eye", [0.4, 0.9, 1.6])
def test_no_thing_is_too_small_or_enlarged_too_much(eye: float) -> None:
    camera, tried = Camera(PLAIN, eye, 600), 0
    for ones in things().values():
        for one in ones:
            if rows := rows_of(one, camera):
                tried += 1
                small, large = (one.centimetres / 100 * camera.per_metre(row) for row in rows)
                assert small >= SMALLEST - 1e-6
                assert large <= max(thing_image(one).size) * 1.7 + 1e-6
                assert 240 <= rows[0] <= rows[1] <= 590
    assert tried > 5
