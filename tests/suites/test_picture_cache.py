"""Pictures of tasks are drawn once and kept on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites import picture_cache
from m3bench.suites.picture_cache import picture_png
from m3bench.suites.plans import Picture
from m3bench.world import World, scenes
from m3bench.world.scenes import DrawnScene

APPLE = Picture("a.png", "fruit", 1)
Drawn = list[tuple[int, str, int]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Drawn:
    """Every picture that was really drawn, in an empty cache: its world's seed, its kind and number."""
    found: Drawn = []

    def draw(world: World, kind: str, number: int) -> DrawnScene:
        found.append((world.seed, kind, number))
        return DrawnScene(None, f"{world.seed}-{kind}-{number}".encode())  # type: ignore[arg-type]

    monkeypatch.setattr(scenes, "draw", draw)
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path))
    return found


def test_a_picture_is_drawn_once(drawn: Drawn) -> None:
    same = Picture("another name.png", "fruit", 1)
    assert picture_png(World(7), APPLE) == picture_png(World(7), same) == b"7-fruit-1"
    assert drawn == [(7, "fruit", 1)]


def test_worlds_kinds_and_numbers_are_told_apart(drawn: Drawn) -> None:
    pictures = [APPLE, Picture("a.png", "fruit", 2), Picture("a.png", "map", 1)]
    files = {picture_png(world, picture) for world in (World(7), World(8)) for picture in pictures}
    assert len(files) == len(drawn) == 6


def test_other_code_draws_again(drawn: Drawn, monkeypatch: pytest.MonkeyPatch) -> None:
    picture_png(World(7), APPLE)
    monkeypatch.setattr(picture_cache, "package_fingerprint", lambda *_: "changed")
    picture_png(World(7), APPLE)
    assert len(drawn) == 2


def test_a_picture_in_the_cache_is_the_drawn_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path))
    world, slide = World(7), Picture("a.png", "slide", 1)
    assert picture_png(world, slide) == picture_png(world, slide) == scenes.draw(world, "slide", 1).png
