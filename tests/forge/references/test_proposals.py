"""A judge's proposal is taken only where it holds."""

from __future__ import annotations

import pytest

from m3bench.forge.references.adjudicator import Proposal, StatedNeed, StatedUse
from m3bench.forge.references.proposals import check_proposal
from tests.forge.benches import details, find, graph, weather, write

_CALLS = [find("Alder"), find("Birch"), weather(), details("Alder"), details("Birch"), write("Alder")]
_BETTER = [StatedNeed(6, 4, "the better one is written"), StatedNeed(6, 5, "the better one is written")]


def _problems(
    steps: list[list[int]], needs: list[StatedNeed] | None = None, used: list[StatedUse] | None = None
) -> tuple[str, ...]:
    plan, problems = check_proposal(Proposal(steps, needs or [], used or []), graph(_CALLS))
    assert (plan is None) == bool(problems)
    return problems


def test_a_way_that_holds_becomes_a_plan_with_what_the_judge_added() -> None:
    plan, problems = check_proposal(Proposal([[1, 2], [4, 5], [6]], _BETTER, []), graph(_CALLS))
    assert problems == ()
    assert plan is not None
    assert plan.steps == ((0, 1), (3, 4), (5,))
    assert {(need.source, need.target) for need in plan.needs if need.kind == "told"} == {(3, 5), (4, 5)}


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([[1, 2, 4], [5], [6]], "call 4 must be in a later step than call 1"),
        ([[1], [4, 5], [6]], "call 5 uses"),
        ([[1, 2], [4, 5]], "call 6 is missing, but it writes best.txt"),
        ([[1, 2, 3], [4, 5], [6]], "call 3 is unused"),
        ([[1], [2], [4], [5], [6]], "call 2 can move to step 1"),
        ([[1, 2], [4, 5], [6, 6]], "a call is listed twice"),
        ([[1, 2], [], [4, 5], [6]], "a step has no calls"),
        ([], "a step has no calls"),
        ([[1, 2], [4, 5], [6], [7]], "there is no call 7"),
        ([[0, 2], [4, 5], [6]], "there is no call 0"),
    ],
)
def test_what_does_not_hold_is_named(steps: list[list[int]], message: str) -> None:
    assert any(message in problem for problem in _problems(steps, _BETTER if [6] in steps else None))


def test_a_judge_may_say_that_the_answer_rests_on_a_call() -> None:
    assert _problems([[1, 2, 3], [4, 5], [6]], _BETTER, [StatedUse(3, "the sky was asked for")]) == ()


def test_a_need_must_point_back_to_a_kept_call() -> None:
    assert any(
        "is not earlier" in problem for problem in _problems([[1, 2], [4, 5], [6]], [StatedNeed(4, 5, "")])
    )
    assert any(
        "one of them is missing" in problem
        for problem in _problems([[1, 2], [4, 5], [6]], [StatedNeed(6, 3, "")])
    )
