"""The pictures that suites keep."""

from __future__ import annotations

import pytest

from m3bench.suites.picture_cache import PictureCache
from m3bench.suites.plans import Picture
from m3bench.world import World, scenes
from m3bench.world.scenes import DrawnScene


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str, int]]:
    """Every picture that was really drawn: its world's seed, its kind and number. Each has ten bytes."""
    found: list[tuple[int, str, int]] = []

    def draw(world: World, kind: str, number: int) -> DrawnScene:
        found.append((world.seed, kind, number))
        return DrawnScene(None, f"{world.seed}-{kind}-{number}".ljust(10).encode())  # type: ignore[arg-type]

    monkeypatch.setattr(scenes, "draw", draw)
    return found


def test_a_picture_is_drawn_once(drawn: list[tuple[int, str, int]]) -> None:
    cache = PictureCache()
    one, same = Picture("a.png", "fruit", 1), Picture("another name.png", "fruit", 1)
    assert cache.png(World(7), one) == cache.png(World(7), same) == b"7-fruit-1 "
    assert drawn == [(7, "fruit", 1)]


def test_worlds_kinds_and_numbers_are_told_apart(drawn: list[tuple[int, str, int]]) -> None:
    cache = PictureCache()
    pictures = [Picture("a.png", "fruit", 1), Picture("a.png", "fruit", 2), Picture("a.png", "map", 1)]
    files = {cache.png(world, picture) for world in (World(7), World(8)) for picture in pictures}
    assert len(files) == len(drawn) == 6


def test_what_was_used_longest_ago_goes_first(drawn: list[tuple[int, str, int]]) -> None:
    cache, world = PictureCache(most_bytes=20), World(7)
    for number in (1, 2, 1, 3, 1, 2):
        cache.png(world, Picture("a.png", "fruit", number))
    assert [number for _, _, number in drawn] == [1, 2, 3, 2]


def test_a_picture_that_is_too_large_is_not_kept(drawn: list[tuple[int, str, int]]) -> None:
    cache = PictureCache(most_bytes=5)
    for _ in range(2):
        assert cache.png(World(7), Picture("a.png", "fruit", 1)) == b"7-fruit-1 "
    assert len(drawn) == 2
