"""All office tasks are drawn: their numbers, their variety, and what they give away."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from m3bench.core import normalize
from m3bench.hosting import load_catalog
from m3bench.runs.serving import THIRD_PARTY as OWN_NAMES
from m3bench.servers import SERVERS
from m3bench.suites.data_files import file_assets
from m3bench.suites.plans import Blueprint
from m3bench_suites.builders.verse import GENERATOR
from m3bench_suites.builders.verse.offices import FAMILIES, THIRD_PARTY
from m3bench_world import World

MOST_PACKAGES, MOST_MEGABYTES = 12, 600
LEVELS = {"L1": 21, "L2": 25, "L3": 14}
SHOWN_SIZE = 60_000
"""Text files up to this size are part of the first message to a model."""


@cache
def drawn(seed: int = 7) -> tuple[Blueprint, ...]:
    world = World(seed)
    return tuple(
        GENERATOR.draw(world, GENERATOR.family(name), number)
        for name, count in FAMILIES.items()
        for number in range(count)
    )


def test_levels_and_kinds_are_those_of_the_plan() -> None:
    assert Counter(task.level for task in drawn()) == LEVELS
    assert sum(task.kind == "operation" for task in drawn()) >= 45
    assert {task.kind for task in drawn()} == {"operation", "retrieval"}
    assert {task.time_sensitive for task in drawn()} == {False}


def test_packages_stay_within_their_limits_and_are_all_used() -> None:
    catalog = load_catalog()
    entries = [catalog.find(OWN_NAMES.get(name, name)) for name in THIRD_PARTY]
    assert len(entries) <= MOST_PACKAGES
    assert sum(entry.megabytes for entry in entries) <= MOST_MEGABYTES
    used = {server for task in drawn() for server in task.servers}
    assert used - set(SERVERS) == set(THIRD_PARTY)


def test_families_have_numbers_of_their_own() -> None:
    families = [GENERATOR.family(name) for name in FAMILIES]
    assert [family.name for family in families] == list(FAMILIES)
    numbers = [family.number for family in families]
    assert len(set(numbers)) == len(numbers)
    assert all(60 <= number < 80 for number in numbers)


def test_no_two_tasks_ask_for_the_same() -> None:
    for number in range(2):
        wordings = [(task.request, task.fuzzy_request)[number] for task in drawn()]
        assert len(set(wordings)) == len(wordings)
    assert all(task.request != task.fuzzy_request for task in drawn())


@pytest.mark.parametrize("seed", [7, 11])
def test_requests_are_complete_and_name_no_server(seed: int) -> None:
    for task in drawn(seed):
        for wording in (task.request, task.fuzzy_request):
            assert "{" not in wording
            assert "  " not in wording
            assert not [server for server in THIRD_PARTY if server in wording.casefold().split()]


@pytest.mark.parametrize("seed", [7, 11])
def test_nothing_reveals_the_key_facts(seed: int) -> None:
    for task in drawn(seed):
        assert task.form is not None
        names = " ".join(file.name for file in task.files)
        texts = [
            f" {normalize(text)} " for text in (task.request, task.fuzzy_request, task.form.template(), names)
        ]
        found = [fact for fact in task.key_facts for text in texts if f" {normalize(fact)} " in text]
        assert found == [], task.id


def test_the_same_seed_draws_the_same_and_another_one_does_not() -> None:
    world = World(7)
    for task in drawn()[::7]:
        family, _, number = task.id.removeprefix("verse/").partition("/")
        again = GENERATOR.draw(world, GENERATOR.family(family), int(number.partition("-")[2]))
        assert (again.request, again.files) == (task.request, task.files)
    others = drawn(11)
    assert all(one.files != other.files for one, other in zip(drawn(), others, strict=True))


def test_what_is_asked_is_not_in_a_text_that_the_model_is_shown() -> None:
    """A question about a short CSV file would be answered without tools."""
    for task in (task for task in drawn() if task.kind == "retrieval"):
        shown = [file for file in task.files if file.kind in ("csv", "json", "pdf", "yaml")]
        assert all(len(data) > SHOWN_SIZE for data in file_assets(shown).values()), task.id


def test_forms_ask_for_several_things() -> None:
    assert all(task.form is not None and len(task.form.fields) >= 2 for task in drawn())
