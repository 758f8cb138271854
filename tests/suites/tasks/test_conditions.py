"""Expected values, conditions and comparisons."""

from __future__ import annotations

import pytest

from m3bench.checks import Expected
from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import (
    NOTHING,
    branch,
    computed,
    either,
    fork,
    listed,
    require_clear,
    require_lead,
    rows,
    solution,
    stated,
    table,
    validation,
)

SOURCES = ("s/a", "s/b")


def test_the_answer_says_every_field() -> None:
    made = solution(
        {
            "best_town": stated("Rome"),
            "total": computed(3.5, (1.25, 2.25)),
            "open": stated(value=True),
            "names": listed(["x", "y"]),
            "parts": rows([{"name": stated("x"), "size": stated(2)}]),
            "other": NOTHING,
        }
    )
    assert made.answer == (
        "best town: Rome; total: 3.5; open: yes; names: x, y; parts: (name: x; size: 2); other: none"
    )
    assert made.fields["total"] == Expected(
        3.5, tolerance=made.fields["total"].tolerance, grounds=(1.25, 2.25)
    )
    assert made.extra == {}


def test_the_branch_that_is_taken_depends_on_the_condition() -> None:
    met, unmet = {"tools": ["s/a"]}, {"values": ["x"]}
    yes, no = (branch("it rains", holds=holds, met=met, unmet=unmet) for holds in (True, False))
    assert (yes["taken"], yes["other"]) == (no["other"], no["taken"]) == (met, unmet)
    assert solution({}, branches=[yes]).extra == {"branches": [yes]}


def test_a_fork_names_both_values_of_a_call() -> None:
    dry = fork("it rains", False, "s/a", met="museum", unmet="park")
    assert dry["taken"] == {"tools": ["s/a"], "values": ["park"]}
    assert dry["other"] == {"tools": ["s/a"], "values": ["museum"]}
    assert fork("it rains", True, SOURCES, met="museum", unmet="park")["taken"]["tools"] == ["s/a", "s/b"]


def test_only_the_field_of_the_branch_taken_has_a_value() -> None:
    assert either(True, "museum", "park", stated("x")) == {"museum": stated("x"), "park": NOTHING}
    assert either(False, "museum", "park", stated("x")) == {"museum": NOTHING, "park": stated("x")}


def test_a_table_states_values_by_name() -> None:
    made = table("town", ["Rome"], people={"Rome": 3, "Oslo": 1}, high={"Rome": 21})
    assert made == rows([{"town": stated("Rome"), "people": stated(3), "high": stated(21)}])
    with pytest.raises(KeyError):
        table("town", ["Oslo"], high={"Rome": 21})


@pytest.mark.parametrize("contradicted", [[], ["x", "y"]])
def test_sources_contradict_each_other_about_some_things(contradicted: list[str]) -> None:
    with pytest.raises(PlanError, match="the sources agree on the size"):
        validation("the size", SOURCES, ["x", "y"], contradicted)
    made = validation("the size", SOURCES, ["x", "y"], ["y"])
    assert solution({}, validations=[made]).extra["validations"] == [made]


def test_ties_and_values_at_a_threshold_are_refused() -> None:
    require_lead([1.0, 2.0, 3.0], 1.0)
    require_lead([1.0, 2.0, 3.0], 1.0, lowest=True)
    require_lead([], 1.0)
    require_clear(5.0, 4.0, 1.0)
    with pytest.raises(PlanError):
        require_lead([3.0, 2.5], 1.0)
    with pytest.raises(PlanError):
        require_lead([1.0, 1.5, 4.0], 1.0, lowest=True)
    with pytest.raises(PlanError):
        require_clear(4.5, 4.0, 1.0)
