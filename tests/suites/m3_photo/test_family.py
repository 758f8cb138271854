"""The draws of `m3-photo`: photographs at two camera levels, for families of `m3`."""

from __future__ import annotations

from collections import Counter

import pytest

from m3bench.core import Art, CameraLevel, UsageError
from m3bench.suites import suite_generator
from m3bench_suites.builders.m3 import load_family
from m3bench_suites.builders.m3_photo import GENERATOR, TaskDraw
from m3bench_world import World
from m3bench_world.task_files.pictures import picture_png
from tests.suites.families import family_of

LEVELS = {CameraLevel.CLEAN, CameraLevel.HANDHELD}


def test_the_suite_has_at_least_a_hundred_tasks_of_families_of_m3() -> None:
    assert suite_generator("m3-photo") is GENERATOR
    assert GENERATOR.size >= 100
    for name in GENERATOR.families:
        family, original = GENERATOR.family(name), load_family(name)
        assert (family.name, family.number, family.title) == (name, original.number, original.title)


def test_every_kind_of_request_comes_at_both_levels() -> None:
    family = family_of(GENERATOR, "biology_cut")
    cameras = {number: TaskDraw(World(), family, number).camera for number in range(24)}
    assert Counter(cameras.values()) == dict.fromkeys(LEVELS, 12)
    for step in (2, 4, 6, 8):
        for kind in range(step):
            assert {cameras[number] for number in range(kind, 24, step)} == LEVELS


def test_pictures_are_of_photographs_and_of_this_suite_alone() -> None:
    draw = TaskDraw(World(), family_of(GENERATOR, "fruit_cal"), 9)
    picture = draw.picture("a.png", "fruit_bowl").picture
    assert (picture.art, picture.camera) == (Art.PHOTOGRAPHS, draw.camera)
    assert picture.number >= TaskDraw.first_picture
    assert draw.id == "m3-photo/fruit_cal/7-9"


@pytest.mark.parametrize("name", GENERATOR.families)
def test_without_the_photographs_the_message_names_the_command(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("M3BENCH_PHOTOGRAPHS", str(tmp_path_factory.mktemp("nothing")))
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path_factory.mktemp("cache")))
    world, family = World(), family_of(GENERATOR, name)
    with pytest.raises(UsageError, match="not on this machine") as problem:
        GENERATOR.draw(world, family, 0)
    assert "m3bench install photographs" in (problem.value.hint or "")
    with pytest.raises(UsageError, match="not on this machine"):
        picture_png(world, TaskDraw(world, family, 0).picture("a.png", "animals").picture)
