"""Tasks of a family ask about different things, not only in different words."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import pytest

from m3bench_suites.builders.cross import GENERATOR, TaskDraw
from m3bench_suites.builders.tasks import Family, Maker, TaskSpec
from m3bench_world import World

ROUNDS = 2
"""How many tasks of each kind are compared. Some kinds have no more than that to ask about."""
ITEMS = ("a", "b", "c", "d")


def constant(_: TaskDraw) -> TaskSpec:
    return TaskSpec(words={"town": "Oslo"}, plans=())


def turning(draw: TaskDraw) -> TaskSpec:
    return TaskSpec(words={"town": draw.turn(ITEMS, "town")}, plans=())


def asked(family: Family, seed: int, rounds: int = ROUNDS) -> list[tuple[int, str]]:
    """Return what the tasks of a family ask about: the place of their kind, and their words."""
    world, kinds = World(seed), len(family.tasks)
    draws = [TaskDraw(world, family, number) for number in range(rounds * kinds)]
    return [(draw.number % kinds, said(family, draw)) for draw in draws]


def said(family: Family, draw: TaskDraw) -> str:
    spec = family.tasks[draw.number % len(family.tasks)](draw)
    assert isinstance(spec, TaskSpec)
    return repr(sorted((name, str(word)) for name, word in spec.words.items()))


def invented(*kinds: Maker) -> Family:
    return Family(number=1, name="towns", title="Towns", tasks=kinds)


def repeats(things: Sequence[object]) -> int:
    return len(things) - len(set(things))


@pytest.mark.parametrize("seed", [7, 8])
@pytest.mark.parametrize("name", GENERATOR.families)
def test_tasks_of_a_kind_ask_about_different_things(name: str, seed: int) -> None:
    assert repeats(asked(import_module(GENERATOR.modules[name]).FAMILY, seed)) == 0


def test_a_constant_draw_would_be_noticed() -> None:
    assert repeats(asked(invented(turning, constant), 7)) == 1


def test_a_turn_has_every_item_whatever_the_number_of_kinds() -> None:
    for kinds in ((turning,), (turning, constant), (turning, constant, constant, constant)):
        tasks = [words for kind, words in asked(invented(*kinds), 7, len(ITEMS)) if kind == 0]
        assert repeats(tasks) == 0
