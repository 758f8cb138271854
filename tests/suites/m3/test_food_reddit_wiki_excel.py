"""The family food_reddit_wiki_excel: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pytest

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.m3._shared.forums import top_comment
from m3bench_suites.builders.m3.food_reddit_wiki_excel import (
    EDIBLE,
    FAMILY,
    Food,
    most_discussed,
    singular,
    title,
)
from m3bench_world.scenes.kinds.fruit_bowl import SIZES
from tests.suites.m3.office_runs import OfficeRun, assert_sound, assert_varied, make_blueprint


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 3])
def test_the_plans_work_out(number: int, tmp_path: Path) -> None:
    assert_sound(OfficeRun(FAMILY, number, tmp_path))


@pytest.mark.slow
def test_a_condition_that_is_not_met_ends_without_a_file(tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, 2, tmp_path)
    assert office_run.task.solvable is False
    assert office_run.fields["file_made"] is False
    assert not list(office_run.workspace.glob("*.xlsx"))
    assert_sound(office_run)


@pytest.mark.slow
def test_other_headings_pass_and_exchanged_ones_do_not(tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, 3, tmp_path)
    (file,) = office_run.workspace.glob("*.xlsx")
    book = openpyxl.load_workbook(file)
    page = book["Foods"]
    own = ("What", "Comments on Reddit", "In the picture", "Latin", "In brief")
    for cell, heading in zip(page[1], own, strict=True):
        cell.value = heading
    book.save(file)
    assert office_run.judge() == []
    page["B1"], page["C1"] = "Count", "Comments"
    book.save(file)
    assert office_run.judge() == ["sheet_cells"]


@pytest.mark.slow
def test_grapes_are_never_counted() -> None:
    for number in (1, 3, 5, 7, 9, 11):
        assert "grapes" not in make_blueprint(FAMILY, number).key_facts


def test_all_food_that_is_drawn_is_known() -> None:
    assert set(EDIBLE) == set(SIZES)
    assert (singular("grapes"), title("grapes"), title("orange")) == ("grape", "Grape", "Orange (fruit)")


def found(data: object) -> CallResult:
    return CallResult(0, "any/tool", Result((Text(json.dumps(data)),)))


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
    with pytest.raises(PlanError, match="highest score"):
        top_comment(found({"comments": level}))
    assert top_comment(found({"comments": level[:1]}))["author"] == "a"
