"""Servers answer from the world that the pictures of a suite are drawn from."""

from __future__ import annotations

from datetime import timedelta

import pytest

from m3bench.suites import StoredSuite, WorldRef, shared_world
from m3bench_world import World


def test_the_world_of_the_suite_is_used() -> None:
    world = World()
    assert shared_world(StoredSuite("own", world, ()), WorldRef()) is world


@pytest.mark.parametrize(
    "other", [WorldRef(seed=8), WorldRef(now=WorldRef().now + timedelta(days=1))], ids=["seed", "time"]
)
def test_another_world_is_not_replaced_by_that_of_the_suite(other: WorldRef) -> None:
    world = shared_world(StoredSuite("own", World(), ()), other)
    assert (world.seed, world.now) == (other.seed, other.now)


def test_a_suite_may_have_no_world() -> None:
    class Plain:
        name, tasks, digest = "plain", (), ""

        def assets(self, _: object) -> dict[str, bytes]:
            return {}

    assert shared_world(Plain(), WorldRef(seed=3)).seed == 3
