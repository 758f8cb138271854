"""Calls and answers of an external agent, and what is recorded."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from m3bench.core import (
    Call,
    FormatError,
    Outcome,
    Result,
    Status,
    Step,
    Text,
    Trajectory,
)
from m3bench.hosting.gateway.content import call_result
from m3bench.hosting.gateway.steps import Arrival
from tests.hosting.gateway.setups import (
    Setup,
    run_with_gateway,
    shape,
)


def test_calls_one_after_another_are_steps_and_each_is_on_record_before_it_is_answered() -> None:
    async def use(setup: Setup) -> None:
        for number in range(3):
            done = await setup.gateway.call("lab__echo", {"text": str(number)})
            assert done.result == Result((Text(str(number)),))
            assert setup.recorded[-1].steps[-1] == Step((done,))
        assert shape(setup.recorded[-1]) == [["0"], ["1"], ["2"]]
        assert [len(each.steps) for each in setup.recorded] == [1, 2, 3]

    run_with_gateway(use)


def test_calls_that_overlap_are_one_step() -> None:
    async def use(setup: Setup) -> None:
        answered: list[str] = []

        async def send(order: int, name: str, text: str) -> None:
            await setup.gateway.call(name, {"text": text}, Arrival(order=order))
            answered.append(text)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(send, 1, "lab__wait", "long")
            await setup.host.waiting.wait()
            tasks.start_soon(send, 2, "lab__echo", "first")
            tasks.start_soon(send, 3, "lab__fail", "second")
            while len(setup.recorded) < 2:
                await anyio.sleep(0.001)
            # What finished is on record while the long one is under way, and nobody has an answer.
            (step,) = setup.recorded[-1].steps
            assert [call.outcome for call in step.calls] == [None, Outcome.SUCCESS, Outcome.SERVER_FAULT]
            assert answered == []
            setup.host.gate.set()
        assert sorted(answered) == ["first", "long", "second"]
        await setup.gateway.call("lab__echo", {"text": "after"})
        trajectory = setup.recorded[-1]
        assert shape(trajectory) == [["long", "first", "second"], ["after"]]
        assert all(call.outcome and call.timing for _, call in trajectory.calls())

    run_with_gateway(use)


def test_calls_with_the_id_of_a_step_are_that_step_and_are_answered_at_once() -> None:
    async def use(setup: Setup) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(setup.gateway.call, "lab__wait", {"text": "long"}, Arrival(order=9, step="a"))
            await setup.host.waiting.wait()
            for number, step in enumerate("abac"):
                await setup.gateway.call("lab__echo", {"text": number}, Arrival(order=number, step=step))
            assert shape(setup.gateway.trajectory()) == [[0, 2, "long"], [1], [3]]
            setup.host.gate.set()

    run_with_gateway(use)


def test_a_call_that_the_agent_gives_up_stays_on_record_without_a_result() -> None:
    async def use(setup: Setup) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(setup.gateway.call, "lab__wait", {"text": "given up"})
            await setup.host.waiting.wait()
            tasks.cancel_scope.cancel()
        await setup.gateway.call("lab__echo", {"text": "after"})
        trajectory = setup.recorded[-1]
        assert shape(trajectory) == [["given up"], ["after"]]
        assert trajectory.steps[0].calls[0] == Call("lab/wait", {"text": "given up"})

    run_with_gateway(use)


@pytest.mark.parametrize(
    ("name", "arguments", "outcome", "recorded_as"),
    [
        ("lab__echo", {"text": 5}, Outcome.INVALID_ARGUMENTS, "lab/echo"),
        ("lab__echo", [1], Outcome.ILLEGAL_FORMAT, "lab/echo"),
        ("lab__ecko", {}, Outcome.UNKNOWN_TOOL, "lab__ecko"),
        ("lab/echo", {"text": "by its full name"}, Outcome.SUCCESS, "lab/echo"),
        ("lab__fail", {"text": ""}, Outcome.SERVER_FAULT, "lab/fail"),
    ],
)
def test_whatever_is_called_ends_in_an_outcome(
    name: str, arguments: Any, outcome: Outcome, recorded_as: str
) -> None:
    async def use(setup: Setup) -> None:
        done = await setup.gateway.call(name, arguments)
        assert (done.name, done.arguments, done.outcome) == (recorded_as, arguments, outcome)
        assert setup.recorded[-1].steps == (Step((done,)),)
        assert call_result(done).is_error is not outcome.executed
        assert call_result(done).content

    run_with_gateway(use)


def test_the_last_answer_counts_and_completes_the_trajectory() -> None:
    async def use(setup: Setup) -> None:
        setup.gateway.register_client("agent", "2")
        setup.gateway.register_client("another", "3")
        await setup.gateway.save()
        assert setup.recorded[-1].status is Status.UNKNOWN
        await setup.gateway.submit("a cat")
        await setup.gateway.submit("a dog")
        assert setup.recorded[-1] == Trajectory(
            task_id="t1",
            family="pictures",
            request="What is on the picture?",
            answer="a dog",
            agent="agent",
            status=Status.COMPLETED,
            extra={"agent_version": "2", "answered_after_steps": 0},
        )

    run_with_gateway(use)


def test_a_record_that_cannot_be_written_is_told_and_the_call_is_answered() -> None:
    error = FormatError("cannot be written: No space left on device", file="out.jsonl")

    def full(_: Trajectory) -> None:
        raise error

    async def use(setup: Setup) -> None:
        assert (await setup.gateway.call("lab__echo", {"text": "a"})).outcome is Outcome.SUCCESS
        assert setup.gateway.broken.is_set()
        assert setup.gateway.failure is error

    run_with_gateway(use, record=full)
