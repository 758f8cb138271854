"""Random choices of a task: wordings are taken in turn."""

from __future__ import annotations

from string import ascii_lowercase

import pytest

from m3bench_suites.builders.tasks import Family, Maker, SuiteDraw, TaskSpec
from m3bench_world import World


class Draw(SuiteDraw):
    suite = "harbours"
    first_picture = 1


def nothing(_: object) -> TaskSpec:
    return TaskSpec(plans=())


def something(_: object) -> TaskSpec:
    return TaskSpec(plans=())


def family(*kinds: Maker) -> Family:
    return Family(number=1, name="ports", title="Ports", tasks=kinds or (nothing,))


def turns(count: int, numbers: range, *kinds: Maker, seed: int = 7) -> list[str]:
    world, ports = World(seed), family(*kinds)
    return [Draw(world, ports, number).in_turn(ascii_lowercase[:count], "phrasing") for number in numbers]


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 7])
def test_a_round_of_tasks_has_every_item_once(count: int) -> None:
    for begin in range(0, 4 * count, count):
        assert sorted(turns(count, range(begin, begin + count))) == list(ascii_lowercase[:count])


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_round_of_tasks_of_a_kind_has_every_item_once(count: int) -> None:
    kinds = (nothing, something)
    for kind in range(len(kinds)):
        said = turns(count, range(kind, 8 * count, len(kinds)), *kinds)
        for begin in range(0, 4 * count, count):
            assert sorted(said[begin : begin + count]) == list(ascii_lowercase[:count])


def test_a_kind_that_occurs_twice_in_a_family_does_not_repeat_itself() -> None:
    places = [0, 1, 3, 4]
    earlier = [family(nothing, nothing, something).occurrence(number) for number in places]
    assert earlier == [0, 1, 2, 3]
    said = turns(4, range(6), nothing, nothing, something)
    assert len({said[place] for place in places}) == len(places)


def test_rounds_and_worlds_differ_in_their_order() -> None:
    assert turns(5, range(5)) != turns(5, range(5, 10))
    assert len({tuple(turns(5, range(5), seed=seed)) for seed in range(20)}) > 10
