"""Tasks have camera levels, and suites of scenes can be run at another one."""

from __future__ import annotations

import dataclasses
import io
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageOps

from m3bench.core import CameraLevel, Task, UsageError
from m3bench.runs import choose_tasks, run_settings
from m3bench.suites import (
    FileSuite,
    Pictures,
    StoredSuite,
    Suite,
    ablate_suite,
    make_suite,
    require_level,
    shown_cameras,
    task_cameras,
    task_fields,
)
from m3bench.suites.selecting import matching_tasks
from m3bench.worlds import Picture
from m3bench_world import World
from m3bench_world.scenes import compose, drawing
from m3bench_world.scenes.stage import Composition
from tests.runs.books import books_file

CLEAN, HANDHELD, HARD = CameraLevel
SLIDE = Picture("slide.png", "slide", 1)
AT_LEVELS = (Pictures.CLEAN, Pictures.HANDHELD, Pictures.HARD)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[CameraLevel]:
    """The levels at which pictures were taken. The camera mirrors them, or turns them upside down."""
    levels: list[CameraLevel] = []

    def take(composition: Composition, level: CameraLevel, stream: Random) -> Composition:
        del stream
        levels.append(level)
        turn = ImageOps.mirror if level is HANDHELD else ImageOps.flip
        return dataclasses.replace(composition, image=turn(composition.image))

    monkeypatch.setattr(drawing, "take", take)
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path / "cache"))
    return levels


def task(*pictures: Picture, **more: Any) -> Task:
    names = tuple(picture.name for picture in pictures)
    return Task(id="t/1", request="?", images=names, pictures=tuple(pictures), **more)


def stored(*pictures: Picture) -> StoredSuite:
    return StoredSuite("mine", World(), [task(*pictures)])


def only_file(suite: Suite) -> bytes:
    (data,) = suite.assets(suite.tasks[0]).values()
    assert isinstance(data, bytes)
    return data


def pixels(file: bytes) -> bytes:
    with Image.open(io.BytesIO(file)) as picture:
        return picture.convert("RGB").tobytes()


def test_the_same_scenes_are_taken_at_another_level(taken: list[CameraLevel]) -> None:
    suite = stored(SLIDE)
    files = {level: only_file(ablate_suite(suite, level, 0)) for level in AT_LEVELS}
    assert len(set(files.values())) == 3
    assert files[Pictures.CLEAN] == only_file(suite)
    assert taken == [HANDHELD, HARD]
    with Image.open(io.BytesIO(files[Pictures.CLEAN])) as clean:
        assert pixels(files[Pictures.HANDHELD]) == ImageOps.mirror(clean.convert("RGB")).tobytes()


def test_the_level_of_the_option_replaces_that_of_the_task(taken: list[CameraLevel]) -> None:
    hard = stored(Picture("slide.png", "slide", 1, HARD))
    assert only_file(ablate_suite(hard, Pictures.CLEAN, 0)) == only_file(stored(SLIDE))
    assert only_file(hard) == only_file(ablate_suite(hard, Pictures.HARD, 0))
    assert only_file(hard) == only_file(ablate_suite(stored(SLIDE), Pictures.HARD, 0))
    assert only_file(hard) != only_file(ablate_suite(hard, Pictures.HANDHELD, 0))
    assert taken == [HARD, HANDHELD]


@pytest.mark.usefixtures("taken")
def test_tasks_names_formats_and_digest_stay() -> None:
    suite = stored(SLIDE, Picture("photo.jpg", "slide", 2))
    at_level = ablate_suite(suite, Pictures.HANDHELD, 0)
    assert (at_level.name, at_level.digest, at_level.tasks) == (suite.name, suite.digest, suite.tasks)
    files = at_level.assets(suite.tasks[0])
    assert list(files) == ["slide.png", "photo.jpg"]
    opened = [Image.open(io.BytesIO(data)) for data in files.values() if isinstance(data, bytes)]
    assert [picture.format for picture in opened] == ["PNG", "JPEG"]


def test_clean_is_given_for_m3() -> None:
    suite = make_suite("m3", World())
    assert all(task_cameras(other) == (CLEAN,) for other in suite.tasks)
    task = suite.tasks[-1]
    own = suite.assets(task)
    assert own
    assert ablate_suite(suite, Pictures.CLEAN, 0).assets(task) == own


@pytest.mark.parametrize("name", ["m3/fruit_cal/7-1", "m3/class_demand_estimation/7-0"])
def test_another_level_of_m3_has_other_bytes_and_the_same_truth(name: str) -> None:
    suite = make_suite("m3", World())
    assert isinstance(suite, StoredSuite)
    task = next(candidate for candidate in suite.tasks if candidate.id == name)
    files = [ablate_suite(suite, level, 0).assets(task) for level in AT_LEVELS]
    (picture,) = suite.scene_pictures(task)
    assert len({file[picture.name] for file in files}) == 3
    own, *others = (
        compose(World(), picture.kind, picture.number, camera=level).scene for level in CameraLevel
    )
    for other in others:
        assert (other.facts, other.counts()) == (own.facts, own.counts())
        assert [code.text for code in other.codes] == [code.text for code in own.codes]


def test_pictures_that_are_not_scenes_are_refused(tmp_path: Path) -> None:
    from_files = FileSuite.of(books_file(tmp_path))
    without = stored()
    for suite in (from_files, without, make_suite("cross", World())):
        with pytest.raises(UsageError, match="no pictures that could be taken at the level hard") as problem:
            ablate_suite(suite, Pictures.HARD, 0)
        assert "--pictures given" in (problem.value.hint or "")
        with pytest.raises(UsageError, match="no pictures"):
            require_level(suite, suite.tasks, HARD)
        require_level(suite, suite.tasks, None)


def test_a_task_with_another_picture_is_refused_by_name() -> None:
    photo = Task(id="t/2", request="?", images=("photo.png",))
    suite = StoredSuite("mine", World(), [task(SLIDE), photo, Task(id="t/3", request="?")])
    require_level(suite, [suite.tasks[0], suite.tasks[2]], HARD)
    with pytest.raises(UsageError, match=r"t/2 cannot be taken .* not drawn from scenes") as problem:
        require_level(suite, suite.tasks, HARD)
    assert "--where 'camera=*'" in (problem.value.hint or "")
    with pytest.raises(UsageError, match="t/2"):
        ablate_suite(suite, Pictures.HARD, 0).assets(photo)


def test_a_run_refuses_before_it_starts() -> None:
    suite = make_suite("omni", World())
    settings = run_settings("omni", "idle", pictures="handheld")
    with pytest.raises(UsageError, match="not drawn from scenes"):
        choose_tasks(suite, settings)
    chosen = choose_tasks(suite, run_settings("omni", "idle", pictures="handheld", where=("camera=*",))).tasks
    assert chosen
    assert all(task_cameras(task) == (CLEAN,) for task in chosen)


def test_tasks_are_selected_by_camera_and_art() -> None:
    hard = msgspec.structs.replace(task(Picture("a.png", "slide", 1, HARD), SLIDE), id="t/hard")
    plain, bare = task(SLIDE), Task(id="t/bare", request="?")
    assert (task_fields(hard)["camera"], task_fields(hard)["art"]) == (("hard", "clean"), ("drawn",))
    assert "camera" not in task_fields(bare)
    assert matching_tasks("mine", [plain, hard, bare], ["camera=hard"]) == [hard]
    assert matching_tasks("mine", [plain, hard, bare], ["camera=*"]) == [plain, hard]
    with pytest.raises(UsageError, match="camera=handheld") as problem:
        matching_tasks("mine", [plain, hard, bare], ["camera=handheld"])
    assert problem.value.hint == "Known values: clean, hard."


@pytest.mark.parametrize(
    ("pictures", "shown"),
    [("given", (HARD,)), ("none", ()), ("wrong", ()), ("clean", (CLEAN,)), ("handheld", (HANDHELD,))],
)
def test_levels_that_an_agent_sees(pictures: str, shown: tuple[CameraLevel, ...]) -> None:
    assert shown_cameras(task(Picture("a.png", "slide", 1, HARD)), Pictures(pictures)) == shown
    assert shown_cameras(Task(id="t"), Pictures(pictures)) == ()


def test_which_pictures_show_the_task() -> None:
    assert [picture.value for picture in Pictures if picture.show_the_task] == [
        "given",
        "clean",
        "handheld",
        "hard",
    ]
    assert [picture.camera for picture in Pictures] == [None, None, None, CLEAN, HANDHELD, HARD]


def test_an_unknown_value_is_refused_with_the_list() -> None:
    with pytest.raises(UsageError, match="blurry") as problem:
        run_settings("smoke", "idle", pictures="blurry")
    assert problem.value.hint == "pictures is one of given, none, wrong, clean, handheld, hard."
