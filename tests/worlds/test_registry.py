"""Worlds of installed packages, and the one that is there without any."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from m3bench.core import Art, PluginError, UsageError
from m3bench.worlds import (
    COMPUTED,
    DEFAULT_NOW,
    DEFAULT_SEED,
    Picture,
    WorldFile,
    known_sources,
    make_world,
    registry,
)
from m3bench.worlds.registry import BareWorld, world_provider
from m3bench_world import SOURCES, World
from tests.plugins import installed, write_distribution

FLAT = """
    from types import SimpleNamespace

    class Flat:
        sources = {}

        def make(self, seed, now):
            return SimpleNamespace(seed=seed, now=now)

    class Whole(Flat):
        def picture_file(self, world, picture): ...
        def picture_contents(self, world, picture): ...
        def world_file(self, world, file): ...
        def file_contents(self, world, file): ...
        def require_art(self, art): ...

    flat, whole = Flat(), Whole()
"""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What is installed is read once in a process."""
    world_provider.cache_clear()
    yield
    world_provider.cache_clear()


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "WORLDS", {})


def test_the_installed_world_is_made() -> None:
    world = make_world(8)
    assert isinstance(world, World)
    assert (world.seed, known_sources()) == (8, SOURCES)


def test_the_clock_is_in_utc_and_needs_a_zone() -> None:
    noon = datetime(2025, 6, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    assert make_world(now=noon).now.isoformat() == "2025-06-01T10:00:00+00:00"
    with pytest.raises(ValueError, match="time zone"):
        make_world(now=datetime(2025, 6, 1))  # noqa: DTZ001


@pytest.mark.usefixtures("nothing_installed")
def test_without_a_world_there_are_a_seed_a_time_and_what_is_computed() -> None:
    world = make_world()
    assert isinstance(world, BareWorld)
    assert world.seed == DEFAULT_SEED
    assert known_sources() == COMPUTED


@pytest.mark.usefixtures("nothing_installed")
def test_without_a_world_nothing_is_drawn_and_the_way_on_is_named() -> None:
    world, provider = make_world(), world_provider()
    picture, file = Picture("a.png", "fruit", 1), WorldFile("a.wav", "recording", "beeps")
    for name, make in (
        ("a.png", lambda: provider.picture_file(world, picture)),
        ("a.png", lambda: provider.picture_contents(world, picture)),
        ("a.wav", lambda: provider.world_file(world, file)),
        ("a.wav", lambda: provider.file_contents(world, file)),
        ("drawn", lambda: provider.require_art(Art.DRAWN)),
    ):
        with pytest.raises(UsageError, match=name) as caught:
            make()
        assert "pip install 'm3bench[suites]'" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("name", "problem"), [("flat", "it has no picture_file"), ("gone", "cannot be imported")]
)
def test_a_broken_world_is_named(name: str, problem: str, tmp_path: Path) -> None:
    write_distribution(tmp_path / "site", "flatland", {"m3bench.worlds": f"{name} = flatland:{name}"}, FLAT)
    with (
        installed(tmp_path / "site"),
        pytest.raises(PluginError, match=rf"flatland 1\.2 is broken: {problem}"),
    ):
        registry.WORLDS[name]


def test_another_world_can_be_used_in_its_place_but_not_beside_it(tmp_path: Path) -> None:
    write_distribution(tmp_path / "site", "flatland", {"m3bench.worlds": "whole = flatland:whole"}, FLAT)
    with installed(tmp_path / "site"):
        assert registry.WORLDS["whole"].make(3, DEFAULT_NOW).seed == 3
        with pytest.raises(PluginError, match=r"Two packages bring a world: m3bench-world .* and flatland"):
            make_world()
