"""The families about files and repositories: how many tasks of which kind, drawn from world and number."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from m3bench.core import Task
from m3bench.curation.verification import _leaks
from m3bench.hosting import load_catalog
from m3bench.suites import Blueprint, suite_generator
from m3bench.suites.data_files import file_assets
from m3bench_suites.builders.verse.folders import FAMILIES, THIRD_PARTY
from m3bench_world import World

MOST_PACKAGES, MOST_MEGABYTES, LEAST_OPERATIONS = 12, 400, 45


@cache
def drawn(family: str, number: int, seed: int = 7) -> Blueprint:
    generator = suite_generator("verse")
    return generator.draw(_world(seed), generator.family(family), number)


@cache
def _world(seed: int) -> World:
    return World(seed)


def released(family: str) -> list[Blueprint]:
    return [drawn(family, number) for number in range(FAMILIES[family])]


def essence(blueprint: Blueprint) -> tuple[object, ...]:
    return blueprint.request, blueprint.fuzzy_request, blueprint.files, blueprint.form, blueprint.servers


def test_levels_and_kinds_are_those_of_the_suite() -> None:
    tasks = [task for family in FAMILIES for task in released(family)]
    assert Counter(task.level for task in tasks) == {"L1": 22, "L2": 25, "L3": 15}
    kinds = Counter(task.kind for task in tasks)
    assert set(kinds) == {"operation", "retrieval"}
    assert kinds["operation"] >= LEAST_OPERATIONS
    assert {task.time_sensitive for task in tasks} == {False}


def test_the_packages_are_few_and_small_and_all_of_them_are_needed() -> None:
    catalog = load_catalog()
    entries = [catalog.find(name) for name in THIRD_PARTY]
    assert len(entries) <= MOST_PACKAGES
    assert sum(entry.megabytes for entry in entries) <= MOST_MEGABYTES
    needed = {server for family in FAMILIES for task in released(family) for server in task.servers}
    assert {server for server in needed if server in catalog} == set(THIRD_PARTY)


@pytest.mark.parametrize("family", FAMILIES)
def test_tasks_are_drawn_from_world_and_number(family: str) -> None:
    generator = suite_generator("verse")
    again = generator.draw(World(7), generator.family(family), 1)
    assert essence(again) == essence(drawn(family, 1))
    count = FAMILIES[family]
    assert len({task.request for task in released(family)}) == count
    others = [*released(family), drawn(family, count + 1), drawn(family, 1, seed=8)]
    assert len({str(task.files) for task in others}) == len(others)


@pytest.mark.parametrize("family", FAMILIES)
def test_requests_are_complete_and_name_no_server(family: str) -> None:
    words = re.compile(r"\bmcp\b|\btool\b|[{}]|" + "|".join(map(re.escape, THIRD_PARTY)))
    for task in released(family):
        assert task.request != task.fuzzy_request
        for text in (task.request, task.fuzzy_request):
            assert words.search(text) is None, text
        assert task.form is not None
        assert len(task.form.fields) > 1


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_gives_the_answer_away(family: str) -> None:
    for blueprint in released(family):
        task = Task(
            id=blueprint.id,
            request=blueprint.request,
            fuzzy_request=blueprint.fuzzy_request,
            form=blueprint.form,
            extra={"key_facts": list(blueprint.key_facts)},
        )
        assert list(_leaks(task)) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_the_files_can_be_written(family: str) -> None:
    for blueprint in released(family):
        assets = file_assets(blueprint.files)
        assert assets
        assert all(isinstance(data, bytes) for data in assets.values())
