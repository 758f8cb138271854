"""The slices of omni: what their tasks are, without executing a plan."""

from __future__ import annotations

from collections import Counter

import pytest

from m3bench.core import Difficulty, Shortcut
from m3bench.forge.tasks import leaks
from m3bench.runs.serving import bundled_tools
from m3bench.servers import SERVERS
from m3bench.suites import Blueprint
from m3bench_suites.builders.omni import GENERATOR, Area
from m3bench_suites.builders.tasks import Family
from m3bench_world import World

pytestmark = pytest.mark.slow

SIZES = {Area.SERVICE: (31, 32, 11), Area.CREATION: (11, 11, 14)}
"""Easy, medium and hard tasks: the paper's proportions, of 110."""


def drawn(seed: int, *names: str) -> dict[str, list[Blueprint]]:
    world = World(seed)
    return {
        name: [
            GENERATOR.draw(world, GENERATOR.family(name), number)
            for number in range(GENERATOR.families[name])
        ]
        for name in names or GENERATOR.families
    }


@pytest.fixture(scope="module")
def slices() -> dict[str, list[Blueprint]]:
    return drawn(7)


@pytest.fixture(scope="module")
def tasks(slices: dict[str, list[Blueprint]]) -> list[Blueprint]:
    return [task for slice_ in slices.values() for task in slice_]


def media(task: Blueprint) -> list[str]:
    return [modality for modality in task.extra["modalities"] if modality != "text"]


def test_slices_have_numbers_of_their_own() -> None:
    families = [GENERATOR.family(name) for name in GENERATOR.families]
    assert all(isinstance(family, Family) for family in families)
    assert sorted(family.number for family in families) == list(range(1, 21))
    assert [family.name for family in families] == list(GENERATOR.families)


def test_difficulties_have_the_proportions_of_the_paper(tasks: list[Blueprint]) -> None:
    found = Counter((task.kind, task.difficulty) for task in tasks)
    assert found == {
        (area.value, difficulty): size
        for area, sizes in SIZES.items()
        for difficulty, size in zip(Difficulty, sizes, strict=True)
    }


def test_every_modality_is_used(tasks: list[Blueprint]) -> None:
    counts = Counter(each for task in tasks for each in media(task))
    assert counts.keys() == {"audio", "document", "image", "table", "video"}
    assert min(counts.values()) >= 20, counts
    assert sum(len(media(task)) > 1 for task in tasks) >= 30


def test_users_loops_and_sabotage(tasks: list[Blueprint]) -> None:
    assert sum(task.user is not None for task in tasks) >= 25
    assert sum(bool(task.extra.get("closed_loop")) for task in tasks) >= 40
    assert sum(task.sabotage is not None for task in tasks) >= 12


def test_most_users_have_a_manner(tasks: list[Blueprint]) -> None:
    manners = Counter(task.user.manner for task in tasks if task.user is not None)
    assert 3 * manners[None] <= manners.total(), manners
    assert {"annoyed", "curt", "formal", "friendly", "nervous"} <= manners.keys()


def test_every_task_rules_out_what_careless_agents_do(tasks: list[Blueprint]) -> None:
    for task in tasks:
        needed = {
            Shortcut.BLIND: bool({"image", "video"} & set(media(task))),
            Shortcut.DEAF: "audio" in media(task),
            Shortcut.UNASKED: task.user is not None,
            Shortcut.UNINSPECTED: bool(task.extra.get("closed_loop")),
            Shortcut.TRUSTING: task.sabotage is not None,
        }
        assert {shortcut for shortcut, wanted in needed.items() if wanted} <= task.shortcuts.keys(), task.id


def test_roles_rules_and_servers(tasks: list[Blueprint]) -> None:
    for task in tasks:
        assert task.role, task.id
        assert 3 <= len(task.rules) <= 8, task.id
        assert len(task.distractors) >= 4, task.id
        assert not set(task.distractors) & set(task.servers), task.id
        assert {*task.distractors, *task.servers} <= SERVERS.keys(), task.id


def test_requests_name_no_tool_and_differ(tasks: list[Blueprint]) -> None:
    texts = [text for task in tasks for text in (task.request, task.fuzzy_request)]
    assert len(set(texts)) == len(texts)
    named = {}
    for task in tasks:
        tools = [tool.full_name for name in task.servers for tool in bundled_tools(name)]
        for text in (task.request, task.fuzzy_request):
            if found := leaks(text, tools, task.servers):
                named[task.id] = found
    assert named == {}


def test_the_same_seed_gives_the_same_tasks_and_another_others(slices: dict[str, list[Blueprint]]) -> None:
    some = [*GENERATOR.families][::4]
    again, other = drawn(7, *some), drawn(8, *some)
    for name in some:
        requests = [task.request for task in slices[name]]
        assert [task.request for task in again[name]] == requests
        assert [task.request for task in other[name]] != requests, name
