"""Camera levels: what they promise of the truth, on scenes of every kind."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b

import numpy as np
import pytest
from PIL import Image

from m3bench.core import CameraLevel
from m3bench_world import World
from m3bench_world.scenes import Code, Composition, TextLine, compose, draw, kind_names
from m3bench_world.scenes.camera import take
from m3bench_world.scenes.camera.geometry import Geometry, Tilt
from m3bench_world.scenes.camera.sight import LEAST_CODE, LEAST_KEPT, LEAST_TEXT, Sight
from m3bench_world.scenes.layers import LEAST_VISIBLE, SEEN_FROM
from tests.volume import FULL, volume

TAKEN = (CameraLevel.HANDHELD, CameraLevel.HARD)
ALLOWED = 0.02
"""Shares are measured in cells of four pixels."""
IN_PIXELS = {"free", "pixels_per_unit"}
"""Facts that follow the camera."""
PROGRAM = """
import sys
from hashlib import blake2b
from m3bench.core import CameraLevel
from m3bench_world import World
from m3bench_world.scenes import draw
for ask in sys.argv[1:]:
    kind, number, level = ask.split(":")
    print(ask, blake2b(draw(World(11), kind, int(number), camera=CameraLevel(level)).png).hexdigest())
"""


def asked_elsewhere(asks: list[str], hash_seed: str) -> dict[str, str]:
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, *asks],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    return dict(line.rsplit(" ", 1) for line in told.stdout.splitlines())


@pytest.mark.slow
def test_the_same_seed_gives_the_same_photograph_beside_a_busy_core() -> None:
    asks = [f"{kind}:2:{level}" for kind in ("receipt", "still_life", "slide") for level in TAKEN]
    idle = asked_elsewhere(asks, "1")
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        try:
            assert asked_elsewhere(asks[::-1], "2") == idle
        finally:
            busy.kill()
    kind, number, level = asks[1].split(":")
    here = draw(World(11), kind, int(number), camera=CameraLevel(level)).png
    assert blake2b(here).hexdigest() == idle[asks[1]]
    assert len(set(idle.values())) == len(asks)


def test_each_level_and_each_number_is_another_picture() -> None:
    world = World(4)
    pictures = {draw(world, "cars", number, camera=level).png for number in (0, 1) for level in CameraLevel}
    assert len(pictures) == 6
    assert draw(world, "cars", 0, camera=CameraLevel.CLEAN).png == draw(world, "cars", 0).png


def promise_kept(clean: Composition, taken: Composition, level: CameraLevel) -> None:
    before, after = clean.scene, taken.scene
    assert [thing.label for thing in after.things] == [thing.label for thing in before.things]
    assert after.counts() == before.counts()
    assert [text.text for text in after.letterings] == [text.text for text in before.letterings]
    assert [code.text for code in after.codes] == [code.text for code in before.codes]
    assert after.facts.keys() == before.facts.keys()
    assert [
        name for name, fact in after.facts.items() if fact != before.facts[name] and name not in IN_PIXELS
    ] == []
    for thing, was in zip(after.things, before.things, strict=True):
        assert thing.visible >= min(was.visible, max(LEAST_VISIBLE, was.visible * LEAST_KEPT)) - 0.001
    for text, line in zip(after.letterings, before.letterings, strict=True):
        assert text.visible >= line.visible * LEAST_TEXT[level] - 0.001
    for code, scanned in zip(after.codes, before.codes, strict=True):
        assert code.visible >= scanned.visible * LEAST_CODE - 0.001


def well_formed(taken: Composition) -> None:
    width, height = taken.scene.size
    assert taken.image.size == (width, height)
    scene = taken.scene
    marks: list[TextLine | Code] = [*scene.letterings, *scene.codes]
    for box in [*(thing.box for thing in scene.things), *(mark.box for mark in marks)]:
        assert 0 <= box[0] < box[2] <= width
        assert 0 <= box[1] < box[3] <= height
    for mark in marks:
        assert mark.quad is not None
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = mark.quad
        assert (cx - ax) * (dy - by) - (cy - ay) * (dx - bx) > 0, "the corners run clockwise"


@pytest.mark.slow
@pytest.mark.parametrize("level", TAKEN)
@pytest.mark.parametrize("kind", kind_names())
def test_what_the_scene_showed_is_still_visible(kind: str, level: CameraLevel) -> None:
    for number in range(20 if FULL else 1):
        world = World(900 + number)
        clean = compose(world, kind, number)
        taken = take(clean, level, world.chance.stream("camera", kind, number, level))
        promise_kept(clean, taken, level)
        well_formed(taken)
        for index, thing in enumerate(taken.scene.things[:3]):
            seen = taken.mask(index).point([0] * SEEN_FROM + [255] * (256 - SEEN_FROM)).getbbox()
            assert seen is not None
            assert thing.box == pytest.approx(seen, abs=1)


def test_what_would_be_lost_is_refused() -> None:
    sight = Sight(compose(World(3), "class_table", 1), CameraLevel.HARD)
    straight = Geometry(sight.size, np.eye(3))
    covered = Image.new("L", sight.size, 255)
    assert sight.enough(sight.shares(straight, None, None))
    assert not sight.enough(sight.shares(straight, covered, covered))
    close = Geometry.of(Tilt(), sight.size, sight.size, 3.0)
    assert sight.well_framed(straight)
    assert not sight.well_framed(close)
    assert not sight.enough(sight.shares(close, None, None))


def test_shares_are_those_of_the_covered_area() -> None:
    sight = Sight(compose(World(3), "museum_piece", 0), CameraLevel.HARD)
    straight = Geometry(sight.size, np.eye(3))
    left, top, right, bottom = compose(World(3), "museum_piece", 0).scene.things[0].box
    cover = Image.new("L", sight.size)
    cover.paste(255, (0, 0, (left + right) // 2, sight.size[1]))
    share = sight.shares(straight, cover, None).things[0]
    assert share == pytest.approx(0.5, abs=0.12)
    cover.paste(255, (0, 0, *sight.size))
    assert sight.shares(straight, cover, None).things[0] == pytest.approx(0, abs=1e-6)
    assert top < bottom


def test_a_fish_is_never_hidden_at_an_end() -> None:
    for number in range(volume(12)):
        world = World(50 + number)
        clean = compose(world, "fish", number)
        taken = take(clean, CameraLevel.HARD, world.chance.stream("camera", "fish", number, "hard"))
        places = [index for index, thing in enumerate(clean.scene.things) if thing.label == "fish"]
        assert places
        for index in places:
            assert taken.scene.things[index].visible == clean.scene.things[index].visible


def test_the_free_area_of_a_screen_stays_inside_it() -> None:
    clean = compose(World(8), "watchlist", 1)
    taken = compose(World(8), "watchlist", 1, camera=CameraLevel.HANDHELD)
    assert taken.scene.facts["free"] != clean.scene.facts["free"]
    left, top, right, bottom = taken.scene.facts["free"]
    assert taken.photo is not None
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=float)
    found = taken.photo.geometry.to_scene(corners)
    free = clean.scene.facts["free"]
    assert (found[:, 0] >= free[0] - 1.5).all()
    assert (found[:, 0] <= free[2] + 1.5).all()
    assert (found[:, 1] >= free[1] - 1.5).all()
    assert (found[:, 1] <= free[3] + 1.5).all()


def per_unit(taken: Composition) -> float:
    """Return pixels between the numbers on the ruler that are beside the fish, per unit."""
    facts = taken.scene.facts
    numbers = {
        int(line.text): np.array(line.quad).mean(axis=0)
        for line in taken.scene.letterings
        if line.text.isdigit() and facts["read_from"] <= int(line.text) <= facts["read_to"]
    }
    first, last = min(numbers), max(numbers)
    return float(np.linalg.norm(numbers[last] - numbers[first])) / (last - first)


@pytest.mark.parametrize("level", TAKEN)
def test_the_scale_of_a_ruler_is_that_of_the_photograph(level: CameraLevel) -> None:
    for number in range(4):
        clean, taken = (compose(World(8), "fish", number, camera=each) for each in (CameraLevel.CLEAN, level))
        drawn, found = clean.scene.facts["pixels_per_unit"], taken.scene.facts["pixels_per_unit"]
        assert per_unit(clean) == pytest.approx(drawn, rel=0.01)
        assert per_unit(taken) == pytest.approx(found, rel=0.03)
        assert drawn != pytest.approx(found, rel=0.002)
