"""Biology Chain on photographs: a task looks at the pictures that have its animals, and at no others."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from m3bench.suites.plans import PlanError
from m3bench_suites.builders.m3.family import TaskDraw as M3Draw
from m3bench_suites.builders.m3_photo import GENERATOR, TaskDraw
from m3bench_world import World
from m3bench_world.scenes import Scene
from m3bench_world.scenes.kinds import food_web as drawn
from m3bench_world.scenes.photographs.kinds import food_web as photographed
from tests.suites.families import family_of

FAMILY = family_of(GENERATOR, "biology_chain")


def numbers_tried(draw: M3Draw, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the pictures that a task looks at if none of them suits."""
    tried: list[int] = []

    def look(_: M3Draw, name: str, kind: str, number: int) -> SimpleNamespace:
        tried.append(number)
        return SimpleNamespace(name=name, scene=Scene(kind, number, (800, 600), ()))

    monkeypatch.setattr(type(draw), "scene_picture", look)
    with pytest.raises(PlanError, match="none of 100 pictures"):
        FAMILY.make(draw)
    return tried


@pytest.mark.parametrize("number", range(4))
def test_the_pictures_of_a_task_have_its_animals(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = numbers_tried(TaskDraw(World(), FAMILY, number), monkeypatch)
    (cast,) = {frozenset(photographed.cast_of(at).labels) for at in tried}
    in_drawings = {at for at in tried if frozenset(drawn.cast_of(at).labels) == cast}
    assert in_drawings < set(tried), "photographs have these animals under more numbers"


def test_the_pictures_of_a_drawn_task_are_those_of_the_drawn_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = numbers_tried(M3Draw(World(), FAMILY, 0), monkeypatch)
    assert len({frozenset(drawn.cast_of(at).labels) for at in tried}) == 1
