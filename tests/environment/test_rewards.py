"""Rewards, seen by one who wants them without solving the task."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from m3bench.core import UsageError
from m3bench.environment import Environment, Reward, read_reward
from tests.environment.tasks import SOLUTION, SmallSuite, add, call, says

SHAPED = Reward(
    success=1.0, evidence_recall=0.5, recall=0.2, argument_similarity=0.2, step_penalty=0.01,
    format_penalty=0.05, per_step=True,
)  # fmt: skip


@pytest.fixture(scope="module")
def shaped() -> Iterator[Environment]:
    with Environment(SmallSuite(), reward=SHAPED) as opened:
        yield opened


def earned(environment: Environment, *actions: Any, task: str = "sum") -> float:
    environment.reset(task)
    return sum(environment.step(action).reward or 0.0 for action in actions)


HONEST = SOLUTION
LOST: tuple[Any, ...] = (add(20, 22), "I do not know.")
"""Half of the way."""


def test_an_honest_solution_earns_the_most(shaped: Environment) -> None:
    best = earned(shaped, *HONEST)
    assert best == pytest.approx(1.0 + 0.5 + 0.2 + 0.2 - 3 * 0.01)
    assert best > earned(shaped, *LOST) > earned(shaped, "I do not know.")


def test_the_steps_add_up_to_the_total(shaped: Environment) -> None:
    shaped.reset("sum")
    results = [shaped.step(action) for action in (add(1, 1), says(call("nope", {})), *HONEST)]
    assert sum(result.reward or 0.0 for result in results) == pytest.approx(results[-1].info["total"])
    assert results[0].reward is not None
    assert results[1].reward == pytest.approx(-0.01 - 0.05)


def test_repeated_calls_earn_nothing(shaped: Environment) -> None:
    once = earned(shaped, *LOST)
    for times in (2, 5, 12):
        again = [add(20, 22, f"c{n}") for n in range(times)]
        assert earned(shaped, *again, LOST[-1]) < once
    together = says(*(call("math__add", {"firstNumber": 20, "secondNumber": 22}, f"c{n}") for n in range(12)))
    assert earned(shaped, together, LOST[-1]) < once


def test_a_dump_of_calls_earns_less_than_half_of_the_way(shaped: Environment) -> None:
    """Every pair of numbers is added and multiplied, so that all facts stand in some result."""
    numbers = range(16)
    dumps = [
        says(
            *(call("math__multiply", {"firstNumber": n, "SecondNumber": 3}, f"d{base}-{n}") for n in numbers)
        )
        for base in (30, 40)
    ]
    found = says(call("math__multiply", {"firstNumber": 42, "SecondNumber": 3}, "x"))
    assert earned(shaped, add(20, 22), *dumps, found, "I do not know.") < earned(shaped, *LOST)
    assert earned(shaped, *HONEST[:2], *dumps, HONEST[2]) < earned(shaped, *HONEST)


@pytest.mark.parametrize(
    "answer",
    ["It is 125, 126 or 127.", "126 127 128 129", " ".join(map(str, range(200))), "Perhaps 42 or 126?"],
)
def test_hedged_answers_and_lists_earn_no_success(shaped: Environment, answer: str) -> None:
    assert earned(shaped, *HONEST[:2], answer) < earned(shaped, *HONEST) - 0.9


def test_an_echo_is_no_evidence(shaped: Environment) -> None:
    """A value that the policy put into a call itself does not count as found."""
    shaped.reset("sum")
    shaped.step(says(call("math__max", {"numbers": [42, 126]})))
    assert shaped.step("I do not know.").info["components"]["evidence_recall"] == 0.0


def test_a_guess_is_successful_but_not_grounded() -> None:
    with Environment(SmallSuite(), reward=Reward(success=0, grounded=1)) as environment:
        assert earned(environment, "It is 126.") == 0.0
        assert earned(environment, *HONEST) == 1.0


def test_malformed_calls_cost_their_penalty(shaped: Environment) -> None:
    shaped.reset("sum")
    assert shaped.step(says(call("nope", {}))).reward == pytest.approx(-0.06)
    assert shaped.step("").reward == pytest.approx(-0.06)


def test_rewards_are_read_from_text() -> None:
    read = read_reward("success=2, evidence_recall=0.2,per_step, step_penalty=0.01")
    assert read == Reward(success=2, evidence_recall=0.2, per_step=True, step_penalty=0.01)
    assert read_reward("") == Reward()
    for wrong in ("sucess=1", "success=much", "success=nan", "step_penalty=-1", "per_step=maybe"):
        with pytest.raises(UsageError):
            read_reward(wrong)
