"""Networks take turns, and can be unloaded."""

from __future__ import annotations

from functools import cache

import pytest

from m3bench.servers.kit import NETWORK_LOCK, network_turn, unload_networks, unloadable


def test_a_turn_holds_the_lock() -> None:
    with network_turn(2**23):
        assert NETWORK_LOCK.locked()
    assert not NETWORK_LOCK.locked()


def test_networks_are_loaded_once_until_they_are_unloaded() -> None:
    loaded: list[str] = []

    @unloadable
    @cache
    def load(name: str) -> str:
        loaded.append(name)
        return name

    assert [load("a"), load("a"), load("b")] == ["a", "a", "b"]
    assert loaded == ["a", "b"]
    unload_networks()
    load("a")
    assert loaded == ["a", "b", "a"]


@pytest.mark.parametrize(("size", "kept"), [(2**23, True), (2**25, False)])
def test_networks_make_room_for_the_largest_inputs(size: int, kept: bool) -> None:
    @unloadable
    @cache
    def load() -> object:
        return object()

    before = load()
    with network_turn(size):
        pass
    assert (load() is before) is kept
