"""Episodes: what a policy sees, what it may send, and how an episode ends."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.core import Status, UsageError
from m3bench.environment import (
    AsyncEnvironment,
    Calling,
    Environment,
    EpisodeOver,
    Reward,
    StepResult,
)
from tests.environment.tasks import CROPPED, SOLUTION, SmallSuite, add, call, multiply, says


def play(environment: Environment, task: str, actions: tuple[Any, ...], seed: int = 0) -> list[StepResult]:
    environment.reset(task, seed)
    return [environment.step(action) for action in actions]


def test_an_episode_is_solved(environment: Environment) -> None:
    first = environment.reset("sum")
    assert [message["role"] for message in first.messages] == ["system", "user"]
    assert "20 + 22" in first.messages[1]["content"]
    names = [tool["function"]["name"] for tool in first.tools]
    assert "math__add" in names
    assert all(tool["function"]["parameters"]["type"] == "object" for tool in first.tools)
    (one, two, three) = [environment.step(action) for action in SOLUTION]
    assert one.observation.messages[0]["tool_call_id"] == "c1"
    assert "42" in one.observation.messages[0]["content"]
    assert [result.reward for result in (one, two, three)] == [0.0, 0.0, 1.0]
    assert [result.done for result in (one, two, three)] == [False, False, True]
    assert three.info["status"] == "completed"
    assert three.info["components"] == {"success": 1.0}
    assert environment.trajectory is not None
    assert [call.name for _, call in environment.trajectory.calls()] == ["math/add", "math/multiply"]


@pytest.mark.parametrize("answer", ["It is 127.", "It is 125, 126 or 127.", "I do not know."])
def test_wrong_and_hedged_answers_earn_nothing(environment: Environment, answer: str) -> None:
    last = play(environment, "sum", (*SOLUTION[:2], answer))[-1]
    assert (last.reward, last.done) == (0.0, True)


def test_an_answer_may_be_marked_as_one_and_fill_in_a_form(environment: Environment) -> None:
    (last,) = play(environment, "form", ({"answer": "It is 42.", "fields": {"total": 42}},))
    assert last.reward == 1.0
    (written,) = play(environment, "form", ('It is 42.\n{"total": 42}',))
    assert written.reward == 1.0


def test_a_missing_form_is_asked_for_once(environment: Environment) -> None:
    asked, last = play(environment, "form", ("It is 42.", '{"total": 42}'))
    assert not asked.done
    assert asked.info["malformed"] == 1
    assert "total" in asked.observation.messages[0]["content"]
    assert last.reward == 1.0
    _, given_up = play(environment, "form", ("It is 42.", "It is 42, I said."))
    assert (given_up.done, given_up.reward) == (True, 0.0)


def test_pictures_are_shown_and_files_belong_to_one_episode(environment: Environment) -> None:
    first = environment.reset("picture")
    kinds = [part["type"] for part in first.messages[1]["content"]]
    assert "image_url" in kinds
    made = environment.step(CROPPED)
    assert made.info["calls"][0]["outcome"] == "success"
    assert environment.step("Done.").reward == 1.0
    (fresh,) = play(environment, "picture", ("Done.",))
    assert fresh.reward == 0.0


MALFORMED: tuple[Any, ...] = (
    None,
    7,
    {},
    "",
    {"tool_calls": 5},
    {"content": {"a": 1}},
    says({"function": {"name": None, "arguments": None}}),
    {"content": None, "tool_calls": [3]},
    says(call("math__add", "{")),
    says(call("math__add", "[1]")),
    says(call("math__add", '{"firstNumber": NaN, "secondNumber": 1}')),
    says(call("math__add", "[" * 50_000)),
    says(call("no_such_tool", {})),
    says(call("x" * 100_000, {})),
    says(call("math__add", {"firstNumber": "\ud800" * 10})),
    {"answer": 5},
    {"answer": "x", "fields": [1]},
)


@pytest.mark.parametrize("action", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_actions_are_told_apart_and_the_episode_goes_on(
    environment: Environment, action: Any
) -> None:
    bad, *_, last = play(environment, "sum", (action, *SOLUTION))
    assert not bad.done
    assert bad.info["malformed"] >= 1
    assert bad.observation.messages
    assert last.reward == 1.0


def test_three_unreadable_actions_in_a_row_end_an_episode(environment: Environment) -> None:
    results = play(environment, "sum", ("", {}, None))
    assert [result.done for result in results] == [False, False, True]
    assert results[-1].info["status"] == Status.AGENT_FAILURE
    assert results[-1].info["truncated"]
    assert results[-1].reward == 0.0


def test_hostile_sizes_are_bounded(environment: Environment) -> None:
    many = says(*(call("math__add", {"firstNumber": 1, "secondNumber": 1}, f"c{n}") for n in range(5_000)))
    (flooded,) = play(environment, "sum", (many,))
    assert len(flooded.info["calls"]) == 16
    assert flooded.info["malformed"] == 5_000 - 16
    assert len(flooded.observation.messages) == 256
    (long,) = play(environment, "sum", ("x" * 3_000_000,))
    assert (long.done, long.reward) == (True, 0.0)
    (text,) = play(environment, "sum", (says(call("math__add", '"' + "x" * 2_000_000 + '"')),))
    assert text.info["calls"][0]["outcome"] == "illegal_format"


def test_calls_in_words_are_carried_out_or_refused(environment: Environment) -> None:
    written = '[{"name": "math__add", "arguments": {"firstNumber": 20, "secondNumber": 22}}]'
    (read,) = play(environment, "sum", (written,))
    assert read.info["calls"][0]["outcome"] == "success"
    assert read.observation.messages[0]["role"] == "user"
    with Environment(SmallSuite(), strict_format=True) as strict:
        (refused,) = play(strict, "sum", (written,))
    assert refused.info["calls"][0]["outcome"] == "illegal_format"


def test_tools_can_be_described_in_the_prompt() -> None:
    with Environment(SmallSuite(), calling=Calling.PROMPTED) as prompted:
        first = prompted.reset("sum")
        assert first.tools == ()
        assert "math/add" in first.messages[0]["content"]
        done = prompted.step('[{"name": "math/add", "arguments": {"firstNumber": 20, "secondNumber": 22}}]')
    assert "42" in done.observation.messages[0]["content"]


def test_steps_are_limited_and_then_scored() -> None:
    with Environment(SmallSuite(), max_steps=1) as short:
        one, last = play(short, "sum", (add(20, 22), multiply(42, 3)))
        assert (one.done, last.done, last.reward) == (False, True, 0.0)
        assert last.info["status"] == Status.OUT_OF_STEPS
        _, answered = play(short, "sum", (add(20, 22), "126"))
        assert answered.reward == 1.0


def test_a_step_after_the_end_or_before_a_reset_says_what_to_do(environment: Environment) -> None:
    play(environment, "sum", ("126",))
    with pytest.raises(EpisodeOver, match=r"reset\(\)"):
        environment.step("126")
    with Environment(SmallSuite()) as unused, pytest.raises(EpisodeOver, match=r"reset\(\)"):
        unused.step("126")
    with pytest.raises(UsageError, match="closed"):
        unused.reset()


def test_unknown_tasks_and_settings_are_refused(environment: Environment) -> None:
    with pytest.raises(UsageError, match="sum"):
        environment.reset("sums")
    for options in ({"max_steps": 0}, {"mode": "retrieve:3"}, {"episode_seconds": math.nan}, {"limit": 0}):
        with pytest.raises(UsageError):
            Environment(SmallSuite(), **options)
    with pytest.raises(UsageError):
        Reward(success=math.nan)
    with pytest.raises(UsageError):
        Reward(step_penalty=-1)


def test_the_same_actions_bring_the_same_bytes(environment: Environment) -> None:
    actions = (add(20, 22), says(call("nope", {})), "", multiply(42, 3), "126")
    played = [(environment.reset("sum", 4), play(environment, "sum", actions, 4)) for _ in range(2)]
    assert repr(played[0]) == repr(played[1])
    assert environment.reset(None, 5) == environment.reset(None, 5)


def test_environments_work_in_async_code_and_leave_nothing() -> None:
    before = set(Path(tempfile.gettempdir()).glob("m3bench-work-*"))

    async def work() -> float | None:
        async with AsyncEnvironment(SmallSuite()) as environment:
            await environment.reset("picture")
            await environment.step(CROPPED)
            await environment.reset("sum")
            return [await environment.step(action) for action in SOLUTION][-1].reward

    assert anyio.run(work) == 1.0
    assert set(Path(tempfile.gettempdir()).glob("m3bench-work-*")) <= before
