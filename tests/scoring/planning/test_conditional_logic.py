from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Branch, Call
from m3bench.scoring import Planning
from m3bench.scoring.planning.branches import is_of_branch
from tests.scoring.planning.cases import call, failures, kinds, steps, task

NOW = call("weather/now", "rain", location="Lyon")
INDOORS, OUTDOORS = call("wiki/search", query="museums in Lyon"), call("wiki/search", query="parks in Lyon")
RAIN: dict[str, Any] = {
    "condition": "it rains in Lyon",
    "taken": {"tools": ["wiki/search"], "values": ["museums"]},
    "other": {"tools": ["wiki/search"], "values": ["parks"]},
}
WHOLE = task(steps(NOW, INDOORS), branches=[RAIN])


@pytest.mark.parametrize(
    ("calls", "how"),
    [
        ((OUTDOORS,), "the wrong branch was taken"),
        ((INDOORS, OUTDOORS), "both branches were taken"),
        ((), "no branch was taken"),
    ],
)
def test_any_other_branch_than_the_demanded_one(calls: tuple[Call, ...], how: str) -> None:
    found = [
        failure
        for failure in failures(steps(NOW, *calls), WHOLE)
        if failure.failure is Planning.CONDITIONAL_LOGIC
    ]
    assert [each.detail for each in found] == [f"{how}: it rains in Lyon"]
    assert found[0].expected_calls == (1,)


def test_the_demanded_branch_is_no_failure_and_a_call_of_neither_is_common() -> None:
    assert kinds(steps(NOW, INDOORS), WHOLE) == []
    both = call("wiki/search", query="museums and parks in Lyon")
    found = [failure.detail for failure in failures(steps(NOW, both), WHOLE)]
    assert found == ["no branch was taken: it rains in Lyon"]


def test_a_missing_branch_is_not_also_a_missing_part() -> None:
    assert kinds(steps(NOW), WHOLE) == [Planning.CONDITIONAL_LOGIC]


def test_a_branch_can_be_to_do_nothing() -> None:
    dry = {"condition": "it is dry", "taken": {}, "other": {"tools": ["notes/add"]}}
    wanted = task(steps(NOW), branches=[dry])
    assert kinds(steps(NOW), wanted) == []
    assert kinds(steps(NOW, call("notes/add", text="umbrella")), wanted) == [Planning.CONDITIONAL_LOGIC]


def test_values_that_are_too_common_to_search_must_be_a_whole_argument() -> None:
    three = Branch(tools=("set",), values=(3,))
    assert is_of_branch(call("room/set", level=3), three)
    assert not is_of_branch(call("room/set", level=2), three)
    assert not is_of_branch(call("room/set", text="at 3 o'clock"), three)
    assert not is_of_branch(call("room/set", level=1), Branch(values=(True,)))


@given(st.lists(st.sampled_from([NOW, INDOORS, OUTDOORS]), max_size=5))
def test_it_fails_unless_only_the_demanded_branch_has_calls(calls: list[Call]) -> None:
    right = INDOORS in calls and OUTDOORS not in calls
    found = kinds(steps(*calls), WHOLE)
    assert (Planning.CONDITIONAL_LOGIC in found) is not right
