"""The released set: what it promises without running anything. `m3bench suite verify m3` does the rest."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from m3bench.checks import AnswerFields, read_checks
from m3bench.core import Task, UsageError
from m3bench.servers import servers_by_collection
from m3bench.suites import RELEASED, make_suite
from m3bench.suites.canary import CANARY
from m3bench.suites.stored_suite import StoredSuite
from m3bench_suites.builders.m3 import FAMILIES, load_family
from m3bench_world import World


@pytest.fixture(scope="module")
def suite() -> StoredSuite:
    made = make_suite("m3", World())
    assert isinstance(made, StoredSuite)
    return made


def test_it_is_what_was_published(suite: StoredSuite) -> None:
    assert suite.digest == RELEASED["m3"]


def test_it_has_as_many_tasks_as_the_paper_and_no_fewer_steps_and_calls(suite: StoredSuite) -> None:
    first = [task.references[0] for task in suite.tasks]
    assert len(first) == 211
    assert sum(len(reference.steps) for reference in first) >= 644
    assert sum(reference.call_count for reference in first) >= 1337


def test_every_family_has_seven_or_eight_tasks(suite: StoredSuite) -> None:
    counted = Counter(task.family for task in suite.tasks)
    assert counted.keys() == {load_family(name).title for name in FAMILIES}
    assert set(counted.values()) == {7, 8}


def test_it_uses_all_servers_and_at_least_seventy_tools(suite: StoredSuite) -> None:
    tools = {
        call.name for task in suite.tasks for reference in task.references for _, call in reference.calls()
    }
    assert {tool.partition("/")[0] for tool in tools} == set(servers_by_collection()["m3-bench"])
    assert len(tools) >= 70


def test_every_task_has_a_form_of_which_at_least_two_fields_are_graded(suite: StoredSuite) -> None:
    def graded(task: Task) -> int:
        checks = read_checks(task.checks, task.id)
        return sum(len(check.fields) for check in checks if isinstance(check, AnswerFields))

    assert [task.id for task in suite.tasks if task.form is None or graded(task) < 2] == []


def test_no_check_reads_prose_or_demands_a_way(suite: StoredSuite) -> None:
    kinds = {
        check.name()
        for task in suite.tasks
        for check in read_checks(task.checks, task.id)
        if check.kind != "workspace"
    }
    assert kinds == {"answer_fields"}


def test_at_least_twenty_tasks_end_with_a_stop_or_a_no(suite: StoredSuite) -> None:
    stops = [task for task in suite.tasks if task.solvable is False]
    assert len(stops) >= 20


def test_pictures_are_named_as_cameras_name_them(suite: StoredSuite) -> None:
    names = [name for task in suite.tasks for name in task.images]
    assert all(re.fullmatch(r"IMG_\d{4}\.png", name) for name in names)


def test_every_task_carries_the_canary(suite: StoredSuite) -> None:
    assert {task.canary for task in suite.tasks} == {CANARY}


def test_no_two_tasks_ask_the_same(suite: StoredSuite) -> None:
    asked = Counter((task.request, tuple(task.key_facts or ())) for task in suite.tasks)
    assert asked.most_common(1)[0][1] == 1


def test_another_world_has_other_tasks() -> None:
    with pytest.raises(UsageError, match="was built for seed 7"):
        make_suite("m3", World(8))
