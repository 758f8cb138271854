"""Pictures of tasks are drawn once and kept on disk."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from m3bench.core import Art, CameraLevel
from m3bench.suites.pictures import scene_files
from m3bench.worlds import Picture
from m3bench_world import World, scenes
from m3bench_world.scenes import DrawnScene
from m3bench_world.task_files import pictures as picture_cache
from m3bench_world.task_files.pictures import picture_file, picture_png

APPLE = Picture("a.png", "fruit", 1)
Drawn = list[tuple[int, str, int]]
HARD, HANDHELD = CameraLevel.HARD, CameraLevel.HANDHELD


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Drawn:
    """Every picture that was really drawn, in an empty cache: its world's seed, its kind and number."""
    found: Drawn = []

    def draw(world: World, picture: Picture) -> DrawnScene:
        kind, number, camera, art = picture.kind, picture.number, picture.camera, picture.art
        found.append((world.seed, kind, number))
        taken = "" if (camera, art) == (CameraLevel.CLEAN, Art.DRAWN) else f"-{camera}-{art}"
        told = "".join(f"-{setting}" for setting in picture.settings.values())
        return DrawnScene(None, f"{world.seed}-{kind}-{number}{taken}{told}".encode())  # type: ignore[arg-type]

    monkeypatch.setattr(scenes, "draw_picture", draw)
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path))
    return found


def test_a_picture_is_drawn_once(drawn: Drawn) -> None:
    same = Picture("another name.png", "fruit", 1)
    assert picture_png(World(7), APPLE) == picture_png(World(7), same) == b"7-fruit-1"
    assert drawn == [(7, "fruit", 1)]


def test_worlds_kinds_and_numbers_are_told_apart(drawn: Drawn) -> None:
    told = Picture("a.png", "fruit", 1, settings={"kind": "pear"})
    pictures = [APPLE, Picture("a.png", "fruit", 2), Picture("a.png", "map", 1), told]
    files = {picture_png(world, picture) for world in (World(7), World(8)) for picture in pictures}
    assert len(files) == len(drawn) == 8


def test_camera_levels_and_arts_are_told_apart(drawn: Drawn) -> None:
    pictures = [
        Picture("a.png", "fruit", 1, camera, art)
        for camera in (CameraLevel.CLEAN, HANDHELD, HARD)
        for art in Art
    ]
    assert len({picture_png(World(7), picture) for picture in pictures}) == len(drawn) == 6


def test_scene_files_are_at_the_level_that_is_asked_for(drawn: Drawn) -> None:
    world, hard = World(7), Picture("b.png", "fruit", 2, HARD)
    assert scene_files(world, [APPLE, hard]) == {"a.png": b"7-fruit-1", "b.png": b"7-fruit-2-hard-drawn"}
    assert scene_files(world, [APPLE, hard], HANDHELD) == {
        "a.png": b"7-fruit-1-handheld-drawn",
        "b.png": b"7-fruit-2-handheld-drawn",
    }
    assert scene_files(world, [hard], CameraLevel.CLEAN) == {"b.png": b"7-fruit-2"}
    assert len(drawn) == 5


def test_other_code_draws_again(drawn: Drawn, monkeypatch: pytest.MonkeyPatch) -> None:
    picture_png(World(7), APPLE)
    monkeypatch.setattr(picture_cache, "package_fingerprint", lambda *_: "changed")
    picture_png(World(7), APPLE)
    assert len(drawn) == 2


def test_a_picture_in_the_cache_is_the_drawn_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path))
    world, slide = World(7), Picture("a.png", "slide", 1)
    assert picture_png(world, slide) == picture_png(world, slide) == scenes.draw(world, "slide", 1).png
    assert picture_file(world, slide) == picture_png(world, slide)


@pytest.mark.parametrize(
    ("name", "kind"), [("a.jpg", "JPEG"), ("a.JPEG", "JPEG"), ("a.png", "PNG"), ("a", "PNG")]
)
def test_the_file_name_decides_the_format(
    name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path))
    with Image.open(io.BytesIO(picture_file(World(7), Picture(name, "slide", 1)))) as found:
        assert found.format == kind
