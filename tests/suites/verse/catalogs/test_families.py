"""The families of the group: how many tasks they draw, of which levels and kinds, and that all differ."""

from __future__ import annotations

from collections import Counter

import pytest

from m3bench.servers import SERVERS
from m3bench.suites.plans import Blueprint
from m3bench_suites.builders.verse import GENERATOR
from m3bench_suites.builders.verse.catalogs import FAMILIES, THIRD_PARTY
from m3bench_world import World
from tests.suites.verse.catalogs.task_runs import drawn

LEVELS = {"L1": 23, "L2": 27, "L3": 16}


@pytest.fixture(scope="module")
def tasks() -> list[Blueprint]:
    """Return all tasks of the group."""
    world = World(7)
    return [
        GENERATOR.draw(world, GENERATOR.family(name), number)
        for name, count in FAMILIES.items()
        for number in range(count)
    ]


def test_families_have_numbers_and_names_of_their_own() -> None:
    families = [GENERATOR.family(name) for name in FAMILIES]
    assert [family.name for family in families] == list(FAMILIES)
    numbers = [family.number for family in families]
    assert len(set(numbers)) == len(numbers)
    assert all(20 <= number < 40 for number in numbers)
    assert THIRD_PARTY == ()


def test_the_group_has_the_agreed_numbers_of_levels_and_kinds(tasks: list[Blueprint]) -> None:
    assert Counter(task.level for task in tasks) == LEVELS
    assert sum(bool(task.time_sensitive) for task in tasks) >= 32
    assert sum(task.kind == "operation" for task in tasks) >= 14
    assert {task.kind for task in tasks} == {"operation", "retrieval"}
    assert all(task.time_sensitive is not None for task in tasks)


def test_tasks_need_bundled_servers_only(tasks: list[Blueprint]) -> None:
    assert {server for task in tasks for server in task.servers} <= set(SERVERS)


def test_no_two_tasks_are_alike(tasks: list[Blueprint]) -> None:
    assert len({task.request for task in tasks}) == len(tasks)
    assert len({task.fuzzy_request for task in tasks}) == len(tasks)
    assert all(task.request != task.fuzzy_request for task in tasks)
    forms = [tuple(field.name for field in task.form.fields) for task in tasks if task.form]
    assert len(set(forms)) > len(tasks) * 0.8


def test_requests_are_filled_in_and_do_not_name_tools_or_servers(tasks: list[Blueprint]) -> None:
    for task in tasks:
        for text in (task.request, task.fuzzy_request):
            assert "{" not in text, text
            assert "}" not in text, text
            assert not [server for server in task.servers if f"{server}/" in text or "_mcp" in text], text


def test_forms_have_several_fields(tasks: list[Blueprint]) -> None:
    assert all(task.form is not None and len(task.form.fields) >= 2 for task in tasks)


def test_key_facts_are_not_revealed(tasks: list[Blueprint]) -> None:
    for task in tasks:
        assert task.form is not None
        texts = " ".join((task.request, task.fuzzy_request, task.form.template())).casefold()
        assert [fact for fact in task.key_facts if fact.casefold() in texts] == [], task.id


@pytest.mark.parametrize("name", ["stock_quotes", "shop_prices", "health_facts", "price_boards"])
def test_a_draw_depends_on_seed_and_number_alone(name: str) -> None:
    one, again, elsewhere = drawn(name, 1), drawn(name, 1), drawn(name, 1, seed=11)
    assert (one.request, one.fuzzy_request, one.files) == (again.request, again.fuzzy_request, again.files)
    assert (one.request, one.files) != (elsewhere.request, elsewhere.files)
