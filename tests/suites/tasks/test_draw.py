"""Random choices of a task: wordings are taken in turn."""

from __future__ import annotations

from string import ascii_lowercase

import pytest

from m3bench_suites.builders.tasks import Family, SuiteDraw
from m3bench_world import World


class Draw(SuiteDraw):
    suite = "harbours"
    first_picture = 1


def turns(count: int, numbers: range, seed: int = 7) -> list[str]:
    world, family = World(seed), Family(number=1, name="ports", title="Ports", tasks=())
    return [Draw(world, family, number).in_turn(ascii_lowercase[:count], "phrasing") for number in numbers]


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 7])
def test_a_round_of_tasks_has_every_item_once(count: int) -> None:
    for begin in range(0, 4 * count, count):
        assert sorted(turns(count, range(begin, begin + count))) == list(ascii_lowercase[:count])


@pytest.mark.parametrize("kind", range(3))
def test_a_third_of_the_tasks_meets_all_items(kind: int) -> None:
    assert len(set(turns(6, range(kind, 120, 3)))) == 6


def test_rounds_and_worlds_differ_in_their_order() -> None:
    assert turns(5, range(5)) != turns(5, range(5, 10))
    assert len({tuple(turns(5, range(5), seed)) for seed in range(20)}) > 10
