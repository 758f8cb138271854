"""All families of the group: their requests and forms, and plans that fail on unusable answers."""

from __future__ import annotations

import pytest

from m3bench.core import Result, Text
from m3bench.suites import PlanError
from m3bench.suites.plans import Blueprint, CallResult
from m3bench_suites.builders.cross import GENERATOR, TaskDraw
from m3bench_suites.builders.cross.markets import FAMILIES
from m3bench_suites.builders.cross.markets.car_price import FAMILY as CARS
from m3bench_world import World

PLATFORMS = ("reddit", "steam", "epic games", "okx", "paprika", "fipe")


def drawn(name: str) -> list[Blueprint]:
    world, family = World(), GENERATOR.family(name)
    return [GENERATOR.draw(world, family, number) for number in range(FAMILIES[name])]


@pytest.mark.parametrize("name", FAMILIES)
def test_requests_are_complete_and_differ(name: str) -> None:
    tasks = drawn(name)
    for task in tasks:
        for text in (task.request, task.fuzzy_request):
            assert "{" not in text
            assert 60 <= len(text.split()) <= 165
        assert not [platform for platform in PLATFORMS if platform in task.fuzzy_request.casefold()]
        assert task.form is not None
        assert 5 <= len(task.form.fields) <= 12
    forms = {tuple(field.name for field in task.form.fields) for task in tasks if task.form is not None}
    assert len(forms) == len(tasks)


def test_numbers_of_families_are_unique() -> None:
    numbers = [GENERATOR.family(name).number for name in FAMILIES]
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) <= set(range(61, 70))
    assert sum(FAMILIES.values()) == 20


def test_a_plan_fails_without_brands() -> None:
    plan = CARS.make(TaskDraw(World(), CARS, 0)).plans[0]()
    (first,) = next(plan)
    assert first.arguments == {"vehicle_type": "caminhoes"}
    with pytest.raises(PlanError):
        plan.send([CallResult(0, first.tool, Result((Text("# Trucks: 0 brands"),)))])
