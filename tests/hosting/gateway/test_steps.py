"""Calls that are sent before any of their results are given out are one step, whatever the timing."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import Call
from m3bench.hosting.gateway.quiet import QuietDetector, processes_of_session
from m3bench.hosting.gateway.steps import Arrival, IssuedCall, StepTracker
from tests.hanging import HANG_SECONDS


def play(work: Callable[[], Awaitable[Any]]) -> Any:
    async def bounded() -> Any:
        with anyio.fail_after(HANG_SECONDS):
            return await work()

    return anyio.run(bounded)


class Client:
    """Sends calls to a book of steps, and waits for their answers as an agent does."""

    def __init__(self, quiet: float = 0.0) -> None:
        self.book = StepTracker(QuietDetector(quiet))
        self.answered: list[str] = []

    async def send(self, name: str, *, turns: int = 0, **arrival: Any) -> None:
        """A call that takes some turns of the event loop."""
        issued = self.add(name, **arrival)
        for _ in range(turns):
            await anyio.sleep(0)
        await self.end(issued)

    def add(self, name: str, **arrival: Any) -> IssuedCall:
        return self.book.add(Call(name), Arrival(**arrival))

    async def end(self, issued: IssuedCall) -> None:
        issued.step.end_one()
        await self.book.release(issued)
        self.answered.append(str(issued.call.name))

    @property
    def shape(self) -> list[str]:
        return [" ".join(str(call.name) for call in step.calls) for step in self.book.steps()]


groups = st.lists(
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 40)), min_size=1, max_size=4), max_size=5
)


@pytest.mark.slow
@settings(deadline=None)
@given(groups)
def test_what_is_sent_together_is_one_step_whatever_the_calls_take(sent: list[list[tuple[int, int]]]) -> None:
    """Each call is sent some turns after the one before it, and takes some turns."""

    async def work() -> list[str]:
        client, number = Client(), 0
        for group in sent:
            async with anyio.create_task_group() as tasks:
                for pause, turns in group:
                    for _ in range(pause):
                        await anyio.sleep(0)
                    tasks.start_soon(lambda n, t: client.send(f"{n:02}", turns=t, order=n), number, turns)
                    number += 1
        return client.shape

    numbers = iter(range(100))
    assert play(work) == [" ".join(f"{next(numbers):02}" for _ in group) for group in sent]


def test_nothing_is_answered_before_the_last_call_has_ended() -> None:
    async def work() -> None:
        client = Client()
        slow = client.add("slow")
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.send, "quick")
            await anyio.sleep(0.02)
            assert client.answered == []
            tasks.start_soon(client.end, slow)
        assert sorted(client.answered) == ["quick", "slow"]
        assert client.shape == ["quick slow"]

    play(work)


def test_a_call_that_arrives_within_the_quiet_period_joins_the_step() -> None:
    async def work() -> None:
        client = Client(quiet=0.2)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.send, "a")
            await anyio.sleep(0.02)
            tasks.start_soon(client.send, "b")
        await client.send("c")
        assert client.shape == ["a b", "c"]

    play(work)


def test_every_message_prolongs_the_quiet_period() -> None:
    async def work() -> float:
        quiet = QuietDetector(0.1)
        quiet.message_arrived()
        began = anyio.current_time()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(quiet.wait)
            for _ in range(4):
                await anyio.sleep(0.03)
                quiet.message_arrived()
        return anyio.current_time() - began

    assert play(work) >= 4 * 0.03 + 0.1


def test_a_quiet_period_that_is_over_costs_nothing() -> None:
    """A call that takes longer than the quiet period is answered as soon as it has ended."""

    async def work() -> None:
        quiet = QuietDetector(60.0)
        quiet._last = anyio.current_time() - 61
        await quiet.wait()

    play(work)


@pytest.mark.parametrize(
    ("arrivals", "shape"),
    [
        ([("b", {"order": 2}), ("a", {"order": 10}), ("c", {"order": 1})], ["c b a"]),
        ([("b", {}), ("a", {}), ("c", {"order": 5})], ["c a b"]),
        ([("a", {"step": "x"}), ("b", {"step": "y"}), ("c", {"step": "x"}), ("d", {})], ["a c", "b", "d"]),
    ],
)
def test_the_order_inside_a_step(arrivals: list[tuple[str, dict[str, Any]]], shape: list[str]) -> None:
    async def work() -> list[str]:
        client = Client()
        for name, arrival in arrivals:
            client.add(name, **arrival)
        return client.shape

    assert play(work) == shape


def test_a_step_that_the_client_gave_up_is_closed() -> None:
    async def work() -> list[str]:
        client = Client()
        given_up = client.add("a")
        given_up.step.end_one()
        given_up.step.give_up()
        await client.send("b")
        return client.shape

    assert play(work) == ["a", "b"]


def test_a_client_that_is_at_work_is_not_quiet() -> None:
    """A process that burns time keeps a step open for longer than the quiet period, and not for ever."""
    burning = [sys.executable, "-c", "while True: pass"]

    async def work() -> tuple[float, float]:
        async with await anyio.open_process(burning, start_new_session=True) as process:
            try:
                busy = await waited(QuietDetector(0.05, lambda: processes_of_session(process.pid)))
            finally:
                process.kill()
        return busy, await waited(QuietDetector(0.05, lambda: processes_of_session(process.pid)))

    busy, gone = play(work)
    assert busy >= 0.5
    assert gone >= 0.05


async def waited(quiet: QuietDetector) -> float:
    quiet.message_arrived()
    began = anyio.current_time()
    await quiet.wait()
    return anyio.current_time() - began
