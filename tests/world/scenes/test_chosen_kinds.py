"""Food webs and class supplies: who and what is in a picture is told by its number."""

from __future__ import annotations

import pytest

from m3bench_world import World
from m3bench_world.scenes import compose
from m3bench_world.scenes.kinds.class_supplies import MAIN, main_thing
from m3bench_world.scenes.kinds.food_web import CASTS, cast_of, people_in


@pytest.mark.parametrize("number", [0, 24, 48])
def test_a_food_web_has_the_cast_of_its_number(number: int) -> None:
    scene = compose(World(), "food_web", number).scene
    assert set(scene.facts["animals"]) <= set(cast_of(number).labels)
    assert scene.facts["setting"] == cast_of(number).setting
    assert scene.facts["people"] <= people_in(number)
    assert scene.counts() == scene.facts["animals"] | (
        {"person": scene.facts["people"]} if scene.facts["people"] else {}
    )


def test_numbers_go_through_all_casts_and_things() -> None:
    assert {cast_of(number) for number in range(len(CASTS))} == set(CASTS)
    assert {people_in(number) for number in range(3 * len(CASTS))} == {0, 1, 2}
    assert {main_thing(number) for number in range(len(MAIN))} == set(MAIN)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_class_supplies_have_most_of_one_thing(number: int) -> None:
    scene = compose(World(), "class_supplies", number).scene
    counts = dict(scene.counts())
    assert counts.pop(main_thing(number)) == scene.facts["count"] > max(counts.values())
