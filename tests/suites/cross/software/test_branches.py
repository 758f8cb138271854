"""Plans take one branch of their condition, and only that one, whichever way the data decides."""

from __future__ import annotations

import msgspec
import pytest

from m3bench.core import Condition
from m3bench.scoring.planning.branches import is_of_branch
from m3bench.suites import PlanError
from tests.suites.cross.software.solving import Solved, check_shape, solve, world

TASKS = [
    (name, maker)
    for name in (
        "nixos", "context7", "osint", "openapi_explorer", "nixos_context7", "osint_time", "context7_openapi",
        "nixos_context7_hugging_face", "osint_openapi_math",
    )
    for maker in (0, 1)
]  # fmt: skip


def taken_wrongly(done: Solved) -> list[str]:
    """Return what the plan does against its own condition."""
    (branch,) = msgspec.convert(done.solution.extra["branches"], tuple[Condition, ...])
    problems = []
    of_both = [(is_of_branch(call, branch.taken), is_of_branch(call, branch.other)) for call in done.calls]
    if branch.taken and (True, False) not in of_both:
        problems.append("the demanded branch is not taken")
    if (False, True) in of_both:
        problems.append("the other branch is taken")
    return problems


@pytest.mark.parametrize(("name", "maker"), TASKS)
def test_only_the_demanded_branch_is_taken(name: str, maker: int) -> None:
    assert taken_wrongly(check_shape(name, maker)) == []


@pytest.mark.parametrize(("name", "maker"), [("osint", 1), ("openapi_explorer", 0), ("osint_time", 1)])
def test_another_world_decides_otherwise_with_other_fields(name: str, maker: int) -> None:
    here = check_shape(name, maker)
    for seed in range(8, 14):
        try:
            there = solve(here.blueprint, world(seed))
        except PlanError:
            continue
        if holds(there) != holds(here):
            break
    else:
        pytest.fail("no world decides otherwise")
    assert taken_wrongly(there) == []
    assert there.solution.extra["branches"][0]["condition"] == here.solution.extra["branches"][0]["condition"]
    assert there.solution.answer != here.solution.answer


def holds(done: Solved) -> bool:
    decided: bool = done.solution.extra["branches"][0]["holds"]
    return decided


def test_the_wrong_branch_is_noticed() -> None:
    done = check_shape("osint", 1)
    (branch,) = done.solution.extra["branches"]
    swapped = {**branch, "taken": branch["other"], "other": branch["taken"]}
    wrong = Solved(
        done.blueprint,
        msgspec.structs.replace(done.solution, extra={"branches": [swapped]}),
        done.rounds,
    )
    assert len(taken_wrongly(wrong)) == 2
