"""The released set of verse: what it promises without running anything.

`m3bench suite verify verse` does the rest.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta

import pytest

from m3bench.checks import LiveFields, read_checks
from m3bench.core import Task, UsageError
from m3bench.hosting import load_catalog
from m3bench.hosting.catalog import presets
from m3bench.runs.serving import THIRD_PARTY as M3_NAMES
from m3bench.runs.serving import is_third_party
from m3bench.servers import SERVERS
from m3bench.suites import RELEASED, make_suite
from m3bench.suites.stored_suite import StoredSuite
from m3bench.worlds import DEFAULT_NOW
from m3bench_suites.builders.verse import GENERATOR, THIRD_PARTY
from m3bench_world import World


@pytest.fixture(scope="module")
def suite() -> StoredSuite:
    made = make_suite("verse", World())
    assert isinstance(made, StoredSuite)
    return made


def test_it_is_what_was_published(suite: StoredSuite) -> None:
    assert suite.digest == RELEASED["verse"]


def test_levels_are_those_of_the_paper(suite: StoredSuite) -> None:
    assert Counter(task.level for task in suite.tasks) == {"L1": 88, "L2": 102, "L3": 60}


def test_levels_have_as_many_steps_and_calls_as_they_should(suite: StoredSuite) -> None:
    first = [(task.level, task.references[0]) for task in suite.tasks]
    assert max(len(reference.steps) for level, reference in first if level == "L1") <= 2
    assert min(reference.call_count for level, reference in first if level == "L2") >= 3
    assert min(reference.call_count for level, reference in first if level == "L3") > 5


def test_kinds_and_time(suite: StoredSuite) -> None:
    kinds = Counter(task.kind for task in suite.tasks)
    assert kinds.keys() == {"retrieval", "operation"}
    assert kinds["operation"] >= 100
    assert sum(task.time_sensitive is True for task in suite.tasks) >= 60
    assert all(task.time_sensitive is not None for task in suite.tasks)


def test_time_sensitive_truth_is_asked_at_check_time(suite: StoredSuite) -> None:
    for task in suite.tasks:
        live = any(isinstance(check, LiveFields) for check in read_checks(task.checks, task.id))
        assert live is task.time_sensitive, task.id


def test_operations_are_checked_by_what_they_leave_behind(suite: StoredSuite) -> None:
    for task in suite.tasks:
        kinds = {check.kind for check in read_checks(task.checks, task.id)}
        assert task.kind != "operation" or "workspace" in kinds, task.id


def test_half_of_the_tasks_run_at_once_on_a_bare_machine(suite: StoredSuite) -> None:
    bundled = [task for task in suite.tasks if set(task.servers) <= set(SERVERS)]
    assert len(bundled) >= 120


def test_third_party_packages_are_few_and_small(suite: StoredSuite) -> None:
    needed = {server for task in suite.tasks for server in task.servers if is_third_party(server)}
    assert needed == set(THIRD_PARTY)
    entries = [load_catalog().find(M3_NAMES.get(name, name)) for name in needed]
    assert len(entries) <= 25
    assert sum(entry.megabytes for entry in entries) <= 1000


def test_tasks_are_those_of_the_families(suite: StoredSuite) -> None:
    assert GENERATOR.size == len(suite.tasks) == len({task.request for task in suite.tasks})
    counted = Counter(task.id.split("/")[1] for task in suite.tasks)
    assert counted == dict(GENERATOR.families)


def test_requests_name_no_tool(suite: StoredSuite) -> None:
    def named(task: Task) -> set[str]:
        words = set(re.findall(r"[\w-]+", f"{task.request} {task.fuzzy_request}"))
        tools = {call.name for _, call in task.references[0].calls()}
        parts = {part for tool in tools for part in tool.split("/")}
        return words & {part for part in parts if "_" in part or "-" in part}

    assert {task.id: found for task in suite.tasks if (found := named(task))} == {}


def test_it_runs_at_another_time_but_not_in_another_world() -> None:
    assert make_suite("verse", World(7, DEFAULT_NOW + timedelta(days=1))).digest == RELEASED["verse"]
    with pytest.raises(UsageError, match="was built for seed 7"):
        make_suite("verse", World(8))


def test_the_set_of_the_papers_size_has_all_its_packages() -> None:
    others = {name for name in THIRD_PARTY if name not in M3_NAMES}
    assert others <= set(presets()["verse-65"])
