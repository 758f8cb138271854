"""The family food_reddit_wiki_excel: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from m3bench.core import Result, Text
from m3bench.suites.m3._shared.feasting import EDIBLE, Food, most_discussed, singular, title
from m3bench.suites.m3._shared.forums import top_comment
from m3bench.suites.m3.food_reddit_wiki_excel import FAMILY
from m3bench.suites.planning import Found, PlanError
from m3bench.world.scenes.kinds.fruit_bowl import SIZES
from tests.suites.m3.offices import Worked, assert_sound, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY)


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 3])
def test_the_plans_work_out(number: int, tmp_path: Path) -> None:
    assert_sound(Worked(FAMILY, number, tmp_path))


def test_all_food_that_is_drawn_is_known() -> None:
    assert set(EDIBLE) == set(SIZES)
    assert (singular("grapes"), title("grapes"), title("orange")) == ("grape", "Grape", "Orange (fruit)")


def found(data: object) -> Found:
    return Found(0, "any/tool", Result((Text(json.dumps(data)),)))


def food(name: str, comments: int) -> Food:
    forum = found({"posts": [{"id": name, "title": name, "num_comments": comments}]})
    article = found({"description": "cultivated plant, Malus domestica", "summary": "Apple. It grows."})
    return Food.of(name, 1, forum, article)


def test_what_is_found_is_read() -> None:
    apple = food("apple", 5)
    assert (apple.comments, apple.species, apple.described) == (5, "Malus domestica", "Apple.")
    assert most_discussed([apple, food("pear", 7)]).name == "pear"


def test_what_is_level_is_another_draw() -> None:
    with pytest.raises(PlanError, match="equally"):
        most_discussed([food("apple", 5), food("pear", 5)])
    level = [{"score": 3, "author": "a"}, {"score": 3, "author": "b"}]
    with pytest.raises(PlanError, match="stands out"):
        top_comment(found({"comments": level}))
    assert top_comment(found({"comments": level[:1]}))["author"] == "a"
