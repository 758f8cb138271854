"""Users of tasks: what `suite verify` refuses."""

from __future__ import annotations

import msgspec
import pytest

from m3bench.core import Reference, SimulatedUser, Task, UserFact
from m3bench.curation.users import PROBES, user_problems
from m3bench.suites import RELEASED, SuiteRef, WorldRef, find_suite
from tests.agents.user.cases import people

NUMBER = UserFact("order number", "The order number is LX-48213.")
TASK = Task(
    id="t1",
    request="Get me my money back.",
    user=SimulatedUser(persona="Ann", facts=(NUMBER, UserFact("reason", "It is cracked."))),
    references=(Reference(fields={"refund": 87.25, "order": "LX-48213"}),),
)


def with_facts(*facts: UserFact) -> Task:
    return msgspec.structs.replace(TASK, user=SimulatedUser(persona="Ann", facts=facts))


def test_a_good_user_has_no_problems() -> None:
    assert list(user_problems(TASK)) == []
    assert list(user_problems(msgspec.structs.replace(TASK, user=None))) == []


@pytest.mark.parametrize("name", people())
def test_the_people_of_the_tests_give_nothing_away(name: str) -> None:
    assert list(user_problems(Task(id=name, request="Help me.", user=people()[name]))) == []


@pytest.mark.parametrize(
    ("task", "problem"),
    [
        (msgspec.structs.replace(TASK, request="Refund LX-48213."), "the request states the user's fact"),
        (msgspec.structs.replace(TASK, rules=("LX 48213 is free.",)), "a rule states the user's fact"),
        (with_facts(NUMBER, UserFact("contact", "Ann, order LX-48213.")), "gives away 'order number'"),
        (with_facts(NUMBER, UserFact("order number", "7.")), "several facts on 'order number'"),
        (with_facts(UserFact("more details", "The refund is 87.25.")), "the user tells more details"),
        (with_facts(UserFact("of the", "Yes.")), "does not tell 'of the'"),
    ],
)  # fmt: skip
def test_a_user_that_is_no_secret_is_refused(task: Task, problem: str) -> None:
    assert problem in "\n".join(user_problems(task))


def test_there_are_enough_probes() -> None:
    assert len(PROBES) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("name", RELEASED)
def test_no_user_of_a_suite_gives_anything_away(name: str) -> None:
    for task in find_suite(SuiteRef(name=name), WorldRef()).tasks:
        assert list(user_problems(task)) == [], task.id
